// Starts the PostgreSQL of Debian's package in a temporary folder: a primary and, on request, streaming standbys.
import {
  writeFileSync,
  appendFileSync,
  chownSync,
  mkdirSync,
  existsSync,
  readdirSync,
} from "node:fs";
import { basename, join } from "node:path";
import { installPackage } from "./install.mjs";
import { output, runToEnd, start, until, freePort, temporary } from "./processes.mjs";

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Writes a certificate authority, and a server certificate for `localhost` only, into `folder`. Returns the paths. */
export function certificates(folder) {
  const authority = join(folder, "ca.pem");
  const authorityKey = join(folder, "ca.key");
  const request = join(folder, "server.csr");
  const extensions = join(folder, "extensions");
  const certificate = join(folder, "server.pem");
  const key = join(folder, "server.key");
  const openssl = (...args) => output("openssl", args);
  writeFileSync(extensions, "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n");
  openssl(
    "req",
    "-x509",
    ...KEY,
    "-keyout",
    authorityKey,
    "-out",
    authority,
    "-days",
    "2",
    "-subj",
    `/CN=authority of ${basename(folder)}`,
  );
  openssl("req", ...KEY, "-keyout", key, "-out", request, "-subj", "/CN=localhost");
  const signer = ["-CA", authority, "-CAkey", authorityKey, "-CAcreateserial"];
  openssl(
    "x509",
    "-req",
    "-in",
    request,
    ...signer,
    "-extfile",
    extensions,
    "-out",
    certificate,
    "-days",
    "2",
  );
  return { authority, certificate, key };
}

/**
 * One PostgreSQL server: a primary, or a streaming standby if its data has a file standby.signal. `bin` has the
 * programs of PostgreSQL. The server stores its data and sockets in `folder`. The processes run as `user` with `env`.
 */
export function createServer({ bin, folder, user, env }, name, port) {
  const data = join(folder, name);
  const connection = ["-h", folder, "-p", String(port), "-U", "postgres"];
  let child;

  async function tool(program, args) {
    const done = await runToEnd(join(bin, program), args, { user, env, cwd: folder });
    if (done.status !== 0) throw new Error(`${program}: ${done.stdout}${done.stderr}`);
  }

  const query = (sql, database = "postgres") =>
    output(
      join(bin, "psql"),
      ["-XqAt", "-v", "ON_ERROR_STOP=1", ...connection, "-d", database, "-c", sql],
      { env },
    );

  function isReady() {
    try {
      return query("select 1");
    } catch {
      return false;
    }
  }

  return {
    host: `127.0.0.1:${port}`,
    query,
    /** Returns a database as SQL. */
    dump: (database) => output(join(bin, "pg_dump"), [...connection, database], { env }),
    /** Creates a primary with arguments of initdb and settings of postgresql.conf. A copy has the same settings. */
    async create(args, settings) {
      await tool("initdb", ["-D", data, "-U", "postgres", "-E", "UTF8", ...args, "--no-sync"]);
      const quote = (value) => `'${String(value).replaceAll("'", "''")}'`;
      const lines = Object.entries(settings).map(
        ([setting, value]) => `${setting} = ${quote(value)}\n`,
      );
      appendFileSync(join(data, "postgresql.conf"), lines.join(""));
    },
    /** Makes this server a copy of the running server `primary`. */
    async copyOf(primary) {
      mkdirSync(data, { mode: 0o700 });
      if (user) chownSync(data, user.uid, user.gid);
      await tool("pg_basebackup", [
        ...primary.connection,
        "-D",
        data,
        "-X",
        "stream",
        "-c",
        "fast",
        "--no-sync",
      ]);
    },
    /** Makes this stopped server a copy of the running `source`, without the changes that only this server has. */
    rewindTo: (source) =>
      tool("pg_rewind", [
        "-D",
        data,
        "--source-server",
        `host=${folder} port=${source.port} user=postgres dbname=postgres`,
        "--no-sync",
      ]),
    /** Makes the server a standby from its next start. */
    becomeStandby() {
      const path = join(data, "standby.signal");
      writeFileSync(path, "");
      if (user) chownSync(path, user.uid, user.gid);
    },
    async start() {
      const args = ["-D", data, "-p", String(port)];
      const started = start(join(bin, "postgres"), args, {
        user,
        env,
        cwd: folder,
        // SIGQUIT, which stops PostgreSQL and its children at once. `start` expects the name without `SIG`.
        killSignal: "QUIT",
      });
      child = started;
      let isOver = false;
      started.ended.finally(() => {
        isOver = true;
      });
      const readyOrOver = () => {
        if (isOver) throw new Error(`PostgreSQL ended: ${started.output.stderr}`);
        return isReady();
      };
      await until("PostgreSQL", readyOrOver, { intervalMs: 50 });
    },
    /** Ends the server without a checkpoint, as a crash does. */
    async stop() {
      const running = child;
      child = undefined;
      running?.kill("SIGQUIT");
      await running?.ended;
    },
    connection,
    port,
  };
}

