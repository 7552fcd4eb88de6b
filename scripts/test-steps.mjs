// Runs, times and counts the steps of `npm test` and `npm run test:engines`.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, root, run, toolsDir } from "./run.mjs";
import { browserPaths } from "./tools.mjs";

export function exec(command, args, env = {}) {
  return run(command, args, { env, live: Boolean(process.env.VERBOSE) });
}

/** Returns a function that runs one test file, or the files *.test.mjs of a folder without the file `except`. */
export function nodeTests(path, { except, flags = [] } = {}) {
  return (extra = {}) => {
    const full = join(root, path);
    if (!existsSync(full)) throw new ScriptError(`${path} is missing.`);
    const isTest = (name) => name.endsWith(".test.mjs") && name !== except;
    const files = path.endsWith(".mjs")
      ? [path]
      : readdirSync(full)
          .filter(isTest)
          .map((name) => join(path, name));
    const { chrome, chromedriver } = browserPaths();
    const env = { CHROME_PATH: chrome ?? "", CHROMEDRIVER: chromedriver ?? "", ...extra };
    return exec("node", ["--test", "--test-reporter=spec", "--test-timeout=300000", ...flags, ...files], env);
  };
}

/** Runs the tests of tests/wasm in a browser; `flags` name the browser and the path of its driver for wasm-pack. */
export async function wasmInBrowser(flags, capabilities, extra = {}) {
  const settings = join(toolsDir, "webdriver.json");
  mkdirSync(toolsDir, { recursive: true });
  writeFileSync(settings, JSON.stringify(capabilities));
  // A variable of the environment would select another driver.
  const otherDrivers = { GECKODRIVER: undefined, CHROMEDRIVER: undefined, SAFARIDRIVER: undefined };
  // The timeout is in seconds, for all tests. The default of 20 is too short on a busy machine.
  const env = {
    ...otherDrivers,
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings,
    WASM_BINDGEN_TEST_TIMEOUT: "120",
    ...extra,
  };
  return exec("wasm-pack", ["test", "--headless", ...flags, "--", "--locked", "--test", "browser"], env);
}

/** Reads the counts from the summaries of cargo, wasm-bindgen's runner and Node.js. */
function countTests(text) {
  const sum = (pattern) => [...text.matchAll(pattern)].reduce((total, [, number]) => total + Number(number), 0);
  return {
    passed: sum(/^test result: \w+\. (\d+) passed/gm) + sum(/^ℹ pass (\d+)/gm),
    failed: sum(/^test result: \w+\. \d+ passed; (\d+) failed/gm) + sum(/^ℹ fail (\d+)/gm),
  };
}

/** Runs one step and prints its result. A step without tests counts as one. */
export async function runStep(name, callback) {
  const start = Date.now();
  const seconds = () => `${((Date.now() - start) / 1000).toFixed(1)} s`;
  const tests = name.includes("tests");
  process.stdout.write(`${name} … `);
  try {
    const text = await callback();
    const counted = tests ? countTests(text) : { passed: 1, failed: 0 };
    if (counted.passed === 0) throw new ScriptError("No test ran. Expected at least one.");
    console.log(`${tests ? `${counted.passed} passed, ` : ""}${seconds()}`);
    return counted;
  } catch (error) {
    console.log(`FAILED after ${seconds()}`);
    console.log(error instanceof ScriptError ? error.message : error.stack);
    const counted = countTests(error.output ?? "");
    return { ...counted, failed: Math.max(1, counted.failed) };
  }
}
