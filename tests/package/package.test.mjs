// The packed package makes the calls in every host that it supports.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as vite from "vite";
import { run } from "../../scripts/run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { launchChromium, runPage } from "./browser.mjs";
import { PLAIN_PAGES, servePages, writeHosts, expected, input } from "./hosts.mjs";
import { createProject } from "./project.mjs";

let project, service, browser, pages;

before(async () => {
  [project, service] = await Promise.all([createProject(), serve({ port: 0 })]);
  writeHosts(project.write, { ...input, baseUrl: `${service.url}/api` });
  browser = await launchChromium();
  pages = await servePages(project.folder);
});

after(async () => {
  await browser?.close();
  pages?.close();
  await service?.close();
  project?.remove();
});

for (const name of ["esm.mjs", "require.cjs", "embedded.mjs", "embedded.cjs"]) {
  test(`the program works in Node.js: ${name}`, async () => {
    const text = await run(process.execPath, [join(project.folder, "node", name)], {
      cwd: project.folder,
    });
    assert.deepEqual(JSON.parse(text), expected);
  });
}

for (const path of PLAIN_PAGES) {
  test(`the program works in Chromium without tools: ${path}`, async () => {
    const { result } = await runPage(browser, `${pages.url}/${path}`);
    assert.deepEqual(result, expected);
  });
}

const QUIET = { configFile: false, logLevel: "error" };
const LOCAL = { host: "127.0.0.1", port: 0 };

test("the program works in Chromium with Vite, development server", async () => {
  const server = await vite.createServer({
    ...QUIET,
    root: join(project.folder, "vite"),
    server: LOCAL,
  });
  try {
    await server.listen();
    const { port } = server.httpServer.address();
    const { result } = await runPage(browser, `http://127.0.0.1:${port}/`);
    assert.deepEqual(result, expected);
  } finally {
    await server.close();
  }
});

test("the program works in Chromium with Vite, build and preview", async () => {
  const root = join(project.folder, "vite");
  await vite.build({ ...QUIET, root });
  const server = await vite.preview({ ...QUIET, root, preview: LOCAL });
  try {
    const { port } = server.httpServer.address();
    const { result } = await runPage(browser, `http://127.0.0.1:${port}/`);
    assert.deepEqual(result, expected);
  } finally {
    await server.close();
  }
});
