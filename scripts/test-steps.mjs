// The steps of `npm test` and `npm run test:all`, and the jobs that they consist of.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, root, run, toolsDir } from "./run.mjs";
import { browserPaths } from "./tools.mjs";

/**
 * A job without output for this time ends. Tests need less, even on a machine ten times slower than two idle cores.
 */
const SILENCE_LIMIT_MS = 15 * 60_000;
/** The folder with a project that has the packed package. The tests copy it. */
const PACKED_PROJECT = join(root, "target", "packed-project");
/** The folder with the site, which the site tests open. */
const BUILT_SITE = join(root, "target", "tested-site");

export function exec(command, args, env = {}) {
  return run(command, args, { env, live: Boolean(process.env.VERBOSE), silenceLimitMs: SILENCE_LIMIT_MS });
}

const command = (name, ...args) => ({ name: [name, ...args].join(" "), run: () => exec(name, args) });
const cargo = (...args) => command("cargo", ...args);
const node = (...args) => command("node", ...args);

/** Returns the job of a test file. Each has a process of its own, so that files of all folders run at the same time. */
function testFile(path, extra = {}) {
  const { chrome, chromedriver } = browserPaths();
  const env = { CHROME_PATH: chrome ?? "", CHROMEDRIVER: chromedriver ?? "", PACKED_PROJECT, ...extra };
  return { name: path, run: () => exec("node", ["--test-reporter=spec", path], env) };
}

/** Returns a job for each test file of a folder: all or those in `only`, without those in `except`. */
export function testFiles(folder, { only, except = [], env } = {}) {
  const found = readdirSync(join(root, folder)).filter((name) => name.endsWith(".test.mjs"));
  const missing = [...(only ?? []), ...except].filter((name) => !found.includes(name));
  if (missing.length > 0) throw new ScriptError(`${folder} has no ${missing.join(", ")}.`);
  const names = (only ?? found).filter((name) => !except.includes(name));
  return names.map((name) => testFile(join(folder, name), env));
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
    WASM_BINDGEN_TEST_TIMEOUT: "300",
    ...extra,
  };
  return exec("wasm-pack", ["test", "--headless", ...flags, "--", "--locked", "--test", "browser"], env);
}

async function wasmInChromium() {
  const { chrome, chromedriver } = browserPaths();
  const args = ["headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"];
  const capabilities = { "goog:chromeOptions": { binary: chrome, args } };
  return wasmInBrowser(["--chrome", "--chromedriver", chromedriver], capabilities);
}

const hasBrowser = Object.values(browserPaths()).every(Boolean);
const library = ["-p", "ethereal-query", "--locked", "--all-features"];
const service = ["-p", "ethereal-query-service", "--locked"];
const generator = ["-p", "ethereal-query-generate", "--locked"];
const wasm = ["-p", "ethereal-query-wasm", "--locked", "--target", "wasm32-unknown-unknown"];
const deny = ["--", "-D", "warnings"];
const CHROMIUM = ["chromium.test.mjs"];
/** The tests of the command line that are quick. */
const CLI_TEXTS = ["help.test.mjs", "pipe.test.mjs"];
/** The tests of the documents that need a browser, and the one that needs the native service. */
const DOCS_IN_BROWSER = ["examples.test.mjs", "pages.test.mjs"];
const DOCS_WITH_SERVICE = ["commands.test.mjs"];

/** The groups of steps. On GitHub, they run in parallel. */
export const GROUPS = ["rust", "package", "browsers", "service", "site", "environments"];

/**
 * Each step has jobs of one group. `quick`: `npm test` runs it. `needs`: the steps that must succeed before. Of the
 * jobs with the same `lane`, one runs at a time: cargo locks its target folder. `browser`: it needs Chromium. A step
 * with "tests" in its name must run at least one test. Long steps come first, so that no core is idle at the end.
 */
