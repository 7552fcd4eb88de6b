// Running other programs from the repository's root, with the project's own tools before those of the machine.
import { spawn, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const toolsDir = join(root, ".tools");

const PATH = [join(toolsDir, "bin"), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
// Colours would only get in the way of the text that is collected.
export const childEnv = { ...process.env, PATH, CARGO_TERM_COLOR: "never", NO_COLOR: "1" };
delete childEnv.FORCE_COLOR;

/** A step that cannot go on, told in words for a person: the scripts print the message without a stack. */
export class Stop extends Error {
  /** `output`: all that the failed program printed; not enumerable, or it would be shown twice. */
  constructor(message, output = "") {
    super(message);
    Object.defineProperty(this, "output", { value: output });
  }
}

/** Runs to the end and resolves with everything printed; with another status than 0 it throws, that text in `output`. */
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
    const fail = (why) => {
      const line = `\`${[command, ...args].join(" ")}\` ${why}`;
      reject(new Stop(live ? line : `${text.trimEnd()}\n${line}`, text));
    };
    child.on("error", (error) => fail(`could not be started: ${error.message}`));
    child.on("close", (status, signal) => {
      if (status === 0) resolve(text);
      else fail(`ended with ${signal ?? `status ${status}`}.`);
    });
  });
}

/** What a quick command prints, or null when it is missing or fails. */
export function output(command, args, { cwd = root } = {}) {
  const done = spawnSync(command, args, { cwd, env: childEnv, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  return done.status === 0 ? done.stdout.trim() : null;
}

/** Calls `main` when the module was started as a program; a Stop is printed in plain words. */
export async function main(meta, body) {
  if (!process.argv[1] || fileURLToPath(meta.url) !== realpathSync(process.argv[1])) return;
  try {
    await body(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Stop ? error.message.trim() : error);
    process.exitCode = 1;
  }
}
