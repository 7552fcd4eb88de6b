// The disk that the scale benchmark needs.
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, root } from "../../scripts/run.mjs";

/** Bytes of one ethereal and one transfer. */
const BYTES_PER_ROW = { sqlite: 2700, postgres: 3700 };
/** The write-ahead logs of both databases, and the new records of the import beside the measurement. */
const MORE_BYTES = 15e9;

/** Says how much disk the run takes. Throws when the disk is too small. */
export function checkDisk(home, sizes, stores) {
  const bytesOf = (name, rows) =>
    existsSync(join(home, String(rows), `${name}.imported`)) ? 0 : rows * BYTES_PER_ROW[name];
  const bytes = stores.flatMap((name) => sizes.map((rows) => bytesOf(name, rows))).reduce((sum, one) => sum + one, 0);
  const needed = bytes + MORE_BYTES;
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  const gigabytes = (count) => `${(count / 1e9).toFixed(1)} GB`;
  console.log(`${home} needs about ${gigabytes(needed)} more of disk; ${gigabytes(free)} are free.`);
  if (needed <= free) return;
  throw new ScriptError(
    `The disk is too small: ${gigabytes(free)} are free. Expected at least ${gigabytes(needed)}. Measure one ` +
      `database with --store sqlite, remove service.db and sqlite.imported in ${join(home, String(sizes.at(-1)))}, and ` +
      "measure the other one with --store postgres.",
  );
}
