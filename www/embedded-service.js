// Starts the embedded service with the sample data. A page on a plain file server loads this module, and the service
// responds inside the page.
import { simulateTransfers } from "/pkg/embedded/simulation.js";
import { KEYS_FILE, SEED_FILES } from "../seed/kinds.mjs";

/** The file of the collections. It has more than half of the data, so the first request for collections loads it. */
const COLLECTIONS_FILE = SEED_FILES.ethereals;
/** [record kind, file] of the files that load with the service. */
const FIRST_FILES = Object.entries(SEED_FILES).filter(([kind]) => kind !== "ethereals");

async function fetchSeed(name) {
  const response = await fetch(new URL(`seed/${name}`, document.baseURI));
  if (!response.ok) throw new Error(`seed/${name}: HTTP ${response.status}`);
  return response.text();
}

/** Resolves to the texts of the first files by the kinds of their records. */
async function fetchDataset() {
  const entries = FIRST_FILES.map(async ([kind, name]) => [kind, await fetchSeed(name)]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Starts the service. `fetch` calls the service instead of the network; `apiKey` is a key of the sample data. */
export async function startService() {
  const [{ EmbeddedService }, keys, dataset] = await Promise.all([
    import("/pkg/embedded.js"),
    fetchSeed(KEYS_FILE),
    fetchDataset(),
  ]);
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
