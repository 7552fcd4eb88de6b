// Tests a proxy in a runtime: the calls of the program, failures of the service, and rejected requests.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { Client } from "../../pkg/dist/index.js";
import { expected } from "../package/program.mjs";

/** The source of a handler with three proxies: to the service, and to two faults of `withFaults`. */
export const proxySource = (
  { baseUrl, apiKey },
  faultsUrl,
) => `import { createProxyHandler } from "ethereal-query/proxy";
const apiKey = ${JSON.stringify(apiKey)};
const proxies = {
  "/api/eq": createProxyHandler({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey, basePath: "/api/eq" }),
  "/redirect": createProxyHandler({ baseUrl: "${faultsUrl}/redirect", apiKey: async () => apiKey, basePath: "/redirect" }),
  "/silence": createProxyHandler({ baseUrl: "${faultsUrl}/silence", apiKey, basePath: "/silence", timeoutMs: 200 }),
};
const handle = (request) => {
  const path = Object.keys(proxies).find((path) => new URL(request.url).pathname.startsWith(path));
  return path ? proxies[path](request) : new Response("ready");
};\n`;

/**
 * Serves a redirect and a request without a response while `run` works with their URL. Asserts that no redirect was
 * followed.
 */
export async function withFaults(run) {
  let followed = 0;
  const server = createServer((request, response) => {
    if (request.url.startsWith("/followed")) response.end(`${(followed += 1)}`);
    else if (request.url.startsWith("/redirect")) response.writeHead(302, { location: "/followed" }).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await run(`http://127.0.0.1:${server.address().port}`);
    assert.equal(followed, 0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Asserts the responses of the proxies at `url`. */
export async function assertProxies({ input }, url) {
  const { token, hash, sourceChain } = input;
  const clientAt = (path) => new Client({ baseUrl: url + path, proxied: true, maxRetries: 0 });
  const client = clientAt("/api/eq");
  const { address, id, chainId, standard } = token;
  assert.deepEqual(await client.tokenUri(address, id, { chainId, standard }), expected.document);
  assert.deepEqual(await client.bridgeTransfer(hash, { chain: "mainnet" }), expected.transfer);
  assert.equal((await client.project()).requestOwner, expected.project.requestOwner);
  const ethereals = await client.ethereals({ sourceChains: [sourceChain], pageSize: 10 }).toArray({ limit: 1_000 });
  assert.deepEqual(ethereals.map(({ _id }) => _id).sort(), expected.ethereals);
  await assert.rejects(clientAt("/redirect").project(), { status: 502, serverMessage: /^The service redirects / });
  await assert.rejects(clientAt("/silence").project(), { status: 504, serverMessage: /^Timeout: / });

  const ask = (path, init) => fetch(`${url}/api/eq${path}`, init);
  const head = await ask("/project", { method: "HEAD" });
  assert.deepEqual([head.status, await head.text(), head.headers.get("cache-control")], [200, "", "private, no-store"]);
  assert.equal((await ask("/project", { method: "POST" })).status, 405);
  assert.equal((await ask("/projects")).status, 404);
  assert.equal((await ask("/ethereals?page_size=x")).status, 400);
}
