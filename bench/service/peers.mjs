// Installs the peers, Datasette and PostGraphile, into .tools/bench/, and starts them with the best settings that they
// offer.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { output, run, toolsDir } from "../../scripts/run.mjs";
import { freePort, isResponding, start } from "../processes.mjs";
import { runSql } from "./postgres.mjs";

const PYTHON = ["datasette==0.65.5", "uvicorn==0.54.0", "uvloop==0.23.0", "httptools==0.9.0"];
const NODE = ["postgraphile@4.14.1", "postgraphile-plugin-connection-filter@2.3.0"];
/** The number of processes of each peer. */
const WORKERS = 2;
/** The number of connections to PostgreSQL that each process of PostGraphile has. */
const POOL_SIZE = 8;
const home = join(toolsDir, "bench");
const venv = join(home, "venv/bin");
export const python = join(venv, "python");

/** Installs the peers, if they are missing. */
export async function installPeers() {
  mkdirSync(join(home, "peers"), { recursive: true });
  if (!existsSync(join(venv, "uvicorn")) || !existsSync(join(venv, "datasette"))) {
    await run("python3", ["-m", "venv", join(home, "venv")]);
    await run(join(venv, "pip"), ["install", "--quiet", ...PYTHON]);
  }
  const cwd = join(home, "peers");
  if (!existsSync(join(cwd, "package.json")))
    writeFileSync(join(cwd, "package.json"), '{ "private": true }\n');
  const withoutVersion = (name) => name.replace(/@[^@]*$/, "");
  const isInstalled = NODE.every((name) =>
    existsSync(join(cwd, "node_modules", withoutVersion(name))),
  );
  if (!isInstalled) await run("npm", ["install", "--no-audit", "--no-fund", ...NODE], { cwd });
}

/** Starts Datasette on our SQLite file. Datasette opens the file as immutable: without locks and checks for changes. */
export async function startDatasette(file) {
  const port = await freePort();
  const args = [
    "-m",
    "uvicorn",
    "datasette_app:app",
    "--app-dir",
    import.meta.dirname,
    "--workers",
    String(WORKERS),
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--no-access-log",
    "--log-level",
    "warning",
    "--loop",
    "uvloop",
    "--http",
    "httptools",
  ];
  const url = `http://127.0.0.1:${port}`;
  await start(python, args, {
    cwd: home,
    env: { FILE: file, PYTHONDONTWRITEBYTECODE: "1" },
    ready: () => isResponding(`${url}/-/versions.json`),
  });
  return { title: "Datasette", url, headers: {} };
}

/**
 * Declares a function that returns the latest transfer with a hash. PostGraphile cannot filter by bytes, but makes a
 * field of its API from the function, so that one request finds a transfer.
 */
const FIND_TRANSFER = `CREATE OR REPLACE FUNCTION transfer_of_hash(hash TEXT) RETURNS transfer LANGUAGE sql STABLE AS
  $$ SELECT t.* FROM transfer_hash AS h JOIN transfer AS t ON t.id = h.id
  WHERE h.chain = 'mainnet' AND h.hash = decode(substr($1, 3), 'hex') ORDER BY h.ts DESC, h.id DESC LIMIT 1 $$`;

/** Starts PostGraphile on our PostgreSQL. */
export async function startPostGraphile(database) {
  await runSql(database, FIND_TRANSFER);
  const port = await freePort();
  const args = [
    "-c",
    `${database}?application_name=postgraphile`,
    "-s",
    "public",
    "-n",
    "127.0.0.1",
    "-p",
    String(port),
    "--disable-query-log",
    "--disable-graphiql",
    "--max-pool-size",
    String(POOL_SIZE),
    "--cluster-workers",
    String(WORKERS),
    "--no-setof-functions-contain-nulls",
    "--append-plugins",
    "postgraphile-plugin-connection-filter",
  ];
  const url = `http://127.0.0.1:${port}`;
  const cwd = join(home, "peers");
  const env = { NODE_ENV: "production", GRAPHILE_ENV: "production" };
  const program = join(cwd, "node_modules/.bin/postgraphile");
  await start(program, args, { cwd, env, ready: () => isResponding(`${url}/graphql`) });
  return { title: "PostGraphile", url, headers: { "content-type": "application/json" } };
}

/** The versions and settings of the peers, for the report. */
export function describePeers() {
  const pythonVersion = output(python, ["--version"])?.replace("Python ", "");
  const sqliteVersion = output(python, ["-c", "import sqlite3; print(sqlite3.sqlite_version)"]);
  return [
    `${PYTHON.join(", ")}, Python ${pythonVersion}, SQLite ${sqliteVersion}: ${WORKERS} uvicorn workers with ` +
      "uvloop and httptools, the file immutable, no count, no facets; it finds a page by table filters (`__in`, " +
      "`id__gt`), and a hash by a stored query",
    `${NODE.join(", ")}: ${WORKERS} workers with ${POOL_SIZE} connections each; single values by \`condition\`, lists ` +
      "and depth by the plugin's `in` and `greaterThan`",
  ];
}
