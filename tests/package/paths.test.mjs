// No shipped file contains a path of the machine that built it. `npm run test:reproducible` goes further and builds the
// package elsewhere.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { output, root } from "../../scripts/run.mjs";
import { importSource } from "../source.mjs";
import { pack } from "./project.mjs";

const MODULES = ["client", "embedded", "proxy"];
/** Parts of paths on any build machine: home folders, and the folders of cargo and rustup. */
const BUILD_FOLDERS = [
  /\/(home|root|Users)\//,
  /[A-Z]:\\(Users|Windows)/,
  /\.(cargo|rustup)\b/,
  /registry[/\\]src/,
  /index\.crates\.io-/,
  /\/target\/release/,
];
/** The folders of this machine that a build could write into a file. */
const folders = [
  root.replace(/\/$/, ""),
  homedir(),
  process.env.CARGO_HOME ?? join(homedir(), ".cargo"),
  output("rustc", ["--print", "sysroot"]),
].filter((folder) => folder !== "/");

async function packedFiles() {
  const folder = mkdtempSync(join(tmpdir(), "ethereal-query-pack-"));
  try {
    const { files } = await pack(folder);
    return files.map((name) => [name, readFileSync(join(root, "pkg", name), "latin1")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Decodes a module. The packed scripts contain the module only in an encoding, in which a search finds no path. */
async function decodedModule(name) {
  const { text } = await import(`../../pkg/wasm/${name}/inline.js`);
  const { decodeBytes } = await importSource("runtime/inline-module");
  return [`the module ${name}`, Buffer.from(decodeBytes(text)).toString("latin1")];
}

test("no shipped file contains a path of this machine", async () => {
  const files = await packedFiles();
  const modules = await Promise.all(MODULES.map(decodedModule));
  for (const [name, content] of [...files, ...modules]) {
    // A backslash at the end of a line continues a string.
    const text = content.replaceAll("\\\n", "");
    for (const folder of folders)
      assert.ok(!text.includes(`${folder}/`), `${name} contains ${folder}`);
    for (const pattern of BUILD_FOLDERS) assert.equal(pattern.exec(text)?.[0], undefined, name);
  }
});
