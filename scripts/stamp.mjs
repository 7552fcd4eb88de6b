// What a build was made from, as one hash: contents, not times, so that a fresh clone or another branch is judged right.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

function files(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).sort().flatMap((name) => files(join(path, name)));
}

/** The hash of files, whole folders and further words such as versions. */
export function hashOf(paths, words = []) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(files)) hash.update(`${path}\0`).update(readFileSync(join(root, path))).update("\0");
  for (const word of words) hash.update(`${word}\0`);
  return hash.digest("hex");
}
