// `npm test` runs every check in order, up to the first failure. `npm test -- fast` leaves out the steps that need a
// browser or pack the package. `npm test -- WORD…` runs the steps whose name contains one of the words.
import { ScriptError, main } from "./run.mjs";
import { exec, nodeTests, runStep, wasmInBrowser } from "./test-steps.mjs";
import { browserPaths, installTestTools } from "./tools.mjs";

const wasm = ["-p", "ethereal-query-wasm", "--locked", "--target", "wasm32-unknown-unknown"];
const deny = ["--", "-D", "warnings"];
const command =
  (name, ...args) =>
  () =>
    exec(name, args);
const cargo = (...args) => command("cargo", ...args);
const node = (...args) => command("node", ...args);

const serviceBuild = cargo("build", "-p", "ethereal-query-service", "--locked");

/** Name, function, and whether `fast` runs it too. A step with "tests" in its name must run at least one test. */
export const STEPS = [
  ["format", cargo("fmt", "--all", "--check"), true],
  ["format check", command("prettier", "--check", "."), true],
  ["format fuzz targets", cargo("fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"), true],
  ["clippy native", cargo("clippy", "--workspace", "--locked", "--all-targets", "--all-features", ...deny), true],
  ["clippy client", cargo("clippy", ...wasm, "--features", "client", ...deny), true],
  ["clippy embedded", cargo("clippy", ...wasm, "--features", "embedded", ...deny), true],
  ["clippy proxy", cargo("clippy", ...wasm, "--features", "proxy", ...deny), true],
  ["clippy test code", cargo("clippy", "--locked", "--target", "wasm32-unknown-unknown", "--tests", ...deny), true],
  ["workflow tests", nodeTests("tests/workflows.test.mjs"), true],
  ["seed", node("seed/generate.mjs", "--check"), true],
  ["conformance vectors", node("tests/conformance/make.mjs", "--check"), true],
  ["rust tests", cargo("test", "--workspace", "--locked"), true],
  // Alone: within the workspace, the service's TLS settings of reqwest would hold for these tests too.
  ["reqwest tests", cargo("test", "-p", "ethereal-query", "--locked", "--all-features", "--test", "reqwest"), true],
  ["fuzz", node("fuzz/run.mjs", "--smoke")],
  ["wasm tests in Node.js", command("wasm-pack", "test", "--node", "--", "--locked", "--test", "node"), true],
  ["wasm tests in Chromium", wasmInChromium],
  ["build", node("scripts/build.mjs"), true],
  // After the build: both need the types of the WebAssembly.
  ["lint", command("eslint", "pkg/src"), true],
  ["api reference", command("typedoc"), true],
  ["size", node("scripts/size.mjs"), true],
  ["service build", serviceBuild],
  ["native example tests", nodeTests("tests/native.test.mjs"), true],
  ["architecture tests", nodeTests("tests/architecture.test.mjs"), true],
  ["client tests", nodeTests("tests/client", { except: "chromium.test.mjs" }), true],
  ["client tests in Chromium", nodeTests("tests/client/chromium.test.mjs")],
  ["proxy tests", nodeTests("tests/proxy"), true],
  ["conformance tests", nodeTests("tests/conformance"), true],
  ["service tests", nodeTests("tests/service", { flags: ["--test-concurrency=3"] })],
  ["json tests", nodeTests("tests/json"), true],
  ["hostile tests", nodeTests("tests/hostile")],
  ["watch tests", nodeTests("tests/watch", { except: "chromium.test.mjs" }), true],
  ["watch tests in Chromium", nodeTests("tests/watch/chromium.test.mjs")],
  ["cli tests", nodeTests("tests/cli")],
  ["package tests", nodeTests("tests/package")],
  ["matrix", node("tests/matrix/run.mjs")],
  ["matrix tests", nodeTests("tests/matrix"), true],
  ["fault tests", nodeTests("tests/faults")],
  ["query tests", nodeTests("tests/query"), true],
  ["page example tests", nodeTests("tests/examples")],
  ["types tests", nodeTests("tests/types")],
  ["docs tests", async () => [await serviceBuild(), await nodeTests("tests/docs")()].join("\n")],
  ["page tests", nodeTests("tests/page.test.mjs")],
  ["static page tests", nodeTests("tests/static-page.test.mjs")],
  ["site tests", nodeTests("tests/site.test.mjs")],
];

function wasmInChromium() {
  const { chrome, chromedriver } = browserPaths();
  const args = ["headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"];
  const capabilities = { "goog:chromeOptions": { binary: chrome, args } };
  return wasmInBrowser(["--chrome", "--chromedriver", chromedriver], capabilities);
}

function selectSteps(words) {
  if (words.length === 0) return STEPS;
  const match = ([name, , fast]) => words.some((word) => (word === "fast" ? fast : name.includes(word)));
  const last = STEPS.findLastIndex(match);
  if (last < 0)
    throw new ScriptError(
      `No step matches ${words.join(" ")}. Expected a part of: fast, ${STEPS.map(([name]) => name).join(", ")}`,
    );
  // The steps after the build need its output.
  const build = STEPS.findIndex(([name]) => name === "build");
  return STEPS.filter((step, index) => match(step) || (index === build && last > build));
}

await main(import.meta, async (words) => {
  const steps = selectSteps(words);
  await installTestTools({ withBrowser: steps.some(([, , fast]) => !fast) });
  const total = { passed: 0, failed: 0 };
  for (const [name, callback] of steps) {
    const { passed, failed } = await runStep(name, callback);
    total.passed += passed;
    total.failed += failed;
    if (failed === 0) continue;
    console.log(
      `\nThe step "${name}" failed; later steps did not run. To run it alone: npm test -- ${JSON.stringify(name)}`,
    );
    process.exitCode = 1;
    break;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
});
