// Tests the four views of the demo page, with its elements and its strict content security policy, in the browser
// engine that the variable ENGINE names. tests/page has all tests of the page, in Chromium.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { ENGINES, startBrowser } from "./run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { view } from "../page/browser.mjs";
import { examplesFromSeed } from "../page/examples.mjs";
import { records, seed } from "../package/hosts.mjs";

const {
  tokens: [token],
  transfers,
} = await examplesFromSeed();
let service, browser;

before(async () => {
  const { driver, capabilities } = ENGINES[process.env.ENGINE];
  service = await serve({ port: 0 });
  browser = await startBrowser(driver(), capabilities());
});

after(async () => {
  await browser?.close();
  await service?.close();
});

/**
 * The first lines of a script for the page. `found` has the elements of the visible view that match the selector
 * `arguments[0]`, including the elements in shadow roots. The script returns null while the view is busy.
 */
const FIND_ELEMENTS = `
  const panel = document.querySelector("[data-panel]:not([hidden])");
  if (!panel || panel.querySelector("[aria-busy]")) return null;
  const elementsIn = (root) => {
    const elements = [];
    for (const element of root.querySelectorAll("*")) {
      elements.push(element);
      if (element.shadowRoot) elements.push(...elementsIn(element.shadowRoot));
    }
    return elements;
  };
  const found = elementsIn(panel).filter((element) => element.matches(arguments[0]));`;

/**
 * Opens a view. `script` is the text of a function whose argument is the list of elements that match `selector`. Waits
 * until the function returns a truthy value, and returns this value.
 */
async function waitForView(hash, selector, script) {
  await browser.open(`${service.url}/${hash}`);
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const value = await browser.evaluate(
      `${FIND_ELEMENTS} return (${script})(found) || null;`,
      selector,
    );
    if (value !== null) return value;
    await wait(100);
  }
  return assert.fail(`${hash} shows no ${selector}`);
}

// Scripts for `waitForView`.
const firstText = "(found) => found[0]?.textContent";
const count = "(found) => found.length";

test("shows a token with its picture", async () => {
  const { address, id, chainId, standard, label } = token;
  const hash = view("token", { chain: chainId, address, id, standard });
  assert.equal(await waitForView(hash, ".title", firstText), label);
  assert.equal(
    await waitForView(hash, "img", "(found) => found.some((image) => image.naturalWidth > 0)"),
    true,
  );
});

test("shows every step of a transfer", async () => {
  const { hash } = transfers.find(({ label }) => label === "Delivered");
  const record = records("transfers.ndjson").find(({ route }) =>
    route?.some((step) => step.txHash === hash),
  );
  assert.equal(
    await waitForView(view("transfer", { hash }), ".route li", count),
    record.route.length,
  );
});

test("shows the owner of a key", async () => {
  const [{ requestOwner }] = JSON.parse(seed("keys.json"));
  assert.equal(await waitForView("#/key", ".key h3", firstText), requestOwner);
});

test("shows a page of ethereals of the requested size", async () => {
  assert.equal(
    await waitForView(view("ethereals", { pageSize: "10" }), ".rows tbody tr", count),
    10,
  );
});
