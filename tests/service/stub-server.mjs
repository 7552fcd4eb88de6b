// A web server with stub responses, which counts requests. The tests use it as a gateway, a host of metadata or a
// JSON-RPC endpoint.
import { createServer } from "node:http";

// Handlers for `startStubServer`. Each responds to a request.

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
 * Starts a server. `on(path, handler)` sets a response, and `other` responds on all other paths. `hits` has the path of
 * each request, and `count(path)` is the number of requests of a path. `connections()` is the number of connections.
 * `url` is valid only for an IPv4 `host`.
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
  server.on("connection", () => {
    connections++;
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    port: server.address().port,
    hits,
    connections: () => connections,
    count: (path) => hits.filter((requested) => requested === path).length,
    on: (path, handler) => routes.set(path, handler),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
