// Runs the other tests of this folder in headless Chromium: one page for each file, one subtest for each test.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { sendFile } from "../../scripts/files.mjs";
import { launch } from "../page/browser.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const tests = join(folder, "..");
const PAGE = '<!doctype html><meta charset="utf-8"><title>tests</title><link rel="icon" href="data:,"><body></body>';

const names = (await readdir(folder)).filter((name) => name.endsWith(".test.mjs") && name !== "chromium.test.mjs");

/** The bundles by URL path. */
async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: names,
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    alias: { "node:test": "./browser/test-runner.mjs", "node:assert/strict": "./browser/assert.mjs" },
    external: ["node:fs/promises"],
    logLevel: "error",
  });
  return new Map(outputFiles.map(({ path, contents }) => [`/client/${path.slice(folder.length)}`, contents]));
}

/** A server for an empty page, the bundles and the files of `tests`. */
async function startServer(bundles) {
  const server = createServer((request, response) => {
    if (request.url === "/") return response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    const contents = bundles.get(request.url);
    if (!contents) return sendFile(request, response, tests, request.url);
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(contents);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), startServer(await bundle())]);
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** The outcome of each test in the file. */
async function run(name) {
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(async (url) => {
      await import(url);
      return globalThis.runTests();
    }, `/client/${name}`);
  } finally {
    await page.close();
  }
}

for (const file of names) {
  test(`${file} in Chromium`, async (t) => {
    const outcomes = await run(file);
    assert.ok(outcomes.length > 0, "the file has tests");
    for (const { name, failure } of outcomes) {
      await t.test(name, () => {
        // The stack of the page says where the test failed, that of this file does not.
        if (failure !== null) throw Object.assign(new Error(failure), { stack: failure });
      });
    }
  });
}
