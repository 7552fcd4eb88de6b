// Writes the sample data in seed/. `node seed/generate.mjs --check` writes nothing: it exits with 1 when a committed
// file is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import { ethereals } from "./generate/ethereals.mjs";
import { keys } from "./generate/keys.mjs";
import { tokens } from "./generate/tokens.mjs";
import { transfers } from "./generate/transfers.mjs";

const SEED = dirname(fileURLToPath(import.meta.url));
const ndjson = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** The content of each generated file, by its path relative to seed/. */
function generateFiles() {
  const { rows, pictures } = tokens();
  return new Map([
    ["ethereals.ndjson", ndjson(ethereals())],
    ["transfers.ndjson", ndjson(transfers())],
    ["tokens.ndjson", ndjson(rows)],
    ["keys.json", `${JSON.stringify(keys(), null, 2)}\n`],
    ["pictures.ndjson", ndjson(pictures)],
  ]);
}

function read(path) {
  try {
    return readFileSync(join(SEED, path), "utf8");
  } catch {
    return undefined;
  }
}

const wanted = generateFiles();
const different = [...wanted].filter(([path, content]) => read(path) !== content).map(([path]) => path);

if (process.argv.includes("--check")) {
  for (const path of different) console.error(`seed/${path} is out of date. Run: node seed/generate.mjs`);
  process.exitCode = different.length ? 1 : 0;
} else {
  for (const path of different) writeFileSync(join(SEED, path), wanted.get(path));
  console.log(`seed: ${wanted.size} files, ${different.length} written`);
}
