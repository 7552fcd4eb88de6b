// What the page must never do: run or load what a document brings, leak the key, send what is malformed, overflow a phone.
// Imported by ../page.test.mjs.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { view } from "./browser.mjs";
import { hostileDocuments } from "./hostile.mjs";
import { example, examples, file, start, tokenView, unknownHash } from "./setup.mjs";

test("no module reads text as markup", () => {
  for (const name of readdirSync(new URL("../../www/", import.meta.url)).filter((entry) => entry.endsWith(".js"))) {
    assert.doesNotMatch(
      file(`www/${name}`),
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\b|new Function|localStorage|sessionStorage|document\.cookie/,
      name,
    );
  }
});

test("a wrong key shows unauthenticated, stays out of URL and storage, and the demo service comes back", async () => {
  const { page, settled, text, close } = await start("#/key");
  const secret = "bm90LWEta2V5LW5vdC1hLWtleS1ub3QtYS1rZXkhISE=";
  await page.click("#service");
  await page.fill("#settings-key", secret);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.waitForSelector("[data-panel=key] .notice");
  assert.match(await text(".notice h3"), /unauthenticated/);
  assert.match(await text(".notice .message"), /Invalid API key/);
  const left = await page.evaluate(() =>
    [
      location.href,
      document.documentElement.outerHTML,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      document.cookie,
      ...[...document.querySelectorAll("input")].map((input) => input.value),
    ].join(" "),
  );
  assert.ok(!left.includes(secret));
  await page.click("#service");
  await page.getByRole("button", { name: "Use the built-in demo service" }).click();
  await page.waitForSelector(".key h3");
  await settled();
  assert.equal(await text(".key h3"), "demo");
  await close();
});

test("a bad hash is refused before anything is sent, and stays out of the URL", async () => {
  const { page, text, seen, close } = await start("#/transfer");
  await page.fill("#transfer-hash", "0x12 is not a hash");
  await page.getByRole("button", { name: "Find transfer" }).click();
  await page.waitForSelector(".notice");
  assert.match(await text(".notice h3"), /invalid_argument/);
  assert.equal(await page.locator("#transfer-hash").getAttribute("aria-invalid"), "true");
  assert.equal(await page.evaluate(() => location.hash), "#/transfer");
  assert.deepEqual(seen.api, []);
  await close();
});

test("the hostile token of the seed is only text", async () => {
  const { page, text, all, close } = await start(tokenView(example("tokens", "Hostile document")));
  assert.match(await text(".token h3"), /^<script>/);
  assert.match((await all(".traits dt")).join(), /<b>bold<\/b>/);
  assert.equal(await page.locator(".result script, .result b, .result a[href^='javascript:']").count(), 0);
  await close();
});

test(`${hostileDocuments.length} hostile documents run nothing, leave nothing and break nothing`, async () => {
  const { page, context, go, isWide, close } = await start("#/token", { width: 375 });
  let body;
  await context.route("**/api/tokens/**", (route) =>
    route.fulfill({ contentType: "application/json", body, headers: { "access-control-allow-origin": "*" } }),
  );
  for (const [index, { what, text }] of hostileDocuments.entries()) {
    body = text;
    await go(view("token", { chain: "1", address: `0x${"ab".repeat(20)}`, id: String(index) }));
    const state = await page.evaluate(() => ({
      ran: window.ran,
      shown:
        document.querySelector(".token") !== null &&
        document.querySelector(".document").getBoundingClientRect().height > 0,
      links: [...document.querySelectorAll(".result a")].filter(
        (link) => link.protocol !== "https:" || link.rel !== "noopener noreferrer nofollow",
      ).length,
      sources: [...document.querySelectorAll(".result img")].filter(
        (image) => !image.src.startsWith("data:image/") && new URL(image.src).origin !== location.origin,
      ).length,
      elements: document.querySelectorAll(".result :is(script, iframe, object, embed, style, form)").length,
    }));
    assert.deepEqual(state, { ran: undefined, shown: true, links: 0, sources: 0, elements: 0 }, what);
    assert.equal(await isWide(), false, `${what}: wider than the screen`);
  }
  await close();
});

test("a picture on another site is loaded only after a click", async () => {
  const { page, context, go, text, seen, close } = await start("#/token", { allow: /images\.example/ });
  await context.route("**/api/tokens/**", (route) =>
    route.fulfill({ json: { name: "Elsewhere", image: "https://images.example/7.png" } }),
  );
  await go(view("token", { chain: "1", address: `0x${"ab".repeat(20)}`, id: "7" }));
  assert.deepEqual(seen.foreign, []);
  await page.getByRole("button", { name: "Load image from images.example" }).click();
  await page.getByText("The picture could not be loaded").waitFor();
  assert.match(await text(".no-picture"), /images\.example\/7\.png/);
  await close({ foreign: ["https://images.example/7.png"] });
});

test("every panel fits a screen of 375 px, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, go, isWide, close } = await start("#/token", { width: 375, colorScheme });
    const views = [
      "#/token",
      ...examples.tokens.map(tokenView),
      ...examples.transfers.map((item) => view("transfer", item)),
      view("transfer", { hash: unknownHash }),
      "#/key",
      "#/ethereals",
    ];
    for (const target of views) {
      await go(target);
      assert.equal(await isWide(), false, target);
    }
    await page.click("#service");
    assert.equal(await isWide(), false, "settings");
    await close();
  }
});
