// A web server with stub responses, which counts requests: for gateways, hosts of metadata and JSON-RPC endpoints.
import { createServer } from "node:http";

/** Responds with JSON. */
export const json =
  (text, headers = {}) =>
  (request, response) =>
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
export const status =
  (code, text = "no") =>
  (request, response) =>
    response.writeHead(code).end(text);
export const redirect =
  (location, code = 302) =>
  (request, response) =>
    response.writeHead(code, { location }).end();
/** Never responds. */
export const neverRespond = () => {};
/** Responds after `ms`. */
export const delayed = (ms, handler) => (request, response) =>
  setTimeout(() => handler(request, response), ms);

/**
 * `on(path, handler)` sets a response; `other` responds on all other paths. `hits` are the requested paths,
 * `count(path)` is how often one was requested, `connections()` the number of connections. `url` is for `host` in IPv4.
 */
export async function startStubServer({ host = "127.0.0.1", port = 0, other = status(404) } = {}) {
  const routes = new Map();
  const hits = [];
  let connections = 0;
  const server = createServer((request, response) => {
    hits.push(request.url);
    response.on("error", () => {});
    (routes.get(request.url) ?? other)(request, response);
  });
  server.on("connection", () => (connections += 1));
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    port: server.address().port,
    hits,
    connections: () => connections,
    count: (path) => hits.filter((one) => one === path).length,
    on: (path, handler) => routes.set(path, handler),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
