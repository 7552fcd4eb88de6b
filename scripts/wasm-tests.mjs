// `node scripts/wasm-tests.mjs node|chromium`: runs tests/wasm with wasm-pack in Node.js or in Chromium.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main, run, toolsDir } from "./run.mjs";
import { browserPaths } from "./tools.mjs";

function testInNode() {
  return run("wasm-pack", ["test", "--node", "--", "--locked", "--test", "node"]);
}

function testInChromium() {
  const { chrome, chromedriver } = browserPaths();
  const args = ["headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"];
  const capabilities = { "goog:chromeOptions": { binary: chrome, args } };
  return wasmInBrowser(["--chrome", "--chromedriver", chromedriver], capabilities);
}

/** Runs the tests in a browser; `flags` name the browser and the path of its driver for wasm-pack. */
export function wasmInBrowser(flags, capabilities, extraEnv = {}) {
  const settings = join(toolsDir, "webdriver.json");
  mkdirSync(toolsDir, { recursive: true });
  writeFileSync(settings, JSON.stringify(capabilities));
  // With one of these variables, wasm-pack would use another driver.
  const otherDrivers = { GECKODRIVER: undefined, CHROMEDRIVER: undefined, SAFARIDRIVER: undefined };
  // The timeout is in seconds, for all tests. The default of 20 is too short on a busy machine.
  const env = {
    ...otherDrivers,
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings,
    WASM_BINDGEN_TEST_TIMEOUT: "300",
    ...extraEnv,
  };
  return run("wasm-pack", ["test", "--headless", ...flags, "--", "--locked", "--test", "browser"], {
    env,
  });
}

await main(import.meta, ([host]) => (host === "chromium" ? testInChromium() : testInNode()));
