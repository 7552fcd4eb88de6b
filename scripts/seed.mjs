// The sample data of seed/ that has no module of its own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** The pictures of the seed, as { cid, svg }. */
export function readPictures() {
  const lines = readFileSync(join(root, "seed", "pictures.ndjson"), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => JSON.parse(line));
}
