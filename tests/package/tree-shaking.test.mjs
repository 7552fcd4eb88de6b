// Bundlers keep only the modules and the WebAssembly that a program uses.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { rolldown } from "rolldown";
import { root } from "../../scripts/run.mjs";

const entry = join(root, "pkg", "dist", "index.js");
const folder = mkdtempSync(join(tmpdir(), "ethereal-query-shake-"));
after(() => rmSync(folder, { recursive: true }));

/**
 * A part of the string of each module. A bundle that contains the part contains the module. The parts are long, because
 * the modules have some functions in common.
 */
const pieces = {};
for (const name of ["client", "proxy"]) {
  const { text } = await import(`../../pkg/wasm/${name}/inline.js`);
  pieces[name] = text.slice(20_000, 30_000);
}

const bundlers = {
  async esbuild(input) {
    const options = { bundle: true, minify: true, format: "esm", charset: "utf8", write: false };
    const { outputFiles } = await esbuild({ ...options, entryPoints: [input] });
    return outputFiles[0].text;
  },
  async rolldown(input) {
    const { output } = await (await rolldown({ input })).generate({ minify: true });
    return output[0].code;
  },
};

/** [imports, WebAssembly modules in the bundle, budget in bytes after brotli] */
const PROGRAMS = [
  ["isEtherealQueryError", [], 2_000],
  ["isEtherealQueryError, EtherealQueryError", [], 2_000],
  ["can", [], 500],
  ["formatUnits", [], 1_700],
  ["checksumAddress", [], 2_300],
  ["resolveUri", [], 3_900],
  ["normalizeMetadata", [], 5_000],
  // The table of chains is 1.0 kB.
  ["parseTokenRef", [], 2_700],
  ["resolveUri, normalizeMetadata, parseTokenRef", [], 6_800],
  ["routeOf", [], 1_700],
  ["Client", ["client"]],
  ["Client, isEtherealQueryError", ["client"]],
  ["Client, formatUnits", ["client"]],
];

/** A host in the table of chains. Only `parseTokenRef` needs this table. */
const HOST_IN_CHAIN_TABLE = "basescan.org";

for (const [bundler, bundle] of Object.entries(bundlers)) {
  for (const [element, other] of [
    ["token-card", "transfer-route"],
    ["transfer-route", "token-card"],
  ]) {
    test(`${bundler} keeps the registration of eq-${element} when a program imports the file only for its side effect`, async () => {
      const program = join(folder, `${bundler} ${element}.mjs`);
      writeFileSync(
        program,
        `import ${JSON.stringify(join(root, "pkg", "dist", "elements", `${element}.js`))};\n`,
      );
      const code = await bundle(program);
      assert.match(code, new RegExp(`["'\`]eq-${element}["'\`]`));
      assert.doesNotMatch(code, new RegExp(`["'\`]eq-${other}["'\`]`));
    });
  }

  for (const [names, modules, maxBytes = Infinity] of PROGRAMS) {
    test(`${bundler} bundles ${names} with ${modules.join(" and ") || "no WebAssembly"}`, async () => {
      const program = join(folder, `${bundler} ${names}.mjs`);
      writeFileSync(program, `export { ${names} } from ${JSON.stringify(entry)};\n`);
      const code = await bundle(program);
      const modulesInBundle = Object.keys(pieces).filter((name) => code.includes(pieces[name]));
      assert.deepEqual(modulesInBundle, modules);
      if (modules.length === 0) assert.doesNotMatch(code, /WebAssembly/);
      assert.equal(code.includes(HOST_IN_CHAIN_TABLE), names.includes("parseTokenRef"));
      const { length } = brotliCompressSync(code);
      assert.ok(length <= maxBytes, `${length} bytes`);
    });
  }
}
