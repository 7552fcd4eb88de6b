// One environment's folder: what is installed stays there, everything else is written anew for each run.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ScriptError, childEnv, run } from "../../scripts/run.mjs";
import { freePort } from "../service/processes.mjs";

/** The environment's own packages cannot be installed on this machine. */
export class NotHere extends Error {}

// Nothing here may tell anybody anything, or look for news.
const QUIET = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false", DENO_NO_UPDATE_CHECK: "1", DO_NOT_TRACK: "1", NEXT_TELEMETRY_DISABLED: "1",
  RSPACK_TELEMETRY: "0", WRANGLER_SEND_METRICS: "false", npm_config_update_notifier: "false",
};
// What runs in the background, which must not outlive this program however that ends.
const running = new Set();
process.on("exit", () => running.forEach(kill));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** With all it has started itself. */
function kill(child) {
  running.delete(child);
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

const KEPT = new Set(["node_modules", "package.json", "package-lock.json", "installed.json"]);

export class Project {
  #started = [];

  constructor(folder) {
    this.folder = folder;
    const PATH = [join(folder, "node_modules", ".bin"), process.env.PATH].join(delimiter);
    const config = join(folder, "config");
    this.env = { ...QUIET, PATH, XDG_CONFIG_HOME: config, DENO_DIR: join(folder, "deno") };
  }

  /** Does nothing when the same versions and the same tarball are there. */
  async install({ id, packages = {}, manifest, scripts = false }, tarball) {
    mkdirSync(this.folder, { recursive: true });
    for (const name of readdirSync(this.folder).filter((name) => !KEPT.has(name))) {
      rmSync(join(this.folder, name), { recursive: true, force: true });
    }
    const wanted = (dependencies) => JSON.stringify({ name: id, private: true, ...manifest, dependencies });
    const all = wanted({ ...packages, "ethereal-query": `file:${tarball}` });
    if (existsSync(join(this.folder, "installed.json")) && this.read("installed.json") === all) return;
    rmSync(join(this.folder, "installed.json"), { force: true });
    const npm = async (json) => {
      this.write("package.json", json);
      const more = scripts ? [] : ["--ignore-scripts"];
      await this.run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", ...more]);
    };
    try {
      await npm(all);
    } catch (error) {
      // Whose fault? Without the package of this repository it must work.
      await npm(wanted(packages)).catch((again) => {
        throw new NotHere(again.message.trim().split("\n").find((line) => /npm error (?!code)/.test(line)) ?? again.message);
      });
      throw error;
    }
    this.write("installed.json", all);
  }

  version(name) {
    return JSON.parse(this.read("node_modules", name, "package.json")).version;
  }

  path(...path) {
    return join(this.folder, ...path);
  }

  read(...path) {
    return readFileSync(this.path(...path), "utf8");
  }

  write(path, text) {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
  }

  /** Runs a program to its end, the environment's own before the machine's; gives what it printed. */
  run(command, args, env = {}) {
    return run(command, args, { cwd: this.folder, env: { ...this.env, ...env } });
  }

  /** Starts a server on `port`, by `args(port)`, and waits until it answers; `stop` ends it. Gives its URL. */
  async start(command, args, env = {}) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const options = { cwd: this.folder, env: { ...childEnv, ...this.env, ...env }, detached: true };
    const child = spawn(command, args(port), { ...options, stdio: ["ignore", "pipe", "pipe"] });
    this.#started.push(child);
    running.add(child);
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
    child.on("error", (error) => (text += error.message));
    for (let waited = 0; waited < 60_000; waited += 200) {
      if (child.exitCode !== null || child.pid === undefined) break;
      // Any answer will do: whether it is the right one is asked later.
      if (await fetch(url).then(() => true, () => false)) return url;
      await sleep(200);
    }
    throw new ScriptError(`${text.trim()}\n\`${command}\` did not become a server.`);
  }

  /** Ends what was started. */
  stop() {
    this.#started.splice(0).forEach(kill);
  }
}
