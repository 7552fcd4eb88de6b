// Imports transfers, beside the floor: the time that each database needs for the same rows in the same tables, when they
// come ready made, in one transaction. `node bench/service/import.mjs [ROWS]`; OTHER=PATH adds another binary.
import { createReadStream, createWriteStream, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { main, root, run } from "../../scripts/run.mjs";
import { makeData } from "./data.mjs";
import { binary, checkBinary } from "./ours.mjs";
import { runSql, runSqlFile, startPostgres } from "./postgres.mjs";
import { measureOtherPrograms, stopAll } from "./processes.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const HASHES = ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"];
const TABLES = { transfer: "id, doc", transfer_hash: "chain, hash, ts, id" };

// Python's sqlite3 instead of the shell's `.import`, which cannot read bytes. The settings are those of the service.
const LOAD_SQLITE = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
for name, value in (("synchronous", "full"), ("cache_size", -64 << 10)): db.execute(f"pragma {name} = {value}")
rows = lambda path: (line.rstrip("\\n").split("\\t") for line in open(path))
db.execute("begin immediate")
db.executemany("insert into transfer values (?, ?)", rows(sys.argv[2]))
hashes = ((chain, bytes.fromhex(hash[3:]), int(ts), id) for chain, hash, ts, id in rows(sys.argv[3]))
db.executemany("insert into transfer_hash values (?, ?, ?, ?)", hashes)
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
    hashes.write(HASHES.map((name) => `${chain}\t\\\\x${record[name].slice(2)}\t${ts}\t${id}\n`).join(""));
    // The synthetic records have no tab and no backslash.
    if (!records.write(`${id}\t${line}\n`)) await once(records, "drain");
  }
  await Promise.all([records, hashes].map((file) => once(file.end(), "close")));
  return paths;
}

/** A new SQLite file with the tables of the service. */
async function newFile(path) {
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  await run(binary, ["key", "list", "--database-url", `sqlite:${path}`]);
}

const seconds = async (work) => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

await main(import.meta, async ([rows = "100000"]) => {
  checkBinary();
  const home = join(root, ".data", "import");
  const folder = join(home, rows);
  const { transfers } = await makeData(folder, Number(rows));
  const [records, hashes] = await writeRows(folder, transfers);
  const sqliteLoader = join(folder, "load.py");
  writeFileSync(sqliteLoader, LOAD_SQLITE);
  const cluster = await startPostgres(join(home, "postgres"));
  const file = join(folder, "records.db");
  const database = new URL(cluster);
  database.pathname = "/import";
  const copies = Object.entries(TABLES).map(
    ([name, columns], i) => `\\copy ${name} (${columns}) from '${[records, hashes][i]}'`,
  );
  const postgresLoader = join(folder, "load.sql");
  writeFileSync(postgresLoader, `\\set ON_ERROR_STOP on\nbegin;\n${copies.join("\n")}\ncommit;\n`);

  const importInto = (program, url) => run(program, ["import", "transfers", transfers, "--database-url", url]);
  const programs = { ours: binary, ...(process.env.OTHER && { other: process.env.OTHER }) };
  const engines = {
    SQLite: {
      create: () => newFile(file),
      floor: () => run("python3", [sqliteLoader, file, records, hashes]),
      url: `sqlite:${file}`,
      megabytes: () => statSync(file).size / 1e6,
    },
    PostgreSQL: {
      create: async () => {
        for (const sql of ["DROP DATABASE IF EXISTS import", "CREATE DATABASE import", "CHECKPOINT"])
          await runSql(cluster, sql);
        await run(binary, ["key", "list", "--database-url", database.href]);
      },
      floor: () => runSqlFile(database.href, postgresLoader),
      url: database.href,
      megabytes: async () => Number(await runSql(database.href, "SELECT pg_database_size('import')")) / 1e6,
    },
  };
  try {
    for (const [name, { create, floor, url, megabytes }] of Object.entries(engines)) {
      const contestants = {
        floor,
        ...Object.fromEntries(Object.entries(programs).map(([who, path]) => [who, () => importInto(path, url)])),
      };
      const times = {};
      const others = measureOtherPrograms();
      for (let round = 0; round < ROUNDS; round++) {
        for (const [who, load] of Object.entries(contestants)) {
          // Another binary makes its own tables.
          if (who === "other")
            name === "SQLite"
              ? rmSync(file)
              : (await runSql(cluster, "DROP DATABASE import"), await runSql(cluster, "CREATE DATABASE import"));
          else await create();
          (times[who] ??= []).push(await seconds(load));
          console.log(`${name}, ${who}: ${times[who].at(-1).toFixed(1)} s, ${Math.round(await megabytes())} MB`);
        }
      }
      const [base, ...rest] = Object.keys(contestants).map((who) => [who, median(times[who])]);
      const ratios = rest.map(([who, time]) => `${who} ${time.toFixed(1)} s (${(time / base[1]).toFixed(2)} ×)`);
      console.log(
        `${name}: floor ${base[1].toFixed(1)} s, ${ratios.join(", ")}; other programs took ${Math.round(100 * others())} % of the machine`,
      );
    }
  } finally {
    await stopAll();
  }
});
