// Starts PostgreSQL of Debian's package in a temporary folder: a primary and, on request, streaming standbys.
import { chownSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { certificates } from "./certificates.mjs";
import { installPackage, runner } from "./debian.mjs";
import { createServer } from "./postgres-server.mjs";
import { freePort, temporary, until } from "./processes.mjs";

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
 * `standbys`: the number of streaming standbys. `tls`: use TLS; the result then has `authority`, the path of the CA
 * certificate. `settings`: more of postgresql.conf.
 */
export async function startPostgres({ standbys = 0, tls = false, settings = {} } = {}) {
  const { bin, version, reason } = installed();
  if (reason) return { reason };
  const user = runner();
  const folder = temporary("postgres");
  if (user) chownSync(folder, user.uid, user.gid);
  const secret = join(folder, "password");
  writeFileSync(secret, PASSWORD, { mode: 0o644 });

  const { authority, certificate, key } = tls ? certificates(folder) : {};
  if (tls && user) chownSync(key, user.uid, user.gid);
  const encryption = tls ? { ssl: "on", ssl_cert_file: certificate, ssl_key_file: key } : {};

  const ports = await Promise.all(Array.from({ length: 1 + standbys }, freePort));
  // A standby finds the primary, also a new one.
  const anyHost = `host=${ports.map(() => folder)} port=${ports} user=postgres connect_timeout=2`;
  const conninfo = `${anyHost} target_session_attrs=read-write`;
  const all = {
    fsync: "off",
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    shared_buffers: "32MB",
    ...(standbys > 0 && { primary_conninfo: conninfo, wal_keep_size: "256MB", wal_retrieve_retry_interval: "200ms" }),
    ...encryption,
    ...settings,
  };
  const installation = { bin, folder, user, env: { ...process.env, PGPASSWORD: PASSWORD, HOME: folder } };
  const servers = ports.map((port, index) => createServer(installation, `server${index}`, port));
  const [primary, ...others] = servers;

  // Not the order of bytes, so that tests notice a column without COLLATE "C".
  const order = version >= 15 ? ["--locale-provider=icu", "--icu-locale=en-US"] : [];
  const auth = ["--auth-local=trust", "--auth-host=scram-sha-256", `--pwfile=${secret}`];
  await primary.create(["--locale=C.UTF-8", "--data-checksums", ...order, ...auth], all);
  await primary.start();
  for (const standby of others) {
    await standby.copyOf(primary);
    standby.becomeStandby();
    await standby.start();
  }

  const hosts = servers.map(({ host }) => host);
  return {
    password: PASSWORD,
    authority,
    /** The first one begins as the primary. */
    servers,
    /** Creates an empty database and returns its URL, by default with every host. */
    database(name, { hosts: wanted = hosts } = {}) {
      primary.query(`create database ${name}`);
      const any = wanted.length > 1 ? "?target_session_attrs=any" : "";
      return `postgres://postgres:${PASSWORD}@${wanted.join(",")}/${name}${any}`;
    },
    hosts,
    query: primary.query,
    dump: primary.dump,
    /** Waits until the standbys have the current state of the primary. */
    caughtUp: () => caughtUp(primary, others),
    stopPrimary: primary.stop,
    startPrimary: primary.start,
    stop: () => Promise.all(servers.map((server) => server.stop())),
  };
}

/** Waits until servers have the current state of the primary. */
export async function caughtUp(primary, standbys) {
  const at = primary.query("select pg_current_wal_lsn()");
  const isThere = (standby) => standby.query(`select pg_last_wal_replay_lsn() >= '${at}'`) === "t";
  await until("the standbys", () => standbys.every(isThere));
}
