// Runs tests/client in the engine that ENGINE names: one page for each file, one subtest for each test.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ENGINES, startBrowser } from "./run.mjs";
import { TEST_FILES, startTestPages } from "../client/browser/test-pages.mjs";

/** Runs in the page. */
const RUN_TESTS = `return new Promise((resolve, reject) => {
  const script = Object.assign(document.createElement("script"), { type: "module", src: arguments[0] });
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
