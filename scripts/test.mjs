// `npm test`: everything the project is held to, in order, ending at the first failure. `npm test -- fast` leaves out
// what needs a browser or packs the package; `npm test -- WORD…` runs the steps whose name contains one of the words.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { facade } from "./bundle.mjs";
import { Stop, main, root, run, toolsDir } from "./run.mjs";
import { browserPaths, testTools } from "./tools.mjs";

const wasm = ["-p", "ethereal-query-wasm", "--locked", "--target", "wasm32-unknown-unknown"];
const deny = ["--", "-D", "warnings"];
const cargo = (...args) => () => exec("cargo", args);
const node = (...args) => () => exec("node", args);

/** Name, work, and whether `fast` runs it too. A step called "… tests" has to run at least one test. */
const STEPS = [
  ["format", cargo("fmt", "--all", "--check"), true],
  ["format fuzz targets", cargo("fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"), true],
  ["clippy native", cargo("clippy", "--workspace", "--locked", "--all-targets", "--all-features", ...deny), true],
  ["clippy client", cargo("clippy", ...wasm, "--features", "client", ...deny), true],
  ["clippy embedded", cargo("clippy", ...wasm, "--features", "embedded", ...deny), true],
  ["seed", node("scripts/seed.mjs", "--check"), true],
  ["conformance vectors", node("tests/conformance/make.mjs", "--check"), true],
  ["rust tests", cargo("test", "--workspace", "--locked"), true],
  ["fuzz", node("scripts/fuzz.mjs", "--smoke")],
  ["wasm tests in Node.js", wasmInNode, true],
  ["wasm tests in Chromium", wasmInChromium],
  ["build", node("scripts/build.mjs"), true],
  ["size", node("scripts/size.mjs"), true],
  ["service build", cargo("build", "-p", "ethereal-query-service", "--locked")],
  ["conformance tests", nodeTests("tests/conformance"), true],
  ["service tests", nodeTests("tests/service", "--test-concurrency=3")],
  ["json tests", nodeTests("tests/json"), true],
  ["hostile tests", nodeTests("tests/hostile")],
  ["watch tests", nodeTests("tests/watch"), true],
  ["package tests", nodeTests("tests/package")],
  ["matrix tests", nodeTests("tests/matrix")],
  ["fault tests", nodeTests("tests/faults")],
  ["types tests", nodeTests("tests/types")],
  ["page tests", nodeTests("tests/page.test.mjs")],
  ["static page tests", nodeTests("tests/site.test.mjs")],
];

function exec(command, args, env = {}) {
  return run(command, args, { env, live: Boolean(process.env.VERBOSE) });
}

/** A folder's *.test.mjs, or one file. */
function nodeTests(path, ...more) {
  return () => {
    const full = join(root, path);
    if (!existsSync(full)) throw new Stop(`${path} is missing.`);
    const files = path.endsWith(".mjs") ? [path]
      : readdirSync(full).filter((name) => name.endsWith(".test.mjs")).map((name) => join(path, name));
    const { chrome, chromedriver } = browserPaths();
    const env = { CHROME_PATH: chrome ?? "", CHROMEDRIVER: chromedriver ?? "" };
    return exec("node", ["--test", "--test-reporter=spec", "--test-timeout=300000", ...more, ...files], env);
  };
}

async function wasmInNode() {
  await facade();
  return exec("wasm-pack", ["test", "--node", "--", "--locked", "--test", "node"]);
}

async function wasmInChromium() {
  await facade();
  const { chrome, chromedriver } = browserPaths();
  const settings = join(toolsDir, "webdriver.json");
  const args = ["headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"];
  mkdirSync(toolsDir, { recursive: true });
  writeFileSync(settings, JSON.stringify({ "goog:chromeOptions": { binary: chrome, args } }));
  const command = ["test", "--headless", "--chrome", "--chromedriver", chromedriver];
  // Seconds for all tests; its 20 are few on a busy machine.
  const env = { WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings, WASM_BINDGEN_TEST_TIMEOUT: "120" };
  return exec("wasm-pack", [...command, "--", "--locked", "--test", "browser"], env);
}

/** The numbers in the closing lines of cargo, wasm-bindgen's runner and node's. */
function count(text) {
  const sum = (pattern) => [...text.matchAll(pattern)].reduce((total, [, number]) => total + Number(number), 0);
  return {
    passed: sum(/^test result: \w+\. (\d+) passed/gm) + sum(/^ℹ pass (\d+)/gm),
    failed: sum(/^test result: \w+\. \d+ passed; (\d+) failed/gm) + sum(/^ℹ fail (\d+)/gm),
  };
}

function chosen(words) {
  if (words.length === 0) return STEPS;
  const match = ([name, , fast]) => words.some((word) => (word === "fast" ? fast : name.includes(word)));
  const last = STEPS.findLastIndex(match);
  if (last < 0) throw new Stop(`No step is called that. There are: fast, ${STEPS.map(([name]) => name).join(", ")}`);
  // What comes after the build looks at what it made.
  const build = STEPS.findIndex(([name]) => name === "build");
  return STEPS.filter((step, index) => match(step) || (index === build && last > build));
}

/** Runs one step and tells how it went; one that is not made of tests counts as one. */
async function step(name, work) {
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

await main(import.meta, async (words) => {
  const steps = chosen(words);
  await testTools({ withBrowser: steps.some(([, , fast]) => !fast) });
  const total = { passed: 0, failed: 0 };
  for (const [name, work] of steps) {
    const { passed, failed } = await step(name, work);
    total.passed += passed;
    total.failed += failed;
    if (failed === 0) continue;
    console.log(`\nThe step "${name}" failed; those after it did not run. It alone: npm test -- ${JSON.stringify(name)}`);
    process.exitCode = 1;
    break;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
});
