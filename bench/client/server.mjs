// A static server of files in memory: compressed once, and isolated, so that a page's clock ticks every 5 µs.
import { once } from "node:events";
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";

const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", wasm: "application/wasm" };
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cache-control": "no-store",
};

/** @param files path → bytes; `plain`: never compressed */
export async function serveFiles(files, { plain = false } = {}) {
  const answers = new Map(Object.entries(files).map(([path, content]) => {
    const bytes = Buffer.from(content);
    const headers = { ...ISOLATED, "content-type": TYPES[path.split(".").at(-1)] ?? "application/json" };
    return [path, { bytes, packed: plain ? bytes : brotliCompressSync(bytes), headers }];
  }));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const found = answers.get(pathname);
    if (!found) return response.writeHead(404).end();
    // What is measured without a network comes as it is.
    if (plain || searchParams.has("plain")) return response.writeHead(200, found.headers).end(found.bytes);
    const headers = { ...found.headers, "content-encoding": "br", "content-length": found.packed.length };
    response.writeHead(200, headers).end(found.packed);
  });
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
