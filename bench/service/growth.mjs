// An import of new transfers beside a measurement. They are removed afterwards, so that the database keeps its size.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/run.mjs";
import { makeNewTransfers, newId } from "./data.mjs";
import { startImport } from "./ours.mjs";
import { runSql } from "./postgres.mjs";

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

/** Calls `measure` while an import runs. Resolves with the memory that it returns, and the import's figures. */
export async function whileImporting(store, measure) {
  writeFileSync(markOf(store), "");
  const began = performance.now();
  const growing = await startImport("transfers", makeNewTransfers(store.rows), store.database);
  const memory = await measure();
  const [records, time] = [growing.committed(), (performance.now() - began) / 1000];
  await growing.finish();
  await removeNewTransfers(store);
  return { memory, records, time };
}
