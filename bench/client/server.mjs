// A server for files in memory, which it compresses once. Its pages are isolated, which gives them a clock of 5 µs.
import { once } from "node:events";
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";

const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", wasm: "application/wasm" };
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cache-control": "no-store",
};

/** Serves `files`, an object from path to content. */
export async function serveFiles(files, { compress = true } = {}) {
  const responses = new Map(Object.entries(files).map(([path, content]) => {
    const body = compress ? brotliCompressSync(Buffer.from(content)) : Buffer.from(content);
    const headers = {
      ...ISOLATED,
      "content-type": TYPES[path.split(".").at(-1)] ?? "application/json",
      "content-length": body.length,
      ...(compress && { "content-encoding": "br" }),
    };
    return [path, { body, headers }];
  }));
  const server = createServer((request, response) => {
    const found = responses.get(new URL(request.url, "http://localhost").pathname);
    if (!found) return response.writeHead(404).end();
    response.writeHead(200, found.headers).end(found.body);
  });
  // Connections must stay open between two rounds.
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}
