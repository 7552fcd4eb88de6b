// A client of a few lines. `getJson(url, headers, options)` resolves with the parsed body, and `checks` check the body.
// `options.fetch` replaces the global `fetch`.
export const createPlainClient =
  (getJson, checks) =>
  ({ baseUrl, apiKey, ...options }) => {
    const call = async (check, path, query, headers = { "x-api-key": apiKey }) => {
      const search = query ? `?${new URLSearchParams(query)}` : "";
      return check(await getJson(`${baseUrl}${path}${search}`, headers, options));
    };
    const encode = encodeURIComponent;
    return {
      // Only this endpoint needs no API key.
      token: (address, id, query) =>
        call(checks.token, `/tokens/${encode(address)}/${encode(id)}/uri`, query, {}),
      transfer: (hash, query) =>
        call(checks.transfer, `/bridge/transfers/transactions/${encode(hash)}`, query),
      project: () => call(checks.project, "/project"),
      ethereals: (query) => call(checks.ethereals, "/ethereals", query),
    };
  };

export async function getJson(url, headers, { fetch = globalThis.fetch }) {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

const accept = (data) => data;

/** Checks that accept every body. */
export const noChecks = { token: accept, transfer: accept, project: accept, ethereals: accept };

// A function, because a bundler keeps a call at the top level in programs that do not use this client.
export const client = (options) => createPlainClient(getJson, noChecks)(options);
