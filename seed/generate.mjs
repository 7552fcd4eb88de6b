// Writes the sample data in seed/. `node seed/generate.mjs --check` writes nothing: it exits with 1 when a committed
// file is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import { ethereals } from "./generate/ethereals.mjs";
import { randomSource } from "./generate/random.mjs";
import { tokens } from "./generate/tokens.mjs";
import { transfers } from "./generate/transfers.mjs";
import { KEYS_FILE, SEED_FILES } from "./kinds.mjs";

const SEED = dirname(fileURLToPath(import.meta.url));
const ndjson = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/**
 * Returns 32 random bytes as base64, which ends in "=". It also has a "/" and a "+", which code that does not encode a
 * key would change.
 */
function demoKey(random) {
  for (;;) {
    const key = random.bytes(32).toString("base64");
    if (key.includes("/") && key.includes("+")) return key;
  }
}

/** The owner, the permissions and the balance of each key. */
const OWNERS = [
  ["demo", { aa: ["write", "create"], deliveries: ["read"], sprinkle: true }, "100000000000000000"],
  ["reader", {}, "0"],
  ["gardener", { sprinkle: true }, "123456789012345678901234567890"],
  ["courier", { deliveries: ["read", "write"], aa: [], sprinkle: false }, "1"],
  ["Zoë's studio", { aa: ["create"], "ethereal:sync": ["read", "retry"] }, "5000000000000000000"],
];

/** Returns public demo keys. They give access to this sample data only, so everybody may read and use them. */
function keys() {
  const random = randomSource("keys");
  return OWNERS.map(([requestOwner, auth, balanceWei]) => ({
    key: demoKey(random),
    requestOwner,
    auth,
    sponsoredAccount: random.address(),
    balanceWei,
  }));
}

/** Returns the content of each generated file, by its path relative to seed/. */
function generateFiles() {
  const { rows, pictures } = tokens();
  return new Map([
    [SEED_FILES.ethereals, ndjson(ethereals())],
    [SEED_FILES.transfers, ndjson(transfers())],
    [SEED_FILES.tokens, ndjson(rows)],
    [KEYS_FILE, `${JSON.stringify(keys(), null, 2)}\n`],
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
