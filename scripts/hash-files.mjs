// Hashes the inputs of a build. It reads contents and not times, so that it works in a fresh clone and on any branch.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

function listFiles(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).sort().flatMap((name) => listFiles(join(path, name)));
}

/** The hash of files, folders and texts such as versions. */
export function hashFiles(paths, texts = []) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(listFiles)) hash.update(`${path}\0`).update(readFileSync(join(root, path))).update("\0");
  for (const text of texts) hash.update(`${text}\0`);
  return hash.digest("hex");
}