export const STEPS = [
  // The package.
  { name: "build", group: "package", quick: true, jobs: [node("scripts/build.mjs")] },
  {
    name: "pack",
    group: "package",
    quick: true,
    needs: ["build"],
    jobs: [node("tests/package/project.mjs", PACKED_PROJECT)],
  },
  // Rust.
  {
    name: "rust format",
    group: "rust",
    quick: true,
    jobs: [cargo("fmt", "--all", "--check"), cargo("fmt", "--manifest-path", "fuzz/Cargo.toml", "--check")],
  },
  {
    name: "clippy",
    group: "rust",
    quick: true,
    lane: "cargo",
    jobs: [cargo("clippy", ...library, "--all-targets", ...deny)],
  },
  { name: "rust tests", group: "rust", quick: true, lane: "cargo", jobs: [cargo("test", ...library)] },
  {
    name: "clippy for WebAssembly",
    group: "rust",
    quick: true,
    lane: "cargo",
    jobs: [cargo("clippy", ...library, "--target", "wasm32-unknown-unknown", "--tests", ...deny)],
  },
  {
    name: "wasm tests in Node.js",
    group: "rust",
    quick: true,
    lane: "cargo",
    jobs: [command("wasm-pack", "test", "--node", "--", "--locked", "--test", "node")],
  },
  {
    name: "wasm tests in Chromium",
    group: "browsers",
    quick: hasBrowser,
    browser: true,
    lane: "cargo",
    jobs: [{ name: "wasm tests in Chromium", run: wasmInChromium }],
  },
  {
    name: "service build",
    group: "service",
    lane: "cargo",
    jobs: [cargo("build", ...service, "--all-targets")],
  },
  {
    name: "service unit tests",
    group: "service",
    needs: ["service build"],
    lane: "cargo",
    jobs: [cargo("test", ...service)],
  },
  {
    name: "service clippy",
    group: "service",
    lane: "cargo",
    jobs: [cargo("clippy", ...service, "--all-targets", ...deny)],
  },
  {
    name: "clippy of each module",
    group: "rust",
    lane: "cargo",
    jobs: ["client", "embedded", "proxy"].map((module) => cargo("clippy", ...wasm, "--features", module, ...deny)),
  },
  { name: "fuzz", group: "rust", jobs: [node("fuzz/run.mjs", "--smoke")] },
  {
    name: "native example tests",
    group: "rust",
    needs: ["build"],
    lane: "cargo",
    jobs: [testFile("tests/native.test.mjs")],
  },
  // Scripts and generated files.
  { name: "script format", group: "package", quick: true, jobs: [command("prettier", "--check", ".")] },
  // After the build: the rules read the types of the WebAssembly.
  { name: "lint", group: "package", quick: true, needs: ["build"], jobs: [command("eslint", ".")] },
  {
    name: "generated files",
    group: "package",
    quick: true,
    lane: "cargo",
    jobs: [cargo("clippy", ...generator, ...deny), node("generate/run.mjs", "--check")],
  },
  { name: "size", group: "package", quick: true, needs: ["build"], jobs: [node("scripts/size.mjs")] },
  {
    name: "architecture tests",
    group: "package",
    quick: true,
    jobs: [testFile("tests/architecture.test.mjs"), testFile("tests/workflows.test.mjs")],
  },
  // The long ones.
  {
    name: "site build",
    group: "site",
    needs: ["pack"],
    jobs: [node("tests/site/setup.mjs", BUILT_SITE)],
  },
  {
    name: "site tests",
    group: "site",
    needs: ["site build"],
    browser: true,
    jobs: testFiles("tests/site", { env: { BUILT_SITE } }),
  },
  {
    name: "service tests",
    group: "service",
    needs: ["service build", "pack"],
    browser: true,
    jobs: testFiles("tests/service"),
  },
  { name: "matrix", group: "environments", needs: ["pack"], browser: true, jobs: [node("tests/matrix/run.mjs")] },
  {
    name: "page tests",
    group: "browsers",
    needs: ["build"],
    browser: true,
    jobs: [testFile("tests/page.test.mjs"), testFile("tests/static-page.test.mjs")],
  },
  // The package in Node.js.
  {
    name: "client tests",
    group: "package",
    quick: true,
    needs: ["build"],
    jobs: testFiles("tests/client", { except: CHROMIUM }),
  },
  {
    name: "watch tests",
    group: "package",
    quick: true,
    needs: ["build"],
    jobs: testFiles("tests/watch", { except: CHROMIUM }),
  },
  { name: "proxy tests", group: "package", quick: true, needs: ["build", "pack"], jobs: testFiles("tests/proxy") },
  { name: "query tests", group: "package", quick: true, needs: ["build"], jobs: testFiles("tests/query") },
  { name: "conformance tests", group: "package", quick: true, needs: ["build"], jobs: testFiles("tests/conformance") },
  { name: "json tests", group: "package", quick: true, needs: ["build"], jobs: testFiles("tests/json") },
  { name: "types tests", group: "package", quick: true, needs: ["pack"], jobs: testFiles("tests/types") },
  {
    name: "docs tests",
    group: "package",
    quick: true,
    needs: ["pack"],
    jobs: testFiles("tests/docs", { except: [...DOCS_IN_BROWSER, ...DOCS_WITH_SERVICE] }),
  },
  { name: "fault tests", group: "package", needs: ["build"], browser: true, jobs: testFiles("tests/faults") },
  { name: "hostile tests", group: "package", needs: ["build"], jobs: testFiles("tests/hostile") },
  {
    name: "cli tests of texts",
    group: "package",
    quick: true,
    needs: ["build"],
    jobs: testFiles("tests/cli", { only: CLI_TEXTS }),
  },
  { name: "cli tests", group: "package", needs: ["pack"], jobs: testFiles("tests/cli", { except: CLI_TEXTS }) },
  { name: "package tests", group: "package", needs: ["pack"], browser: true, jobs: testFiles("tests/package") },
  // Browsers.
  {
    name: "client tests in Chromium",
    group: "browsers",
    needs: ["build"],
    browser: true,
    jobs: testFiles("tests/client", { only: CHROMIUM }),
  },
  {
    name: "watch tests in Chromium",
    group: "browsers",
    needs: ["build"],
    browser: true,
    jobs: testFiles("tests/watch", { only: CHROMIUM }),
  },
  { name: "page example tests", group: "browsers", needs: ["pack"], browser: true, jobs: testFiles("tests/examples") },
  {
    name: "docs tests in Chromium",
    group: "browsers",
    needs: ["pack"],
    browser: true,
    jobs: testFiles("tests/docs", { only: DOCS_IN_BROWSER }),
  },
  {
    name: "docs tests with the service",
    group: "service",
    needs: ["build", "service build"],
    jobs: testFiles("tests/docs", { only: DOCS_WITH_SERVICE }),
  },
  { name: "matrix tests", group: "environments", jobs: testFiles("tests/matrix") },
];
