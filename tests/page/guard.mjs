// What the page must never do: run or load what a document brings, leak the key, send what is malformed, overflow a
// phone. Imported by ../page.test.mjs.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { fieldsOf, hostileRecord, oddDocuments, payloads } from "./hostile.mjs";
import { example, file, start, tokenView } from "./setup.mjs";

/** Gives the page `inspect(selector)`: what must not be there, looked for in shadow roots too. */
function inspector() {
  const deep = (root) =>
    [...root.querySelectorAll("*")].flatMap((node) => [node, ...(node.shadowRoot ? deep(node.shadowRoot) : [])]);
  const isOwn = (image) => image.src.startsWith("data:image/") || new URL(image.src).origin === location.origin;
  window.inspect = (selector) => {
    const all = deep(document.querySelector(selector));
    const is = (tags) => all.filter((node) => node.matches(tags));
    const own = is("a").filter((node) => !node.getAttribute("href").startsWith("#/"));
    return {
      ran: window.ran ?? "nothing",
      links: own.filter((node) => node.protocol !== "https:" || node.rel !== "noopener noreferrer nofollow").length,
      pictures: is("img").filter((node) => !isOwn(node)).length,
      elements: is("script, iframe, object, embed, style, form, link, base, meta, video, audio").length,
      handlers: all.filter((node) => node.getAttributeNames().some((name) => /^on|^style$|^srcdoc$/.test(name))).length,
    };
  };
}
const clean = { ran: "nothing", links: 0, pictures: 0, elements: 0, handlers: 0 };

