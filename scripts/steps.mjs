// A step of tests: how it is run, timed and counted, for `npm test` and for `npm run test:engines`.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Stop, root, run, toolsDir } from "./run.mjs";
import { browserPaths } from "./tools.mjs";

export function exec(command, args, env = {}) {
  return run(command, args, { env, live: Boolean(process.env.VERBOSE) });
}

/**
 * Returns a function that runs one file, or the files *.test.mjs of a folder `except` one, with variables for the
 * environment.
 */
export function nodeTests(path, { except, flags = [] } = {}) {
  return (extra = {}) => {
    const full = join(root, path);
    if (!existsSync(full)) throw new Stop(`${path} is missing.`);
    const isTest = (name) => name.endsWith(".test.mjs") && name !== except;
    const files = path.endsWith(".mjs") ? [path] : readdirSync(full).filter(isTest).map((name) => join(path, name));
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
  // Seconds for all tests; its 20 are few on a busy machine. The runner would prefer another driver if the environment
  // named one.
  const others = { GECKODRIVER: undefined, CHROMEDRIVER: undefined, SAFARIDRIVER: undefined };
  const env = { ...others, WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings, WASM_BINDGEN_TEST_TIMEOUT: "120", ...extra };
  return exec("wasm-pack", ["test", "--headless", ...flags, "--", "--locked", "--test", "browser"], env);
}

/** The numbers in the closing lines of cargo, wasm-bindgen's runner and node's. */
function count(text) {
  const sum = (pattern) => [...text.matchAll(pattern)].reduce((total, [, number]) => total + Number(number), 0);
  return {
    passed: sum(/^test result: \w+\. (\d+) passed/gm) + sum(/^ℹ pass (\d+)/gm),
    failed: sum(/^test result: \w+\. \d+ passed; (\d+) failed/gm) + sum(/^ℹ fail (\d+)/gm),
  };
}

/** Runs one step and tells how it went; one that is not made of tests counts as one. */
export async function step(name, work) {
  const start = Date.now();
  const seconds = () => `${((Date.now() - start) / 1000).toFixed(1)} s`;
  const tests = name.includes("tests");
  process.stdout.write(`${name} … `);
  try {
    const text = await work();
    const counted = tests ? count(text) : { passed: 1, failed: 0 };
    if (counted.passed === 0) throw new Stop("Not one test ran.");
    console.log(`${tests ? `${counted.passed} passed, ` : ""}${seconds()}`);
    return counted;
  } catch (error) {
    console.log(`FAILED after ${seconds()}`);
    console.log(error instanceof Stop ? error.message : error.stack);
    const counted = count(error.output ?? "");
    return { ...counted, failed: Math.max(1, counted.failed) };
  }
}
