// What makes the page good to use: no accessibility fault and no sideways scrolling in any state, the keyboard is
// enough, nothing jumps while loading, it is quick. Pictures of every state go to the folder SCREENSHOTS.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { example, file, start, tokenView } from "./setup.mjs";
import { answers, enter, states } from "./states.mjs";

const axe = file("node_modules/axe-core/axe.min.js");
/** The whole height only for those who want the pictures: it takes long. */
const isAsked = Boolean(process.env.SCREENSHOTS);
const folder = process.env.SCREENSHOTS || mkdtempSync(join(tmpdir(), "ethereal-query-page-"));
mkdirSync(folder, { recursive: true });

/** On the small dark page only what colours and sizes decide: the rest is the same document as on the large one. */
const ofColours = ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"];

const faults = (page, rules) =>
  page.evaluate(async (values) => {
    const options = { resultTypes: ["violations"], ...(values && { runOnly: { type: "rule", values } }) };
    const { violations } = await globalThis.axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.flat().join(" ")} ${node.failureSummary}`),
    );
  }, rules);

/**
 * All states on one page: faults, width at several sizes, a picture. Under axe's own work, violations are not counted.
 */
async function sweep({ width, colorScheme }, names) {
  const opened = await start("#/key", { width, colorScheme });
  const { page, context, base } = opened;
  await answers(context, base);
  await page.evaluate(axe);
  const found = [];
  for (const name of names) {
    await enter(opened, name);
    found.push(
      ...(await faults(page, colorScheme === "dark" ? ofColours : undefined)).map((fault) => `${name}, ${fault}`),
    );
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: isAsked });
    for (const other of [320, 1920, width]) {
      await page.setViewportSize({ width: other, height: 800 });
      if (await opened.isWide()) found.push(`${name}: wider than ${other}`);
    }
  }
  assert.deepEqual(found, []);
  await opened.close();
}

describe("quality", { concurrency: 4 }, () => {
  const names = Object.keys(states);
  for (const options of [
    { width: 1280, colorScheme: "light" },
    { width: 375, colorScheme: "dark" },
  ]) {
    for (const half of [0, 1]) {
      test(`no fault of accessibility or width, ${options.width} ${options.colorScheme}, half ${half + 1}`, () =>
        sweep(
          options,
          names.filter((_, at) => at % 2 === half),
        ));
    }
  }

  test("nothing jumps while a token, a transfer and a list load, with a slow service", async () => {
    const watch = (context) =>
      context.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry.value);
        }).observe({ type: "layout-shift", buffered: true });
      });
    for (const width of [375, 1280]) {
      const { page, context, go, close } = await start("#/token", { width, before: watch });
      await context.route("**/api/**", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 220));
        await route.fallback();
      });
      await go(tokenView(example("tokens", "Ethereal Trees #2")));
      await page.waitForFunction(
        () => document.querySelector("eq-token-card").shadowRoot.querySelector("img")?.naturalWidth > 0,
      );
      await go(view("transfer", example("transfers", "Arrived")));
      await go("#/ethereals");
      await page.waitForTimeout(100);
      const sum = (await page.evaluate(() => window.shifts)).reduce((total, value) => total + value, 0);
      assert.ok(sum < 0.01, `${width}: layout shift ${sum}`);
      await close();
    }
  });
});

test("it can be used within a second of a cold start", async (context) => {
  const times = [];
  for (let round = 0; round < 3; round += 1) {
    const { page, close } = await start(tokenView(example("tokens", "Exact digits")), { before: markReady });
    times.push(Math.round(await page.evaluate(() => window.readyAt)));
    await close();
  }
  context.diagnostic(`ready after ${times} ms`);
  // On a machine that is busy with other work the time says nothing about the page.
  if (loadavg()[0] < 2 * availableParallelism()) assert.ok(Math.min(...times) < 1000, `ready after ${times} ms`);
});

/** Notes when the first answer is on the page. */
const markReady = (context) =>
  context.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector("eq-token-card")?.shadowRoot?.querySelector(".title")) return;
      window.readyAt ??= performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
