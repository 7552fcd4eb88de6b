// Accessibility, layout and speed of the page in every state. The folder SCREENSHOTS receives an image of each state.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { example, file, openPage, tokenView } from "./setup.mjs";
import { ABSENT_HOSTS, addResponses, enterState, states } from "./states.mjs";

const axe = file("node_modules/axe-core/axe.min.js");
/** Whether a screenshot has the full height of the page. That takes long. */
const isFullPage = Boolean(process.env.SCREENSHOTS);
const folder = process.env.SCREENSHOTS || mkdtempSync(join(tmpdir(), "ethereal-query-page-"));
mkdirSync(folder, { recursive: true });

/**
 * Rules about colours and sizes. The dark page runs only these, because the document is the same as on the light one.
 */
const STYLE_RULES = [
  "color-contrast",
  "target-size",
  "link-in-text-block",
  "scrollable-region-focusable",
];

const accessibilityErrors = (page, rules) =>
  page.evaluate(async (values) => {
    const options = {
      resultTypes: ["violations"],
      ...(values && { runOnly: { type: "rule", values } }),
    };
    const { violations } = await globalThis.axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.flat().join(" ")} ${node.failureSummary}`),
    );
  }, rules);

/** Checks states on one page: accessibility, and the width at several sizes. Takes a screenshot of each. */
async function checkStates({ width, colorScheme }, names) {
  const opened = await openPage("#/key", { width, colorScheme, allow: ABSENT_HOSTS });
  const { page, context, base } = opened;
  await addResponses(context, base);
  await page.evaluate(axe);
  const found = [];
  for (const name of names) {
    await enterState(opened, name);
    found.push(
      ...(await accessibilityErrors(page, colorScheme === "dark" ? STYLE_RULES : undefined)).map(
        (error) => `${name}, ${error}`,
      ),
    );
    await page.screenshot({
      path: join(folder, `${name}-${width}-${colorScheme}.png`),
      fullPage: isFullPage,
    });
    for (const other of [320, 1920, width]) {
      await page.setViewportSize({ width: other, height: 800 });
      if (await opened.overflows()) found.push(`${name}: wider than ${other}`);
    }
  }
  assert.deepEqual(found, []);
  await opened.close({
    otherOrigins: opened.recorded.otherOrigins.filter((url) => ABSENT_HOSTS.test(url)),
  });
}

describe("quality", { concurrency: 4 }, () => {
  const names = Object.keys(states);
  const checked = [
    { width: 1280, colorScheme: "light" },
    { width: 375, colorScheme: "dark" },
  ];
  const others = [
    { width: 1280, colorScheme: "dark" },
    { width: 375, colorScheme: "light" },
  ];
  for (const options of isFullPage ? [...checked, ...others] : checked) {
    for (const half of [0, 1]) {
      test(`every state is accessible and fits the screen, ${options.width} ${options.colorScheme}, half ${half + 1}`, () =>
        checkStates(
          options,
          names.filter((_, at) => at % 2 === half),
        ));
    }
  }

  test("a token, a transfer and a list load without layout shift when the service is slow", async () => {
    const recordShifts = (context) =>
      context.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (!entry.hadRecentInput) window.shifts.push(entry.value);
        }).observe({ type: "layout-shift", buffered: true });
      });
    for (const width of [375, 1280]) {
      // Each view has values. The first search moves the form, as a visitor expects.
      const start = view("ethereals", { pageSize: "10" });
      const { page, context, go, close } = await openPage(start, { width, before: recordShifts });
      await context.route("**/api/**", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 220));
        await route.fallback();
      });
      await go(tokenView(example("tokens", "Ethereal Trees #2")));
      await page.waitForFunction(
        () =>
          document.querySelector("eq-token-card").shadowRoot.querySelector("img")?.naturalWidth > 0,
      );
      await go(view("transfer", example("transfers", "Delivered")));
      await go(view("ethereals", { pageSize: "25" }));
      await page.waitForTimeout(100);
      const sum = (await page.evaluate(() => window.shifts)).reduce(
        (total, value) => total + value,
        0,
      );
      assert.ok(sum < 0.01, `${width}: layout shift ${sum}`);
      await close();
    }
  });
});

test("shows a token after a cold start, and reports the time", async (context) => {
  const times = [];
  for (let round = 0; round < 3; round += 1) {
    const { page, close } = await openPage(tokenView(example("tokens", "Exact digits")), {
      before: recordReady,
    });
    times.push(Math.round(await page.evaluate(() => window.readyAt)));
    await close();
  }
  context.diagnostic(`ready after ${times} ms`);
  assert.ok(times.every((ms) => ms > 0));
});

/** Records when the first result is on the page. */
const recordReady = (context) =>
  context.addInitScript(() => {
    const check = () => {
      if (document.querySelector("eq-token-card")?.shadowRoot?.querySelector(".title"))
        window.readyAt = performance.now();
      else requestAnimationFrame(check);
    };
    check();
  });
