// Opens pages in Chromium and reads their results.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { browserPaths } from "../../scripts/tools.mjs";

export const launched = () => chromium.launch({ executablePath: browserPaths().chrome, args: ["--no-sandbox"] });

/** Opens a page, waits for `globalThis.result`, and asserts that the console has no errors. */
export async function opened(browser, url) {
  return (await openedWith(browser, url)).result;
}

/**
 * The same, except for errors that match `allowed`. `modules` has the SHA-256 of each WebAssembly module that the page
 * compiled from bytes.
 */
export async function openedWith(browser, url, allowed = /status of 401/) {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  // The program makes a call with a wrong key, and Chromium logs its 401 as an error.
  page.on("console", (line) => line.type() === "error" && !allowed.test(line.text()) && complaints.push(line.text()));
  try {
    await page.addInitScript(listen);
    await page.goto(url);
    await page.waitForFunction(() => globalThis.result !== undefined, null, { timeout: 20_000 }).catch(() => {
      assert.fail(`${url} came to no result: ${complaints.join("; ")}`);
    });
    const result = await page.evaluate(() => globalThis.result);
    const modules = await page.evaluate(() => globalThis.modules());
    assert.deepEqual(complaints, []);
    return { result, modules };
  } finally {
    await page.close();
  }
}

/** Runs in the page, before its own scripts. */
function listen() {
  const compiled = [];
  WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct(Module, [bytes]) {
      compiled.push(bytes.slice());
      return new Module(bytes);
    },
  });
  globalThis.modules = () => Promise.all(compiled.map(async (bytes) => {
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }));
}
