// Installs packages of Debian, and names the user that runs PostgreSQL.
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output } from "./processes.mjs";

const isRoot = process.getuid?.() === 0;

/** Installs a package. Returns undefined, or the reason for a failure. */
export function installPackage(name) {
  if (!existsSync("/usr/bin/apt-get")) return `${name} is not installed, and there is no apt-get`;
  if (!isRoot) return `${name} is not installed: run \`sudo apt-get install ${name}\``;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = `apt-get update && apt-get install --yes --no-install-recommends ${name}`;
  try {
    // Test files that run at the same time wait for each other, because apt-get would fail.
    output("flock", [join(tmpdir(), "ethereal-query-apt.lock"), "sh", "-c", install], { env });
  } catch (error) {
    return `${name} could not be installed: ${error.message.trim().split("\n").at(-1)}`;
  }
}

/** PostgreSQL and PgBouncer do not run as root, so the user of Debian's package runs them. */
export function runner() {
  const [uid, gid] = isRoot ? ["-u", "-g"].map((option) => Number(output("id", [option, "postgres"]))) : [];
  return isRoot ? { uid, gid } : undefined;
}
