// Starts the server and the browser for the page tests, and reads the seed.
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { launch, open, view } from "./browser.mjs";

export const file = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
export const seed = (name) =>
  file(`seed/${name}.ndjson`)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
export const examples = {
  tokens: JSON.parse(file("www/tokens.json")),
  transfers: JSON.parse(file("www/transfers.json")),
};
export const example = (kind, label) => examples[kind].find((item) => item.label === label);
export const tokenView = ({ chainId, address, id, standard }) =>
  view("token", { chain: String(chainId), address, id, standard });
export const unknownHash = `0x${"00ff".repeat(16)}`;

let server;
let browser;
before(async () => {
  server = await serve({ port: 0 });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the page; see `open` in browser.mjs. */
export const openPage = (hash, options) => open(browser, server.url, hash, options);
