// The embedded service with the sample data. A page on a plain file server loads it, and no request leaves the browser.
import { simulateTransfers } from "/pkg/embedded/simulation.js";

async function fetchSeed(name) {
  const response = await fetch(new URL(`seed/${name}`, document.baseURI), { credentials: "omit" });
  if (!response.ok) throw new Error(`seed/${name}: HTTP ${response.status}`);
  return response.text();
}

/**
 * Starts the service. `fetch` calls it instead of the network; `apiKey` is a key of the sample data. The collections are
 * more than half of the data, so the first request for them loads them.
 */
export async function startService() {
  const [{ EmbeddedService }, keys, tokens, transfers] = await Promise.all([
    import("/pkg/embedded.js"),
    ...["keys.json", "tokens.ndjson", "transfers.ndjson"].map(fetchSeed),
  ]);
  const service = new EmbeddedService({ dataset: { tokens, transfers, ethereals: "" }, keys });
  const respond = simulateTransfers(service);
  let hasCollections = false;
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    if (!hasCollections && new URL(request.url).pathname === "/ethereals") {
      service.update({ ethereals: await fetchSeed("ethereals.ndjson") });
      hasCollections = true;
    }
    return respond(request);
  };
  return { fetch, apiKey: JSON.parse(keys)[0].key };
}
