// One PostgreSQL server in a folder: a primary, or a streaming standby if it has a file standby.signal.
import { appendFileSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { output, runToEnd, start, until } from "./processes.mjs";

/** The programs, a folder for data and sockets, the user who runs the programs, and their environment. */
export function createServer({ bin, folder, user, env }, name, port) {
  const data = join(folder, name);
  const connection = ["-h", folder, "-p", String(port), "-U", "postgres"];
  let child;

  async function tool(program, args) {
    const done = await runToEnd(join(bin, program), args, { user, env, cwd: folder });
    if (done.status !== 0) throw new Error(`${program}: ${done.stdout}${done.stderr}`);
  }

  const query = (sql, database = "postgres") =>
    output(join(bin, "psql"), ["-XqAt", "-v", "ON_ERROR_STOP=1", ...connection, "-d", database, "-c", sql], { env });

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
    /** A dump of a database as SQL. */
    dump: (database) => output(join(bin, "pg_dump"), [...connection, database], { env }),
    /** Makes a primary. Its copies have the same settings. */
    async create(args, settings) {
      await tool("initdb", ["-D", data, "-U", "postgres", "-E", "UTF8", ...args, "--no-sync"]);
      const quote = (value) => `'${String(value).replaceAll("'", "''")}'`;
      const lines = Object.entries(settings).map(([setting, value]) => `${setting} = ${quote(value)}\n`);
      appendFileSync(join(data, "postgresql.conf"), lines.join(""));
    },
    /** Makes a copy of a server that runs. */
    async copyOf(primary) {
      mkdirSync(data, { mode: 0o700 });
      if (user) chownSync(data, user.uid, user.gid);
      await tool("pg_basebackup", [...primary.connection, "-D", data, "-X", "stream", "-c", "fast", "--no-sync"]);
    },
    /** Makes a server that has stopped like one that runs: removes what only the stopped one has. */
    rewindTo: (primary) =>
      tool("pg_rewind", [
        "-D",
        data,
        "--source-server",
        `host=${folder} port=${primary.port} user=postgres dbname=postgres`,
        "--no-sync",
      ]),
    /** At its next start, the server is a standby. */
    becomeStandby() {
      const path = join(data, "standby.signal");
      writeFileSync(path, "");
      if (user) chownSync(path, user.uid, user.gid);
    },
    async start() {
      // SIGQUIT stops PostgreSQL and its children at once.
      const args = ["-D", data, "-p", String(port)];
      const started = start(join(bin, "postgres"), args, { user, env, cwd: folder, death: "QUIT" });
      child = started;
      let isOver = false;
      started.ended.finally(() => (isOver = true));
      const readyOrOver = () => {
        if (isOver) throw new Error(`PostgreSQL ended: ${started.output.stderr}`);
        return isReady();
      };
      await until("PostgreSQL", readyOrOver, { every: 50 });
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
