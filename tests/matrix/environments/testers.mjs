// Test runners as they come.
import assert from "node:assert/strict";
import { RUN } from "../../package/hosts.mjs";
import { expected } from "../../package/program.mjs";
import { nodeIn, nodePackage } from "./servers.mjs";

/** A test file: the program comes to what it must. */
const testOf = (lab, head) => `${head}\n${lab.source}
test("the calls and a helper", async () => expect(await ${RUN}).toEqual(${JSON.stringify(expected)}));\n`;

const vitestRow = (environment) => [environment, async (lab, project) => {
  const head = `import { expect, test } from "vitest";\nimport * as pkg from "ethereal-query";`;
  project.write("main.test.js", testOf(lab, head));
  // Its newest release wants a newer Node.js than the package does.
  const args = [project.path("node_modules", "vitest", "vitest.mjs"), "run", "--environment", environment];
  assert.match(await project.run(nodeIn(project), args), /Tests +1 passed/);
}];

const vitest = {
  id: "vitest",
  name: "Vitest 5",
  packages: { vitest: "5.1.1", jsdom: "31.0.1", [nodePackage]: "22.23.3" },
  version: "vitest",
  rows: [vitestRow("node"), vitestRow("jsdom")],
};

/** What a page has and the environment may lack. */
const MISSING = `const missing = ["fetch", "Request", "TextDecoder"].filter((name) => !(name in globalThis));
console.log("missing: " + missing);`;

const jestRow = (name, environment, then = passed) => [name, async (lab, project) => {
  const file = `${name.replace(/\W+/g, "-")}.test.js`;
  const head = `/** @jest-environment ${environment} */\nconst pkg = require("ethereal-query");\n${MISSING}`;
  project.write(file, testOf(lab, head));
  return then(() => project.run("jest", ["--watchman=false", file]));
}];

const passed = async (work) => assert.match(await work(), /Tests: +1 passed/);

/** Without `fetch` there is no call to make, whoever tries. */
async function lacking(work) {
  const reason = /missing: fetch,Request,TextDecoder\n[^]*Cannot start the WebAssembly module \(ReferenceError: TextDecoder is not defined\)/;
  await assert.rejects(work, ({ message }) => reason.test(message));
  return { impossible: "this environment has neither `fetch` nor `TextDecoder`; jest-fixed-jsdom has them" };
}

const jest = {
  id: "jest",
  name: "Jest 30",
  packages: { jest: "30.5.2", "jest-environment-jsdom": "30.5.2", "jest-fixed-jsdom": "0.0.11" },
  version: "jest",
  rows: [
    jestRow("default", "node"),
    jestRow("jest-fixed-jsdom", "jest-fixed-jsdom"),
    jestRow("jest-environment-jsdom", "jsdom", lacking),
  ],
};

export const testers = [vitest, jest];
