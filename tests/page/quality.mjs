// Tests the accessibility, layout and speed of the page in every state. The environment variable SCREENSHOTS may name a
// folder, which then receives an image of the full page in each state.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { example, file, openPage, tokenView } from "./setup.mjs";
import { ABSENT_HOSTS, addResponses, enterState, states } from "./states.mjs";

/** The source of axe, which defines `axe` in the page. */
const axeSource = file("node_modules/axe-core/axe.min.js");
/** Screenshots of the full page take long, so only a run with SCREENSHOTS makes them. */
const isFullPage = Boolean(process.env.SCREENSHOTS);
const folder = process.env.SCREENSHOTS || mkdtempSync(join(tmpdir(), "ethereal-query-page-"));
mkdirSync(folder, { recursive: true });

/**
 * Rules about colours and sizes. Only these rules check the dark page, because its document is the same as the document
 * of the light page.
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

/** Checks states in one page: accessibility, and horizontal scrolling at several widths. Takes a screenshot of each. */
async function checkStates({ width, colorScheme }, names) {
  const opened = await openPage("#/key", { width, colorScheme, allow: ABSENT_HOSTS });
  const { page, context, base } = opened;
  await addResponses(context, base);
  await page.evaluate(axeSource);
  const rules = colorScheme === "dark" ? STYLE_RULES : undefined;
  const problems = [];
  for (const name of names) {
    await enterState(opened, name);
    const errors = await accessibilityErrors(page, rules);
    problems.push(...errors.map((error) => `${name}, ${error}`));
    await page.screenshot({
      path: join(folder, `${name}-${width}-${colorScheme}.png`),
      fullPage: isFullPage,
    });
    // The last width is the width for the next state.
    for (const viewportWidth of [320, 1920, width]) {
      await page.setViewportSize({ width: viewportWidth, height: 800 });
      if (await opened.overflows()) problems.push(`${name}: wider than ${viewportWidth}`);
    }
  }
  assert.deepEqual(problems, []);
  // `close` fails if the page sent a request to any other site.
  await opened.close({
    otherOrigins: opened.recorded.otherOrigins.filter((url) => ABSENT_HOSTS.test(url)),
  });
}

describe("quality", { concurrency: 4 }, () => {
  const names = Object.keys(states);
  const modes = [
    { width: 1280, colorScheme: "light" },
    { width: 375, colorScheme: "dark" },
  ];
  const screenshotModes = [
    { width: 1280, colorScheme: "dark" },
    { width: 375, colorScheme: "light" },
  ];
  for (const options of isFullPage ? [...modes, ...screenshotModes] : modes) {
    // Each half has every second state, so that two pages share the work.
    for (const half of [0, 1]) {
      test(`every state is accessible and fits the screen, ${options.width} ${options.colorScheme}, half ${half + 1}`, () =>
        checkStates(
          options,
          names.filter((_, index) => index % 2 === half),
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
      // Each view has parameters. A view without parameters shows the introduction, which moves what is below.
      const start = view("ethereals", { pageSize: "10" });
      const { page, context, go, close } = await openPage(start, { width, before: recordShifts });
      await context.route("**/api/**", async (route) => {
        // Longer than the delay of the placeholder in www/panel.js, so that each view shows its placeholder.
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
      await page.waitForTimeout(100); // Time for late shifts.
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((total, value) => total + value, 0);
      assert.ok(sum < 0.01, `${width}: layout shift ${sum}`);
      await close();
    }
  });
});

/** Records when the page shows the title of its token. */
const recordReady = (context) =>
  context.addInitScript(() => {
    const check = () => {
      if (document.querySelector("eq-token-card")?.shadowRoot?.querySelector(".title"))
        window.readyAt = performance.now();
      else requestAnimationFrame(check);
    };
    check();
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
