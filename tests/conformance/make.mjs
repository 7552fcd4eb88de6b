// Writes vectors.json from the files in seed/ and from the rules in make/, never from a service's own answers.
// `node tests/conformance/make.mjs` writes; with --check it compares and exits with 1 when the committed file differs.
import { readFileSync, writeFileSync } from "node:fs";
import { cursorVectors } from "./make/cursors.mjs";
import { etherealVectors } from "./make/ethereals.mjs";
import { httpVectors } from "./make/http.mjs";
import { projectVectors } from "./make/project.mjs";
import { tokenVectors } from "./make/tokens.mjs";
import { transferVectors } from "./make/transfers.mjs";

const FILE = new URL("./vectors.json", import.meta.url);
const vectors = [...tokenVectors, ...transferVectors, ...projectVectors, ...etherealVectors, ...cursorVectors, ...httpVectors];

const names = new Set();
for (const { name } of vectors) {
  if (names.has(name)) throw new Error(`two vectors are called "${name}"`);
  names.add(name);
}

// One vector a line: a change of one vector is a change of one line.
const text = `[\n${vectors.map((vector) => JSON.stringify(vector)).join(",\n")}\n]\n`;

function committed() {
  try {
    return readFileSync(FILE, "utf8");
  } catch {
    return "";
  }
}

if (process.argv.includes("--check")) {
  if (committed() !== text) {
    console.error("tests/conformance/vectors.json is not what make.mjs writes");
    process.exitCode = 1;
  }
} else {
  writeFileSync(FILE, text);
  console.log(`conformance: ${vectors.length} vectors`);
}
