// Runs the tests of `tests/client` in headless Chromium: one page for each file, one subtest for each test.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../../page/browser.mjs";
import { TEST_FILES, startTestPages } from "./test-pages.mjs";

let browser;
let pages;
before(async () => {
  // The browser starts after the bundles are built. So no browser keeps this process alive if a bundle fails.
  pages = await startTestPages();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  pages?.close();
});

/** Runs a test file in a new page. Returns the name and the failure of each test; `null` for a test that passed. */
async function runInPage(file) {
  const page = await browser.newPage();
  try {
    await page.goto(pages.url);
    return await page.evaluate(async (url) => {
      await import(url);
      // The bundle of each file contains `test-runner.mjs`, which defines this function.
      return globalThis.runTests();
    }, `/client/${file}`);
  } finally {
    await page.close();
  }
}

for (const file of TEST_FILES) {
  test(`${file} passes in Chromium`, async (t) => {
    const outcomes = await runInPage(file);
    assert.ok(outcomes.length > 0, "the file has tests");
    for (const { name, failure } of outcomes) {
      await t.test(name, () => {
        // The stack of the page shows the failing line; the stack of this file would not.
        if (failure !== null)
          throw Object.assign(new Error(), { stack: pages.withSourcePositions(failure, file) });
      });
    }
  });
}
