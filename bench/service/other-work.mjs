// Runs other work during a measurement: an import of new transfers, or programs that only use the processor. The new
// transfers are removed after the measurement, so that the database keeps its size.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, run } from "../../scripts/run.mjs";
import { hasEnded, start, stop } from "../processes.mjs";
import { newId, writeNewTransfers } from "./data.mjs";
import { fileOf, startImport } from "./ours.mjs";
import { runSql } from "./postgres.mjs";

/** An upper limit for the transfers per second of an import, above all measured rates. */
const MAX_IMPORT_RATE = 25_000;
/** The number of threads that an import keeps busy: one reads records, and a thread or PostgreSQL writes them. */
export const BUSY_PROGRAMS = 2;
/** A busy program ends after ten minutes, even if the benchmark was killed. */
const BUSY_LOOP = "for (const end = Date.now() + 600_000; Date.now() < end;);";

/** A Python program with the arguments FILE and SQL. It runs the SQL, and empties the write-ahead log. */
const DELETE_SQLITE = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
db.executescript(sys.argv[2])
db.execute("pragma wal_checkpoint(truncate)")
`;

/** The file that exists while the database may have new transfers. */
const markerFile = ({ folder, name }) => join(folder, `${name}.growing`);

/** Removes the new transfers of an import in this run, or in an earlier run that was interrupted. */
export async function removeNewTransfers(store) {
  if (!existsSync(markerFile(store))) return;
  console.log(`Removing new transfers from ${store.name}.`);
  const from = newId(store.rows);
  const sql = ["transfer_hash", "transfer"]
    .map((table) => `DELETE FROM ${table} WHERE id >= '${from}';`)
    .join(" ");
  if (store.name === "sqlite") {
    await run("python3", ["-c", DELETE_SQLITE, fileOf(store.database), `BEGIN; ${sql} COMMIT;`]);
  } else {
    await runSql(store.database, sql);
    await runSql(store.database, "VACUUM (ANALYZE)");
  }
  rmSync(markerFile(store));
}

/** Writes a file of new transfers whose import takes longer than `seconds`. Resolves with its path. */
export async function prepareImport({ folder, rows }, seconds) {
  const file = await writeNewTransfers(folder, rows, MAX_IMPORT_RATE * seconds);
  await run("sync", [file]);
  return file;
}

/**
 * Calls `measure` while an import of `file` runs. Resolves with the result of `measure`, and with the committed records
 * and the seconds of the import.
 */
export async function whileImporting(store, file, measure) {
  writeFileSync(markerFile(store), "");
  const startedMs = performance.now();
  const importing = await startImport("transfers", file, store.database);
  const result = await measure();
  if (hasEnded(importing))
    throw new ScriptError(`The import ended during the measurement:\n${importing.text}`);
  const time = (performance.now() - startedMs) / 1000;
  // After each commit, the import prints the number of all committed lines.
  const commits = [...importing.text.matchAll(/(?<lines>\d+) lines committed/g)];
  const records = Number(commits.at(-1)?.groups.lines ?? 0);
  await stop(importing);
  await removeNewTransfers(store);
  return { result, import: { records, time } };
}

/** Calls `measure` while other programs keep the processor busy, and resolves with its result. */
export async function whileBusy(measure) {
  const startBusy = () => start(process.execPath, ["-e", BUSY_LOOP], { ready: () => true });
  const programs = await Promise.all(Array.from({ length: BUSY_PROGRAMS }, startBusy));
  const result = await measure();
  await Promise.all(programs.map(stop));
  return result;
}
