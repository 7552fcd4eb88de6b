// Tests the first view of a visitor, the state of the connection, a printed view, forced colours, large text, and the
// scroll position.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { ABSENT_HOSTS, UNREACHABLE } from "./states.mjs";
import { example, examples, openPage, tokenView } from "./setup.mjs";

/** The width of A4 paper with margins of 10 mm: 190 mm are 718 CSS pixels. */
const PAPER_WIDTH = 718;
/** A window of 1280 pixels has this width in CSS pixels at a zoom of 200 %. */
const WIDTH_AT_200_PERCENT = 1280 / 2;

/** The text that the button of the connection shows about its state. */
const stateOf = (page) => page.locator("#service-state").innerText();

async function connectTo(page, { url, key = "a-key" }) {
  await page.click("#service");
  if (url) await page.fill("#settings-url", url);
  await page.fill("#settings-key", key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
}

describe("first view", { concurrency: 4 }, () => {
  test("shows an example, what the page is, and links, and loads no search", async () => {
    const { page, text, copyText, recorded, close } = await openPage("");
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name),
    );
    assert.equal(await text("eq-token-card .title"), examples.tokens[0].label);
    assert.equal(await page.locator("#search-example").innerText(), "Below is an example.");
    assert.equal(await page.inputValue("#search-input"), "");
    assert.match(
      await page.locator(".intro").innerText(),
      /^See what a token says about itself, where a bridge transfer is/,
    );
    const links = await page
      .locator(".site a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    assert.deepEqual(links, [
      "docs/",
      "docs/playground.html",
      "https://github.com/ethereal-query/ethereal-query",
    ]);
    assert.deepEqual(
      scripts.filter((name) => /parse-input|\/errors/.test(name)),
      [],
    );
    assert.equal(recorded.api.length, 1);
    assert.match(
      await copyText(".code .tool"),
      /^const token = await client\.tokenUri\("0x\w+", "\d+", \{ chainId: "1" \}\);$/m,
    );
    assert.match(await page.locator(".code p a").getAttribute("href"), /getting-started/);
    await close();
  });

  test("fits the screen without an example when the service is unreachable", async () => {
    const { page, close } = await openPage("#/transfer", { allow: ABSENT_HOSTS });
    assert.equal(await page.locator("#search-example").isVisible(), true);
    await connectTo(page, { url: UNREACHABLE });
    await page.getByText("No transfer selected").waitFor();
    assert.equal(await page.locator("[data-panel=transfer] .examples").isVisible(), false);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
      true,
    );
    await close();
  });

  test("the connection button says that the service works, refuses the key, does not respond or was not tried", async () => {
    const { page, context, recorded, waitUntilLoaded, text, go, close } = await openPage("#/key", {
      allow: ABSENT_HOSTS,
    });
    assert.equal(await stateOf(page), "works");
    await connectTo(page, { key: "not-a-key" });
    await page.getByText("This API key was not accepted.").waitFor();
    assert.equal(await stateOf(page), "key not accepted");
    // A call for a token sends no key. Its success does not change what the button says about the key.
    await go(tokenView(examples.tokens[0]));
    assert.equal(await stateOf(page), "key not accepted");
    await context.setOffline(true);
    await go(tokenView(examples.tokens[1]));
    assert.equal(await stateOf(page), "no response");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("key not accepted").waitFor();
    // The problems of the time offline are expected. `close` asserts that there are no others.
    const offlineProblems = recorded.problems.splice(0);
    assert.ok(offlineProblems.every((problem) => problem.includes("ERR_INTERNET_DISCONNECTED")));
    await go("#/transfer?hash=0x12");
    await connectTo(page, { url: UNREACHABLE });
    await waitUntilLoaded();
    assert.equal(await stateOf(page), "not tried yet", "an invalid hash sends nothing");
    await go("#/key");
    assert.equal(await text(".notice h3"), `The service at ${UNREACHABLE} did not respond.`);
    assert.equal(await stateOf(page), "no response");
    assert.equal(await page.locator("[data-panel=key] .notice .fold").getAttribute("open"), null);
    await page.locator("[data-panel=key] .notice summary").click();
    assert.match(
      await text(".notice .facts"),
      /Kind\s*network[^]*Request\s*curl -H 'x-api-key: <key>'/,
    );
    await close({ otherOrigins: recorded.otherOrigins.filter((url) => ABSENT_HOSTS.test(url)) });
  });
});

