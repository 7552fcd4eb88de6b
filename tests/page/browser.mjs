// A browser for the page tests. Every page it opens is watched: console errors, policy violations, dialogs and requests
// to other sites are collected, and a test ends by saying that there were none.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Nothing but this machine has an address: a request to another site is seen, and goes nowhere.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

let waiting = Promise.resolve();
/** All pages share one clipboard: who uses it does so alone. */
export const clipboard = (work) => (waiting = waiting.then(work, work));

export const launch = () => chromium.launch({ executablePath: process.env.CHROME_PATH || "/usr/bin/chromium", args });

/**
 * Opens the demo page at `hash` in a fresh context.
 * @param {{ width?: number, colorScheme?: "light" | "dark", allow?: RegExp }} options
 *   allow: other sites that may be asked (there is no answer); before: called with the context, before the page
 */
export async function open(browser, base, hash = "", { width = 1280, colorScheme = "light", allow, before } = {}) {
  const permissions = ["clipboard-read", "clipboard-write"];
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ viewport, colorScheme, permissions, reducedMotion: "reduce" });
  await context.addInitScript(() => {
    window.violations = [];
    addEventListener("securitypolicyviolation", (event) =>
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  const page = await context.newPage();
  const seen = { problems: [], foreign: [], api: [] };
  page.on("pageerror", (error) => seen.problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    seen.problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("console", (message) => {
    // The browser itself logs every answer of 400 and above; those are asserted on by the tests that cause them.
    const isStatus = message.text().startsWith("Failed to load resource: the server responded with a status of");
    const isAllowed = allow?.test(message.location().url);
    if (["error", "warning"].includes(message.type()) && !isStatus && !isAllowed)
      seen.problems.push(`console: ${message.text()}`);
  });
  context.on("request", (request) => {
    const url = request.url();
    if (url.startsWith(`${base}/api/`)) seen.api.push(url.slice(base.length + 4));
    if (!url.startsWith(`${base}/`) && !/^(data|blob):/.test(url)) seen.foreign.push(url);
  });
  await before?.(context);
  await page.goto(`${base}/${hash}`);
  await page.waitForSelector("html[data-ready]");

  /** Goes to a view by its hash and waits until nothing is loading. */
  async function go(target) {
    await page.evaluate((to) => (location.hash = to), target);
    await settled();
  }

  async function settled() {
    await page.waitForFunction(() => {
      const panel = document.querySelector("[data-panel]:not([hidden])");
      return panel && !panel.querySelector("[aria-busy]") && panel.querySelector(".result").childElementCount > 0;
    });
  }

  async function close({ foreign = [] } = {}) {
    const violations = await page.evaluate(() => window.violations);
    await context.close();
    assert.deepEqual(
      { problems: seen.problems, violations, foreign: seen.foreign },
      { problems: [], violations: [], foreign },
    );
  }

  const text = (selector) => page.locator(`[data-panel]:not([hidden]) ${selector}`).first().innerText();
  const all = (selector) => page.locator(`[data-panel]:not([hidden]) ${selector}`).allInnerTexts();
  /** What is on the clipboard once `selector` was clicked. */
  const copied = (selector) =>
    clipboard(async () => {
      await page.locator(`[data-panel]:not([hidden]) ${selector}`).first().click();
      return page.evaluate(() => navigator.clipboard.readText());
    });
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await settled();
  return { base, page, context, seen, go, settled, close, text, all, copied, isWide };
}

/** The hash of a view with these values. */
export const view = (panel, values) => `#/${panel}?${new URLSearchParams(values)}`;
