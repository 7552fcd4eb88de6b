// TypeScript, and what reads package.json and the declarations for mistakes.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/run.mjs";
import { expected } from "../../package/program.mjs";
import { COMMONJS, ESM } from "../../types/files.mjs";

const MODES = { bundler: "esnext", node16: "node16", nodenext: "nodenext" };

/** A typed program that prints what it found; `load` is the import of each module system. */
const typed = (lab, load) => `${load}
const input = ${JSON.stringify(lab.input)};
const { baseUrl, apiKey, hash } = input;
const client: query.Client = new query.Client({ baseUrl, apiKey });
void client.bridgeTransfer(hash, { chain: "mainnet" }).then((transfer: query.BridgeTransfer | null) => {
  const units: string = query.formatUnits(1099756711100000000n);
  console.log(JSON.stringify({ ...${JSON.stringify(expected)}, transfer, units }));
});\n`;

const types = (id, name, version) => ({
  id,
  name,
  packages: { typescript: version },
  manifest: { type: "module" },
  version: "typescript",
  rows: Object.keys(MODES).flatMap((mode) => [false, true].map((skipLibCheck) => [
    `${mode}${skipLibCheck ? ", skipLibCheck" : ""}`,
    (lab, project) => compiled(lab, project, mode, skipLibCheck),
  ])),
});

/** Compiles a strict user's files and the program, and runs that. */
async function compiled(lab, project, moduleResolution, skipLibCheck) {
  const commonjs = moduleResolution !== "bundler";
  for (const name of [...ESM, ...COMMONJS]) copyFileSync(join(root, "tests/types", name), project.path(name));
  const files = [...ESM, "main.ts", ...(commonjs ? [...COMMONJS, "main-cjs.cts"] : [])];
  project.write("main.ts", typed(lab, 'import * as query from "ethereal-query";'));
  project.write("main-cjs.cts", typed(lab, 'import query = require("ethereal-query");'));
  const outDir = `out-${moduleResolution}-${skipLibCheck}`;
  const compilerOptions = {
    module: MODES[moduleResolution], moduleResolution, skipLibCheck, outDir, rootDir: ".", target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"], types: [], strict: true, exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true, isolatedModules: true,
  };
  project.write(`${outDir}.json`, JSON.stringify({ compilerOptions, files }));
  await project.run("tsc", ["--project", `${outDir}.json`]);
  for (const name of ["main.js", ...(commonjs ? ["main-cjs.cjs"] : [])]) {
    lab.right(await project.run(process.execPath, [join(outDir, name)]));
  }
}

const publint = {
  id: "publint",
  name: "publint",
  packages: { publint: "0.3.25" },
  version: "publint",
  rows: [["strict", (lab, project) => quiet(project.run("publint", ["--strict", lab.tarball]))]],
};

const attw = {
  id: "attw",
  name: "attw",
  packages: { "@arethetypeswrong/cli": "0.18.5" },
  version: "@arethetypeswrong/cli",
  rows: [["strict: node10, node16, bundler", (lab, project) =>
    quiet(project.run("attw", [lab.tarball, "--profile", "strict"]))]],
};

/** publint also ends with status 0 when it only warns. */
async function quiet(printed) {
  const text = await printed;
  if (!/All good|No problems found/.test(text)) throw new Error(text);
}

const compilers = [types("typescript", "TypeScript 7", "7.0.2"), types("typescript5", "TypeScript 5", "5.9.3")];

export const checks = [...compilers, publint, attw];
