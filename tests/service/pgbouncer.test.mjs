// Tests the service through PgBouncer: in session mode, and in transaction mode if the version of PgBouncer supports
// prepared statements in this mode.
import assert from "node:assert/strict";
import { chownSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { installPackage } from "./install.mjs";
import { runner } from "./postgres.mjs";
import { freePort, output, start, temporary, until } from "./processes.mjs";
import {
  ethereal,
  findTransfer,
  lines,
  randomSource,
  readList,
  sendRequest,
  transfer,
} from "./records.mjs";
import { createKey, importText, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

/**
 * Installs PgBouncer if it is missing. Returns `{ path, version: [major, minor] }` of the program, or `{ reason }` of a
 * failed installation.
 */
function installedPgbouncer() {
  const path = process.env.PGBOUNCER ?? "/usr/sbin/pgbouncer";
  const reason = existsSync(path) ? undefined : installPackage("pgbouncer");
  if (reason) return { reason };
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(output(path, ["--version"]));
  return { path, version: [Number(major), Number(minor)] };
}

/** Starts PgBouncer with these settings in the section `[pgbouncer]`. */
async function startPgbouncer(path, cluster, settings) {
  const folder = temporary("pgbouncer");
  const user = runner();
  const port = await freePort();
  const [host, serverPort] = cluster.hosts[0].split(":");
  const allSettings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: join(folder, "users"),
    ...settings,
  };
  const settingLines = Object.entries(allSettings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(allSettings.auth_file, `"postgres" "${cluster.password}"\n`);
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(
    config,
    `[databases]\n* = host=${host} port=${serverPort}\n[pgbouncer]\n${settingLines.join("\n")}\n`,
  );
  if (user) {
    for (const owned of [folder, config, allSettings.auth_file])
      chownSync(owned, user.uid, user.gid);
  }
  const child = start(path, [config], { user });
  await until("PgBouncer", () => /process up/.test(child.output.stderr)).catch((error) => {
    throw new Error(`${error.message} ${child.output.stderr}`);
  });
  return {
    /** Returns the URL of the same database through PgBouncer. */
    through: (url) => url.replace(/@[^/]+\//, `@127.0.0.1:${port}/`),
    stop() {
      child.kill("SIGKILL");
      return child.ended;
    },
  };
}

const store = (await stores()).find(({ name }) => name === "postgres") ?? {
  skip: "PostgreSQL is not among STORES",
};
const random = randomSource(1, "pgbouncer");
const program = installedPgbouncer();
const [major, minor] = program.version ?? [0, 0];
// Version 1.21 and newer versions support prepared statements in transaction mode.
const hasStatements = major > 1 || minor >= 21;
const MODES = [
  // Each connection of the service keeps a connection to the server.
  { pool_mode: "session", default_pool_size: 40 },
  // PgBouncer has fewer connections to the server than the service to PgBouncer, so statements change connections.
  { pool_mode: "transaction", default_pool_size: 3, max_prepared_statements: 100 },
];

describe("pgbouncer", { skip: store.skip ?? program.reason }, () => {
  for (const settings of MODES) {
    const needsStatements = settings.pool_mode === "transaction" && !hasStatements;
    const skip =
      needsStatements &&
      `PgBouncer ${program.version?.join(".")} has no prepared statements in this mode`;
    test(`imports and serves in ${settings.pool_mode} mode`, { skip }, async () => {
      const pgbouncer = await startPgbouncer(program.path, store.cluster, settings);
      const url = pgbouncer.through(store.fresh());
      const key = await createKey(url);
      const records = Array.from({ length: 200 }, () => transfer(random));
      const collections = Array.from({ length: 200 }, () => ({
        ...ethereal(random),
        chainType: "mainnet",
      }));
      for (const [kind, list] of [
        ["transfers", records],
        ["ethereals", collections],
      ]) {
        const done = await importText(kind, lines(list), url);
        assert.equal(done.status, 0, done.stderr);
      }
      const service = { ...(await serve({ url, log: "warn" })), key };
      try {
        const queries = [
          {},
          { statuses: "active" },
          { sourceChains: "1" },
          { page_size: "7" },
          { page_size: "50", sourceChains: "1,10" },
        ];
        // Different statements run in parallel, on several connections.
        const lookUp = async (list) => {
          for (const record of list)
            assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
        };
        const readListThrice = async (query) => {
          for (let i = 0; i < 3; i++) await readList(service, query);
        };
        const quarters = [0, 1, 2, 3].map((quarter) =>
          records.filter((_, index) => index % 4 === quarter),
        );
        await Promise.all([...queries.map(readListThrice), ...quarters.map(lookUp)]);
        assert.equal(
          (await readList(service)).length,
          new Set(collections.map(({ _id }) => _id)).size,
        );
        assert.equal((await sendRequest(service, "/project")).status, 200);
        assert.equal(service.stderr(), "");
      } finally {
        await service.stop();
        await pgbouncer.stop();
      }
    });
  }
});
