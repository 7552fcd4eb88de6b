// Security of the page: it never runs or loads what a document names, never leaks the key, never sends malformed
// values, and never becomes wider than a phone.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { fieldsOf, hostileRecord, oddDocuments, payloads } from "./hostile-records.mjs";
import { example, file, openPage, tokenView } from "./setup.mjs";

/** Runs in the page. Adds `window.inspect(selector)`, which counts forbidden nodes, including those in shadow roots. */
function addInspector() {
  const allNodes = (root) =>
    [...root.querySelectorAll("*")].flatMap((node) => [
      node,
      ...(node.shadowRoot ? allNodes(node.shadowRoot) : []),
    ]);
  const isFromThisSite = (image) =>
    image.src.startsWith("data:image/") || new URL(image.src).origin === location.origin;
  window.inspect = (selector) => {
    const nodes = allNodes(document.querySelector(selector));
    const matching = (tags) => nodes.filter((node) => node.matches(tags));
    const isStatusPage = ({ origin, pathname }) =>
      origin === location.origin &&
      pathname === new URL("docs/statuses.html", document.baseURI).pathname;
    // The links that come from the record. The page's own links go to its views, to the documents from the card of the
    // code, and to the page of statuses.
    const recordLinks = matching("a").filter(
      (node) =>
        !node.getAttribute("href")?.startsWith("#/") &&
        !node.closest(".code .card-head") &&
        !isStatusPage(node),
    );
    return {
      ran: window.ran ?? "nothing",
      links: recordLinks.filter(
        (node) => node.protocol !== "https:" || node.rel !== "noopener noreferrer nofollow",
      ).length,
      pictures: matching("img").filter((node) => !isFromThisSite(node)).length,
      elements: matching(
        "script, iframe, object, embed, style, form, link, base, meta, video, audio",
      ).length,
      handlers: nodes.filter((node) =>
        node
          .getAttributeNames()
          .some((name) => name.startsWith("on") || name === "style" || name === "srcdoc"),
      ).length,
    };
  };
}
const NOTHING_FORBIDDEN = { ran: "nothing", links: 0, pictures: 0, elements: 0, handlers: 0 };

