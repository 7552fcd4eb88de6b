// The states of the page, by name: a view, and the actions that lead to the state.
import { view } from "./browser.mjs";
import { example, examples, tokenView, unknownHash } from "./setup.mjs";

const address = `0x${"ab".repeat(20)}`;
const token = (id) => view("token", { chain: "1", address, id });
const neverRespond = () => new Promise(() => {});

/** Adds responses that the sample data does not give. */
export async function addResponses(context, base) {
  const api = (path) => `${base}/api/${path}`;
  const respondWithError = (status, message) => (route) => route.fulfill({ status, json: { message } });
  const respondWithPicture = (route) =>
    route.fulfill({ json: { name: "Elsewhere", image: "https://images.example/7.png" } });
  await context.route(api(`tokens/${address}/7/**`), respondWithPicture);
  await context.route(api(`tokens/${address}/8/**`), neverRespond);
  await context.route(api(`tokens/${address}/9/**`), respondWithError(400, "Give the query parameter b, the chain."));
  await context.route(api(`bridge/transfers/transactions/0x${"8".repeat(64)}*`), neverRespond);
  await context.route(
    api(`bridge/transfers/transactions/0x${"9".repeat(64)}*`),
    respondWithError(403, "Not with this key."),
  );
  await context.route(api("ethereals?*sourceContracts=0x9*"), respondWithError(400, "No such contract."));
}

const transfer = (label) => view("transfer", example("transfers", label));
const first = examples.tokens[0];

/** By name: [link to the view, action, whether it keeps loading]. */
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
  "search-error": ["#/token", searchForNothing],
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

async function searchForNothing(page) {
  await page.fill("#search-input", "a word");
  await page.getByRole("button", { name: "Find", exact: true }).click();
}

/** Brings an open page into a state. */
export async function enterState({ page, go }, name) {
  const [hash, act, keepsLoading] = states[name];
  await page.evaluate(() => document.querySelector("dialog[open]")?.close());
  if (keepsLoading) await page.evaluate((to) => (location.hash = to), hash);
  else await go(hash);
  await act?.(page);
}
