// The files of the packed package, and its manifest.
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
/** The text of a file in dist/. */
const dist = (name) => read("pkg", "dist", name);

const reviewedFiles = read("tests", "package", "files.txt").trim().split("\n");
/** The scripts, relative to dist/. */
const scripts = reviewedFiles
  .filter((name) => /\.c?js$/.test(name))
  .map((name) => name.replace("dist/", ""));

test("the tarball contains exactly the reviewed files, in few files and few bytes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ethereal-query-pack-"));
  try {
    const { files, unpackedSize } = await pack(folder);
    assert.deepEqual(files, reviewedFiles);
    assert.ok(files.length <= 170, `${files.length} files`);
    assert.ok(unpackedSize <= 4_200_000, `${unpackedSize} bytes`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every file that package.json names is packed", () => {
  /** All strings in a nested value. */
  const pathsIn = (value) =>
    typeof value === "string" ? [value] : Object.values(value).flatMap(pathsIn);
  const { exports, imports, main, types, unpkg, jsdelivr } = manifest;
  for (const path of pathsIn([exports, imports, main, types, unpkg, jsdelivr]))
    assert.ok(reviewedFiles.includes(path.replace("./", "")), path);
});

test("every script has its source map, and every entry its declarations", () => {
  for (const name of scripts) {
    if (reviewedFiles.includes(`dist/${name}.map`)) continue;
    // Only a script that re-exports another script has no source map.
    assert.doesNotMatch(dist(name), /\bfunction\b|=>|sourceMappingURL/, name);
  }
  const entries = Object.values(manifest.exports).filter((entry) => entry.import);
  for (const entry of entries) {
    const declaration = entry.import.slice(2).replace(/\.js$/, ".d.ts");
    assert.ok(reviewedFiles.includes(declaration), entry.import);
    const cjsDeclaration = entry.require.slice(2).replace(/\.cjs$/, ".d.cts");
    assert.ok(reviewedFiles.includes(cjsDeclaration), entry.require);
  }
});

test("every file that a packed script or declaration imports is packed", () => {
  for (const name of reviewedFiles.filter((name) => /\.(js|d\.ts)$/.test(name))) {
    // Relative imports, without a query such as `?module`.
    for (const [, path] of read("pkg", name).matchAll(/(?:from|import)\s*"(\.[^"?]+)/g)) {
      const file = name.endsWith(".d.ts") ? path.replace(/\.js$/, ".d.ts") : path;
      assert.ok(reviewedFiles.includes(join(dirname(name), file)), `${name} imports ${path}`);
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
  assert.deepEqual(
    warnings.filter((line) => !line.includes("requires you to be logged in")),
    [],
  );
});

test("the manifest has the links to the sources, the documents and the issues", () => {
  const { repository, homepage, bugs, keywords, description, license } = manifest;
  const [, address] = /^git\+(https:.*)\.git$/.exec(repository.url);
  assert.equal(bugs, `${address}/issues`);
  // The address at which GitHub Pages serves the site of a repository.
  assert.equal(homepage, address.replace(/github\.com\/([^/]+)/, "$1.github.io") + "/");
  assert.equal(repository.directory, "pkg");
  assert.ok(keywords.length > 0 && description && license);
});

test("the changelog, the licenses and the OpenAPI description are the files of the repository", () => {
  for (const path of ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "service/openapi.json"]) {
    assert.equal(read("pkg", basename(path)), read(path), path);
  }
});

test("npm can show every link of the README", () => {
  const links = [...read("pkg", "README.md").matchAll(/\]\(([^)]+)\)/g)].map(
    ([, target]) => target,
  );
  assert.deepEqual(
    links.filter((target) => !/^(https:|#)/.test(target)),
    [],
  );
});

test("has no install script and no dependency", () => {
  for (const name of ["scripts", "dependencies", "optionalDependencies"]) {
    assert.equal(manifest[name], undefined);
  }
});

test("every peer dependency is optional", () => {
  const optionalPeers = Object.entries(manifest.peerDependenciesMeta).filter(
    ([, { optional }]) => optional,
  );
  assert.deepEqual(
    Object.keys(manifest.peerDependencies),
    optionalPeers.map(([name]) => name),
  );
});

test("only the command line loads a file", () => {
  // The glue of wasm-bindgen loads the file `…_bg.wasm` relative to `import.meta.url`.
  const loadingScripts = scripts.filter(
    (name) => /import\.meta|_bg\.wasm/.test(dist(name)) && !name.startsWith("cli/"),
  );
  assert.deepEqual(loadingScripts, []);
});

test("a host that cannot compile at run time imports the .wasm file", () => {
  const files = {
    client: "ethereal_query.wasm",
    embedded: "ethereal_query_embedded.wasm",
    proxy: "ethereal_query_proxy.wasm",
  };
  assert.deepEqual(
    Object.keys(manifest.imports),
    Object.keys(files).map((folder) => `#ethereal-query/${folder}-module`),
  );
  for (const [folder, file] of Object.entries(files)) {
    const name = `${folder}/module`;
    const conditions = Object.entries(manifest.imports[`#ethereal-query/${folder}-module`]);
    const forWorkerd = {
      // Nitro logs a warning for a `.wasm` file without the suffix `?module`.
      unwasm: `./dist/${name}.edge-light.js`,
      default: `./dist/${name}.workerd.js`,
    };
    assert.deepEqual(
      conditions,
      [
        ["workerd", forWorkerd],
        ["edge-light", `./dist/${name}.edge-light.js`],
        ["import", `./dist/${name}.js`],
        ["require", `./dist/${name}.cjs`],
      ],
      "the first match is taken",
    );
    assert.match(dist(`${name}.workerd.js`), new RegExp(`from "../${file}"`));
    assert.match(dist(`${name}.edge-light.js`), new RegExp(`from "../${file}\\?module"`));
  }
});

test("no script has a top-level await or a dynamic import, which service workers forbid", () => {
  for (const name of scripts) {
    assert.doesNotMatch(dist(name), /\bimport\(/, name);
    // A classic script has no top-level await, so esbuild refuses to convert a module that has one.
    transformSync(dist(name), { format: "iife", logLevel: "silent" });
  }
});
