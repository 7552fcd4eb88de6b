// Opens the demo page in Chromium. It collects console errors, policy violations, dialogs and requests to other sites,
// and `close` asserts that there were none.
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
  // No other host resolves: a request to another site is collected, and fails.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

let clipboardQueue = Promise.resolve();
/** Runs `work` while no other test uses the clipboard, which all pages share. */
export const withClipboard = (work) => (clipboardQueue = clipboardQueue.then(work, work));

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROME_PATH || "/usr/bin/chromium", args });

/**
 * Opens the demo page at `hash` in a fresh context.
 * @param {{ width?: number, colorScheme?: "light" | "dark", allow?: RegExp }} options
 *   allow: URLs of other sites whose errors are expected; before: called with the context before the page opens
 */
export async function open(
  browser,
  base,
  hash = "",
  { width = 1280, colorScheme = "light", allow, before } = {},
) {
  const permissions = ["clipboard-read", "clipboard-write"];
  const viewport = { width, height: 800 };
  const context = await browser.newContext({
    viewport,
    colorScheme,
    permissions,
    reducedMotion: "reduce",
  });
  await context.addInitScript(() => {
    window.violations = [];
    addEventListener("securitypolicyviolation", (event) =>
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  const page = await context.newPage();
  const recorded = { problems: [], otherOrigins: [], api: [] };
  page.on("pageerror", (error) => recorded.problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    recorded.problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("console", (message) => {
    // Chromium logs every status of 400 and above. The tests that cause them assert on them.
    const isStatus = message
      .text()
      .startsWith("Failed to load resource: the server responded with a status of");
    const isAllowed = allow?.test(message.location().url);
    if (["error", "warning"].includes(message.type()) && !isStatus && !isAllowed)
      recorded.problems.push(`console: ${message.text()}`);
  });
  context.on("request", (request) => {
    const url = request.url();
    if (url.startsWith(`${base}/api/`)) recorded.api.push(url.slice(base.length + 4));
    if (!url.startsWith(`${base}/`) && !/^(data|blob):/.test(url)) recorded.otherOrigins.push(url);
  });
  await before?.(context);
  await page.goto(`${base}/${hash}`);
  await page.waitForSelector("html[data-ready]");

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

  async function close({ otherOrigins = [] } = {}) {
    const violations = await page.evaluate(() => window.violations);
    await context.close();
    assert.deepEqual(
      { problems: recorded.problems, violations, otherOrigins: recorded.otherOrigins },
      { problems: [], violations: [], otherOrigins },
    );
  }

  const text = (selector) =>
    page.locator(`[data-panel]:not([hidden]) ${selector}`).first().innerText();
  const allTexts = (selector) =>
    page.locator(`[data-panel]:not([hidden]) ${selector}`).allInnerTexts();
  /** Clicks on `selector` and returns the text on the clipboard. */
  const copyText = (selector) =>
    withClipboard(async () => {
      await page.locator(`[data-panel]:not([hidden]) ${selector}`).first().click();
      return page.evaluate(() => navigator.clipboard.readText());
    });
  const overflows = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await waitUntilLoaded();
  return {
    base,
    page,
    context,
    recorded,
    go,
    waitUntilLoaded,
    close,
    text,
    allTexts,
    copyText,
    overflows,
  };
}

/** The link to a view with these values. */
export const view = (panel, values) => `#/${panel}?${new URLSearchParams(values)}`;
