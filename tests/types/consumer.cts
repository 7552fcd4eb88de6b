// Code of a CommonJS user, compiled with the module resolutions node16 and nodenext.
import query = require("ethereal-query");
import elements = require("ethereal-query/elements");
import embedded = require("ethereal-query/embedded");
import simulation = require("ethereal-query/embedded/simulation");

export async function owner(): Promise<string | undefined> {
  const service = new embedded.EmbeddedService({
    dataset: { tokens: [], transfers: [], ethereals: [] },
    keys: [],
  });
  const fetch = simulation.simulateTransfers(service, { now: () => 0 });
  const client = new query.Client({ baseUrl: "https://service.invalid", apiKey: "key", fetch });
  const project: query.Project = await client.project();
  // @ts-expect-error no such member
  void query.nothing;
  return project.requestOwner;
}

export function element(): elements.TransferRoute {
  return new elements.TransferRoute();
}
