// Installs programs of PyPI, each into a virtual environment of its own in .tools.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { toolsDir } from "../../scripts/run.mjs";
import { runToEnd } from "./processes.mjs";

/**
 * Installs packages once; `packages` are `name==version`, and the first one has the program. Returns
 * `{ path }` of the program, or `{ reason }` if that fails.
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
  const pip = venv.status === 0 ? await runToEnd(join(folder, "bin", "pip"), install) : venv;
  if (pip.status === 0) return { path };
  // Otherwise the next run would use an incomplete installation.
  rmSync(folder, { recursive: true, force: true });
  const [words] = `${pip.stderr}${pip.stdout ?? ""}`.trim().split("\n").slice(-1);
  return { reason: `${packages[0]} cannot be installed: ${words || "python3 -m venv failed"}` };
}
