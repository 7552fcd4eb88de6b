// The files of the package.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { transformSync } from "esbuild";
import { root, run } from "../../scripts/run.mjs";
import { pack } from "./project.mjs";

const read = (...path) => readFileSync(join(root, ...path), "utf8");
const manifest = JSON.parse(read("pkg", "package.json"));
const dist = (name) => read("pkg", "dist", name);

/** The reviewed files. Each script also has its source map, and each declaration a copy for `require`. */
const reviewed = read("tests", "package", "files.txt").trim().split("\n").flatMap((name) => {
  if (/\.c?js$/.test(name)) return [name, `${name}.map`];
  return name.endsWith(".d.ts") ? [name, name.replace("dist/", "dist/cjs/")] : [name];
});
const scripts = reviewed.filter((name) => /\.c?js$/.test(name)).map((name) => name.replace("dist/", ""));

test("the tarball contains exactly the reviewed files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ethereal-query-pack-"));
  try {
    const { files } = await pack(folder);
    assert.deepEqual(files, reviewed.sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every file that package.json names is packed", () => {
  const named = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(named));
  for (const path of named([manifest.exports, manifest.main, manifest.module, manifest.types])) {
    const [before, after] = path.replace(/^\.\//, "").split("*");
    const isNamed = (file) => (after === undefined ? file === before : file.startsWith(before) && file.endsWith(after));
    assert.ok(reviewed.some(isNamed), path);
  }
});

test("every file that a packed script or declaration imports is packed", () => {
  for (const name of reviewed.filter((name) => /\.(js|d\.ts)$/.test(name))) {
    for (const [, path] of read("pkg", name).matchAll(/(?:from|import)\s*"(\.[^"?]+)/g)) {
      const target = join(dirname(name), name.endsWith(".d.ts") ? path.replace(/\.js$/, ".d.ts") : path);
      assert.ok(reviewed.includes(target), `${name} imports ${path}`);
    }
  }
});

test("npm would publish the package without a warning", async () => {
  const text = await run("npm", ["publish", "--dry-run", "--offline", "--loglevel", "warn"], {
    cwd: join(root, "pkg"),
  });
  assert.ok(text.includes(`+ ${manifest.name}@${manifest.version}`), text);
  const warnings = text.split("\n").filter((line) => line.startsWith("npm warn publish"));
  // npm warns that the test is not logged in.
  assert.deepEqual(warnings.filter((line) => !line.includes("requires you to be logged in")), []);
});

test("the manifest has the links to the sources, the documents and the issues", () => {
  const { repository, homepage, bugs, keywords, description, license } = manifest;
  const [, address] = /^git\+(https:.*)\.git$/.exec(repository.url);
  assert.deepEqual([homepage, bugs], [`${address}#readme`, `${address}/issues`]);
  assert.equal(repository.directory, "pkg");
  assert.ok(keywords.length > 0 && description && license);
});

test("the changelog, the licenses and the OpenAPI description are those of the repository", () => {
  for (const path of ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "service/openapi.json"]) {
    assert.equal(read("pkg", basename(path)), read(path), path);
  }
});

test("npm can show every link of the README", () => {
  const links = [...read("pkg", "README.md").matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
  assert.deepEqual(links.filter((target) => !/^(https:|#)/.test(target)), []);
});

test("has no install script and no dependency", () => {
  for (const name of ["scripts", "dependencies", "peerDependencies", "optionalDependencies"]) {
    assert.equal(manifest[name], undefined);
  }
});

test("only the command line loads a file, and CommonJS uses no import.meta", () => {
  const looking = scripts.filter((name) => dist(name).includes("import.meta") && !name.startsWith("cli/"));
  assert.deepEqual(looking, []);
  assert.deepEqual(scripts.filter((name) => dist(name).includes("_bg.wasm")), []);
});

test("a host that cannot compile at run time imports the .wasm file", () => {
  for (const [entry, prefix, file] of [
    [".", "", "ethereal_query.wasm"],
    ["./proxy", "proxy.", "ethereal_query_proxy.wasm"],
  ]) {
    for (const [name, suffix] of [
      ["workerd", ""],
      ["edge-light", "?module"],
    ]) {
      const script = `${prefix}${name}.js`;
      const imported = [...dist(script).matchAll(/from"([^"]+)"/g)].map(([, path]) => path);
      assert.deepEqual(imported, [`./${file}${suffix}`], script);
      assert.equal(manifest.exports[entry][name].default, `./dist/${script}`);
    }
    assert.deepEqual(
      Object.keys(manifest.exports[entry]).slice(0, 2),
      ["workerd", "edge-light"],
      "the first match is taken",
    );
  }
});

test("no script has a top-level await or a dynamic import, which service workers forbid", () => {
  for (const name of scripts) {
    assert.doesNotMatch(dist(name), /\bimport\(/, name);
    // A classic script has no top-level await, so esbuild refuses to convert a module that has one.
    transformSync(dist(name), { format: "iife", logLevel: "silent" });
  }
});

test("the declarations for require belong to a CommonJS package", () => {
  assert.deepEqual(JSON.parse(dist("cjs/package.json")), { type: "commonjs" });
});
