// Tests the packed package, installed as a user would, in the browser engine that the variable ENGINE names.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ENGINES, startBrowser } from "./run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { PLAIN_PAGES, servePages, writeHosts, expected, input } from "../package/hosts.mjs";
import { createProject } from "../package/project.mjs";

/**
 * Runs in the page: waits up to 20 seconds for the result of the program, and returns the result as JSON. WebKit
 * reports a page as open before its modules have run.
 */
const READ_RESULT = `return new Promise((resolve) => {
  const end = Date.now() + 20_000;
  function check() {
    if (globalThis.result) resolve(globalThis.result);
    else if (Date.now() > end) resolve("no result");
    else setTimeout(check, 20);
  }
  check();
}).then((value) => JSON.stringify(value), (error) => JSON.stringify(String(error)))`;

let project, service, pages, browser;

before(async () => {
  const { driver, capabilities } = ENGINES[process.env.ENGINE];
  [project, service] = await Promise.all([createProject(), serve({ port: 0 })]);
  writeHosts(project.write, { ...input, baseUrl: `${service.url}/api` });
  pages = await servePages(project.folder);
  browser = await startBrowser(driver(), capabilities());
});

after(async () => {
  await browser?.close();
  pages?.close();
  await service?.close();
  project?.remove();
});

for (const path of PLAIN_PAGES) {
  test(`the program works without tools: ${path}`, async () => {
    await browser.open(`${pages.url}/${path}`);
    assert.deepEqual(JSON.parse(await browser.evaluate(READ_RESULT)), expected);
  });
}
