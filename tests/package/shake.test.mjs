// What bundlers leave of the package for programs that use a part of it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { build as esbuild } from "esbuild";
import { rolldown } from "rolldown";
import { root } from "../../scripts/run.mjs";

const dist = join(root, "pkg", "dist");
const folder = mkdtempSync(join(tmpdir(), "shake-"));
after(() => rmSync(folder, { recursive: true }));

/** The modules inside the entry, as the characters they are written in; a piece of each tells whether it is there. */
const texts = [...readFileSync(join(dist, "index.js"), "utf8").matchAll(/"((?:[^"\\]|\\.){1000,})"/g)].map(([, text]) => text);
const [first, helpers, stream] = texts.sort((a, b) => b.length - a.length).map((text) => text.slice(400, 600));

const bundlers = {
  esbuild: async (input) => {
    const { outputFiles } = await esbuild({ entryPoints: [input], bundle: true, format: "esm", charset: "utf8", write: false });
    return outputFiles[0].text;
  },
  rolldown: async (input) => {
    const { output } = await (await rolldown({ input })).generate();
    return output[0].code;
  },
};

let programs = 0;
function program(names) {
  const path = join(folder, `${programs++}.mjs`);
  writeFileSync(path, `export { ${names} } from ${JSON.stringify(join(dist, "index.js"))};\n`);
  return path;
}

test("the entry holds three modules", () => assert.equal(texts.length, 3));

for (const [name, bundled] of Object.entries(bundlers)) {
  test(`${name}: a module comes with what needs it, and the four calls with the first alone`, async () => {
    for (const [names, ...late] of [
      ["Client"], ["Client, isEtherealQueryError, routeOf, can, sameAddress"],
      ["formatUnits", helpers], ["checksumAddress, Client", helpers], ["Client, stream", stream],
    ]) {
      const code = await bundled(program(names));
      for (const text of [first, helpers, stream]) assert.equal(code.includes(text), text === first || late.includes(text), names);
    }
  });
}
