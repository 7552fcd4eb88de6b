// The demo page, and with it the elements and the strict policy, in the engine that ENGINE names: what its four views
// show. The page itself is tested in Chromium, by tests/page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { ENGINES } from "./run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { view } from "../page/browser.mjs";
import { examplesFromSeed } from "../page/examples.mjs";
import { seed } from "../package/program.mjs";
import { startBrowser } from "./webdriver.mjs";

const { tokens: [token], transfers } = examplesFromSeed();
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

// Runs in the page: an element of the view that is shown, or of an element's inside there.
const FIND = `
  const panel = document.querySelector("[data-panel]:not([hidden])");
  if (!panel || panel.querySelector("[aria-busy]")) return null;
  const inside = (one) => (one.shadowRoot ? within(one.shadowRoot) : []);
  const within = (root) => [...root.querySelectorAll("*")].flatMap((one) => [one, ...inside(one)]);
  const found = within(panel).filter((one) => one.matches(arguments[0]));`;

/** Opens a view and waits until `script` gives something for what matches `selector`. */
async function shown(hash, selector, script) {
  await browser.open(`${service.url}/${hash}`);
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await wait(100)) {
    const value = await browser.evaluate(`${FIND} return (${script})(found) || null;`, selector);
    if (value !== null) return value;
  }
  return assert.fail(`${hash}: nothing of ${selector} came`);
}

const first = "(found) => found[0]?.textContent";
const count = "(found) => found.length";

test("a token with its picture", async () => {
  const { address, id, chainId, standard, label } = token;
  const hash = view("token", { chain: chainId, address, id, standard });
  assert.equal(await shown(hash, ".title", first), label);
  assert.equal(await shown(hash, "img", "(found) => found.some((image) => image.naturalWidth > 0)"), true);
});

test("a transfer's route, every step", async () => {
  const { hash } = transfers.find(({ label }) => label === "Arrived");
  const record = seed("transfers.ndjson").trim().split("\n").map((line) => JSON.parse(line))
    .find((one) => one.route?.some((step) => step.txHash === hash));
  assert.equal(await shown(view("transfer", { hash }), ".route li", count), record.route.length);
});

test("a key and its owner", async () => {
  const [{ requestOwner }] = JSON.parse(seed("keys.json"));
  assert.equal(await shown("#/key", ".key h3", first), requestOwner);
});

test("a list of ethereals, as long as was asked", async () => {
  assert.equal(await shown(view("ethereals", { pageSize: "10" }), ".rows tbody tr", count), 10);
});
