// The states of the page, by name: a view, and the actions that lead to the state.
import { view } from "./browser.mjs";
import { example, examples, tokenView, unknownHash } from "./setup.mjs";

const address = `0x${"ab".repeat(20)}`;
const token = (id) => view("token", { chain: "1", address, id });
// Ids and hashes for the responses of `addResponses`. The service does not know UNKNOWN_ID.
const ELSEWHERE_ID = "7";
const LOADING_ID = "8";
const REFUSED_ID = "9";
const UNKNOWN_ID = "10";
const LOADING_HASH = `0x${"8".repeat(64)}`;
const REFUSED_HASH = `0x${"9".repeat(64)}`;
const LOADING_CONTRACT = `0x${"8".repeat(40)}`;
const REFUSED_CONTRACT = `0x${"9".repeat(40)}`;
/** Browsers refuse this port at once. */
export const UNREACHABLE = "http://127.0.0.1:9";
/** URLs of the requests that states send to other servers. None of these servers exists. */
export const ABSENT_HOSTS = /^(https:\/\/images\.example|http:\/\/127\.0\.0\.1:9)\//;
const neverRespond = () => new Promise(() => {});

/** Adds responses that the sample data does not give. */
export async function addResponses(context, base) {
  const api = (path) => `${base}/api/${path}`;
  const respondWithError = (status, message) => (route) =>
    route.fulfill({ status, json: { message } });
  const respondWithPicture = (route) =>
    route.fulfill({ json: { name: "Elsewhere", image: "https://images.example/7.png" } });
  await context.route(api(`tokens/${address}/${ELSEWHERE_ID}/**`), respondWithPicture);
  await context.route(api(`tokens/${address}/${LOADING_ID}/**`), neverRespond);
  await context.route(
    api(`tokens/${address}/${REFUSED_ID}/**`),
    respondWithError(400, "Give the query parameter b, the chain."),
  );
  await context.route(api(`bridge/transfers/transactions/${LOADING_HASH}*`), neverRespond);
  await context.route(
    api(`bridge/transfers/transactions/${REFUSED_HASH}*`),
    respondWithError(403, "Not with this key."),
  );
  await context.route(
    api(`ethereals?*sourceContracts=${REFUSED_CONTRACT}*`),
    respondWithError(400, "No such contract."),
  );
  await context.route(api(`ethereals?*sourceContracts=${LOADING_CONTRACT}*`), neverRespond);
}

const transfer = (label) => view("transfer", example("transfers", label));
const firstToken = examples.tokens[0];

