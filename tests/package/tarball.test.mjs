// What is in the package, read before anybody runs it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
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
    assert.ok(packed.includes(path.replace(/^\.\//, "")), path);
  }
});

test("all versions are the same", () => {
  const version = /\[workspace\.package\][^[]*?^version = "([^"]+)"/ms.exec(read("Cargo.toml"))?.[1];
  assert.equal(manifest.version, version);
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

test("no top-level await and no dynamic import, which service workers forbid", () => {
  for (const name of ["index.js", "external.js", "embedded.js"]) {
    assert.doesNotMatch(dist(name), /\bimport\(|(^|[;}])await\b/, name);
  }
});

test("the declarations for require name each other by .cjs", () => {
  const names = distNames().filter((name) => name.endsWith(".d.cts"));
  const wrong = names.filter((name) => /["']\.{1,2}\/[^"']+\.js["']/.test(dist(name)));
  assert.deepEqual(wrong, []);
});
