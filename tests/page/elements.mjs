// Tests the elements: their imports, their properties and their styles.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { file, openPage } from "./setup.mjs";

/** Properties that an element inherits from the page, and `box-sizing`, which pages often set for all elements. */
const PAGE_PROPERTIES = [
  "direction",
  "text-align",
  "text-align-last",
  "text-indent",
  "text-transform",
  "text-shadow",
  "text-emphasis-style",
  "letter-spacing",
  "word-spacing",
  "word-break",
  "white-space-collapse",
  "text-wrap-mode",
  "color",
  "font-size",
  "font-style",
  "font-family",
  "font-variant",
  "font-weight",
  "line-height",
  "-webkit-text-fill-color",
  "box-sizing",
];

describe("elements", { concurrency: 4 }, () => {
  test("the elements and what they import contain no WebAssembly, and load without a document", async () => {
    const isElement = (name) => /^elements(\/.*)?\.js$/.test(name);
    const elements = readdirSync(new URL("../../pkg/dist/", import.meta.url), {
      recursive: true,
    }).filter(isElement);
    assert.ok(elements.length >= 4);
    const scripts = new Set(elements);
    // The loop also visits the scripts that it adds.
    for (const name of scripts) {
      const text = file(`pkg/dist/${name}`);
      assert.doesNotMatch(text, /WebAssembly|innerHTML|cssText/, name);
      for (const [, path] of text.matchAll(/^(?:import|export) .* from "([^"]*)";$/gm))
        scripts.add(join(dirname(name), path));
    }
    // A budget: each script is one more request of a page that uses no bundler.
    const otherScripts = scripts.size - elements.length;
    assert.ok(otherScripts < 18, `${[...scripts]}`);
    // Node.js has no document.
    const { sentence } = await import("../../pkg/dist/elements.js");
    assert.match(sentence({ status: "manual" }), /person/);
  });

  test("keeps properties and children that were set before the definition", async () => {
    const { page, close } = await openPage("#/token");
    const card = await page.evaluate(async () => {
      const { TokenCard } = await import("/pkg/elements/token-card.js");
      customElements.define("my-card", class extends TokenCard {});
      const early = document.createElement("later-card");
      early.document = { name: "Early" };
      early.token = { id: "7", chainId: 1 };
      early.append("slotted");
      document.querySelector(".result").replaceChildren(early);
      customElements.define("later-card", class extends TokenCard {});
      await Promise.resolve(); // An element draws in a microtask.
      const { shadowRoot } = early;
      return {
        title: shadowRoot.querySelector(".title").textContent,
        hasChildren: early.innerText.includes("slotted"),
        ownProperties: Object.keys(early),
        styleElement: shadowRoot.querySelector("style"),
      };
    });
    assert.deepEqual(card, {
      title: "Early",
      hasChildren: true,
      ownProperties: [],
      styleElement: null,
    });
    await close();
  });

  test("a page styles colours and parts, and the colour scheme follows the page", async () => {
    const { page, close } = await openPage("#/token", { colorScheme: "dark" });
    // The style sheet changes the accent, the colour scheme and the part `name` only of the card `mine`.
    const colours = await page.evaluate(async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        ".mine { --eq-accent: rgb(1, 2, 3); color-scheme: light } .mine::part(name) { color: rgb(4, 5, 6) }",
      );
      document.adoptedStyleSheets.push(sheet);
      const [mine, other] = [
        document.createElement("eq-token-card"),
        document.createElement("eq-token-card"),
      ];
      mine.className = "mine";
      for (const card of [mine, other])
        card.document = { name: "x", external_url: "https://a.example/" };
      document.querySelector(".result").replaceChildren(mine, other);
      await Promise.resolve();
      const styleOf = (card, selector, property) =>
        getComputedStyle(card.shadowRoot.querySelector(selector))[property];
      return {
        accent: styleOf(mine, "a", "color"),
        name: styleOf(mine, ".title", "color"),
        lightCard: styleOf(mine, ".card", "backgroundColor"),
        darkCard: styleOf(other, ".card", "backgroundColor"),
      };
    });
    assert.deepEqual(colours, {
      accent: "rgb(1, 2, 3)",
      name: "rgb(4, 5, 6)",
      lightCard: "rgb(255, 255, 255)",
      darkCard: "rgb(22, 27, 26)",
    });
    await close();
  });

  test("shows that it is empty, loads, or has no record, with the words of the page", async () => {
    const { page, close } = await openPage("#/transfer");
    /** Shows an element. Returns its class, its label or else its paragraphs, and `ariaBusy`. */
    const show = (tag, properties) =>
      page.evaluate(
        async ([name, values]) => {
          await customElements.whenDefined(name);
          const element = Object.assign(document.createElement(name), values);
          document.querySelector(".result").replaceChildren(element);
          await Promise.resolve();
          const card = element.shadowRoot.querySelector("article");
          const words = [...card.querySelectorAll("p")]
            .map((paragraph) => paragraph.textContent)
            .join(" | ");
          return [card.className, card.ariaLabel ?? words, card.ariaBusy];
        },
        [tag, properties],
      );
    const failure = { kind: "server", message: "The service failed (status 503)." };
    for (const [tag, properties, expected] of [
      ["eq-transfer-route", {}, ["card state empty", "No transfer selected.", null]],
      ["eq-transfer-route", { hash: "0x1" }, ["card skeleton", "Loading the transfer", "true"]],
      [
        "eq-transfer-route",
        { transfer: null },
        ["card state unknown", "The service knows no transfer with this hash.", null],
      ],
      [
        "eq-transfer-route",
        { transfer: null, words: { unknown: "Not on mainnet." } },
        ["card state unknown", "Not on mainnet.", null],
      ],
      [
        "eq-transfer-route",
        { transfer: { _id: "1", status: "done" }, error: failure },
        [
          "card state failed",
          "The transfer could not be loaded. | The service failed. Try again in a moment. | The service failed (status 503).",
          null,
        ],
      ],
      ["eq-token-card", {}, ["card state empty", "No token selected.", null]],
      ["eq-token-card", { token: {} }, ["card skeleton", "Loading the token", "true"]],
      [
        "eq-token-card",
        { error: { kind: "not_found", message: "Not found." } },
        ["card state unknown", "The service knows no such token.", null],
      ],
      [
        "eq-token-card",
        { token: {}, error: failure, words: { failed: "Try later." } },
        [
          "card state failed",
          "Try later. | The service failed. Try again in a moment. | The service failed (status 503).",
          null,
        ],
      ],
      [
        "eq-transfer-route",
        { error: { kind: "network", message: "Network error: GET http://…" } },
        [
          "card state failed",
          "The transfer could not be loaded. | No connection to the service. Check your internet connection, then try again. | Network error: GET http://…",
          null,
        ],
      ],
    ]) {
      // The page loads the script of this element when it opens the panel of tokens.
      if (tag === "eq-token-card") await page.evaluate(() => (location.hash = "#/token"));
      assert.deepEqual(await show(tag, properties), expected, JSON.stringify(properties));
    }
    await close();
  });

  test("looks the same in a page that has styles", async () => {
    const { page, close } = await openPage("#/token");
    /** Shows a card in a box with `inheritedStyle`, on a page with the rules of `css`. Returns the card's styles. */
    const measure = (inheritedStyle, css) =>
      page.evaluate(
        async ([style, text, names]) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets.push(sheet);
          const box = Object.assign(document.createElement("div"), { style });
          const card = Object.assign(document.createElement("eq-token-card"), {
            token: { id: "7", chainId: 1 },
            document: { name: "Tree", attributes: [{ trait_type: "Season", value: "Spring" }] },
          });
          box.append(card);
          document.querySelector(".result").replaceChildren(box);
          await Promise.resolve();
          const styles = ["article", ".title", ".eyebrow", "dt", "dd"].map((selector) => {
            const style = getComputedStyle(card.shadowRoot.querySelector(selector));
            return [selector, ...names.map((name) => style.getPropertyValue(name))].join(" | ");
          });
          document.adoptedStyleSheets.pop();
          return styles;
        },
        [inheritedStyle, css, PAGE_PROPERTIES],
      );
    const plain = await measure("", "");
    const inherited =
      "direction: rtl; text-align: center; text-align-last: end; text-indent: 2em; letter-spacing: 4px; line-height: 3; " +
      "font: italic small-caps 9px/3 serif; text-transform: uppercase; white-space: pre; word-spacing: 1em; color: red; " +
      "-webkit-text-fill-color: red; text-shadow: 1px 1px red; word-break: break-all; text-emphasis: filled";
    assert.deepEqual(await measure(inherited, ""), plain);
    const rule = `* { ${inherited.replaceAll(";", " !important;")}; font-size: 30px; letter-spacing: 5px; box-sizing: content-box }`;
    assert.deepEqual(await measure("", rule), plain);
    assert.deepEqual(
      await measure("", "html { font-size: 62.5% }"),
      plain,
      "a page with a rem of 10 px",
    );
    await close();
  });

  test("has a width in a flex container, and gets no underline from a link around it", async () => {
    const { page, close } = await openPage("#/token");
    const [width, underlined] = await page.evaluate(async () => {
      const card = Object.assign(document.createElement("eq-token-card"), {
        document: { name: "Tree" },
      });
      const link = Object.assign(document.createElement("a"), {
        href: "#/token",
        style: "display: flex",
      });
      link.append(card);
      document.querySelector(".result").replaceChildren(link);
      await Promise.resolve();
      // The underline of a parent does not reach a floated element.
      const isFloated = getComputedStyle(card.shadowRoot.querySelector(".body")).float !== "none";
      return [card.offsetWidth, !isFloated];
    });
    assert.equal(underlined, false);
    // The value of `contain-intrinsic-inline-size` in common.css.
    assert.ok(width >= 340, `${width}`);
    await close();
  });

  test("follows the image policy", async () => {
    const { page, recorded, close } = await openPage("#/token", { allow: /images\.example/ });
    /** Replaces the card by a new card with this policy. */
    const set = (imagePolicy) =>
      page.evaluate(async (policy) => {
        const card = document.createElement("eq-token-card");
        Object.assign(card, {
          imagePolicy: policy,
          document: { image: "https://images.example/7.png" },
        });
        document.querySelector(".result").replaceChildren(card);
        // Time for a request that the policy should prevent.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }, imagePolicy);
    await set("never");
    await set("click");
    const loadButton = page.getByRole("button", { name: /^Load image from images\.example/ });
    await loadButton.waitFor();
    await set("never");
    assert.equal(await loadButton.count(), 0);
    // React passes a property that its component did not get as undefined.
    await set(undefined);
    await loadButton.waitFor();
    assert.deepEqual(recorded.otherOrigins, []);
    await set("load");
    await page.locator("eq-token-card").getByText("The picture could not be loaded").waitFor();
    await close({ otherOrigins: ["https://images.example/7.png"] });
  });

  test("tries at most 100 images of a document, which it loads from the page's own server without a click", async () => {
    const { page, context, close } = await openPage("#/token", { allow: /many/ });
    const requested = new Set();
    await context.route("**/many/*", (route) => {
      requested.add(route.request().url());
      return route.fulfill({ status: 404 });
    });
    await page.evaluate(() => {
      const card = document.createElement("eq-token-card");
      const image = Array.from(
        { length: 200 },
        (_, index) => `${location.origin}/many/${index}.png`,
      );
      Object.assign(card, { imagePolicy: "never", document: { image } });
      document.querySelector(".result").replaceChildren(card);
    });
    await page.locator("eq-token-card").getByText("The picture could not be loaded").waitFor();
    assert.equal(requested.size, 100);
    await close();
  });

  test("shows pictures that a browser would cut at the first #, and those in lists and objects", async () => {
    const { page, close } = await openPage("#/token");
    const svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect fill='#f00' width='9' height='9'/></svg>";
    const image = `data:image/svg+xml;utf8,${svg}`;
    for (const metadata of [
      { image },
      { image: svg },
      { image: [image] },
      { Image: { uri: image } },
    ]) {
      await page.evaluate((value) => {
        const card = document.createElement("eq-token-card");
        card.document = value;
        document.querySelector(".result").replaceChildren(card);
      }, metadata);
      const width = await page.locator("eq-token-card img").evaluate(async (img) => {
        await img.decode();
        return img.naturalWidth;
      });
      assert.equal(width, 9, JSON.stringify(metadata));
    }
    await close();
  });
});
