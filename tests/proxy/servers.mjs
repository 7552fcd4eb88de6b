// Servers for the tests of the proxy: an upstream service, an app with the proxy, and the embedded service with the
// seed.
import { createServer } from "node:http";
import { after } from "node:test";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { Client } from "../../pkg/dist/index.js";
import { createProxyHandler, toNodeHandler } from "../../pkg/dist/proxy.js";
import { seedOptions } from "../../scripts/seed.mjs";

/** The key of the owner `demo` in the seed. */
export const API_KEY = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";
export const BASE_PATH = "/api/eq";
/** The contract of tokens in the seed. */
export const ADDRESS = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";
/** A hash of a transfer in the seed with the status `wait-wh`. */
export const HASH = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4";

/** The service with the sample data, in memory. */
export const embedded = new EmbeddedService({ ...seedOptions(), basePath: "/v1" });

const servers = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Serves `listener` on a free port until the tests of the file end. Returns the URL. */
export async function listen(listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return `http://127.0.0.1:${server.address().port}`;
}

/** An upstream service on `node:http`. `requests` lists the requests that the service received. */
export async function upstream(respond = toNodeHandler(embedded.fetch)) {
  const requests = [];
  const url = await listen((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  return { baseUrl: `${url}/v1`, requests };
}

/** An app on `node:http` with the proxy at `BASE_PATH`. Returns the URL of the proxy. */
export async function appWith(options) {
  const handler = createProxyHandler({ apiKey: API_KEY, basePath: BASE_PATH, ...options });
  const url = await listen(toNodeHandler(handler));
  return `${url}${BASE_PATH}`;
}

/** The client of a page: it calls a proxy and does not retry. */
export const pageClient = (baseUrl, options) =>
  new Client({ baseUrl, proxied: true, maxRetries: 0, ...options });

/** A proxy whose `fetch` responds with `respond`. `ask` calls the proxy. `requests` lists the requests of `fetch`. */
export function proxyOver(respond, options) {
  const requests = [];
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    requests.push(request);
    return respond(request);
  };
  const handler = createProxyHandler({
    baseUrl: "https://service.example/v1",
    apiKey: API_KEY,
    fetch,
    ...options,
  });
  const ask = (path, init) => handler(new Request(`https://app.example${path}`, init));
  return { ask, requests };
}

/** The `message` of a response, which must be JSON with nothing else. */
export async function messageOf(response) {
  const { message, ...others } = await response.json();
  if (Object.keys(others).length > 0)
    throw new Error(`more than a message: ${JSON.stringify(others)}`);
  return message;
}
