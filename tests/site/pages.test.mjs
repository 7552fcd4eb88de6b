// Tests the pages of the site in Chromium: accessibility, size, width, search and links between pages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { BASE, CALL, FUNCTION, htmlName, pages, startSite, violationsOf } from "./setup.mjs";

let site;
before(async () => {
  site = await startSite();
});
after(() => site?.close());

const TESTED_PAGES = [
  "index",
  "getting-started",
  "options",
  "errors",
  "elements",
  "break-it",
  "playground",
];
describe("the pages of the site", { concurrency: 4 }, () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const name of [...TESTED_PAGES.map((path) => `${path}.html`), CALL, FUNCTION]) {
      test(`${name} is accessible, fits a phone and has no errors, ${colorScheme}`, async () => {
        const { page, problems, close } = await site.open(name, { colorScheme });
        assert.deepEqual(await violationsOf(page), []);
        await page.setViewportSize({ width: 375, height: 800 });
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          true,
        );
        assert.deepEqual(problems, []);
        await close();
      });
    }
  }

  test("the first view of a page is at most 150 kB after brotli", async (context) => {
    for (const name of [
      "index.html",
      "getting-started.html",
      "options.html",
      "errors.html",
      CALL,
      FUNCTION,
    ]) {
      const { paths, close } = await site.open(name);
      const sizes = [...paths].map(
        (path) => brotliCompressSync(readFileSync(join(site.folder, path))).length,
      );
      const sum = sizes.reduce((total, size) => total + size, 0);
      context.diagnostic(`${name}: ${sum} bytes in ${sizes.length} files`);
      assert.ok(sum > 10_000 && sum <= 150_000, `${name}: ${sum} bytes`);
      await close();
    }
  });

  test("the code of a page fits its box", async () => {
    const { page, close } = await site.open("index.html");
    const cut = [];
    let count = 0;
    for (const name of pages.map(htmlName)) {
      await page.goto(site.address + name);
      const blocks = page.locator(".vp-doc div[class*='language-'] > pre");
      const overflows = await blocks.evaluateAll((elements) =>
        elements.map(({ scrollWidth, clientWidth, innerText }) => [
          scrollWidth - clientWidth,
          innerText,
        ]),
      );
      count += overflows.length;
      for (const [pixels, text] of overflows) {
        // A path below node_modules cannot be made shorter.
        if (pixels > 1 && !text.includes("node_modules/")) cut.push([pixels, text]);
      }
    }
    assert.ok(count > 100, `${count} blocks`);
    assert.deepEqual(cut, []);
    await close();
  });

  test("the search finds the pages of a word", async () => {
    const { page, problems, close } = await site.open("index.html");
    // For each word, the title of a page that must be among the first three results.
    for (const [word, title] of [
      ["Retry-After", /Retries|What happens/],
      ["decimals", /Elements/],
      ["x-api-key", /Keys and the proxy/],
      ["bridgeTransfer", /client\.bridgeTransfer/],
      ["formatUnits", /formatUnits/],
      ["nextjs", /Next\.js/],
      ["docker", /PostgreSQL|Operating|Native/],
      ["resume", /Pagination|Watching/],
      ["uint256", /Exact integers|TypeScript/],
      ["python", /Native|Specification|Is this/],
      ["testnet", /Options|Embedded|Getting/],
      ["LayerZero", /What each status|Is this|Watching/],
      ["rate limit", /Retries and limits/],
      ["wormhole", /What each status/],
      ["ENS", /Is this for me/],
      ["logging", /Hooks and headers/],
      ["safari", /Environments/],
      ["esm", /Getting started/],
      ["accessibility", /Elements/],
      ["translate", /Elements/],
      ["polling", /Watching transfers/],
      ["proxy", /Keys and the proxy/],
      ["license", /Is this for me/],
    ]) {
      // The session stores the last word, and the search would begin with its results.
      await page.evaluate(() => sessionStorage.clear());
      await page.keyboard.press("/");
      await page.locator("#localsearch-input").fill(word);
      const results = page.locator("#localsearch-list .result");
      await results.first().waitFor();
      assert.match((await results.allInnerTexts()).slice(0, 3).join("\n"), title, word);
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(problems, []);
    await close();
  });

  test("a search without results and a missing page offer links", async () => {
    const { page, close } = await site.open("index.html");
    await page.keyboard.press("Control+k");
    await page.locator("#localsearch-input").fill("qqqqzzzz");
    await page.locator(".search-help").getByRole("link", { name: "Every error" }).waitFor();
    const response = await page.goto(`${site.address}guide/retry-and-limits`, {
      waitUntil: "networkidle",
    });
    assert.equal(response.status(), 404);
    await page.getByRole("heading", { name: "There is no page at this address" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Retries and limits" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Search the documentation" }).click();
    await page.locator("#localsearch-input").waitFor();
    await close();
  });

  test("the sidebar shows the entry of the page", async () => {
    const { page, close } = await site.open("recipe-next.html");
    const entry = page
      .locator(".VPSidebar .is-active")
      .getByRole("link", { name: "Next.js", exact: true });
    // The sidebar scrolls after a timer.
    const isInView = ([link]) => {
      const { top, bottom } = link.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    };
    await page.waitForFunction(isInView, [await entry.elementHandle()]);
    await close();
  });

  test("two clicks lead from the home page to a call", async () => {
    const { page, problems, close } = await site.open("index.html");
    await page.getByRole("link", { name: "Reference", exact: true }).first().click();
    await page.getByRole("main").getByRole("link", { name: "client.bridgeTransfer()" }).click();
    await page.getByRole("heading", { name: "client.bridgeTransfer()" }).waitFor();
    assert.equal(new URL(page.url()).pathname, BASE + CALL);
    assert.deepEqual(problems, []);
    await close();
  });

  test("the home page leads to the demo page, which works below its path", async () => {
    const { page, problems, close } = await site.open("index.html");
    await page.getByRole("link", { name: "Demo", exact: true }).first().click();
    await page.locator("eq-token-card .title").waitFor();
    assert.equal(new URL(page.url()).pathname, `${BASE}demo/`);
    assert.deepEqual(problems, []);
    await close();
  });
});
