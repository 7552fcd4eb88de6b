// Builds our native service, imports the records into a database, and starts the service on the database.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ScriptError, output, root, run } from "../../scripts/run.mjs";
import { start } from "../processes.mjs";
import { count } from "../report.mjs";
import { makeRecords } from "./data.mjs";
import { runSql } from "./postgres.mjs";

export const binary = process.env.SERVICE || join(root, "target/native/ethereal-query-service");

/** Builds the binary, unless SERVICE names one. */
export async function buildBinary() {
  if (!process.env.SERVICE) {
    await run(
      "cargo",
      ["build", "--profile", "native", "-p", "ethereal-query-service", "--locked"],
      { live: true },
    );
  } else if (!existsSync(binary)) {
    throw new ScriptError(
      `${binary} (SERVICE) is missing. Expected a binary, or no SERVICE to build one.`,
    );
  }
}

/** The version of the binary, for the report. */
export const describeBinary = () => output(binary, ["--version"]);

/** The SQLite file of a URL. */
export const fileOf = (url) => url.slice("sqlite:".length);

/** Returns the bytes of a database on disk. */
export async function databaseBytes(url) {
  if (url.startsWith("sqlite:")) return statSync(fileOf(url)).size;
  return Number(await runSql(url, "SELECT pg_database_size(current_database())"));
}

/** Starts an import of `file`, or of its standard input for `-`. */
export function startImport(kind, file, url) {
  const args = ["import", kind, file, "--database-url", url];
  return start(binary, args, { ready: () => true, stdio: ["pipe", "pipe", "pipe"] });
}

/** Imports `records`, texts with one or more lines each. */
async function importRecords(kind, records, url) {
  const started = await startImport(kind, "-", url);
  const { child } = started;
  // If the import fails, the error of the pipeline says less than the status and the output of the import.
  await Promise.allSettled([pipeline(records, child.stdin), once(child, "close")]);
  if (child.exitCode === 0) return;
  throw new ScriptError(
    `\`import ${kind}\` ended with ${child.signalCode ?? child.exitCode}:\n${started.text}`,
  );
}

/**
 * Imports `rows` records of each kind, unless an earlier run has done so. Resolves with the seconds of each kind and
 * the bytes of the database. The file `NAME.imported` in `folder` keeps these figures for later runs.
 */
export async function importAll(name, url, rows, folder) {
  const mark = join(folder, `${name}.imported`);
  if (existsSync(mark)) return JSON.parse(readFileSync(mark, "utf8"));
  if (name === "sqlite")
    for (const end of ["", "-wal", "-shm"]) rmSync(fileOf(url) + end, { force: true });
  const figures = {};
  for (const kind of ["ethereals", "transfers"]) {
    console.log(`Importing ${count(rows)} ${kind} into ${name} (once).`);
    const began = performance.now();
    await importRecords(kind, makeRecords(kind, rows), url);
    figures[kind] = (performance.now() - began) / 1000;
  }
  // Autovacuum would do the same a minute later. Both contestants on PostgreSQL profit.
  if (name === "postgres") await runSql(url, "VACUUM (ANALYZE)");
  figures.bytes = await databaseBytes(url);
  writeFileSync(mark, JSON.stringify(figures));
  return figures;
}

/** Creates an API key, and starts the service. Resolves with its title, URL, headers and process id. */
export async function startOurs(title, url) {
  const keyArgs = ["key", "create", "--owner", "bench", "--database-url", url];
  const [key] = /eqk_\w+/.exec(await run(binary, keyArgs));
  const args = ["serve", "--database-url", url, "--bind", "127.0.0.1:0", "--log", "warn"];
  const { child, text } = await start(binary, args, {
    ready: (printed) => /Listening on \S+/.test(printed),
  });
  const headers = { "x-api-key": key };
  return { title, url: /Listening on (\S+)/.exec(text)[1], headers, pid: child.pid };
}
