// Reads the sample data of seed/.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KEYS_FILE, RECORD_KINDS, SEED_FILES } from "../seed/kinds.mjs";
import { root } from "./run.mjs";

export { KEYS_FILE, SEED_FILES } from "../seed/kinds.mjs";

export const seedPath = (name) => join(root, "seed", name);
const read = (name) => readFileSync(seedPath(name), "utf8");

/** Returns the options of an embedded service with the sample records and keys. */
export function seedOptions() {
  const dataset = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, read(SEED_FILES[kind])]));
  return { dataset, keys: JSON.parse(read(KEYS_FILE)) };
}

/** Returns the pictures of the seed, as `{ cid, svg }`. */
export function readPictures() {
  const lines = read("pictures.ndjson").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}