/** By name: [link to the view, action that leads to the state, whether the view never finishes loading]. */
export const states = {
  first: ["#/"],
  "token-address": [view("token", { address: firstToken.address })],
  token: [tokenView(firstToken)],
  "token-document": [tokenView(example("tokens", "Woven Tiles #2")), openDocument],
  "token-sent": [tokenView(firstToken), openDocumentAsSent],
  "token-exact": [tokenView(example("tokens", "Exact digits"))],
  "token-largest-id": [tokenView(example("tokens", "Largest id"))],
  "token-scripts": [tokenView(example("tokens", "Many scripts"))],
  "token-no-picture": [tokenView(example("tokens", "No picture"))],
  "token-hostile": [tokenView(example("tokens", "Hostile text"))],
  "token-elsewhere": [token(ELSEWHERE_ID)],
  "token-image-fails": [token(ELSEWHERE_ID), loadImage],
  "token-form": [
    tokenView(firstToken),
    (page) =>
      page
        .locator(".by-hand")
        .first()
        .evaluate((fold) => (fold.open = true)),
  ],
  "token-more-examples": ["#/token", (page) => openFold(page, "More")],
  "token-other-chains": [token(UNKNOWN_ID), searchOtherChains],
  "token-loading": [
    token(LOADING_ID),
    (page) => page.waitForSelector("eq-token-card .skeleton"),
    true,
  ],
  "token-error": [token(REFUSED_ID)],
  "token-unknown": [token(UNKNOWN_ID)],
  "search-error": ["#/token", searchForNothing],
  transfer: ["#/transfer"],
  // A simulated transfer has no hash.
  ...Object.fromEntries(
    examples.transfers
      .filter(({ hash }) => hash)
      .map((values) => [
        `transfer-${values.label.toLowerCase().replaceAll(" ", "-")}`,
        [view("transfer", values)],
      ]),
  ),
  "transfer-live-failing": [view("transfer", { live: example("transfers", "Failing").live })],
  "transfer-record": [transfer("Delivered"), (page) => openFold(page, "The record")],
  "transfer-watched": [
    transfer("Relay"),
    (page) => page.getByRole("button", { name: "Watch" }).click(),
  ],
  "transfer-decimals": [
    transfer("Relay"),
    (page) => page.getByRole("button", { name: "Other decimals" }).click(),
  ],
  "transfer-loading": [
    view("transfer", { hash: LOADING_HASH }),
    (page) => page.waitForSelector("eq-transfer-route .skeleton"),
    true,
  ],
  "transfer-unknown": [view("transfer", { hash: unknownHash })],
  "transfer-unknown-sepolia": [view("transfer", { hash: unknownHash, chain: "sepolia" })],
  "transfer-awaited": [view("transfer", { hash: unknownHash }), watchUnknown],
  "transfer-error": [view("transfer", { hash: REFUSED_HASH, chain: "mainnet" })],
  key: ["#/key"],
  "key-record": ["#/key", (page) => openFold(page, "The record")],
  ethereals: [view("ethereals", { pageSize: "10" })],
  "ethereals-sorted": [
    view("ethereals", { pageSize: "10" }),
    (page) => page.getByRole("button", { name: "Balance (native)" }).click(),
  ],
  "ethereals-filters": [
    view("ethereals", { pageSize: "10" }),
    (page) => openFold(page, "Filter the collections"),
  ],
  "ethereals-deposits": [
    view("ethereals", { pageSize: "10" }),
    (page) => page.locator(".deposits-button").first().click(),
  ],
  "ethereals-empty": [view("ethereals", { sourceChains: "45513" })],
  "ethereals-error": [view("ethereals", { sourceContracts: REFUSED_CONTRACT })],
  "ethereals-loading": [
    view("ethereals", { sourceContracts: LOADING_CONTRACT }),
    (page) => page.waitForSelector(".result .skeleton"),
    true,
  ],
  connection: ["#/key", openConnection],
  "connection-error": ["#/key", connectToNothing],
  // These states are last, because they change the connection.
  "key-wrong": ["#/key", (page) => connectTo(page, { key: "not-a-key" })],
  unreachable: ["#/key", (page) => connectTo(page, { url: UNREACHABLE, key: "any-key" })],
  "no-examples": ["#/transfer", (page) => connectTo(page, { url: UNREACHABLE })],
};

async function openFold(page, summary) {
  const fold = page.locator("[data-panel]:not([hidden]) details", {
    has: page.getByText(summary, { exact: true }),
  });
  await fold.first().evaluate((details) => (details.open = true));
}

async function searchOtherChains(page) {
  await page.getByRole("button", { name: "Search the other chains" }).click();
  await page.getByText("Not found on any chain that this page knows").waitFor();
}

async function connectToNothing(page) {
  await openConnection(page);
  await page.fill("#settings-url", "no address");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.locator("#settings .notice").waitFor();
}

async function openDocument(page) {
  await page.getByText("The document", { exact: true }).click();
  await page.locator(".document pre, .document .tree").waitFor();
}

async function openDocumentAsSent(page) {
  await openDocument(page);
  await page.getByRole("radio", { name: "As sent" }).check();
}

async function loadImage(page) {
  await page.getByRole("button", { name: "Load image from images.example" }).click();
  await page.getByText("The picture could not be loaded").waitFor();
}

async function watchUnknown(page) {
  await page.getByRole("button", { name: "Watch until it appears" }).click();
  await page.getByText("The service does not know the transfer yet").waitFor();
}

async function connectTo(page, { url, key }) {
  await openConnection(page);
  if (url) await page.fill("#settings-url", url);
  if (key) await page.fill("#settings-key", key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.waitForSelector("[data-panel]:not([hidden]) :is(.notice, .empty)");
}

async function openConnection(page) {
  await page.click("#service");
  await page.locator("#settings").waitFor();
}

async function searchForNothing(page) {
  await page.fill("#search-input", "a word");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByText("Not recognised").waitFor();
}

/** Brings an open page into a state. */
export async function enterState({ page, go }, name) {
  const [hash, act, keepsLoading] = states[name];
  await page.evaluate(() => document.querySelector("dialog[open]")?.close());
  if (keepsLoading) await page.evaluate((to) => (location.hash = to), hash);
  else await go(hash);
  await act?.(page);
}
