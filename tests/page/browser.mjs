// Opens the demo page in Chromium. Collects console errors, policy violations, dialogs and requests to other sites. The
// function `close` asserts that there were none.
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
  // Only 127.0.0.1 resolves, so a request to another site fails. The tests still record the request.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

let clipboardQueue = Promise.resolve();
/** Runs `work` while no other test uses the clipboard, which all pages share. */
export function withClipboard(work) {
  // The second argument runs `work` even if the test before failed.
  clipboardQueue = clipboardQueue.then(work, work);
  return clipboardQueue;
}

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROME_PATH || "/usr/bin/chromium", args });

/**
 * Opens the demo page at `hash` in a fresh context.
 * @param {import("playwright-core").Browser} browser
 * @param {string} base the URL of the site
 * @param {string} hash
 * @param {object} options
 * @param {number} [options.width]
 * @param {"light" | "dark"} [options.colorScheme]
 * @param {RegExp} [options.allow] URLs whose errors are expected
 * @param {(context: import("playwright-core").BrowserContext) => Promise<void>} [options.before] called before the page
 *   opens
 * @returns the page, its context and base, the {@link Recorded} events, the helpers of {@link panelHelpers}, and
 *   `close`, which asserts that the page had no problem
 */
export async function open(
  browser,
  base,
  hash = "",
  { width = 1280, colorScheme = "light", allow, before } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
  });
  await context.addInitScript(recordViolations);
  const page = await context.newPage();
  const recorded = record(page, base, allow);
  await before?.(context);
  await page.goto(`${base}/${hash}`);
  await page.waitForSelector("html[data-ready]");
  const helpers = panelHelpers(page);
  await helpers.waitUntilLoaded();

  async function close({ otherOrigins = [] } = {}) {
    const violations = await page.evaluate(() => window.violations);
    await context.close();
    assert.deepEqual(
      { problems: recorded.problems, violations, otherOrigins: recorded.otherOrigins },
      { problems: [], violations: [], otherOrigins },
    );
  }

  return { base, page, context, recorded, close, ...helpers };
}

/** Runs in the page before its scripts. */
function recordViolations() {
  window.violations = [];
  addEventListener("securitypolicyviolation", (event) =>
    window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
  );
}

/**
 * @typedef {object} Recorded
 * @property {string[]} problems errors, warnings and dialogs
 * @property {string[]} otherOrigins URLs of requests to other sites
 * @property {string[]} api paths of requests to the service
 */

/**
 * Records what the page does from now on.
 * @returns {Recorded}
 */
function record(page, base, allow) {
  const recorded = { problems: [], otherOrigins: [], api: [] };
  page.on("pageerror", (error) => recorded.problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    recorded.problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("console", (message) => {
    // Chromium logs each response with a status from 400. A test that causes such a response asserts on the page.
    const isStatus = message
      .text()
      .startsWith("Failed to load resource: the server responded with a status of");
    const isAllowed = allow?.test(message.location().url);
    if (!["error", "warning"].includes(message.type()) || isStatus || isAllowed) return;
    recorded.problems.push(`console: ${message.text()}`);
  });
  page.context().on("request", (request) => {
    const url = request.url();
    if (url.startsWith(`${base}/api/`)) recorded.api.push(url.slice(`${base}/api`.length));
    if (!url.startsWith(`${base}/`) && !/^(data|blob):/.test(url)) recorded.otherOrigins.push(url);
  });
  return recorded;
}

/** Functions that read and use the visible panel of the page. */
function panelHelpers(page) {
  const find = (selector) => page.locator(`[data-panel]:not([hidden]) ${selector}`);

  /** Opens a view by its link and waits until it has loaded. */
  async function go(target) {
    await page.evaluate((to) => (location.hash = to), target);
    await waitUntilLoaded();
  }

  async function waitUntilLoaded() {
    await page.waitForFunction(() => {
      const panel = document.querySelector("[data-panel]:not([hidden])");
      return (
        panel &&
        !panel.querySelector("[aria-busy]") &&
        panel.querySelector(".result").childElementCount > 0
      );
    });
  }

  const text = (selector) => find(selector).first().innerText();
  const allTexts = (selector) => find(selector).allInnerTexts();
  /** Clicks on `selector` and returns the text on the clipboard. */
  const copyText = (selector) =>
    withClipboard(async () => {
      await find(selector).first().click();
      return page.evaluate(() => navigator.clipboard.readText());
    });
  const overflows = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return { go, waitUntilLoaded, text, allTexts, copyText, overflows };
}

/** The link to a view with these values. */
export const view = (panel, values) => `#/${panel}?${new URLSearchParams(values)}`;
