// Runs the tests in tests/client in the browser engine that the variable ENGINE names. Each file runs in a new page,
// and each test becomes a subtest.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ENGINES, startBrowser } from "./run.mjs";
import { TEST_FILES, startTestPages } from "../client/browser/test-pages.mjs";

/** Runs in the page: loads the module at the URL `arguments[0]`, runs its tests, and returns the outcomes as JSON. */
const RUN_TESTS = `return new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.type = "module";
  script.src = arguments[0];
  script.onload = () => resolve(globalThis.runTests());
  script.onerror = () => reject(new Error("cannot load " + script.src));
  document.body.append(script);
}).then((outcomes) => JSON.stringify(outcomes));`;

let browser, pages;

before(async () => {
  const { driver, capabilities } = ENGINES[process.env.ENGINE];
  [browser, pages] = await Promise.all([startBrowser(driver(), capabilities()), startTestPages()]);
});

after(async () => {
  await browser?.close();
  pages?.close();
});

for (const file of TEST_FILES) {
  test(file, async (t) => {
    await browser.open(pages.url);
    const outcomes = JSON.parse(await browser.evaluate(RUN_TESTS, `/client/${file}`));
    assert.ok(outcomes.length > 0, "the file has tests");
    for (const { name, failure } of outcomes) {
      await t.test(name, () => {
        if (failure !== null)
          throw Object.assign(new Error(), { stack: pages.withSourcePositions(failure, file) });
      });
    }
  });
}