describe("paper, forced colours and large text", { concurrency: 4 }, () => {
  test("a printed view has the result in dark text, without controls, and the collections as a table", async () => {
    const { page, go, close } = await openPage(view("transfer", example("transfers", "Relay")), {
      width: PAPER_WIDTH,
      colorScheme: "dark",
    });
    await page.emulateMedia({ media: "print" });
    const shownControls = () =>
      page.evaluate(() => {
        const nodes = [...document.querySelectorAll("main *")];
        const shadowRoots = nodes.flatMap((node) => node.shadowRoot ?? []);
        const controls = [document, ...shadowRoots].flatMap((root) => [
          ...root.querySelectorAll("button, input, select, .tool"),
        ]);
        return controls
          .filter((control) => control.checkVisibility())
          .map((control) => control.outerHTML);
      });
    assert.deepEqual(await shownControls(), []);
    // Like a print by a visitor, the PDF causes the event `beforeprint`, after which the page shows the time.
    await page.pdf();
    assert.match(
      await page.locator(".printed").innerText(),
      /#\/transfer\?hash=0x[^]*\nPrinted on .*\d{4}.* (UTC|GMT\S*)$/,
    );
    assert.match(
      await page.locator("eq-transfer-route .decimals").innerText(),
      / tokens, if it has 18 decimals\s*$/,
    );
    const colour = (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((node) => getComputedStyle(node).color);
    // The text colour of the light scheme, #17211e, although the page is dark on the screen.
    assert.equal(await colour("eq-transfer-route .title"), "rgb(23, 33, 30)");
    await go(view("ethereals", { pageSize: "10" }));
    assert.equal(
      await page.locator(".rows").evaluate((table) => getComputedStyle(table).display),
      "table",
    );
    // The headings of the table are buttons that sort.
    assert.ok((await shownControls()).every((control) => control.includes('class="sort"')));
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
      false,
    );
    await close();
  });

  test("forced colours show the selected tab, the state of a step and a card that loads", async () => {
    const { page, close } = await openPage(view("transfer", example("transfers", "Relay")));
    await page.emulateMedia({ forcedColors: "active" });
    const borders = await page
      .locator(".tabs a")
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
    assert.equal(new Set(borders).size, 2, `${borders}`);
    const style = await page.locator("eq-transfer-route").evaluate(async (route) => {
      Object.assign(route, { transfer: undefined, hash: "0x1" });
      await Promise.resolve();
      return getComputedStyle(route.shadowRoot.querySelector(".skeleton i")).borderTopStyle;
    });
    assert.equal(style, "solid");
    await close();
  });

  test("zoom at 200 % needs no horizontal scrolling", async () => {
    for (const target of [
      "#/token",
      "#/transfer",
      "#/key",
      view("ethereals", { pageSize: "10" }),
    ]) {
      const { overflows, close } = await openPage(target, { width: WIDTH_AT_200_PERCENT });
      assert.equal(await overflows(), false, target);
      await close();
    }
  });
});

describe("the first 800 pixels", { concurrency: 4 }, () => {
  for (const width of [1280, 375]) {
    test(`have the title and the picture of a token, and the amount and the route of a transfer: ${width}`, async () => {
      const { page, go, close } = await openPage("#/token", { width });
      const bottoms = (tag, selectors) =>
        page
          .locator(tag)
          .evaluate(
            ({ shadowRoot }, list) =>
              list.map((selector) =>
                Math.round(shadowRoot.querySelector(selector).getBoundingClientRect().bottom),
              ),
            selectors,
          );
      const token = await bottoms("eq-token-card", [".frame", ".title"]);
      for (const bottom of token) assert.ok(bottom <= 800, `${token}`);
      for (const { label, group, ...values } of examples.transfers) {
        await go(view("transfer", values));
        // Advice comes before the route, so that only the first step may fit into the 800 pixels.
        const hasAdvice = (await page.locator("eq-transfer-route .advice").count()) > 0;
        const routePart = hasAdvice ? ".route li" : ".route";
        const transfer = await bottoms("eq-transfer-route", [".title", routePart]);
        for (const bottom of transfer) assert.ok(bottom <= 800, `${group}, ${label}: ${transfer}`);
      }
      await close();
    });
  }
});

test("a change of the tab does not scroll the page, and the search is visible after a form is applied", async () => {
  const { page, waitUntilLoaded, close } = await openPage("#/ethereals", { width: 375 });
  const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
  assert.equal(await scrollY(), 0);
  for (const tab of ["Token", "Transfer status", "API key", "Collections"]) {
    await page.getByRole("link", { name: tab, exact: true }).click();
    await waitUntilLoaded();
    assert.equal(await scrollY(), 0, tab);
  }
  await page.getByText("Filter the collections").click();
  const apply = page.getByRole("button", { name: "Apply" });
  await apply.scrollIntoViewIfNeeded();
  await apply.click();
  await waitUntilLoaded();
  const box = await page.locator("#search-input").boundingBox();
  assert.ok(box.y >= 0 && box.y < 200, `${box.y}`);
  await close();
});

test("the connection button has one readable text, and Connect without a change keeps the demo key", async () => {
  const { page, text, waitUntilLoaded, close } = await openPage("#/key");
  assert.match(
    (await page.locator("#service").innerText()).replace(/\s+/g, " "),
    /^Connection: Demo data works Change$/,
  );
  await page.click("#service");
  assert.equal(await page.locator("#settings-key").getAttribute("placeholder"), "Demo key in use");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await waitUntilLoaded();
  assert.equal(await text(".key h3"), "demo");
  assert.equal(await stateOf(page), "works");
  await close();
});
