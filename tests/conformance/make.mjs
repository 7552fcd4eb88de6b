// Writes vectors.json from the files in seed/ and the rules in make/, never from the responses of a service.
// `node tests/conformance/make.mjs` writes the file. With --check, it exits with 1 if the committed file differs.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const FILE = new URL("./vectors.json", import.meta.url);
const FOLDER = new URL("./make/", import.meta.url);
const vectors = [];
for (const name of readdirSync(FOLDER).sort()) vectors.push(...((await import(new URL(name, FOLDER))).vectors ?? []));

const names = new Set();
for (const { name } of vectors) {
  if (names.has(name)) throw new Error(`Duplicate vector name: "${name}". Expected unique names.`);
  names.add(name);
}

// One vector per line, so that a change of a vector changes one line.
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
    console.error("tests/conformance/vectors.json is out of date. Run `node tests/conformance/make.mjs`.");
    process.exitCode = 1;
  }
} else {
  writeFileSync(FILE, text);
  console.log(`conformance: ${vectors.length} vectors`);
}
