// The service under test: imports the data and serves them.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, output, root, run } from "../../scripts/run.mjs";
import { runSql } from "./postgres.mjs";
import { start } from "./processes.mjs";

export const binary = process.env.SERVICE || join(root, "target/native/ethereal-query-service");

export function checkBinary() {
  if (existsSync(binary)) return;
  const build = "cargo build --profile native -p ethereal-query-service --locked";
  throw new ScriptError(`${binary} is missing: run \`${build}\`, or set SERVICE to a binary.`);
}

/** Imports both files, unless an earlier run has. */
export async function importAll(name, url, files, folder) {
  const mark = join(folder, `${name}.imported`);
  if (existsSync(mark)) return;
  if (name === "sqlite") for (const end of ["", "-wal", "-shm"]) rmSync(url.slice(7) + end, { force: true });
  const seconds = {};
  for (const kind of ["ethereals", "transfers"]) {
    console.log(`Importing ${kind} into ${name} (once).`);
    const began = performance.now();
    await run(binary, ["import", kind, files[kind], "--database-url", url]);
    seconds[kind] = (performance.now() - began) / 1000;
  }
  // Autovacuum would do this a minute later. It helps both services on PostgreSQL.
  if (name === "postgres") await runSql(url, "VACUUM (ANALYZE)");
  writeFileSync(mark, JSON.stringify(seconds));
}

/** Starts `serve`. Resolves with its title, URL and headers. */
export async function startOurs(title, url) {
  const key = output(binary, ["key", "create", "--owner", "bench", "--database-url", url]);
  if (!key) throw new ScriptError(`No key could be made in ${url}.`);
  const args = ["serve", "--database-url", url, "--bind", "127.0.0.1:0", "--log", "warn"];
  const { text } = await start(binary, args, { ready: (printed) => /Listening on \S+/.test(printed) });
  return { title, url: /Listening on (\S+)/.exec(text)[1], headers: { "x-api-key": key.split("\n").at(-1) } };
}
