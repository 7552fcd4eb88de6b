// Test runners with their default settings, and the examples of tests.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/run.mjs";
import { browserPaths } from "../../../scripts/tools.mjs";
import { PROGRAM_CALL, expected } from "../../package/hosts.mjs";
import { freePort } from "../../service/processes.mjs";
import { exampleEnvironment, readExample } from "../project.mjs";
import { nodePath, nodePackage } from "./servers.mjs";

/** The source of a test that runs the program and compares its result. */
const testSource = (lab, head) => `${head}\n${lab.programSource}
test("the calls and a helper return the expected values", async () => {
  expect(await ${PROGRAM_CALL}).toEqual(${JSON.stringify(expected)});
});\n`;

const createVitestRow = (environment) => [
  environment,
  async (lab, project) => {
    const head = `import { expect, test } from "vitest";\nimport * as pkg from "ethereal-query";`;
    project.write("main.test.js", testSource(lab, head));
    const output = await runVitest(project, ["--environment", environment, "main.test.js"]);
    assert.match(output, /Tests +1 passed/);
  },
];

/** Asserts that as many tests passed as a file of examples/ has. */
function assertAllPassed(output, file) {
  const { length } = readFileSync(join(root, "examples", file), "utf8").match(/^test\(/gm);
  assert.match(output, new RegExp(`\\b${length} passed`));
}

/** Runs Vitest, which needs a newer Node.js than the package. */
const runVitest = (project, args) =>
  project.run(nodePath(project), [
    project.path("node_modules", "vitest", "vitest.mjs"),
    "run",
    // The default is five seconds, but the first import is slow on a busy machine.
    "--testTimeout=60000",
    ...args,
  ]);

const vitest = {
  id: "vitest",
  name: "Vitest 5",
  packages: { ...readExample("vitest-msw").packages, jsdom: "31.0.1", [nodePackage]: "22.23.3" },
  version: "vitest",
  rows: [
    createVitestRow("node"),
    createVitestRow("jsdom"),
    [
      "examples/vitest-msw",
      async (lab, project) => {
        project.copyExample("vitest-msw", "example");
        const output = await runVitest(project, ["--root", "example"]);
        assertAllPassed(output, "vitest-msw/src/transfer.test.js");
      },
    ],
  ],
};

/** The settings of the example, with the browser of this machine and more time for a busy machine. */
const playwrightSettings = () => `import settings from "./playwright.config.js";
const launchOptions = { executablePath: ${JSON.stringify(browserPaths().chrome)}, args: ["--no-sandbox"] };
export default { ...settings, use: { ...settings.use, launchOptions }, expect: { timeout: 200_000 } };\n`;

const playwrightExample = exampleEnvironment("playwright", {
  version: "@playwright/test",
  rows: [
    [
      "tests of a page in Chromium",
      async (lab, project) => {
        project.write("installed-browser.config.js", playwrightSettings());
        const port = await freePort();
        const args = ["test", "--config", "installed-browser.config.js"];
        const output = await project.run("playwright", args, { PORT: `${port}` });
        assertAllPassed(output, "playwright/tests/transfer.spec.js");
      },
    ],
  ],
});

/** Prints the missing globals. */
const PRINT_MISSING = `const missing = ["fetch", "Request", "TextDecoder"].filter((name) => !(name in globalThis));
console.log("missing: " + missing);`;

/**
 * Creates a row for an environment of Jest. `setup` is code that runs before the package is loaded. `check` gets a
 * function that runs the test.
 */
const createJestRow = (name, environment, { check = assertPassed, setup = "" } = {}) => [
  name,
  async (lab, project) => {
    const file = `${name.replace(/\W+/g, "-")}.test.js`;
    const head = `/** @jest-environment ${environment} */
${setup}const pkg = require("ethereal-query");
${PRINT_MISSING}`;
    project.write(file, testSource(lab, head));
    return check(() => project.run("jest", ["--watchman=false", file]));
  },
];

/** A row with a package that replaces `fetch` and its classes in jsdom. */
const createPolyfillRow = (polyfill) =>
  createJestRow(`jest-environment-jsdom with ${polyfill}`, "jsdom", {
    setup: `const { TextDecoder, TextEncoder } = require("node:util");
Object.assign(globalThis, { TextDecoder, TextEncoder });
require("${polyfill}");\n`,
  });

const assertPassed = async (run) => assert.match(await run(), /Tests: +1 passed/);

/** Asserts that the test fails because the environment lacks `TextDecoder`. Returns the reason for the table. */
async function assertMissingGlobals(run) {
  const reason =
    /missing: fetch,Request,TextDecoder\n[^]*Cannot start the WebAssembly module \(ReferenceError: TextDecoder is not defined\)/;
  await assert.rejects(run, ({ message }) => reason.test(message));
  return {
    impossible: "this environment has neither `fetch` nor `TextDecoder`; jest-fixed-jsdom has them",
  };
}

const jest = {
  id: "jest",
  name: "Jest 30",
  packages: {
    "cross-fetch": "4.1.0",
    jest: "30.5.2",
    "jest-environment-jsdom": "30.5.2",
    "jest-fixed-jsdom": "0.0.11",
    "whatwg-fetch": "3.6.20",
  },
  version: "jest",
  rows: [
    createJestRow("default", "node"),
    createJestRow("jest-fixed-jsdom", "jest-fixed-jsdom"),
    createPolyfillRow("whatwg-fetch"),
    createPolyfillRow("cross-fetch/polyfill"),
    createJestRow("jest-environment-jsdom", "jsdom", { check: assertMissingGlobals }),
  ],
};

export const testers = [vitest, playwrightExample, jest];