describe("security", { concurrency: 4 }, () => {
  test("no module parses text as markup or stores the key", () => {
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

  test("reports a connection dialog that cannot be loaded, and loads it after a reload", async () => {
    const { page, waitUntilLoaded, close } = await openPage("#/key", {
      allow: /settings-\w+\.js$/,
    });
    const isDialogScript = (url) => /\/settings-\w+\.js$/.test(url.pathname);
    await page.route(isDialogScript, (route) => route.abort());
    await page.click("#service");
    await page.getByText("reload the page", { exact: true }).waitFor();
    await page.unroute(isDialogScript);
    await page.reload();
    await waitUntilLoaded();
    await page.click("#service");
    await page.locator("#settings").waitFor();
    assert.equal(await page.locator("#service-name").innerText(), "Demo data");
    await close();
  });

  test("reports a wrong key, and does not put the key into URL, document or storage", async () => {
    const { page, waitUntilLoaded, text, close } = await openPage("#/key");
    // A key has this form, but no service knows this key: it is `not-a-key-not-a-key-not-a-key!!!` in Base64.
    const secret = "bm90LWEta2V5LW5vdC1hLWtleS1ub3QtYS1rZXkhISE=";
    await page.click("#service");
    await page.fill("#settings-key", secret);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.waitForSelector("[data-panel=key] .notice");
    assert.equal(await text(".notice h3"), "This API key was not accepted.");
    assert.match(
      await page.locator(".notice .fold").textContent(),
      /unauthenticated.*401.*Invalid API key/,
    );
    // Two texts follow each other: which key the page uses, and the state of the connection.
    assert.match(await page.locator("#service").innerText(), /your key key not accepted/);
    const exposed = await page.evaluate(() =>
      [
        location.href,
        document.documentElement.outerHTML,
        JSON.stringify({ ...localStorage, ...sessionStorage }),
        document.cookie,
        ...[...document.querySelectorAll("input")].map((input) => input.value),
      ].join(" "),
    );
    assert.ok(!exposed.includes(secret));
    await page.click("#service");
    await page.getByRole("button", { name: "Use the built-in demo service" }).click();
    await page.waitForSelector(".key h3");
    await waitUntilLoaded();
    assert.equal(await text(".key h3"), "demo");
    await close();
  });

  test("does not send unrecognised text, such as a key, or put it into the URL", async () => {
    const { page, recorded, close } = await openPage("#/key");
    const before = [...recorded.api];
    await page.fill("#search-input", "bm90LWEta2V5LW5vdC1hLWtleS1ub3QtYS1rZXkhISE=");
    await page.keyboard.press("Enter");
    await page.locator("#search [role=alert]").getByText("Not recognised").waitFor();
    assert.equal(await page.locator("#search-input").getAttribute("aria-invalid"), "true");
    assert.equal(await page.evaluate(() => location.hash), "#/key");
    assert.deepEqual(recorded.api, before);
    await close();
  });

  test("rejects a link with an invalid hash before it sends a request", async () => {
    const { page, text, recorded, close } = await openPage(view("transfer", { hash: "0x12" }));
    assert.match(
      await text(".notice"),
      /^Check what you entered\.\s*Invalid hash: "0x12"\. Expected /,
    );
    assert.match(await page.locator(".notice .fold").textContent(), /invalid_argument/);
    assert.deepEqual(recorded.api, []);
    await close();
  });

  test("shows the hostile token of the seed as text", async () => {
    const { page, text, allTexts, close } = await openPage(
      tokenView(example("tokens", "Hostile text")),
    );
    assert.match(await text("eq-token-card .title"), /^<script>/);
    assert.match((await allTexts(".traits dt")).join(), /<b>bold<\/b>/);
    assert.equal(
      await page.locator(".result script, .result b, .result a[href^='javascript:']").count(),
      0,
    );
    await close();
  });

  test(`shows ${payloads.length} hostile documents as text on the page`, async () => {
    const { page, context, go, overflows, close } = await openPage("#/token", { width: 375 });
    let body;
    const respond = (route) => route.fulfill({ contentType: "application/json", body });
    await context.route("**/api/tokens/**", respond);
    await page.evaluate(addInspector);
    const documents = [
      ...payloads.map((payload) => JSON.stringify(hostileRecord("token", payload))),
      ...oddDocuments,
    ];
    for (const [index, text] of documents.entries()) {
      body = text;
      await go(view("token", { chain: "1", address: `0x${"ab".repeat(20)}`, id: String(index) }));
      await page.locator(".document > summary").click();
      await page.locator(".document .tree, .document pre").first().waitFor();
      assert.deepEqual(
        await page.evaluate(() => window.inspect(".result")),
        NOTHING_FORBIDDEN,
        text.slice(0, 200),
      );
      assert.equal(await overflows(), false, `wider than the screen: ${text.slice(0, 200)}`);
    }
    await close();
  });

  for (const { kind, tag, property } of [
    { kind: "token", tag: "eq-token-card", property: "document" },
    { kind: "transfer", tag: "eq-transfer-route", property: "transfer" },
  ]) {
    test(`shows ${payloads.length} payloads in each field of a ${kind} as text`, async () => {
      const { page, close } = await openPage(`#/${kind}`, { width: 375 });
      await page.evaluate(addInspector);
      for (const field of fieldsOf(kind)) {
        const records = payloads.map((payload) => hostileRecord(kind, payload, field));
        const inspections = await page.evaluate(
          async ({ tag, property, records }) => {
            const results = [];
            const container = document.querySelector(".result");
            for (const record of records) {
              const element = document.createElement(tag);
              element[property] = record;
              container.replaceChildren(element);
              await Promise.resolve();
              // These buttons show the rest of a long text.
              for (const button of element.shadowRoot.querySelectorAll("button.link"))
                button.click();
              results.push(window.inspect(".result"));
            }
            return results;
          },
          { tag, property, records },
        );
        for (const [index, inspection] of inspections.entries()) {
          const message = `${field}: ${payloads[index].slice(0, 99)}`;
          assert.deepEqual(inspection, NOTHING_FORBIDDEN, message);
        }
      }
      await close();
    });
  }

  test("shows hostile transfers, keys and ethereals as text", async () => {
    const { page, context, go, overflows, close } = await openPage("#/token", { width: 375 });
    const records = payloads.map((payload) => hostileRecord("ethereal", payload));
    const key = {
      ...hostileRecord("key", payloads[0]),
      auth: Object.fromEntries(payloads.map((text) => [text, [text]])),
    };
    const envelope = (record) => ({ bridgeData: { bridgeData: [record], nextCursor: null } });
    let transfer;
    await context.route("**/api/ethereals*", (route) =>
      route.fulfill({ json: { etherealData: records, nextCursor: null } }),
    );
    await context.route("**/api/project*", (route) => route.fulfill({ json: key }));
    await context.route("**/api/bridge/**", (route) => route.fulfill({ json: envelope(transfer) }));
    await page.evaluate(addInspector);
    for (const target of ["#/ethereals", "#/key"]) {
      await go(target);
      assert.equal(await page.locator("[data-panel]:not([hidden]) .notice").count(), 0, target);
      assert.deepEqual(
        await page.evaluate(() => window.inspect(".panel:not([hidden]) .result")),
        NOTHING_FORBIDDEN,
        target,
      );
      assert.equal(await overflows(), false, target);
    }
    // The test of the fields of a transfer has every payload, so a few payloads are enough here.
    for (const [index, payload] of payloads.slice(0, 12).entries()) {
      transfer = hostileRecord("transfer", payload);
      await go(view("transfer", { hash: `0x${index.toString(16).padStart(64, "0")}` }));
      assert.equal(await page.locator("eq-transfer-route .route").count(), 1, payload.slice(0, 99));
      assert.deepEqual(
        await page.evaluate(() => window.inspect(".panel:not([hidden]) .result")),
        NOTHING_FORBIDDEN,
        payload,
      );
      assert.equal(await overflows(), false, payload.slice(0, 99));
    }
    await close();
  });

  test("does not hang with a megabyte in every field", async () => {
    const { page, context, go, close } = await openPage("#/token");
    // Seven bytes of UTF-8, 150,000 times.
    const text = "W\u202e\u200b".repeat(150_000);
    const body = JSON.stringify({
      name: text,
      description: text,
      attributes: [{ trait_type: text, value: text }],
      image: text,
    });
    await context.route("**/api/tokens/**", (route) =>
      route.fulfill({ contentType: "application/json", body }),
    );
    await page.evaluate(() => {
      window.longestTaskMs = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          window.longestTaskMs = Math.max(window.longestTaskMs, duration);
      }).observe({ type: "longtask" });
    });
    await go(view("token", { chain: "1", address: `0x${"ab".repeat(20)}`, id: "1" }));
    const started = Date.now();
    await page
      .getByRole("button", { name: /^Show more/ })
      .first()
      .click();
    await page.waitForTimeout(50);
    assert.ok(Date.now() - started < 30_000);
    assert.ok((await page.evaluate(() => window.longestTaskMs)) < 20_000);
    await close();
  });

  test("marks invisible characters, except in a script or an emoji that needs them", async () => {
    const { page, close } = await openPage("#/token");
    /** Returns the marks that a card shows in a name. */
    const marksIn = (name) =>
      page.evaluate(async (text) => {
        const card = document.createElement("eq-token-card");
        card.document = { name: text };
        document.querySelector(".result").replaceChildren(card);
        await Promise.resolve();
        const title = card.shadowRoot.querySelector(".title");
        return [...title.querySelectorAll(".turning")].map((mark) => mark.dataset.code);
      }, name);
    // `normalizeMetadata` removes the control character at the end.
    assert.deepEqual(await marksIn("a\u202eb\u2066c\u200bd\ufeffe\u0000"), [
      "U+202E",
      "U+2066",
      "U+200B",
      "U+FEFF",
    ]);
    assert.deepEqual(await marksIn("pay\u200dpal"), ["U+200D"]);
    // Four combining marks stay on the letter. The marker replaces the others.
    assert.deepEqual(await marksIn(`z${"\u0336".repeat(40)}`), ["36 marks"]);
    // The emoji and the Hindi and Persian words need their joiners. Accents are ordinary combining marks.
    assert.deepEqual(await marksIn("👩\u200d🚀 नमस्\u200dते می\u200cخواهم é ậ"), []);
    await close();
  });

  test("loads a picture of another site only after a click", async () => {
    const { page, context, go, text, recorded, close } = await openPage("#/token", {
      allow: /images\.example/,
    });
    await context.route("**/api/tokens/**", (route) =>
      route.fulfill({ json: { name: "Elsewhere", image: "https://images.example/7.png" } }),
    );
    await go(view("token", { chain: "1", address: `0x${"ab".repeat(20)}`, id: "7" }));
    assert.deepEqual(recorded.otherOrigins, []);
    await page.getByRole("button", { name: "Load image from images.example" }).click();
    await page.getByText("The picture could not be loaded").waitFor();
    assert.match(await text(".no-picture"), /images\.example\/7\.png/);
    await close({ otherOrigins: ["https://images.example/7.png"] });
  });
});
