// Installs programs that the tests need: packages of Debian by apt-get, and programs of PyPI, each into a separate
// virtual environment in .tools.
import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toolsDir } from "../../scripts/run.mjs";
import { output, runToEnd } from "./processes.mjs";

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

/**
 * Installs packages, unless an earlier run has installed them. Each package is `name==version`, and the first package
 * has the program. Returns `{ path }` of the program, or `{ reason }` of the failure.
 */
export async function installFromPypi(packages, program) {
  const folder = join(toolsDir, packages[0].replace("==", "-"));
  const path = join(folder, "bin", program);
  if (existsSync(path)) return { path };
  const venv = await runToEnd("python3", ["-m", "venv", folder]).catch((error) => ({
    status: 1,
    stderr: error.message,
  }));
  const install = ["install", "--quiet", "--disable-pip-version-check", ...packages];
  // If python3 has failed, the failure is the result.
  const result = venv.status === 0 ? await runToEnd(join(folder, "bin", "pip"), install) : venv;
  if (result.status === 0) return { path };
  // The next run would use an incomplete installation that is still in the folder.
  rmSync(folder, { recursive: true, force: true });
  const lastLine = `${result.stderr}${result.stdout ?? ""}`.trim().split("\n").at(-1);
  return { reason: `${packages[0]} cannot be installed: ${lastLine || "python3 -m venv failed"}` };
}
