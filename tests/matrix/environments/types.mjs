// TypeScript, and the checkers of package.json and of the declarations.
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/run.mjs";
import { expected } from "../../package/hosts.mjs";
import { COMMONJS, ESM } from "../../types/files.mjs";

/** The `module` setting for each `moduleResolution`. */
const MODES = { bundler: "esnext", node16: "node16", nodenext: "nodenext" };

/**
 * A typed program that prints its result. The program makes one call and one helper call; the other values are copies
 * of the expected values. `importStatement` depends on the module system.
 */
const typedProgram = (lab, importStatement) => `${importStatement}
const input = ${JSON.stringify(lab.input)};
const { baseUrl, apiKey, hash } = input;
const client: query.Client = new query.Client({ baseUrl, apiKey });
void client.bridgeTransfer(hash, { chain: "mainnet" }).then((transfer: query.BridgeTransfer | null) => {
  const units: string = query.formatUnits(1099756711100000000n);
  console.log(JSON.stringify({ ...${JSON.stringify(expected)}, transfer, units }));
});\n`;

function createCompiler(id, name, version) {
  const rows = [];
  for (const mode of Object.keys(MODES)) {
    for (const skipLibCheck of [false, true]) {
      const title = skipLibCheck ? `${mode}, skipLibCheck` : mode;
      rows.push([title, (lab, project) => compileAndRun(lab, project, mode, skipLibCheck)]);
    }
  }
  return {
    id,
    name,
    packages: { typescript: version },
    manifest: { type: "module" },
    version: "typescript",
    rows,
  };
}

/** Compiles tests/types and the program with strict options, and runs the program. */
async function compileAndRun(lab, project, moduleResolution, skipLibCheck) {
  for (const name of [...ESM, ...COMMONJS])
    copyFileSync(join(root, "tests/types", name), project.path(name));
  const files = [...ESM, "main.ts"];
  const programs = ["main.js"];
  // The mode "bundler" compiles only ES modules.
  if (moduleResolution !== "bundler") {
    files.push(...COMMONJS, "main-cjs.cts");
    programs.push("main-cjs.cjs");
  }
  project.write("main.ts", typedProgram(lab, 'import * as query from "ethereal-query";'));
  project.write("main-cjs.cts", typedProgram(lab, 'import query = require("ethereal-query");'));
  const outDir = `out-${moduleResolution}-${skipLibCheck}`;
  const compilerOptions = {
    module: MODES[moduleResolution],
    moduleResolution,
    skipLibCheck,
    outDir,
    rootDir: ".",
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
  };
  project.write(`${outDir}.json`, JSON.stringify({ compilerOptions, files }));
  await project.run("tsc", ["--project", `${outDir}.json`]);
  for (const name of programs) {
    lab.assertResult(await project.run(process.execPath, [join(outDir, name)]));
  }
}

const publint = {
  id: "publint",
  name: "publint",
  packages: { publint: "0.3.25" },
  version: "publint",
  rows: [
    [
      "strict",
      async (lab, project) => {
        const output = await project.run("publint", ["--strict", lab.tarball]);
        // After a warning, publint also ends with status 0.
        assert.match(output, /All good/);
      },
    ],
  ],
};

/** Are The Types Wrong: checks that the declarations match each module system. */
const attw = {
  id: "attw",
  name: "attw",
  packages: { "@arethetypeswrong/cli": "0.18.5" },
  version: "@arethetypeswrong/cli",
  rows: [
    [
      "node16, bundler",
      async (lab, project) => {
        await project.run("attw", [lab.tarball, "--profile", "node16"]);
      },
    ],
  ],
};

const compilers = [
  createCompiler("typescript", "TypeScript 7", "7.0.2"),
  createCompiler("typescript5", "TypeScript 5", "5.9.3"),
];

export const checks = [...compilers, publint, attw];
