// The databases of the tests: SQLite and PostgreSQL. If PostgreSQL cannot be installed, its tests are skipped with the
// reason.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { output, temporary, until } from "./processes.mjs";
import { startPostgres } from "./postgres.mjs";

const python = ["python3", "python"].find(
  (name) => spawnSync(name, ["-c", "import sqlite3"]).status === 0,
);
/** Python runs the SQL, because Node.js 20 has no SQLite. */
const RUN_SQL = `
import sqlite3, sys
c = sqlite3.connect(sys.argv[1], timeout=20)
for sql in sys.argv[2:]:
    for row in c.execute(sql): print("|".join(map(str, row)))
c.commit()`;

const COUNT_BUSY_CLIENTS =
  "select count(*) from pg_stat_activity where backend_type = 'client backend' and state <> 'idle' " +
  "and pid <> pg_backend_pid()";

/** The SQLite file of a URL. */
export const fileOf = (url) => url.slice("sqlite:".length);

function sqlite() {
  const folder = temporary("sqlite");
  let count = 0;
  /** The URL of an empty database. */
  const fresh = () => {
    count++;
    return `sqlite:${join(folder, `${count}.db`)}`;
  };
  /** The database file and its journal files. */
  const files = (url) =>
    ["", "-wal", "-shm", "-journal"].map((end) => fileOf(url) + end).filter(existsSync);
  return {
    name: "sqlite",
    fresh,
    /** The URL of a copy of a database that no process uses. */
    copy(url) {
      const to = fresh();
      for (const file of files(url)) cpSync(file, file.replace(fileOf(url), fileOf(to)));
      return to;
    },
    /** The reason why the tests cannot run SQL, or false. */
    noSql: python ? false : "there is no python3 with sqlite3",
    sql: (url, ...statements) => output(python, ["-c", RUN_SQL, fileOf(url), ...statements]),
    /** Waits until a database server has finished the work of a killed client. SQLite has no server. */
    settled: () => {},
    files,
  };
}

async function postgres(options) {
  const cluster = await startPostgres(options);
  if (cluster.reason) return { name: "postgres", skip: cluster.reason };
  after(() => cluster.stop());
  let count = 0;
  const nextName = () => {
    count++;
    return `test${count}`;
  };
  // Keeps only the first host of the URL, because the URL parser of JavaScript accepts only one.
  const nameOf = (url) => new URL(url.replace(/,[^/]*\//, "/")).pathname.slice(1);
  return {
    name: "postgres",
    cluster,
    fresh: (hosts) => cluster.database(nextName(), { hosts }),
    copy: (url) => cluster.database(nextName(), { template: nameOf(url) }),
    noSql: false,
    sql: (url, sql) => cluster.query(sql, nameOf(url)),
    // When a client is killed, the server still finishes its last statement.
    settled: () => until("an idle PostgreSQL", () => cluster.query(COUNT_BUSY_CLIENTS) === "0"),
    dump: (url) => cluster.dump(nameOf(url)),
  };
}

/** The stores that STORES names: `{ name, skip, fresh(), copy(url), sql(url, text), … }`. */
export async function stores(options) {
  const names = (process.env.STORES ?? "sqlite postgres").split(" ");
  const selected = [];
  if (names.includes("sqlite")) selected.push(sqlite());
  if (names.includes("postgres")) selected.push(await postgres(options));
  return selected;
}
