// Processes, ports and folders for the tests. All processes end with the test run, even after a crash.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

/** The running processes, each with the signal that ends the process after the tests. */
const children = new Map();
const folders = new Set();

let isCleanUpRegistered = false;
/** Ends the processes and deletes the folders at the end of this process. */
function cleanUpAtEnd() {
  if (isCleanUpRegistered) return;
  isCleanUpRegistered = true;
  process.on("exit", () => {
    for (const [child, signal] of children) child.kill(signal);
    for (const folder of folders)
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
}

/** Creates a temporary folder, which is deleted at the end of this process. Returns its path. */
export function temporary(name) {
  cleanUpAtEnd();
  const folder = mkdtempSync(join(tmpdir(), `eq-${name}-`));
  folders.add(folder);
  return folder;
}

// With setpriv of Linux, the kernel ends a started program when this Node.js process is killed.
const setpriv = existsSync("/usr/bin/setpriv") ? "/usr/bin/setpriv" : null;

/**
 * Returns the program and the arguments that run a command. With setpriv, the command runs as `user` (`{ uid, gid }`)
 * if there is one, and ends with this Node.js process. Without setpriv, `user` is ignored.
 */
export function boundCommand(command, args, { user, killSignal = "KILL" } = {}) {
  if (!setpriv) return [command, args];
  const userOptions = user
    ? ["--reuid", String(user.uid), "--regid", String(user.gid), "--clear-groups"]
    : [];
  return [setpriv, [...userOptions, "--pdeathsig", killSignal, "--", command, ...args]];
}

/**
 * Starts a program. `child.output` collects what it prints, `child.ended` resolves with `{ status, signal }`.
 * `killSignal`: the signal that ends the program after the tests.
 */
export function start(command, args, { user, killSignal = "KILL", input, ...options } = {}) {
  cleanUpAtEnd();
  const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"];
  const child = spawn(...boundCommand(command, args, { user, killSignal }), { ...options, stdio });
  children.set(child, `SIG${killSignal}`);
  child.output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (text) => {
      child.output[name] += text;
    });
  }
  child.ended = new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (status, signal) => resolve({ status, signal }));
  }).finally(() => children.delete(child));
  // A caller may ignore the rejection.
  child.ended.catch(() => {});
  if (input !== undefined) {
    // A program may end before it has read its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  }
  return child;
}

/** Runs a program for at most `ms`. Returns `{ status, signal, stdout, stderr }`. */
export async function runToEnd(command, args, { ms = 120_000, ...options } = {}) {
  const child = start(command, args, options);
  const timer = setTimeout(() => {
    child.kill("SIGKILL");
    // A process that the program has started may keep these streams open.
    child.stdout.destroy();
    child.stderr.destroy();
  }, ms);
  const ended = await child.ended.finally(() => clearTimeout(timer));
  return { ...ended, ...child.output };
}

/** The output of a short command. Throws an error with its stderr when it fails. */
export function output(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 28, ...options });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(" ")}: ${done.error ?? done.stderr}`);
  return done.stdout.trimEnd();
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls `probe` until it returns a truthy value. Throws an error that names `what` after `timeoutMs`. */
export async function until(what, probe, { timeoutMs = 300_000, intervalMs = 25 } = {}) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await probe();
    if (result) return result;
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms for ${what}.`);
    await sleep(intervalMs);
  }
}

/**
 * Returns whether a process on Linux has a handler for a signal. SigCgt in /proc/PID/status (proc(5)) is a hexadecimal
 * mask of the handled signals: bit 0 is signal 1.
 */
export function handlesSignal(pid, name) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, mask] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status);
  const bit = 1n << BigInt(constants.signals[name] - 1);
  return (BigInt(`0x${mask}`) & bit) !== 0n;
}

/**
 * Returns a free port from 10,000 to 31,999. Systems give higher ports to connections and to servers without a port, so
 * no other test gets this port before the caller's server listens.
 */
export async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
