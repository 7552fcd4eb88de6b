// The same package for a CommonJS user under node16 and nodenext.
import query = require("ethereal-query");
import embedded = require("ethereal-query/embedded");

export async function owner(): Promise<string | undefined> {
  const service = new embedded.EmbeddedService({ dataset: { tokens: [], transfers: [], ethereals: [] }, keys: [] });
  const client = new query.Client({ baseUrl: "https://service.invalid", apiKey: "key", fetch: service.fetch });
  const project: query.Project = await client.project();
  // @ts-expect-error no such member
  void query.nothing;
  return project.requestOwner;
}
