// What is in the package, read before anybody runs it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { transformSync } from "esbuild";
import { root } from "../../scripts/run.mjs";
import { pack } from "./project.mjs";

const read = (...path) => readFileSync(join(root, ...path), "utf8");
const manifest = JSON.parse(read("pkg", "package.json"));
const dist = (name) => read("pkg", "dist", name);
const distNames = () => readdirSync(join(root, "pkg", "dist")).sort();

test("the tarball holds exactly the reviewed files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ethereal-query-pack-"));
  try {
    const { files } = await pack(folder);
    assert.deepEqual(files, read("tests", "package", "files.txt").trim().split("\n"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every file that package.json names is packed", () => {
  const named = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(named));
  const packed = read("tests", "package", "files.txt").trim().split("\n");
  for (const path of named([manifest.exports, manifest.main, manifest.module, manifest.types])) {
    const [before, after] = path.replace(/^\.\//, "").split("*");
    const isNamed = (file) => (after === undefined ? file === before : file.startsWith(before) && file.endsWith(after));
    assert.ok(packed.some(isNamed), path);
  }
});

test("nothing runs at installation and nothing else is installed", () => {
  for (const name of ["scripts", "dependencies", "peerDependencies", "optionalDependencies"]) {
    assert.equal(manifest[name], undefined);
  }
});

test("only ./external looks for a file, and CommonJS knows no import.meta", () => {
  const looking = distNames().filter((name) => /\.c?js$/.test(name) && dist(name).includes("import.meta"));
  assert.deepEqual(looking, ["external.js", "external.node.js"]);
  for (const name of ["index.js", "index.cjs", "embedded.js", "embedded.cjs"]) {
    assert.ok(!dist(name).includes("_bg.wasm"), name);
  }
});

test("where nothing is compiled at run time, the file is imported by the name that host knows", () => {
  for (const [name, file] of [["workerd", "ethereal_query.wasm"], ["edge-light", "ethereal_query.wasm?module"]]) {
    const code = dist(`${name}.js`);
    const imported = [...code.matchAll(/from"([^"]+)"/g)].map(([, path]) => path);
    const late = ["helpers", "stream"].map((part) => `./${file.replace(".wasm", `_${part}.wasm`)}`);
    assert.deepEqual(imported, [`./${file}`, ...late], name);
    assert.ok(code.length < 30_000, name);
    assert.equal(manifest.exports["."][name].default, `./dist/${name}.js`);
  }
  assert.deepEqual(Object.keys(manifest.exports["."]).slice(0, 2), ["workerd", "edge-light"], "the first match is taken");
});

test("no top-level await and no dynamic import, which service workers forbid", () => {
  for (const name of ["index.js", "workerd.js", "edge-light.js", "external.js", "embedded.js"]) {
    assert.doesNotMatch(dist(name), /\bimport\(/, name);
    // A script cannot wait at its top, so esbuild refuses to make one of a module that does.
    transformSync(dist(name), { format: "iife", logLevel: "silent" });
  }
});

test("the declarations for require name each other by .cjs", () => {
  const names = distNames().filter((name) => name.endsWith(".d.cts"));
  const wrong = names.filter((name) => /["']\.{1,2}\/[^"']+\.js["']/.test(dist(name)));
  assert.deepEqual(wrong, []);
});
