// Tests the result of `npm run build:demo`: the demo page on a static file server, below a path.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { buildDemo } from "../scripts/build-demo.mjs";
import { KEYS_FILE, SEED_FILES } from "../scripts/seed.mjs";
import { simulatedTransfersAt } from "../pkg/dist/embedded/simulation.js";
import { launch, open, view } from "./page/browser.mjs";
import { example, seed, tokenView, unknownHash } from "./page/setup.mjs";

/** The path of the page on the server. */
const PAGE_PATH = "/some/path/";
/** Content types by file extension, as a simple static host has them. Other files get a general content type. */
const TYPES = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
};
const folder = mkdtempSync(join(tmpdir(), "ethereal-query-site-"));
const requestedPaths = [];
let server;
let browser;
let base;

/** Returns the name of the file that the server sends for a path of the page. */
const fileName = (path) => path.slice(PAGE_PATH.length) || "index.html";

before(async () => {
  await buildDemo(folder);
  server = createServer((request, response) => {
    const path = request.url.split("?", 1)[0];
    requestedPaths.push(path);
    // The folder has no file with the name "none".
    const name = path.startsWith(PAGE_PATH) ? fileName(path) : "none";
    const [, extension] = name.split(".");
    const contentType = TYPES[extension] ?? "application/octet-stream";
    try {
      const body = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": contentType }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${server.address().port}/some/path`;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});
const openPage = (hash) => open(browser, base, hash);

test("the folder contains the sample data and no absolute path", () => {
  const names = readdirSync(folder, { recursive: true });
  assert.doesNotMatch(readFileSync(join(folder, "index.html"), "utf8"), /(?:src|href)="\//);
  const topLevelScripts = names.filter((name) => /^[^/]*\.js$/.test(name));
  for (const name of topLevelScripts) {
    assert.doesNotMatch(readFileSync(join(folder, name), "utf8"), /["'`]\/pkg\//, name);
  }
  assert.deepEqual(
    names.filter((name) => /^seed\//.test(name)).sort(),
    [KEYS_FILE, ...Object.values(SEED_FILES)].map((name) => `seed/${name}`).sort(),
  );
});

test("does not overwrite a folder with other files", async () => {
  await assert.rejects(buildDemo(join(folder, "seed")), /contains other files/);
});

test("the page uses the embedded service, and its examples work", async () => {
  const { page, go, text, allTexts, close } = await openPage();
  assert.match(await page.locator("#service").innerText(), /Demo data/);
  await page.click("#service");
  // The first click loads the script of the dialog.
  await page.locator("#settings").waitFor();
  const connectionText = await page.locator("#settings-now").innerText();
  assert.match(connectionText, /inside this page.*sample data\. No request leaves your browser/);
  assert.equal(await page.inputValue("#settings-url"), "");
  await page.keyboard.press("Escape");
  const token = example("tokens", "Exact digits");
  await go(tokenView(token));
  const record = seed("tokens").find(
    (item) => item.id === token.id && item.address === token.address,
  );
  assert.equal(await text("eq-token-card .title"), JSON.parse(record.document).name);
  await go(view("transfer", { hash: example("transfers", "Delivered").hash }));
  assert.match(await text(".now p"), /^Delivered/);
  await go(view("transfer", { hash: unknownHash }));
  assert.match(await text(".state .title"), /^No transfer on mainnet or sepolia has this hash/);
  await go("#/key");
  assert.equal(await text(".key h3"), "demo");
  await go("#/ethereals?sourceChains=8453&pageSize=10");
  assert.equal((await allTexts(".rows tbody tr")).length, 10);
  // The first search loads the script that reads the input.
  await page.fill("#search-input", `${token.address}/${token.id}`);
  await page.keyboard.press("Enter");
  // The search assumes chain 1, which does not have this token.
  await page.locator("[data-panel=token] .empty h3").waitFor();
  await close();
  // Every requested file exists, so the console of a browser shows no error.
  const names = new Set(readdirSync(folder, { recursive: true }));
  const missingPaths = requestedPaths.filter(
    (path) => !path.startsWith(PAGE_PATH) || !names.has(fileName(path)),
  );
  assert.deepEqual(missingPaths, []);
});

test("each view loads at most 94,500 bytes after brotli, without pictures and the service", async (context) => {
  const views = {
    token: tokenView(example("tokens", "Ethereal Trees #2")),
    transfer: view("transfer", { hash: example("transfers", "Delivered").hash }),
    key: "#/key",
    ethereals: "#/ethereals",
  };
  for (const [name, hash] of Object.entries(views)) {
    requestedPaths.length = 0;
    const { close } = await openPage(hash);
    await close();
    const names = [...new Set(requestedPaths)].map(fileName);
    const pageFiles = names.filter(
      (file) => /\.(html|css|js|json)$/.test(file) && !/^(seed\/|embedded-service\.js)/.test(file),
    );
    const sizes = pageFiles.map((file) => [
      file,
      brotliCompressSync(readFileSync(join(folder, file))).length,
    ]);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    context.diagnostic(`${name}: ${total} bytes, ${JSON.stringify(Object.fromEntries(sizes))}`);
    assert.ok(
      sizes.length >= 6 && total <= 94_500,
      `${name}: ${total} bytes in ${sizes.length} files`,
    );
  }
});

test("shows an SVG that the host sends with a general content type", async () => {
  const { page, close } = await openPage(tokenView(example("tokens", "Ethereal Trees #2")));
  await page.waitForFunction(
    () =>
      document.querySelector("eq-token-card")?.shadowRoot.querySelector(".frame img")
        ?.naturalWidth > 0,
  );
  assert.match(await page.locator(".frame img").getAttribute("src"), /^data:image\/svg\+xml,/);
  await close();
});

test("connects with another key, to another service, and back to the demo service", async () => {
  const { page, waitUntilLoaded, text, close } = await openPage("#/key");
  await page.click("#service");
  await page.fill("#settings-key", "not-a-key");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.waitForSelector("[data-panel=key] .notice");
  assert.equal(await text(".notice h3"), "This API key was not accepted.");
  await page.click("#service");
  await page.fill("#settings-url", `${base}/nothing`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await waitUntilLoaded();
  assert.doesNotMatch(await page.locator("#service").innerText(), /Demo data/);
  await page.click("#service");
  await page.getByRole("button", { name: "Use the built-in demo service" }).click();
  await page.waitForSelector(".key h3");
  assert.equal(await text(".key h3"), "demo");
  await close();
});

test("a simulated transfer advances with the clock, and its link stays valid", async () => {
  const { page, go, text, allTexts, recorded, close } = await openPage("#/transfer");
  // Simulated transfers begin every ten seconds.
  const startMs = Math.floor(Date.now() / 10_000) * 10_000;
  await page.clock.install({ time: startMs + 1000 });
  // The second simulated transfer has four stages.
  const [, { hash }] = simulatedTransfersAt(startMs);
  const states = [];
  // A second after each of the four stages begins, and more than a day later.
  for (const second of [1, 13, 25, 41, 100_000]) {
    await page.clock.setSystemTime(startMs + second * 1000);
    // The panel loads a transfer again only after it has shown a different one.
    await go("#/transfer");
    await page.waitForSelector("#search-example:not([hidden])");
    await go(view("transfer", { hash }));
    await page.waitForSelector("eq-transfer-route .now");
    const doneSteps = await allTexts(".route .done");
    const isDelivered = /^Delivered/.test(await text(".now p"));
    states.push(isDelivered ? `${doneSteps.length}, complete` : `${doneSteps.length}`);
    assert.match(await text(".simulated"), /^Simulated/);
  }
  assert.deepEqual(states, ["1", "2", "3", "4, complete", "4, complete"]);
  assert.deepEqual(recorded.api, []);
  await close();
});
