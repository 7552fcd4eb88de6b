// The sample data of seed/.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RECORD_KINDS } from "../seed/kinds.mjs";
import { root } from "./run.mjs";

/** The names of the files in seed/, by the kind of their records. */
export const SEED_FILES = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, `${kind}.ndjson`]));
export const KEYS_FILE = "keys.json";

export const seedPath = (name) => join(root, "seed", name);
const read = (name) => readFileSync(seedPath(name), "utf8");

/** The options of an embedded service with the sample records and keys. */
export function seedOptions() {
  const dataset = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, read(SEED_FILES[kind])]));
  return { dataset, keys: JSON.parse(read(KEYS_FILE)) };
}

/** The pictures of the seed, as { cid, svg }. */
export function readPictures() {
  const lines = read("pictures.ndjson").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}