describe("guards", { concurrency: 4 }, () => {
  test("no module reads text as markup", () => {
    const modules = (folder, extension) =>
      readdirSync(new URL(`../../${folder}`, import.meta.url))
        .filter((entry) => entry.endsWith(extension))
        .map((entry) => `${folder}/${entry}`);
    for (const name of [...modules("www", ".js"), ...modules("pkg/src/elements", ".ts")]) {
      assert.doesNotMatch(
        file(name),
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\b|new Function|localStorage|sessionStorage|document\.cookie/,
        name,
      );
    }
  });

  test("a connection dialog that cannot be loaded says so, and comes with the next click", async () => {
    const { page, close } = await start("#/key", { allow: /settings\.js$/ });
    const script = (url) => url.pathname.endsWith("/settings.js");
    await page.route(script, (route) => route.abort());
    await page.click("#service");
    await page.getByText("try again", { exact: true }).waitFor();
    await page.unroute(script);
    await page.click("#service");
    await page.locator("#settings").waitFor();
    assert.equal(await page.locator("#service-key").innerText(), "demo key");
    await close();
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

  test("what leads nowhere, a key pasted by mistake perhaps, is sent nowhere and stays out of the URL", async () => {
    const { page, seen, close } = await start("#/transfer");
    await page.fill("#search-input", "bm90LWEta2V5LW5vdC1hLWtleS1ub3QtYS1rZXkhISE=");
    await page.keyboard.press("Enter");
    assert.match(await page.locator("#search [role=alert]").innerText(), /Not recognised/);
    assert.equal(await page.locator("#search-input").getAttribute("aria-invalid"), "true");
    assert.equal(await page.evaluate(() => location.hash), "#/transfer");
    assert.deepEqual(seen.api, []);
    await close();
  });

  test("a link with a bad hash is refused before anything is sent", async () => {
    const { text, seen, close } = await start(view("transfer", { hash: "0x12" }));
    assert.match(await text(".notice h3"), /invalid_argument/);
    assert.deepEqual(seen.api, []);
    await close();
  });

  test("the hostile token of the seed is only text", async () => {
    const { page, text, all, close } = await start(tokenView(example("tokens", "Hostile document")));
    assert.match(await text("eq-token-card .title"), /^<script>/);
    assert.match((await all(".traits dt")).join(), /<b>bold<\/b>/);
    assert.equal(await page.locator(".result script, .result b, .result a[href^='javascript:']").count(), 0);
    await close();
  });

  test(`${payloads.length} hostile documents, each in every field at once, through the whole page`, async () => {
    const { page, context, go, isWide, close } = await start("#/token", { width: 375 });
    let body;
    const answer = (route) => route.fulfill({ contentType: "application/json", body });
    await context.route("**/api/tokens/**", answer);
    await page.evaluate(inspector);
    const documents = [...payloads.map((payload) => JSON.stringify(hostileRecord("token", payload))), ...oddDocuments];
    for (const [index, text] of documents.entries()) {
      body = text;
      await go(view("token", { chain: "1", address: `0x${"ab".repeat(20)}`, id: String(index) }));
      assert.deepEqual(await page.evaluate(() => window.inspect(".result")), clean, text.slice(0, 200));
      assert.equal(await isWide(), false, `wider than the screen: ${text.slice(0, 200)}`);
      assert.ok(await page.locator(".document .tree, .document pre").first().isVisible());
    }
    await close();
  });

  for (const [kind, tag] of [
    ["token", "eq-token-card"],
    ["transfer", "eq-transfer-route"],
  ]) {
    test(`${payloads.length} payloads in each field of a ${kind}, by itself`, async () => {
      const { page, close } = await start(`#/${kind}`, { width: 375 });
      await page.evaluate(inspector);
      for (const field of fieldsOf(kind)) {
        const records = payloads.map((payload) => hostileRecord(kind, payload, field));
        const states = await page.evaluate(
          async ([name, kindOf, list]) => {
            const out = [];
            const place = document.querySelector(".result");
            for (const record of list) {
              const element = document.createElement(name);
              element[kindOf === "token" ? "document" : "transfer"] = record;
              place.replaceChildren(element);
              await Promise.resolve();
              for (const button of element.shadowRoot.querySelectorAll("button.link")) button.click();
              out.push(window.inspect(".result"));
            }
            return out;
          },
          [tag, kind, records],
        );
        for (const [at, state] of states.entries())
          assert.deepEqual(state, clean, `${field}: ${payloads[at].slice(0, 99)}`);
      }
      await close();
    });
  }

  test("hostile transfers, keys and ethereals are only text on the page", async () => {
    const { page, context, go, isWide, close } = await start("#/token", { width: 375 });
    const records = payloads.map((payload) => hostileRecord("ethereal", payload));
    const key = {
      ...hostileRecord("key", payloads[0]),
      auth: Object.fromEntries(payloads.map((text) => [text, [text]])),
    };
    const found = (record) => ({ bridgeData: { bridgeData: [record], nextCursor: null } });
    let transfer;
    await context.route("**/api/ethereals*", (route) =>
      route.fulfill({ json: { etherealData: records, nextCursor: null } }),
    );
    await context.route("**/api/project*", (route) => route.fulfill({ json: key }));
    await context.route("**/api/bridge/**", (route) => route.fulfill({ json: found(transfer) }));
    await page.evaluate(inspector);
    for (const target of ["#/ethereals", "#/key"]) {
      await go(target);
      assert.equal(await page.locator("[data-panel]:not([hidden]) .notice").count(), 0, target);
      assert.deepEqual(await page.evaluate(() => window.inspect(".panel:not([hidden]) .result")), clean, target);
      assert.equal(await isWide(), false, target);
    }
    for (const [at, payload] of payloads.slice(0, 12).entries()) {
      transfer = hostileRecord("transfer", payload);
      await go(view("transfer", { hash: `0x${at.toString(16).padStart(64, "0")}` }));
      assert.equal(await page.locator("eq-transfer-route .route").count(), 1, payload.slice(0, 99));
      assert.deepEqual(await page.evaluate(() => window.inspect(".panel:not([hidden]) .result")), clean, payload);
      assert.equal(await isWide(), false, payload.slice(0, 99));
    }
    await close();
  });

  test("a megabyte in every field does not freeze the page", async () => {
    const { page, context, go, close } = await start("#/token");
    const text = "W\u202e\u200b".repeat(150_000);
    const body = JSON.stringify({
      name: text,
      description: text,
      attributes: [{ trait_type: text, value: text }],
      image: text,
    });
    await context.route("**/api/tokens/**", (route) => route.fulfill({ contentType: "application/json", body }));
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
      }).observe({ type: "longtask" });
    });
    await go(view("token", { chain: "1", address: `0x${"ab".repeat(20)}`, id: "1" }));
    const began = Date.now();
    await page
      .getByRole("button", { name: /^Show more/ })
      .first()
      .click();
    await page.waitForTimeout(50);
    assert.ok(Date.now() - began < 3000);
    assert.ok((await page.evaluate(() => window.longest)) < 2000);
    await close();
  });

  test("what cannot be seen is named, what belongs to a script or an emoji is left alone", async () => {
    const { page, close } = await start("#/token");
    const shown = (name) =>
      page.evaluate(async (text) => {
        const card = document.createElement("eq-token-card");
        card.document = { name: text };
        document.querySelector(".result").replaceChildren(card);
        await Promise.resolve();
        const title = card.shadowRoot.querySelector(".title");
        return [...title.querySelectorAll(".turning")].map((mark) => mark.dataset.code);
      }, name);
    assert.deepEqual(await shown("a\u202eb\u2066c\u200bd\ufeffe\u0000"), [
      "U+202E",
      "U+2066",
      "U+200B",
      "U+FEFF",
      "U+0000",
    ]);
    assert.deepEqual(await shown("pay\u200dpal"), ["U+200D"]);
    assert.deepEqual(await shown(`z${"\u0336".repeat(40)}`), ["36 marks"]);
    assert.deepEqual(await shown("👩\u200d🚀 नमस्\u200dते می\u200cخواهم é ậ"), []);
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
});