/**
 * The user that runs PostgreSQL and PgBouncer, which do not run as root: the user of Debian's package, or undefined if
 * the tests do not run as root.
 */
export function runner() {
  if (process.getuid?.() !== 0) return undefined;
  const uid = Number(output("id", ["-u", "postgres"]));
  const gid = Number(output("id", ["-g", "postgres"]));
  return { uid, gid };
}

const PACKAGES = "/usr/lib/postgresql";
const PASSWORD = "not-a-secret-0815";

/** Returns `{ version, bin }` of the newest installed PostgreSQL, or undefined. */
function programs() {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES) : [];
  const completeVersions = versions.filter((version) =>
    existsSync(join(PACKAGES, version, "bin", "initdb")),
  );
  const [newest] = completeVersions.sort((a, b) => Number(b) - Number(a));
  return newest && { version: Number(newest), bin: join(PACKAGES, newest, "bin") };
}

/** Installs PostgreSQL if it is missing. Returns `{ version, bin }`, or `{ reason }` of a failed installation. */
export function installed() {
  const installedPrograms = programs();
  if (installedPrograms) return installedPrograms;
  const reason = installPackage("postgresql");
  if (reason) return { reason };
  return programs() ?? { reason: "the package postgresql brought no initdb" };
}

/**
 * Starts a cluster. Returns `{ reason }` if PostgreSQL cannot be installed.
 * `standbys`: the number of streaming standbys. `tls`: whether the servers use TLS. With TLS, the result has
 * `authority`, the path of the CA certificate. `settings`: more settings of postgresql.conf.
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
  // A standby connects to the server that accepts writes, so it also finds a new primary. All sockets are in `folder`,
  // but libpq expects as many hosts as ports.
  const socketFolders = ports.map(() => folder).join();
  const anyServer = `host=${socketFolders} port=${ports.join()} user=postgres connect_timeout=2`;
  const primaryConnection = `${anyServer} target_session_attrs=read-write`;
  const allSettings = {
    fsync: "off",
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    shared_buffers: "32MB",
    ...(standbys > 0 && {
      primary_conninfo: primaryConnection,
      wal_keep_size: "256MB",
      wal_retrieve_retry_interval: "200ms",
    }),
    ...encryption,
    ...settings,
  };
  const installation = {
    bin,
    folder,
    user,
    env: { ...process.env, PGPASSWORD: PASSWORD, HOME: folder },
  };
  const servers = ports.map((port, index) => createServer(installation, `server${index}`, port));
  const [primary, ...others] = servers;

  // The order of this locale is not the order of bytes, so tests notice a column without COLLATE "C".
  const order = version >= 15 ? ["--locale-provider=icu", "--icu-locale=en-US"] : [];
  const auth = ["--auth-local=trust", "--auth-host=scram-sha-256", `--pwfile=${secret}`];
  await primary.create(["--locale=C.UTF-8", "--data-checksums", ...order, ...auth], allSettings);
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
    /** The first server begins as the primary. */
    servers,
    /**
     * Creates a database and returns its URL. `hosts`: the hosts in the URL, by default all. `template`: a database to
     * copy.
     */
    database(name, { hosts: urlHosts = hosts, template = "template1" } = {}) {
      primary.query(`create database ${name} template ${template}`);
      const parameter = urlHosts.length > 1 ? "?target_session_attrs=any" : "";
      return `postgres://postgres:${PASSWORD}@${urlHosts.join(",")}/${name}${parameter}`;
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
  const position = primary.query("select pg_current_wal_lsn()");
  const hasReplayed = (standby) =>
    standby.query(`select pg_last_wal_replay_lsn() >= '${position}'`) === "t";
  await until("the standbys", () => standbys.every(hasReplayed));
}
