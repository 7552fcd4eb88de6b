// The service inside this page, over the sample data: for a page on a host that only has files. It is loaded when no
// other service answers, and nothing asked of it leaves the browser.
import { withSimulated } from "./simulated.js";

async function sample(name) {
  const response = await fetch(new URL(`seed/${name}`, document.baseURI), { credentials: "omit" });
  if (!response.ok) throw new Error(`seed/${name}: HTTP ${response.status}`);
  return response.text();
}

/** Starts it. `fetch` takes the place of the network, `apiKey` is a key of the sample data. */
export async function startService() {
  const [{ EmbeddedService }, keys, tokens, transfers, ethereals] = await Promise.all([
    import("/pkg/embedded.js"),
    ...["keys.json", "tokens.ndjson", "transfers.ndjson", "ethereals.ndjson"].map(sample),
  ]);
  const service = new EmbeddedService({ dataset: { tokens, transfers, ethereals }, keys });
  return { fetch: withSimulated(service), apiKey: JSON.parse(keys)[0].key };
}
