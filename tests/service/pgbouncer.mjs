// Starts PgBouncer of Debian's package, or of the variable PGBOUNCER, in front of a PostgreSQL cluster.
import { chownSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackage, runner } from "./debian.mjs";
import { freePort, output, start, temporary, until } from "./processes.mjs";

/** `{ path, version: [major, minor] }` of the program, after an installation if needed; `{ reason }` if that fails. */
export function installedPgbouncer() {
  const path = process.env.PGBOUNCER ?? "/usr/sbin/pgbouncer";
  const reason = existsSync(path) ? undefined : installPackage("pgbouncer");
  if (reason) return { reason };
  return {
    path,
    version: /PgBouncer (\d+)\.(\d+)/
      .exec(output(path, ["--version"]))
      .slice(1)
      .map(Number),
  };
}

/** Starts the program with settings of its section `[pgbouncer]`. */
export async function startPgbouncer(path, cluster, settings) {
  const folder = temporary("pgbouncer");
  const user = runner();
  const port = await freePort();
  const [host, serverPort] = cluster.hosts[0].split(":");
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: join(folder, "users"),
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(all.auth_file, `"postgres" "${cluster.password}"\n`);
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(config, `[databases]\n* = host=${host} port=${serverPort}\n[pgbouncer]\n${lines.join("\n")}\n`);
  if (user) for (const name of [folder, config, all.auth_file]) chownSync(name, user.uid, user.gid);
  const child = start(path, [config], { user });
  await until("PgBouncer", () => /process up/.test(child.output.stderr), { ms: 10_000 }).catch((error) => {
    throw new Error(`${error.message} ${child.output.stderr}`);
  });
  return {
    /** Returns the URL of a database that leads through PgBouncer. */
    through: (url) => url.replace(/@[^/]+\//, `@127.0.0.1:${port}/`),
    stop() {
      child.kill("SIGKILL");
      return child.ended;
    },
  };
}
