// The disk that the scale benchmark needs. When it is too small for both databases of the largest size, SQLite's file
// is removed before PostgreSQL gets its records.
import { existsSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, root } from "../../scripts/run.mjs";

/** Bytes of one ethereal and one transfer, measured at 100,000 rows. */
const BYTES_PER_ROW = { sqlite: 2700, postgres: 3700 };
/** PostgreSQL's log of changes (`max_wal_size`), SQLite's, and the new records of the import beside the measurement. */
const MORE_BYTES = 10e9;

/** Says how much disk the run takes. Returns whether all databases can stay. Throws when the disk is too small. */
export function checkDisk(home, sizes) {
  const largest = sizes.at(-1);
  const bytesOf = (name, rows) =>
    existsSync(join(home, String(rows), `${name}.imported`)) ? 0 : rows * BYTES_PER_ROW[name];
  const bytesOfAll = (name) => sizes.reduce((sum, rows) => sum + bytesOf(name, rows), 0);
  const more = Math.min(MORE_BYTES, largest * 10_000);
  const all = bytesOfAll("sqlite") + bytesOfAll("postgres") + more;
  const oneByOne = Math.max(bytesOfAll("sqlite") + more, all - bytesOf("sqlite", largest));
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;
  console.log(`${home} needs about ${gigabytes(all)} more of disk; ${gigabytes(free)} are free.`);
  if (all <= free) return true;
  if (oneByOne > free) throw new ScriptError(`The disk is too small: at least ${gigabytes(oneByOne)} must be free.`);
  console.log("SQLite's file of the largest size will be removed before PostgreSQL gets its records.");
  return false;
}

/** Removes SQLite's file and the mark of its import. */
export function removeSqlite(folder) {
  for (const name of ["service.db", "service.db-wal", "service.db-shm", "sqlite.imported"]) {
    rmSync(join(folder, name), { force: true });
  }
}
