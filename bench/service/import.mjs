// Measures an import of transfers, and the database alone, which loads the same rows in one transaction without the
// service. `node bench/service/import.mjs [ROWS]`; OTHER=PATH adds another binary, ROUNDS=N sets the rounds.
import { createReadStream, createWriteStream, existsSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { main, root, run } from "../../scripts/run.mjs";
import { measureOtherPrograms, withProcesses } from "../processes.mjs";
import { formatPercent } from "../report.mjs";
import { median } from "../../scripts/statistics.mjs";
import { HASH_FIELDS, makeFolder, writeTransfers } from "./data.mjs";
import { binary, buildBinary, databaseBytes } from "./ours.mjs";
import { runSql, runSqlFile, startPostgres } from "./postgres.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const TABLES = { transfer: "id, doc", transfer_hash: "chain, hash, ts, id" };

/**
 * A program that loads the files of `writeRows` into SQLite. It is Python, because the command `.import` of SQLite's
 * shell cannot read bytes. The settings are the same as in the service; a negative `cache_size` is a number of KiB.
 */
const LOAD_SQLITE = `import sqlite3, sys
database, transfers, transfer_hashes = sys.argv[1:]

def rows(path):
    for line in open(path):
        yield line.rstrip("\\n").split("\\t")

def hash_rows():
    for chain, hash, ts, id in rows(transfer_hashes):
        # The first three characters mark bytes for PostgreSQL.
        yield chain, bytes.fromhex(hash[3:]), int(ts), id

db = sqlite3.connect(database, isolation_level=None)
db.execute("pragma synchronous = full")
db.execute("pragma cache_size = -65536")
db.execute("begin immediate")
db.executemany("insert into transfer values (?, ?)", rows(transfers))
db.executemany("insert into transfer_hash values (?, ?, ?, ?)", hash_rows())
db.execute("commit")
db.close()
`;

/** Writes the rows of both tables as tab-separated text. Returns the paths. */
async function writeRows(folder, transfers) {
  const paths = Object.keys(TABLES).map((name) => join(folder, `${name}.tsv`));
  if (paths.every(existsSync)) return paths;
  const [records, hashes] = paths.map((path) => createWriteStream(path));
  for await (const line of createInterface({ input: createReadStream(transfers) })) {
    const record = JSON.parse(line);
    const { _id: id, originTimestamp: ts, chainType: chain } = record;
    // `\\x` begins bytes in a file for COPY of PostgreSQL.
    for (const name of HASH_FIELDS) {
      hashes.write(`${chain}\t\\\\x${record[name].slice(2)}\t${ts}\t${id}\n`);
    }
    // The synthetic records have no tab and no backslash.
    if (!records.write(`${id}\t${line}\n`)) await once(records, "drain");
  }
  records.end();
  hashes.end();
  await Promise.all([once(records, "close"), once(hashes, "close")]);
  return paths;
}

/** Runs `work`, and resolves to its duration in seconds. */
const secondsOf = async (work) => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

/** SQLite: `reset` removes the database, and `loadAlone` fills its tables from the files of `writeRows`. */
function sqlite(folder, rowFiles) {
  const file = join(folder, "records.db");
  const script = join(folder, "load.py");
  writeFileSync(script, LOAD_SQLITE);
  return {
    title: "SQLite",
    url: `sqlite:${file}`,
    reset: () => ["", "-wal", "-shm"].forEach((end) => rmSync(file + end, { force: true })),
    loadAlone: () => run("python3", [script, file, ...rowFiles]),
  };
}

/** PostgreSQL, like {@link sqlite}. `cluster` is the URL of the server, which gets the database `import`. */
async function postgres(folder, rowFiles, cluster) {
  const script = join(folder, "load.sql");
  const url = new URL(cluster);
  url.pathname = "/import";
  const copies = Object.entries(TABLES).map(
    ([name, columns], i) => `\\copy ${name} (${columns}) from '${rowFiles[i]}'`,
  );
  writeFileSync(script, ["\\set ON_ERROR_STOP on", "begin;", ...copies, "commit;"].join("\n"));
  return {
    title: "PostgreSQL",
    url: url.href,
    async reset() {
      await runSql(cluster, "DROP DATABASE IF EXISTS import");
      await runSql(cluster, "CREATE DATABASE import");
      await runSql(cluster, "CHECKPOINT");
    },
    loadAlone: () => runSqlFile(url.href, script),
  };
}

/** Loads the transfers by each contestant in turn, and prints the times of the contestants. */
async function compare({ title, url, reset, loadAlone }, transfers) {
  const importWith = (program) => () =>
    run(program, ["import", "transfers", transfers, "--database-url", url]);
  const contestants = [
    { name: "database alone", program: binary, load: loadAlone, times: [] },
    { name: "ours", program: binary, load: importWith(binary), times: [] },
  ];
  const other = process.env.OTHER;
  if (other) {
    contestants.push({ name: "other", program: other, load: importWith(other), times: [] });
  }
  const shareOfOthers = measureOtherPrograms();
  for (let round = 0; round < ROUNDS; round++) {
    for (const contestant of contestants) {
      await reset();
      // An import without records creates the tables.
      await run(contestant.program, ["import", "transfers", "/dev/null", "--database-url", url]);
      const time = await secondsOf(contestant.load);
      contestant.times.push(time);
      const megabytes = Math.round((await databaseBytes(url)) / 1e6);
      console.log(`${title}, ${contestant.name}: ${time.toFixed(1)} s, ${megabytes} MB`);
    }
  }
  const timeAlone = median(contestants[0].times);
  const figures = contestants.map(({ name, times }) => {
    const time = median(times);
    return `${name} ${time.toFixed(1)} s (${(time / timeAlone).toFixed(2)} ×)`;
  });
  const others = formatPercent(shareOfOthers());
  console.log(
    `${title}: ${figures.join(", ")}; programs outside of this run took ${others} of the machine`,
  );
}

await main(import.meta, async ([count = "100000"]) => {
  await buildBinary();
  const home = join(root, ".data", "import");
  const folder = makeFolder(home, count);
  const transfers = await writeTransfers(folder, Number(count));
  const rowFiles = await writeRows(folder, transfers);
  await withProcesses(async () => {
    await compare(sqlite(folder, rowFiles), transfers);
    const cluster = await startPostgres(join(home, "postgres"));
    await compare(await postgres(folder, rowFiles, cluster), transfers);
  });
});
