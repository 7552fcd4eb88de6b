// `npm run build:site`: the demo page as plain files below a path, on a server that knows nothing but files.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { site } from "../scripts/site.mjs";
import { currentSimulatedTransfers, simulatedTransfer } from "../www/simulated-transfers.js";
import { launch, open, view } from "./page/browser.mjs";
import { example, seed, tokenView, unknownHash } from "./page/setup.mjs";

/** What a simple host knows of types: the ending of the name, and nothing of files without one. */
const TYPES = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
};
const folder = mkdtempSync(join(tmpdir(), "ethereal-query-site-"));
const asked = [];
let server;
let browser;
let base;

before(async () => {
  await site(folder);
  server = createServer((request, response) => {
    const path = request.url.split("?", 1)[0];
    asked.push(path);
    const name = path.startsWith("/some/path/") ? path.slice("/some/path/".length) || "index.html" : "none";
    try {
      const body = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[name.split(".")[1]] ?? "application/octet-stream" }).end(body);
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
const start = (hash) => open(browser, base, hash);

test("nothing in the folder names an absolute path, and only the sample data is in it", () => {
  const names = readdirSync(folder, { recursive: true });
  assert.doesNotMatch(readFileSync(join(folder, "index.html"), "utf8"), /(?:src|href)="\//);
  for (const name of names.filter((one) => /^[^/]*\.js$/.test(one))) {
    assert.doesNotMatch(readFileSync(join(folder, name), "utf8"), /["'`]\/pkg\//, name);
  }
  assert.deepEqual(names.filter((name) => /^seed\//.test(name)).sort(), [
    "seed/ethereals.ndjson", "seed/keys.json", "seed/tokens.ndjson", "seed/transfers.ndjson",
  ]);
});

test("another folder is not overwritten", async () => {
  await assert.rejects(site(join(folder, "seed")), /has something else in it/);
});

test("the page says that the service is inside it, and its examples work", async () => {
  const { page, go, text, all, close } = await start();
  assert.match(await page.locator("#service").innerText(), /Inside this page/);
  await page.click("#service");
  // The dialog's script is loaded by the first click.
  await page.locator("#settings").waitFor();
  const now = await page.locator("#settings-now").innerText();
  assert.match(now, /inside this page.*sample data, nothing leaves your browser/);
  assert.equal(await page.inputValue("#settings-url"), "");
  await page.keyboard.press("Escape");
  const token = example("tokens", "Exact digits");
  await go(tokenView(token));
  const record = seed("tokens").find((item) => item.id === token.id && item.address === token.address);
  assert.equal(await text("eq-token-card .title"), JSON.parse(record.document).name);
  await go(view("transfer", { hash: example("transfers", "Arrived").hash }));
  assert.match(await text(".now p"), /^Complete/);
  await go(view("transfer", { hash: unknownHash }));
  assert.equal(await text(".empty h3"), "No transfer found");
  await go("#/key");
  assert.equal(await text(".key h3"), "demo");
  await go("#/ethereals?sourceChains=8453&pageSize=10");
  assert.equal((await all(".rows tbody tr")).length, 10);
  await close();
  // Nothing was asked for that is not there: a browser would show it in the console.
  const names = new Set(readdirSync(folder, { recursive: true }));
  assert.deepEqual([...new Set(asked)].filter((path) => path !== "/some/path/" && !names.has(path.slice(11))), []);
});

test("what a visitor of a view loads has no more than 97,000 bytes after brotli, pictures and the service apart", async (context) => {
  const views = {
    token: tokenView(example("tokens", "Ethereal Trees #2")),
    transfer: view("transfer", { hash: example("transfers", "Arrived").hash }),
    key: "#/key",
    ethereals: "#/ethereals",
  };
  for (const [name, hash] of Object.entries(views)) {
    asked.length = 0;
    const { close } = await start(hash);
    await close();
    const names = [...new Set(asked)].map((path) => path.slice("/some/path/".length) || "index.html");
    const page = names.filter((one) => /\.(html|css|js|json)$/.test(one) && !/^(seed\/|embedded-service\.js)/.test(one));
    const sizes = page.map((one) => [one, brotliCompressSync(readFileSync(join(folder, one))).length]);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    context.diagnostic(`${name}: ${total} bytes, ${JSON.stringify(Object.fromEntries(sizes))}`);
    assert.ok(sizes.length >= 6 && total <= 97_000, `${name}: ${total} bytes in ${sizes.length} files`);
  }
});

test("a picture is shown although the host does not know what it is", async () => {
  const { page, close } = await start(tokenView(example("tokens", "Ethereal Trees #2")));
  await page.waitForFunction(() => document.querySelector("eq-token-card")?.shadowRoot.querySelector(".frame img")?.naturalWidth > 0);
  assert.match(await page.locator(".frame img").getAttribute("src"), /^blob:/);
  await close();
});

test("another key and another service can be set, and the own one comes back", async () => {
  const { page, settled, text, close } = await start("#/key");
  await page.click("#service");
  await page.fill("#settings-key", "not-a-key");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.waitForSelector("[data-panel=key] .notice");
  assert.match(await text(".notice h3"), /unauthenticated/);
  await page.click("#service");
  await page.fill("#settings-url", `${base}/nothing`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await settled();
  assert.doesNotMatch(await page.locator("#service").innerText(), /Inside this page/);
  await page.click("#service");
  await page.locator("[data-builtin]").click();
  await page.waitForSelector(".key h3");
  assert.equal(await text(".key h3"), "demo");
  await close();
});

test("a simulated transfer moves while it is asked for, and a link to it stays good", async () => {
  const { page, go, text, all, seen, close } = await start("#/transfer");
  const began = Math.floor(Date.now() / 10_000) * 10_000;
  await page.clock.install({ time: began + 1000 });
  const { hash } = currentSimulatedTransfers(began)[1];
  const states = [];
  for (const second of [1, 13, 25, 41, 100_000]) {
    await page.clock.setSystemTime(began + second * 1000);
    await go("#/transfer");
    await page.waitForSelector("[data-panel=transfer] .empty");
    await go(view("transfer", { hash }));
    await page.waitForSelector("eq-transfer-route .now");
    const done = (await all(".route .done")).length;
    states.push(`${done}${/^Complete/.test(await text(".now p")) ? ", complete" : ""}`);
    assert.match(await text(".simulated"), /^Simulated/);
  }
  assert.deepEqual(states, ["1", "2", "3", "4, complete", "4, complete"]);
  assert.deepEqual(seen.api, []);
  await close();
});

test("simulated transfers: every hash of a route finds it, once its step is done", () => {
  const began = 1_790_000_000_000;
  for (const { hash } of currentSimulatedTransfers(began)) {
    const at = (second, of = hash) => simulatedTransfer(of, began + second * 1000);
    const last = at(3600);
    const story = [...Array(61).keys()].map((second) => at(second));
    assert.equal(at(-1), undefined);
    assert.ok(new Set(story.map((one) => one.status)).size >= 2, hash);
    assert.ok(["done", "error"].includes(story.at(-1).status));
    assert.deepEqual(story.at(-1), last);
    assert.ok(story.every((one, i) => one.simulated && one.route.length >= (story[i - 1]?.route.length ?? 0)));
    for (const { txHash } of last.route) assert.deepEqual(at(3600, txHash.toUpperCase().replace("0X", "0x")), last);
    assert.equal(last.deliveryTxnHash, last.status === "done" ? last.route.at(-1).txHash : undefined);
    assert.ok(!currentSimulatedTransfers(began + 10_000).some((one) => one.hash === hash));
  }
  for (const other of [unknownHash, `0x000000005eed${"f".repeat(52)}`, `0x000000005eed00${"0".repeat(50)}`, "0x"]) {
    assert.equal(simulatedTransfer(other, began), undefined);
  }
});
