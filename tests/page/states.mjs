// Every state the page can be in, by name: a view, and what is done to get there. Used for accessibility, sizes,
// pictures.
import { view } from "./browser.mjs";
import { example, examples, tokenView, unknownHash } from "./setup.mjs";

const address = `0x${"ab".repeat(20)}`;
const token = (id) => view("token", { chain: "1", address, id });
const never = () => new Promise(() => {});

/** Answers of the service that the sample data does not give. */
export async function answers(context, base) {
  const api = (path) => `${base}/api/${path}`;
  const refuse = (status, message) => (route) => route.fulfill({ status, json: { message } });
  const picture = (route) => route.fulfill({ json: { name: "Elsewhere", image: "https://images.example/7.png" } });
  await context.route(api(`tokens/${address}/7/**`), picture);
  await context.route(api(`tokens/${address}/8/**`), never);
  await context.route(api(`tokens/${address}/9/**`), refuse(400, "Give the query parameter b, the chain."));
  await context.route(api(`bridge/transfers/transactions/0x${"8".repeat(64)}*`), never);
  await context.route(api(`bridge/transfers/transactions/0x${"9".repeat(64)}*`), refuse(403, "Not with this key."));
  await context.route(api("ethereals?*sourceContracts=0x9*"), refuse(400, "No such contract."));
}

const transfer = (label) => view("transfer", example("transfers", label));
const first = examples.tokens[0];

/** name → [hash of the view, what to do there, true when it keeps loading] */
export const states = {
  "token-empty": ["#/token"],
  "token-address": [view("token", { address: first.address })],
  token: [tokenView(first)],
  "token-sent": [tokenView(first), (page) => page.getByRole("radio", { name: "As sent" }).check()],
  "token-exact": [tokenView(example("tokens", "Exact digits"))],
  "token-last-id": [tokenView(example("tokens", "The last id"))],
  "token-scripts": [tokenView(example("tokens", "Many scripts"))],
  "token-no-picture": [tokenView(example("tokens", "No picture"))],
  "token-hostile": [tokenView(example("tokens", "Hostile document"))],
  "token-elsewhere": [token("7")],
  "token-loading": [token("8"), (page) => page.waitForSelector("eq-token-card .skeleton"), true],
  "token-error": [token("9")],
  "token-unknown": [token("10")],
  "find-nothing": ["#/token", nothingFound],
  "transfer-empty": ["#/transfer"],
  ...Object.fromEntries(
    examples.transfers.map((one) => [
      `transfer-${one.label.toLowerCase().replaceAll(" ", "-")}`,
      [view("transfer", one)],
    ]),
  ),
  "transfer-watched": [transfer("At the relay"), (page) => page.getByRole("button", { name: "Watch" }).click()],
  "transfer-loading": [
    view("transfer", { hash: `0x${"8".repeat(64)}` }),
    (page) => page.waitForSelector("eq-transfer-route .skeleton"),
    true,
  ],
  "transfer-unknown": [view("transfer", { hash: unknownHash })],
  "transfer-error": [view("transfer", { hash: `0x${"9".repeat(64)}`, chain: "mainnet" })],
  key: ["#/key"],
  ethereals: [view("ethereals", { pageSize: "10" })],
  "ethereals-empty": [view("ethereals", { sourceChains: "45513" })],
  "ethereals-error": [view("ethereals", { sourceContracts: `0x${"9".repeat(40)}` })],
  connection: ["#/key", openConnection],
};

async function openConnection(page) {
  await page.click("#service");
  await page.locator("#settings").waitFor();
}

async function nothingFound(page) {
  await page.fill("#search-input", "a word");
  await page.getByRole("button", { name: "Find", exact: true }).click();
}

/** Brings an open page into a state, from whatever it shows. */
export async function enter({ page, go }, name) {
  const [hash, act, keepsLoading] = states[name];
  await page.evaluate(() => document.querySelector("dialog[open]")?.close());
  if (keepsLoading) await page.evaluate((to) => (location.hash = to), hash);
  else await go(hash);
  await act?.(page);
}
