// Other work beside a measurement: an import of new transfers, which are removed afterwards, so that the database keeps
// its size; and programs that only use the processor.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, run } from "../../scripts/run.mjs";
import { newId, writeNewTransfers } from "./data.mjs";
import { startImport } from "./ours.mjs";
import { runSql } from "./postgres.mjs";
import { hasEnded, start, stop } from "./processes.mjs";

/** Transfers per second that no import exceeds on the machines so far. */
const MAX_IMPORT_RATE = 25_000;
/** An import keeps two threads busy: one reads records, the other one or PostgreSQL writes them. */
export const BUSY_PROGRAMS = 2;

const DELETE_SQLITE = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
db.executescript(sys.argv[2])
db.execute("pragma wal_checkpoint(truncate)")
`;

const markOf = ({ folder, name }) => join(folder, `${name}.growing`);

/** Removes the new transfers that an import has left, also one of an earlier run that was interrupted. */
export async function removeNewTransfers(store) {
  if (!existsSync(markOf(store))) return;
  console.log(`Removing new transfers from ${store.name}.`);
  const from = newId(store.rows);
  const sql = ["transfer_hash", "transfer"].map((table) => `DELETE FROM ${table} WHERE id >= '${from}';`).join(" ");
  if (store.name === "sqlite") {
    await run("python3", ["-c", DELETE_SQLITE, store.database.slice(7), `BEGIN; ${sql} COMMIT;`]);
  } else {
    await runSql(store.database, sql);
    await runSql(store.database, "VACUUM (ANALYZE)");
  }
  rmSync(markOf(store));
}

/**
 * Calls `measure` while an import runs, which takes at most `seconds`. Resolves with the result of `measure`, and the
 * figures of the import.
 */
export async function whileImporting(store, seconds, measure) {
  const file = await writeNewTransfers(store.folder, store.rows, MAX_IMPORT_RATE * seconds);
  writeFileSync(markOf(store), "");
  const began = performance.now();
  const server = await startImport("transfers", file, store.database);
  const result = await measure();
  if (hasEnded(server)) throw new ScriptError(`The import ended before the measurement:\n${server.text}`);
  const time = (performance.now() - began) / 1000;
  const records = Number([...server.text.matchAll(/(\d+) lines committed/g)].at(-1)?.[1] ?? 0);
  await stop(server);
  await removeNewTransfers(store);
  return { result, import: { records, time } };
}

/** Calls `measure` while other programs keep the processor busy, and resolves with its result. */
export async function whileBusy(measure) {
  const startBusy = () => start(process.execPath, ["-e", "for (;;);"], { ready: () => true });
  const programs = await Promise.all(Array.from({ length: BUSY_PROGRAMS }, startBusy));
  const result = await measure();
  await Promise.all(programs.map(stop));
  return result;
}
