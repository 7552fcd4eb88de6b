// The development server. `npm start` builds the package, and then serves the demo page until Ctrl-C. The server has
// the page, the built package, the pictures of the seed, the site of the documents, and the embedded service with the
// records of the seed and simulated transfers.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageFiles, pageVersion } from "./build-demo.mjs";
import { sendBody, sendFile } from "./send-file.mjs";
import { ScriptError, main, root, run } from "./run.mjs";
import { readPictures, seedOptions } from "./seed.mjs";

/** The headers of the page. They repeat the page's policy, and add `frame-ancestors`, which only a header can set. */
function pageHeaders(html) {
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html);
  return {
    "content-security-policy": `${policy}; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
  };
}
// An SVG that a browser opens as a document must not run scripts.
const IMAGE_HEADERS = {
  "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
};

async function embeddedService() {
  const dist = (path) => join(root, "pkg", "dist", path);
  if (!existsSync(dist("embedded.js")))
    throw new ScriptError("pkg/dist/embedded.js is missing: run `npm run build` first.");
  const { EmbeddedService } = await import(pathToFileURL(dist("embedded.js")).href);
  const { simulateTransfers } = await import(pathToFileURL(dist("embedded/simulation.js")).href);
  const options = seedOptions();
  const service = new EmbeddedService({ ...options, basePath: "/api" });
  return { service: { fetch: simulateTransfers(service) }, demoKey: options.keys[0].key };
}

/** Sends the response of the service. */
async function forward(service, request, response) {
  const url = new URL(request.url, "http://localhost");
  // The constructor of Request throws for these methods.
  if (["CONNECT", "TRACE", "TRACK"].includes(request.method)) return response.writeHead(405).end();
  const headers = [];
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of [value].flat()) headers.push([name, item]);
  }
  const result = await service.fetch(new Request(url, { method: request.method, headers }));
  const body = Buffer.from(await result.arrayBuffer());
  response.writeHead(result.status, {
    "cache-control": "no-cache",
    ...Object.fromEntries(result.headers),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

let siteBuild;
/**
 * Builds the site of the documents at its first visit, and again after a failure. The build is a separate process,
 * because it needs a gigabyte of memory.
 */
function buildSiteOnce() {
  const args = ["docs/.vitepress/site.mjs", join(root, "target", "site")];
  siteBuild ??= run("node", args, { env: { SITE_BASE: "/docs/" } }).catch((error) => {
    siteBuild = undefined;
    throw error;
  });
  return siteBuild;
}

let page = { version: "" };
/** Returns the files of the demo page and their headers, bundled again after a change in www/. */
function bundledPage() {
  const version = pageVersion();
  if (page.version !== version) page = { version, loading: loadPage() };
  return page.loading;
}

async function loadPage() {
  // The page calls the service of this server, below /api, so index.html preloads no embedded service.
  const files = await pageFiles("docs/", { isEmbedded: false });
  return { files, headers: pageHeaders(files.get("index.html").toString()) };
}

/** Returns a function that sends the response to a request for any path of the server. */
function createHandler({ service, demoKey }) {
  const pictures = new Map(
    readPictures().map(({ cid, svg }) => [`/ipfs/${cid}`, Buffer.from(svg)]),
  );
  // The gateway "/" is this server, which has the pictures below /ipfs/.
  const config = { baseUrl: "/api", apiKey: demoKey, gateways: ["/"], hasSimulatedTransfers: true };
  return async (request, response) => {
    const path = request.url.split(/[?#]/, 1)[0];
    if (path === "/api" || path.startsWith("/api/")) return forward(service, request, response);
    const { files, headers } = await bundledPage();
    const sendFrom = (folder, name, fileHeaders) =>
      sendFile(request, response, join(root, folder), name, fileHeaders);
    if (path === "/config.json") {
      return sendBody(request, response, Buffer.from(JSON.stringify(config)), ".json", headers);
    }
    // The page gets the client in the one file for pages without a bundler.
    if (path === "/pkg/index.js")
      return sendFrom("pkg/dist/browser", "/ethereal-query.js", headers);
    if (path.startsWith("/pkg/")) return sendFrom("pkg/dist", path.slice("/pkg".length), headers);
    // Without the service of this server, the page starts its embedded service, which reads these files.
    if (path.startsWith("/seed/")) return sendFrom("seed", path.slice("/seed".length), headers);
    if (path.startsWith("/ipfs/"))
      return sendBody(request, response, pictures.get(path), ".svg", IMAGE_HEADERS);
    if (path === "/docs") return response.writeHead(301, { location: "/docs/" }).end();
    if (path.startsWith("/docs/")) {
      await buildSiteOnce();
      return sendFrom("target/site", path.slice("/docs".length));
    }
    const name = ["/", "/index"].includes(path) ? "index.html" : path.slice(1);
    return sendBody(request, response, files.get(name), extname(name), headers);
  };
}

const DEFAULT_PORT = 8787;

/** Starts the server. Port 0 selects a free port. */
export async function serve({ port = DEFAULT_PORT, host = "127.0.0.1" } = {}) {
  await bundledPage();
  const handle = createHandler(await embeddedService());
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    url: `http://${host}:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Starts the server on the port, or on a free port when another program uses it. */
async function serveOnFreePort(port) {
  try {
    return await serve({ port });
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    console.log(`Port ${port} is in use. The server takes a free port.`);
    return serve({ port: 0 });
  }
}

await main(import.meta, async () => {
  const port = Number(process.env.PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ScriptError(
      `Invalid PORT: ${process.env.PORT}. Expected an integer from 0 to 65535.`,
    );
  }
  const { url, close } = await serveOnFreePort(port);
  console.log(`Ready: open ${url} in a browser. Press Ctrl-C to stop the server.`);
  console.log(`Documents: ${url}/docs/ (the first visit builds them, about half a minute).`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
});
