// Runs programs in the root of the repository. The project's own tools come before the tools of the machine.
import { spawn, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const toolsDir = join(root, ".tools");

const PATH = [join(toolsDir, "bin"), join(root, "node_modules", ".bin"), process.env.PATH].join(
  delimiter,
);
// The scripts parse the output, so it has no colours.
export const childEnv = { ...process.env, PATH, CARGO_TERM_COLOR: "never", NO_COLOR: "1" };
delete childEnv.FORCE_COLOR;

/** An error for the user of a script, which prints the message without a stack. */
export class ScriptError extends Error {
  /**
   * `output`: the text that the failed program printed. It is not enumerable, so that Node.js does not print it twice.
   */
  constructor(message, output = "") {
    super(message);
    Object.defineProperty(this, "output", { value: output });
  }
}

/**
 * Runs a program and resolves with its output, which `live` also prints at once. Rejects with a {@link ScriptError}
 * when the status of the program is not 0.
 */
export function run(command, args, { cwd = root, env = {}, live = false } = {}) {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...childEnv, ...env }, stdio: ["ignore", "pipe", "pipe"] };
    const child = spawn(command, args, options);
    let text = "";
    const collect = (chunk) => {
      text += chunk;
      if (live) process.stdout.write(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    const fail = (reason) => {
      const line = `\`${[command, ...args].join(" ")}\` ${reason}`;
      // With `live`, the text has already been printed.
      reject(new ScriptError(live ? line : `${text.trimEnd()}\n${line}`, text));
    };
    child.on("error", (error) => fail(`could not be started: ${error.message}`));
    child.on("close", (status, signal) => {
      if (status === 0) resolve(text);
      else fail(`ended with ${signal ?? `status ${status}`}.`);
    });
  });
}

/** Returns the output of a short command; null when the command is missing or fails. */
export function output(command, args, { cwd = root } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    env: childEnv,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** Calls `body` with the arguments when Node.js was started with this module. */
export async function main(meta, body) {
  if (!process.argv[1] || fileURLToPath(meta.url) !== realpathSync(process.argv[1])) return;
  try {
    await body(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof ScriptError ? error.message.trim() : error);
    process.exitCode = 1;
  }
}
