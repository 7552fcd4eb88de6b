// Starts PostgreSQL of Debian's package in a temporary folder: a primary and, on request, a streaming standby.
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { certificates } from "./certificates.mjs";
import { installPackage, runner } from "./debian.mjs";
import { runToEnd, freePort, output, start, temporary, until } from "./processes.mjs";

const PACKAGES = "/usr/lib/postgresql";
const PASSWORD = "not-a-secret-0815";

/** The folder of the newest programs, or undefined. */
function programs() {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES) : [];
  const installed = versions.filter((version) => existsSync(join(PACKAGES, version, "bin", "initdb")));
  const newest = installed.sort((a, b) => Number(b) - Number(a))[0];
  return newest && { version: Number(newest), bin: join(PACKAGES, newest, "bin") };
}

/** The programs, after an installation if needed; `{ reason }` if that fails. */
function installed() {
  const before = programs();
  if (before) return before;
  const reason = installPackage("postgresql");
  if (reason) return { reason };
  return programs() ?? { reason: "the package postgresql brought no initdb" };
}

/**
 * Starts a cluster. Returns `{ reason }` if that fails.
 * `standby`: also start a standby. `tls`: use TLS; the result then has `authority`, the path of the CA certificate.
 * `settings`: more of postgresql.conf.
 */
export async function startPostgres({ standby = false, tls = false, settings = {} } = {}) {
  const { bin, version, reason } = installed();
  if (reason) return { reason };
  const user = runner();
  const folder = temporary("postgres");
  if (user) chownSync(folder, user.uid, user.gid);
  const [data, copy, secret] = ["primary", "standby", "password"].map((name) => join(folder, name));
  const env = { ...process.env, PGPASSWORD: PASSWORD, HOME: folder };
  const tool = async (name, args) => {
    const done = await runToEnd(join(bin, name), args, { user, env, cwd: folder });
    if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`);
  };
  writeFileSync(secret, PASSWORD, { mode: 0o644 });
  // Not the order of bytes, so that tests notice a column without COLLATE "C".
  const order = version >= 15 ? ["--locale-provider=icu", "--icu-locale=en-US"] : [];
  const auth = ["--auth-local=trust", "--auth-host=scram-sha-256", `--pwfile=${secret}`];
  await tool("initdb", [
    "-D",
    data,
    "-U",
    "postgres",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    ...order,
    ...auth,
    "--no-sync",
  ]);

  const { authority, certificate, key } = tls ? certificates(folder) : {};
  if (tls && user) chownSync(key, user.uid, user.gid);
  const encryption = tls ? { ssl: "on", ssl_cert_file: certificate, ssl_key_file: key } : {};

  const ports = [await freePort(), await freePort()];
  const to = (port) => ["-h", folder, "-p", String(port), "-U", "postgres"];
  const psql = (port, database, sql) =>
    output(join(bin, "psql"), ["-XqAt", "-v", "ON_ERROR_STOP=1", ...to(port), "-d", database, "-c", sql], { env });
  const running = [undefined, undefined];
  const fixed = {
    fsync: "off",
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    shared_buffers: "32MB",
    ...encryption,
    ...settings,
  };
  const options = Object.entries(fixed).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

  async function startCommand(which) {
    const port = ports[which];
    // SIGQUIT stops PostgreSQL and its children at once.
    const args = ["-D", which ? copy : data, "-p", String(port), ...options];
    const child = start(join(bin, "postgres"), args, { user, env, cwd: folder, death: "QUIT" });
    running[which] = child;
    let over;
    child.ended.finally(() => (over = true));
    const isReady = () => {
      if (over) throw new Error(`PostgreSQL ended: ${child.output.stderr}`);
      try {
        return psql(port, "postgres", "select 1");
      } catch {
        return false;
      }
    };
    await until("PostgreSQL", isReady, { every: 50 });
  }

  async function end(which) {
    const child = running[which];
    running[which] = undefined;
    child?.kill("SIGQUIT");
    await child?.ended;
  }

  await startCommand(0);
  if (standby) {
    mkdirSync(copy, { mode: 0o700 });
    if (user) chownSync(copy, user.uid, user.gid);
    await tool("pg_basebackup", [...to(ports[0]), "-D", copy, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
    await startCommand(1);
  }

  const hosts = ports.slice(0, standby ? 2 : 1).map((port) => `127.0.0.1:${port}`);
  return {
    password: PASSWORD,
    authority,
    /** Creates an empty database and returns its URL, by default with every host. */
    database(name, { hosts: wanted = hosts } = {}) {
      psql(ports[0], "postgres", `create database ${name}`);
      const any = wanted.length > 1 ? "?target_session_attrs=any" : "";
      return `postgres://postgres:${PASSWORD}@${wanted.join(",")}/${name}${any}`;
    },
    hosts,
    query: (sql, database = "postgres") => psql(ports[0], database, sql),
    /** A dump of a database as SQL. */
    dump: (database) => output(join(bin, "pg_dump"), [...to(ports[0]), database], { env }),
    /** Waits until the standby has the current state of the primary. */
    async caughtUp() {
      const at = psql(ports[0], "postgres", "select pg_current_wal_lsn()");
      await until(
        "the standby",
        () => psql(ports[1], "postgres", `select pg_last_wal_replay_lsn() >= '${at}'`) === "t",
      );
    },
    stopPrimary: () => end(0),
    startPrimary: () => startCommand(0),
    stop: () => Promise.all([end(0), end(1)]),
  };
}
