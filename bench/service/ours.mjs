// The service under test: imports the data and serves them.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ScriptError, output, root } from "../../scripts/run.mjs";
import { makeRecords } from "./data.mjs";
import { runSql } from "./postgres.mjs";
import { start } from "./processes.mjs";

export const binary = process.env.SERVICE || join(root, "target/native/ethereal-query-service");

export function checkBinary() {
  if (existsSync(binary)) return;
  const build = "cargo build --profile native -p ethereal-query-service --locked";
  throw new ScriptError(`${binary} is missing: run \`${build}\`, or set SERVICE to a binary.`);
}

/** Bytes of a database on disk. */
export async function databaseBytes(url) {
  if (url.startsWith("sqlite:")) return statSync(url.slice(7)).size;
  return Number(await runSql(url, "SELECT pg_database_size(current_database())"));
}

/**
 * Starts an import that reads `records` from a pipe: texts with one or more lines each. `ended` resolves when all are
 * imported; `finish` imports no further text; `committed` returns the number of records so far.
 */
export async function startImport(kind, records, url) {
  const args = ["import", kind, "-", "--database-url", url];
  const server = await start(binary, args, { ready: () => true, stdio: ["pipe", "pipe", "pipe"] });
  const { child } = server;
  let isFinishing = false;
  function* untilFinish() {
    for (const text of records) {
      if (isFinishing) return;
      yield text;
    }
  }
  const ended = Promise.allSettled([pipeline(untilFinish(), child.stdin), once(child, "close")]).then(() => {
    if (child.exitCode === 0) return;
    throw new ScriptError(`\`import ${kind}\` ended with ${child.signalCode ?? child.exitCode}:\n${server.text}`);
  });
  // A failure is reported to the caller that waits, which may come later.
  ended.catch(() => {});
  const finish = () => {
    isFinishing = true;
    return ended;
  };
  const committed = () => Number([...server.text.matchAll(/(\d+) lines committed/g)].at(-1)?.[1] ?? 0);
  return { ended, finish, committed };
}

/**
 * Imports the records of as many rows, unless an earlier run has. Resolves with the seconds of each kind and the bytes
 * of the database.
 */
export async function importAll(name, url, rows, folder) {
  const mark = join(folder, `${name}.imported`);
  if (existsSync(mark)) return JSON.parse(readFileSync(mark, "utf8"));
  if (name === "sqlite") for (const end of ["", "-wal", "-shm"]) rmSync(url.slice(7) + end, { force: true });
  const figures = {};
  for (const kind of ["ethereals", "transfers"]) {
    console.log(`Importing ${rows.toLocaleString("en")} ${kind} into ${name} (once).`);
    const began = performance.now();
    await (await startImport(kind, makeRecords(kind, rows), url)).ended;
    figures[kind] = (performance.now() - began) / 1000;
  }
  // Autovacuum would do this a minute later. It helps both services on PostgreSQL.
  if (name === "postgres") await runSql(url, "VACUUM (ANALYZE)");
  figures.bytes = await databaseBytes(url);
  writeFileSync(mark, JSON.stringify(figures));
  return figures;
}

/** Starts `serve`. Resolves with its title, URL, headers and process id. */
export async function startOurs(title, url) {
  const key = output(binary, ["key", "create", "--owner", "bench", "--database-url", url]);
  if (!key) throw new ScriptError(`No key could be made in ${url}.`);
  const args = ["serve", "--database-url", url, "--bind", "127.0.0.1:0", "--log", "warn"];
  const { child, text } = await start(binary, args, { ready: (printed) => /Listening on \S+/.test(printed) });
  const headers = { "x-api-key": key.split("\n").at(-1) };
  return { title, url: /Listening on (\S+)/.exec(text)[1], headers, pid: child.pid };
}
