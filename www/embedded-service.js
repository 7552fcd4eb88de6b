// The embedded service with the sample data. A page on a plain file server loads it, and no request leaves the browser.
import { simulateTransfers } from "/pkg/embedded/simulation.js";
import { KEYS_FILE, SEED_FILES } from "../seed/kinds.mjs";

/** The collections are more than half of the data, so they are loaded only with the first request for collections. */
const { ethereals: COLLECTIONS_FILE, ...FILES } = SEED_FILES;

async function fetchSeed(name) {
  const response = await fetch(new URL(`seed/${name}`, document.baseURI));
  if (!response.ok) throw new Error(`seed/${name}: HTTP ${response.status}`);
  return response.text();
}

/** Starts the service. `fetch` calls it instead of the network; `apiKey` is a key of the sample data. */
export async function startService() {
  const [{ EmbeddedService }, keys, ...lists] = await Promise.all([
    import("/pkg/embedded.js"),
    ...[KEYS_FILE, ...Object.values(FILES)].map(fetchSeed),
  ]);
  const dataset = Object.fromEntries(Object.keys(FILES).map((kind, i) => [kind, lists[i]]));
  const service = new EmbeddedService({ dataset, keys });
  const respond = simulateTransfers(service);
  let hasCollections = false;
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    if (!hasCollections && new URL(request.url).pathname === "/ethereals") {
      service.update({ ethereals: await fetchSeed(COLLECTIONS_FILE) });
      hasCollections = true;
    }
    return respond(request);
  };
  return { fetch, apiKey: JSON.parse(keys)[0].key };
}
