// Writes the sample data in seed/. `node scripts/seed.mjs` writes, `node scripts/seed.mjs --check` only compares:
// it exits with 1 when a committed file differs from what the script would write.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import { ethereals } from "./seed/ethereals.mjs";
import { keys } from "./seed/keys.mjs";
import { tokens } from "./seed/tokens.mjs";
import { transfers } from "./seed/transfers.mjs";

const SEED = join(dirname(fileURLToPath(import.meta.url)), "..", "seed");
const ndjson = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Every generated file, by path relative to seed/. */
function generate() {
  const { rows, files } = tokens();
  return new Map([
    ["ethereals.ndjson", ndjson(ethereals())],
    ["transfers.ndjson", ndjson(transfers())],
    ["tokens.ndjson", ndjson(rows)],
    ["keys.json", `${JSON.stringify(keys(), null, 2)}\n`],
    ...[...files].map(([cid, content]) => [join("ipfs", cid), content]),
  ]);
}

function read(path) {
  try {
    return readFileSync(join(SEED, path), "utf8");
  } catch {
    return undefined;
  }
}

/** Images of an earlier version: nothing refers to them any more. */
function leftovers(wanted) {
  return readdirSync(join(SEED, "ipfs")).map((name) => join("ipfs", name)).filter((path) => !wanted.has(path));
}

const wanted = generate();
mkdirSync(join(SEED, "ipfs"), { recursive: true });
const stale = leftovers(wanted);
const different = [...wanted].filter(([path, content]) => read(path) !== content).map(([path]) => path);

if (process.argv.includes("--check")) {
  for (const path of [...different, ...stale]) console.error(`seed/${path} is not what scripts/seed.mjs writes`);
  process.exitCode = different.length + stale.length ? 1 : 0;
} else {
  for (const path of different) writeFileSync(join(SEED, path), wanted.get(path));
  for (const path of stale) rmSync(join(SEED, path));
  console.log(`seed: ${wanted.size} files, ${different.length} written, ${stale.length} removed`);
}
