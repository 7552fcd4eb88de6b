// The folder of an environment. The installed packages stay in the folder. Each run writes the other files again.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ScriptError, childEnv, root, run } from "../../scripts/run.mjs";
import { freePort } from "../service/processes.mjs";

/** The packages of an environment cannot be installed on this machine. */
export class NotInstallable extends Error {}

/** Turns off telemetry and update checks. */
const NO_TELEMETRY = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  DENO_NO_UPDATE_CHECK: "1",
  DO_NOT_TRACK: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  RSPACK_TELEMETRY: "0",
  WRANGLER_SEND_METRICS: "false",
  npm_config_update_notifier: "false",
};
/** The running servers. They end when this program ends. */
const running = new Set();
process.on("exit", () => running.forEach(kill));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** Kills a process and the processes that it has started. */
function kill(child) {
  running.delete(child);
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    // The negative id is the group of processes, which the option `detached` creates.
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The process has ended already.
  }
}

/** The manifest of a folder in examples/, and the packages that it pins, without the package of this repository. */
export function readExample(name) {
  const text = readFileSync(join(root, "examples", name, "package.json"), "utf8");
  const { dependencies, devDependencies, ...manifest } = JSON.parse(text);
  const { "ethereal-query": ours, ...packages } = { ...dependencies, ...devDependencies };
  return { manifest, packages };
}

/** An environment of a folder in examples/. `packages` adds packages that only the test of the example needs. */
export function exampleEnvironment(id, { packages, ...otherFields }) {
  const example = readExample(id);
  return {
    id,
    name: `examples/${id}`,
    example: id,
    manifest: example.manifest,
    packages: { ...example.packages, ...packages },
    ...otherFields,
  };
}

/** What stays in the folder between runs. */
const KEPT_NAMES = new Set(["node_modules", "package.json", "package-lock.json", "installed.json"]);

export class Project {
  #started = [];

  constructor(folder) {
    this.folder = folder;
    const PATH = [join(folder, "node_modules", ".bin"), process.env.PATH].join(delimiter);
    const config = join(folder, "config");
    this.env = { ...NO_TELEMETRY, PATH, XDG_CONFIG_HOME: config, DENO_DIR: join(folder, "deno") };
  }

  /** Installs the packages, unless the same versions and the same tarball are installed. */
  async install({ id, packages = {}, manifest, scripts = false, example }, tarball) {
    mkdirSync(this.folder, { recursive: true });
    for (const name of readdirSync(this.folder).filter((name) => !KEPT_NAMES.has(name))) {
      rmSync(join(this.folder, name), { recursive: true, force: true });
    }
    if (example) this.copyExample(example, ".");
    const manifestWith = (dependencies) =>
      JSON.stringify({ name: id, private: true, ...manifest, dependencies });
    const completeManifest = manifestWith({ ...packages, "ethereal-query": `file:${tarball}` });
    // After a complete installation, installed.json contains the manifest.
    const isInstalled =
      existsSync(this.path("installed.json")) && this.read("installed.json") === completeManifest;
    if (isInstalled) return;
    rmSync(join(this.folder, "installed.json"), { force: true });
    const npmInstall = async (json) => {
      this.write("package.json", json);
      const options = scripts ? [] : ["--ignore-scripts"];
      await this.run("npm", [
        "install",
        "--no-audit",
        "--no-fund",
        "--prefer-offline",
        "--loglevel=error",
        ...options,
      ]);
    };
    try {
      await npmInstall(completeManifest);
    } catch (error) {
      // Tries without the package of this repository. If this also fails, the other packages have caused the error.
      await npmInstall(manifestWith(packages)).catch(({ message }) => {
        const lines = message.trim().split("\n");
        // Skips the line "npm error code …", which does not name the reason.
        const reason = lines.find((line) => /npm error (?!code)/.test(line));
        throw new NotInstallable(reason ?? message);
      });
      throw error;
    }
    this.write("installed.json", completeManifest);
  }

  /** Copies a folder of examples/ without its packages into a folder of this project. */
  copyExample(name, to) {
    const filter = (path) => !KEPT_NAMES.has(basename(path));
    cpSync(join(root, "examples", name), this.path(to), { recursive: true, filter });
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

  /** Runs a program and returns its output. Programs of the environment come before programs of the machine. */
  run(command, args, env = {}) {
    return run(command, args, { cwd: this.folder, env: { ...this.env, ...env } });
  }

  /** Starts a server with `args(port)` and PORT, and waits until the server responds. Returns its URL. */
  async start(command, args, env = {}) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const options = {
      cwd: this.folder,
      env: { ...childEnv, ...this.env, ...env, PORT: `${port}` },
      detached: true,
    };
    const child = spawn(command, args(port), { ...options, stdio: ["ignore", "pipe", "pipe"] });
    this.#started.push(child);
    running.add(child);
    let output = "";
    const record = (text) => {
      output += text;
    };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", record);
    child.on("error", (error) => record(error.message));
    for (let waited = 0; waited < 60_000; waited += 200) {
      if (child.exitCode !== null || child.pid === undefined) break;
      // Any response is enough. The caller checks the content.
      const responds = await fetch(url).then(
        () => true,
        () => false,
      );
      if (responds) return url;
      await sleep(200);
    }
    throw new ScriptError(`${output.trim()}\n\`${command}\` does not respond.`);
  }

  /** Ends the servers of this project. */
  stop() {
    for (const child of this.#started.splice(0)) kill(child);
  }
}
