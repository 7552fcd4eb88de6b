// Opens pages in Chromium and reads their results.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { browserPaths } from "../../scripts/tools.mjs";

export const launchChromium = () =>
  chromium.launch({ executablePath: browserPaths().chrome, args: ["--no-sandbox"] });

/**
 * Opens a page, waits for `globalThis.result`, and asserts that the console has no errors except those that match
 * `allowed`. By default, the console may report status 401: most programs make one call with a wrong key, which
 * Chromium logs as an error. Returns the result, and `modules`: the SHA-256 of each WebAssembly module compiled from
 * bytes.
 */
export async function runPage(browser, url, allowed = /status of 401/) {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (line) => {
    if (line.type() === "error" && !allowed.test(line.text())) problems.push(line.text());
  });
  try {
    await page.addInitScript(recordModules);
    await page.goto(url);
    await page
      .waitForFunction(() => globalThis.result !== undefined, null, { timeout: 200_000 })
      .catch(() => {
        assert.fail(`${url} has no result: ${problems.join("; ")}`);
      });
    const result = await page.evaluate(() => globalThis.result);
    const modules = await page.evaluate(() => globalThis.modules());
    assert.deepEqual(problems, []);
    return { result, modules };
  } finally {
    await page.close();
  }
}

/**
 * Runs in the page before the page's scripts, and keeps a copy of the bytes of each module that they compile.
 * `globalThis.modules()` returns the SHA-256 of each copy.
 */
function recordModules() {
  const compiled = [];
  WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct(Module, [bytes]) {
      compiled.push(bytes.slice());
      return new Module(bytes);
    },
  });
  globalThis.modules = () =>
    Promise.all(
      compiled.map(async (bytes) => {
        const digest = await crypto.subtle.digest("SHA-256", bytes);
        const hexBytes = Array.from(new Uint8Array(digest), (byte) =>
          byte.toString(16).padStart(2, "0"),
        );
        return hexBytes.join("");
      }),
    );
}
