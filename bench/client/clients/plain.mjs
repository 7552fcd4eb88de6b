// A client of a few lines: `get(url, headers)` gives the parsed body, `checks` looks at it.
export const plain = (get, checks) => ({ baseUrl, apiKey, ...rest }) => {
  const call = async (check, path, query, headers = { "x-api-key": apiKey }) => {
    const search = query ? `?${new URLSearchParams(query)}` : "";
    return check(await get(`${baseUrl}${path}${search}`, headers, rest));
  };
  const part = encodeURIComponent;
  return {
    token: (address, id, query) => call(checks.token, `/tokens/${part(address)}/${part(id)}/uri`, query, {}),
    bridge: (hash, query) => call(checks.bridge, `/bridge/transfers/transactions/${part(hash)}`, query),
    project: () => call(checks.project, "/project"),
    ethereals: (query) => call(checks.ethereals, "/ethereals", query),
  };
};

export async function fetched(url, headers, { fetch = globalThis.fetch }) {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
