// Starts three machines with the files of service/operations/patroni. Each machine runs etcd, Patroni and PostgreSQL.
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { installPackage } from "./install.mjs";
import { createServer, installed, runner } from "./postgres.mjs";
import { freePort, start, temporary } from "./processes.mjs";

const files = join(root, "service", "operations", "patroni");
const NAMES = ["db1", "db2", "db3"];
/** The ports of a machine in the files: etcd for clients, etcd for other machines, PostgreSQL, and Patroni. */
const PORTS = ["2379", "2380", "5432", "8008"];
const PASSWORD = "not-a-secret-4711";
const [PATRONI, ETCD] = ["/usr/bin/patroni", "/usr/bin/etcd"];

/**
 * Installs PostgreSQL, Patroni and etcd if they are missing. Returns `{ bin }`, the folder of PostgreSQL's programs, or
 * `{ reason }` of a failed installation.
 */
function programs() {
  const postgres = installed();
  if (postgres.reason || [PATRONI, ETCD].every(existsSync)) return postgres;
  const reason = installPackage("patroni python3-etcd etcd-server");
  return reason ? { reason } : postgres;
}

/**
 * The environment variables of a file, for the machine `name`. In the first part of the file, `db1` stands for `name`.
 * `withLocalPorts(text, name)` replaces the addresses. A variable without a value is a password.
 */
function variables(file, name, withLocalPorts) {
  const [own, shared] = readFileSync(join(files, file), "utf8").split(
    "# These settings are the same on every machine.",
  );
  const text = withLocalPorts(`${own.replaceAll("db1", name)}${shared}`, name);
  const pairs = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, variable, value]) => [
    variable,
    value || PASSWORD,
  ]);
  return Object.fromEntries(pairs);
}

/** Starts the machines. Returns `{ reason }` without the programs. */
export async function startPatroni() {
  const { bin, reason } = programs();
  if (reason) return { reason };
  const user = runner();
  const folder = temporary("patroni");
  const makeFolder = (path) => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  makeFolder(folder);

  const addresses = NAMES.flatMap((name) => PORTS.map((port) => `${name}:${port}`));
  const localPorts = await Promise.all(addresses.map(() => freePort()));
  const portByAddress = new Map(addresses.map((address, index) => [address, localPorts[index]]));
  const portOf = (name, port) => portByAddress.get(`${name}:${port}`);
  /**
   * Replaces the addresses of all machines by free ports of this machine. In a file of the machine `ownName`, 0.0.0.0
   * is the address of `ownName`.
   */
  const withLocalPorts = (text, ownName) =>
    text.replace(/(db\d|0\.0\.0\.0):(\d+)/g, (_, host, port) => {
      const name = host === "0.0.0.0" ? ownName : host;
      return `127.0.0.1:${portOf(name, port)}`;
    });

  const env = { PATH: process.env.PATH, PGPASSWORD: PASSWORD };
  const machines = NAMES.map((name) => {
    const home = makeFolder(join(folder, name));
    const config = makeFolder(join(home, "config"));
    copyFileSync(join(files, "patroni.yml"), join(config, "1.yml"));
    // Patroni merges the files of a folder. JSON is YAML too.
    const parameters = { fsync: "off", shared_buffers: "32MB", unix_socket_directories: folder };
    writeFileSync(join(config, "2.yml"), JSON.stringify({ postgresql: { parameters } }));
    const data = join(home, "postgres");
    const startProgram = (program, args, programEnv, options) =>
      start(program, args, {
        user,
        cwd: home,
        env: { ...env, HOME: home, ...programEnv },
        ...options,
      });
    let children = [];
    return {
      name,
      // `start` and `stop` below replace the server's functions with these names.
      ...createServer({ bin, folder, user, env }, name, portOf(name, "5432")),
      start() {
        const etcd = {
          ...variables("etcd.env", name, withLocalPorts),
          ETCD_DATA_DIR: join(home, "etcd"),
        };
        const patroni = {
          ...variables("patroni.env", name, withLocalPorts),
          PATRONI_POSTGRESQL_DATA_DIR: data,
          PATRONI_POSTGRESQL_BIN_DIR: bin,
        };
        children = [
          startProgram(ETCD, [], etcd),
          // At SIGTERM, Patroni stops PostgreSQL before it ends.
          startProgram(PATRONI, [config], patroni, { killSignal: "TERM" }),
        ];
      },
      /** Ends all processes as a loss of power does. */
      async kill() {
        const [postmaster] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
        for (const child of children) child.kill("SIGKILL");
        process.kill(Number(postmaster), "SIGKILL");
        await Promise.all(children.map(({ ended }) => ended));
      },
      async stop() {
        const [etcd, patroni] = children;
        patroni?.kill("SIGTERM");
        await patroni?.ended;
        etcd?.kill("SIGKILL");
        await etcd?.ended;
      },
      log: () => children.map(({ output: { stdout, stderr } }) => stdout + stderr).join("\n"),
    };
  });
  return {
    machines,
    password: PASSWORD,
    /** The machine whose PostgreSQL accepts writes, or undefined. */
    primary: () => machines.find((machine) => ask(machine, "select pg_is_in_recovery()") === "f"),
    /** Whether both standbys follow the primary, and commits wait for one of them. */
    isComplete() {
      const countMachines = (sql, result) =>
        machines.filter((machine) => ask(machine, sql) === result).length;
      return (
        // Asks the standbys, because the primary also counts a standby that is still being copied.
        countMachines("select status from pg_stat_wal_receiver", "streaming") === 2 &&
        // Only the primary has a synchronous standby, for which commits wait.
        countMachines("select count(*) from pg_stat_replication where sync_state = 'sync'", "1") ===
          1
      );
    },
  };
}

/** The result of SQL, or undefined while the server does not respond. */
function ask(server, sql) {
  try {
    return server.query(sql);
  } catch {
    return undefined;
  }
}
