// Measures the parts `decode`, `call` and `http` of `npm run bench`: serves the bodies, and runs measure.mjs in Node.js
// and in Chromium.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { run } from "../../scripts/run.mjs";
import { CALLS } from "./calls.mjs";

const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", wasm: "application/wasm" };
/** Isolates a page, which gives it a clock of 5 µs. */
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cache-control": "no-store",
};

/** Serves `files`, an object from path to content, from memory. `compress` compresses each file once, at the start. */
export async function serveFiles(files, { compress = true } = {}) {
  const responses = new Map(
    Object.entries(files).map(([path, content]) => {
      const body = compress ? brotliCompressSync(Buffer.from(content)) : Buffer.from(content);
      const headers = {
        ...ISOLATED,
        "content-type": TYPES[path.split(".").at(-1)] ?? "application/json",
        "content-length": body.length,
        ...(compress && { "content-encoding": "br" }),
      };
      return [path, { body, headers }];
    }),
  );
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const prepared = responses.get(pathname);
    if (!prepared) return response.writeHead(404).end();
    response.writeHead(200, prepared.headers).end(prepared.body);
  });
  // Connections must stay open between two rounds.
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The program of a separate process, whose heap has no objects of the benchmark. It prints "RESULT" and the result. */
const CHILD_PROGRAM = `import { measure, verify } from "./measure.mjs";
const [part, origin, settings] = process.argv.slice(2);
await verify(part, origin);
console.log("RESULT" + JSON.stringify(await measure(part, origin, JSON.parse(settings))));
`;

/**
 * Serves each body at the path `/NAME`. A client whose base URL is `/NAME` gets the body as the response to each call.
 * `otherFiles` are more files by their paths.
 */
function serveBodies(bodies, otherFiles = {}) {
  const files = { ...otherFiles };
  for (const [name, text] of Object.entries(bodies)) {
    files[`/${name}`] = text;
    for (const { path } of Object.values(CALLS)) files[`/${name}${path}`] = text;
  }
  return serveFiles(files, { compress: false });
}

/** Measures a part in Node.js. `script` is the bundle of measure.mjs, and `folder` gets the programs. */
export async function measureInNode(folder, script, bodies, part, settings) {
  writeFileSync(join(folder, "measure.mjs"), script);
  writeFileSync(join(folder, "child.mjs"), CHILD_PROGRAM);
  const server = await serveBodies(bodies);
  try {
    const args = [
      "--expose-gc",
      join(folder, "child.mjs"),
      part,
      server.url,
      JSON.stringify(settings),
    ];
    const printed = await run(process.execPath, args);
    const [, result] = printed.split("RESULT");
    return JSON.parse(result);
  } finally {
    await server.close();
  }
}

/** Measures a part in a page of Chromium. `script` is the bundle of measure.mjs. */
export async function measureInChromium(browser, script, bodies, part, settings) {
  const pageFiles = { "/index.html": "<!doctype html><title>bench</title>", "/measure.js": script };
  const server = await serveBodies(bodies, pageFiles);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${server.url}/index.html`);
    return await page.evaluate(
      async ([part, settings]) => {
        if (!crossOriginIsolated) throw new Error("The page is not isolated.");
        const { measure, verify } = await import("/measure.js");
        await verify(part, location.origin);
        return measure(part, location.origin, settings);
      },
      [part, settings],
    );
  } finally {
    await context.close();
    await server.close();
  }
}
