// Writes the folder `run/` of the site: the modules that a program can import, the script of the frame, the types for
// the editor, and the package for a project. A page loads these files on demand.
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { root, run } from "../../../scripts/run.mjs";
import { MODULES } from "./modules.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const pkg = join(root, "pkg");
/** The folder of TypeScript's declarations. The package `typescript` only re-exports `@typescript/old`. */
const TYPESCRIPT = join(root, "node_modules", "@typescript", "old", "lib");
const OPTIONS = {
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  target: "es2022",
  logLevel: "warning",
};

/** Returns the file of a module of the package. Returns any other name unchanged: esbuild finds it in node_modules. */
function sourceOf(name) {
  if (!name.startsWith("ethereal-query")) return name;
  const { exports } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  return join(pkg, exports[`.${name.slice("ethereal-query".length)}`].import);
}

async function buildScripts(folder) {
  const entryPoints = Object.entries(MODULES).map(([name, out]) => ({ in: sourceOf(name), out }));
  // Without code splitting, each module is one file without imports.
  await build({ ...OPTIONS, format: "esm", entryPoints, outdir: folder });
  const scriptOf = (name) => ({
    entryPoints: [join(here, `${name}.mjs`)],
    outfile: join(folder, `${name}.js`),
  });
  await build({ ...OPTIONS, ...scriptOf("frame"), format: "iife", external: Object.keys(MODULES) });
  // TypeScript refers to modules of Node.js that it does not need in a browser.
  const external = ["fs", "path", "os", "perf_hooks", "module", "node:*"];
  await build({
    ...OPTIONS,
    ...scriptOf("types-worker"),
    format: "esm",
    platform: "browser",
    external,
  });
}

/** Adds the declarations of the language library `name`, and of the libraries that it refers to. */
function addLibrary(files, name) {
  const path = `/lib.${name}.d.ts`;
  if (path in files) return;
  files[path] = readFileSync(join(TYPESCRIPT, path), "utf8");
  const references = files[path].matchAll(/^\/\/\/ <reference lib="(.+)" \/>/gm);
  for (const [, reference] of references) addLibrary(files, reference);
}

/** Adds the declarations of a package, with its package.json. */
function addPackage(files, name, folder, paths) {
  for (const path of ["package.json", ...paths]) {
    files[`/node_modules/${name}/${path}`] = readFileSync(join(folder, path), "utf8");
  }
}

/** Returns the declarations for the editor of the playground, by their paths in the file system of types-worker.mjs. */
function typeFiles() {
  const files = {};
  addLibrary(files, "es2022.full");
  const names = readdirSync(join(pkg, "dist"), { recursive: true });
  const declarations = names.filter((name) => name.endsWith(".d.ts"));
  const paths = declarations.map((name) => `dist/${name}`);
  addPackage(files, "ethereal-query", pkg, paths);
  // The only other package that the examples of the playground import.
  addPackage(files, "p-map", join(root, "node_modules", "p-map"), ["index.d.ts"]);
  return files;
}

/** Writes the package into `folder`, under a name without its version. */
async function packPackage(folder) {
  const args = [
    "pack",
    pkg,
    "--json",
    "--ignore-scripts",
    "--loglevel=error",
    `--pack-destination=${folder}`,
  ];
  // npm prints an array with one element. npm 12 and later print an object with one property.
  const packed = JSON.parse(await run("npm", args));
  const [{ filename }] = Object.values(packed);
  renameSync(join(folder, filename), join(folder, "ethereal-query.tgz"));
}

/** Writes the files into `folder`. The package must be built. */
export async function buildRun(folder) {
  mkdirSync(folder, { recursive: true });
  await Promise.all([buildScripts(folder), packPackage(folder)]);
  writeFileSync(join(folder, "types.json"), JSON.stringify(typeFiles()));
}
