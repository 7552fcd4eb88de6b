// Starts a PostgreSQL cluster in the data folder, and runs SQL in the cluster. The cluster listens on loopback, keeps
// fsync on, and has 2 GB of buffers.
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, output, run } from "../../scripts/run.mjs";
import { freePort, start } from "../processes.mjs";

const SHARED_BUFFERS = "shared_buffers=2GB";
/** fsync stays on, which is the default. */
const SETTINGS = [
  SHARED_BUFFERS,
  "maintenance_work_mem=512MB",
  "max_wal_size=4GB",
  "unix_socket_directories=",
];

/** Returns the folder with the programs of the newest installed PostgreSQL. */
function findPrograms() {
  const folder = output("sh", ["-c", "ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1"]);
  if (!folder) throw new ScriptError("PostgreSQL is missing: `apt-get install postgresql`.");
  return folder;
}

/** Returns the ids of the user postgres if this process runs as root, because PostgreSQL refuses to run as root. */
function userIds() {
  if (process.getuid() !== 0) return {};
  return {
    uid: Number(output("id", ["-u", "postgres"])),
    gid: Number(output("id", ["-g", "postgres"])),
  };
}

/** Starts the cluster in `folder`, which the first run creates. Resolves with its URL. */
export async function startPostgres(folder) {
  const bin = findPrograms();
  const user = userIds();
  const data = join(folder, "data");
  if (!existsSync(data)) {
    mkdirSync(folder, { recursive: true });
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
    const options = { ...user, cwd: folder, ready: (text) => text.includes("Success.") };
    const args = ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"];
    await start(join(bin, "initdb"), args, options);
  }
  const port = await freePort();
  const args = [
    "-D",
    data,
    "-p",
    String(port),
    "-h",
    "127.0.0.1",
    ...SETTINGS.flatMap((setting) => ["-c", setting]),
  ];
  const ready = (text) => text.includes("ready to accept connections");
  await start(join(bin, "postgres"), args, {
    ...user,
    cwd: folder,
    ready,
    signal: "SIGINT",
    log: `${folder}.log`,
  });
  return `postgres://bench@127.0.0.1:${port}/postgres`;
}

/** Runs SQL. Resolves with the rows of the result as lines of text. */
export const runSql = (url, text) => psql(url, "-c", text);

/** Runs the SQL in a file. */
export const runSqlFile = (url, path) => psql(url, "-f", path);

/** Runs psql without its start-up file (`-X`). It prints only rows, without messages, headings and padding. */
const psql = (url, ...args) =>
  run(join(findPrograms(), "psql"), ["-X", "-q", "-A", "-t", "-d", url, ...args]);

/** The version and the settings, for the report. `importAll` in ours.mjs runs `VACUUM (ANALYZE)`. */
export const describePostgres = () =>
  [
    output(join(findPrograms(), "postgres"), ["--version"]),
    SHARED_BUFFERS,
    "fsync on, vacuumed and analysed",
  ].join(", ");
