// One PostgreSQL server in a folder: a primary, or a streaming standby if it has a file standby.signal.
import { appendFileSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { output, runToEnd, start, until } from "./processes.mjs";

/**
 * Creates a server with the programs of `bin`. `folder` has its data and sockets; `user` and `env` are those of its
 * processes.
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
    /** Returns a database as SQL. */
    dump: (database) => output(join(bin, "pg_dump"), [...connection, database], { env }),
    /** Creates a primary with arguments of initdb and settings of postgresql.conf, which its copies have too. */
    async create(args, settings) {
      await tool("initdb", ["-D", data, "-U", "postgres", "-E", "UTF8", ...args, "--no-sync"]);
      const quote = (value) => `'${String(value).replaceAll("'", "''")}'`;
      const lines = Object.entries(settings).map(([setting, value]) => `${setting} = ${quote(value)}\n`);
      appendFileSync(join(data, "postgresql.conf"), lines.join(""));
    },
    /** Copies the running server `primary`. */
    async copyOf(primary) {
      mkdirSync(data, { mode: 0o700 });
      if (user) chownSync(data, user.uid, user.gid);
      await tool("pg_basebackup", [...primary.connection, "-D", data, "-X", "stream", "-c", "fast", "--no-sync"]);
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
