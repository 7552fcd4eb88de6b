// The packed package makes the four calls in every host that it supports.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as vite from "vite";
import { run } from "../../scripts/run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { launched, opened } from "./browser.mjs";
import { PLAIN, servePages, writeHosts } from "./hosts.mjs";
import { freshProject } from "./project.mjs";
import { expected, input } from "./program.mjs";

let project, service, browser, pages;

before(async () => {
  [project, service] = await Promise.all([freshProject(), serve({ port: 0 })]);
  writeHosts(project.write, { ...input, baseUrl: `${service.url}/api` });
  browser = await launched();
  pages = await servePages(project.folder);
});

after(async () => {
  await browser?.close();
  pages?.close();
  await service?.close();
  project?.remove();
});

for (const name of ["esm.mjs", "require.cjs", "external.mjs", "external.cjs", "embedded.mjs", "embedded.cjs"]) {
  test(`Node.js: ${name}`, async () => {
    const text = await run(process.execPath, [join(project.folder, "node", name)], { cwd: project.folder });
    assert.deepEqual(JSON.parse(text), expected);
  });
}

for (const path of PLAIN) {
  test(`Chromium without tools: ${path}`, async () => {
    assert.deepEqual(await opened(browser, `${pages.url}/${path}`), expected);
  });
}

const quiet = { configFile: false, logLevel: "error" };
const local = { host: "127.0.0.1", port: 0 };

for (const name of ["vite", "vite-external"]) {
  test(`Chromium: ${name}, development server`, async () => {
    const server = await vite.createServer({ ...quiet, root: join(project.folder, name), server: local });
    try {
      await server.listen();
      assert.deepEqual(await opened(browser, `http://127.0.0.1:${server.httpServer.address().port}/`), expected);
    } finally {
      await server.close();
    }
  });

  test(`Chromium: ${name}, build and preview`, async () => {
    const root = join(project.folder, name);
    await vite.build({ ...quiet, root });
    const server = await vite.preview({ ...quiet, root, preview: local });
    try {
      assert.deepEqual(await opened(browser, `http://127.0.0.1:${server.httpServer.address().port}/`), expected);
    } finally {
      await server.close();
    }
  });
}
