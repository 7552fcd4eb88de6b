// A private PostgreSQL cluster below the data folder: loopback only, everything durable, 2 GB of buffers.
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, output, run } from "../../scripts/run.mjs";
import { freePort, start } from "./processes.mjs";

const SETTINGS = ["shared_buffers=2GB", "maintenance_work_mem=512MB", "max_wal_size=4GB", "unix_socket_directories="];

function binaries() {
  const folder = output("sh", ["-c", "ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1"]);
  if (!folder) throw new ScriptError("PostgreSQL is missing: `apt-get install postgresql`.");
  return folder;
}

/** PostgreSQL refuses to run as root: there it becomes the user postgres. */
function user() {
  if (process.getuid() !== 0) return {};
  return { uid: Number(output("id", ["-u", "postgres"])), gid: Number(output("id", ["-g", "postgres"])) };
}

/** Starts the cluster in `folder`, made on first use; resolves with its URL. */
export async function startPostgres(folder) {
  const bin = binaries();
  const who = user();
  const data = join(folder, "data");
  if (!existsSync(data)) {
    mkdirSync(folder, { recursive: true });
    if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
    const made = { ...who, cwd: folder, ready: (text) => text.includes("Success.") };
    const args = ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"];
    await start(join(bin, "initdb"), args, made);
  }
  const port = await freePort();
  const args = ["-D", data, "-p", String(port), "-h", "127.0.0.1", ...SETTINGS.flatMap((one) => ["-c", one])];
  const ready = (text) => text.includes("ready to accept connections");
  await start(join(bin, "postgres"), args, { ...who, cwd: folder, ready, signal: "SIGINT", log: `${folder}.log` });
  return `postgres://bench@127.0.0.1:${port}/postgres`;
}

/** Runs SQL and resolves with what psql prints, unaligned. */
export const sql = (url, text) => run(join(binaries(), "psql"), ["-X", "-q", "-A", "-t", "-d", url, "-c", text]);

/** The same for a script in a file. */
export const script = (url, path) => run(join(binaries(), "psql"), ["-X", "-q", "-A", "-t", "-d", url, "-f", path]);

export const postgresVersion = () => output(join(binaries(), "postgres"), ["--version"]);
