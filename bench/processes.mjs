// Starts, measures and ends the processes of the benchmarks. Each process has its own process group, and is ended by
// its id.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ScriptError, childEnv } from "../scripts/run.mjs";

const running = new Set();

/** Runs a benchmark. Ends the processes of the benchmark after the benchmark, and when a signal ends the benchmark. */
export async function withProcesses(bench) {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stopAndExit);
  try {
    await bench();
  } catch (error) {
    // Scripts print only the message of a ScriptError, so the message gets the stack.
    throw error instanceof ScriptError ? error : new ScriptError(error.stack);
  } finally {
    await stopAll();
  }
}

/** Ends the benchmark if it takes longer than `minutes`. */
export function limitMinutes(minutes) {
  const end = () => {
    console.error(`Ended after ${minutes} minutes.`);
    stopAndExit();
  };
  setTimeout(end, minutes * 60_000).unref();
}

const stopAndExit = () => void stopAll().finally(() => process.exit(1));

/**
 * Starts a process. When `ready(output)` is true, resolves with the process (`child`) and the end of its output
 * (`text`). {@link stop} ends the process with `signal`. `log` is a file that gets the whole output.
 */
export async function start(
  command,
  args,
  { ready, env = {}, seconds = 60, signal = "SIGTERM", log, ...options },
) {
  const stdio = ["ignore", "pipe", "pipe"];
  const child = spawn(command, args, {
    env: { ...childEnv, ...env },
    stdio,
    detached: true,
    ...options,
  });
  const started = { child, text: "", signal };
  running.add(started);
  child.once("exit", () => running.delete(started));
  child.on("error", (error) => (started.text += error.message));
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.setEncoding("utf8").on("data", (chunk) => {
      started.text = (started.text + chunk).slice(-20_000);
      if (log) appendFileSync(log, chunk);
    });
  }
  const end = Date.now() + seconds * 1000;
  while (!(await ready(started.text))) {
    if (hasEnded(started))
      throw new ScriptError(`\`${command} ${args.join(" ")}\` ended:\n${started.text}`);
    if (Date.now() > end)
      throw new ScriptError(`\`${command}\` was not ready within ${seconds} s:\n${started.text}`);
    await sleep(100);
  }
  return started;
}

/** Ends all running processes, in the reverse order of their starts. */
export async function stopAll() {
  for (const started of [...running].reverse()) await stop(started);
}

/** Ends a process. Kills it if it does not end within a minute, which PostgreSQL may need for its checkpoint. */
export async function stop(started) {
  if (hasEnded(started)) return;
  const ended = once(started.child, "exit");
  sendSignal(started, started.signal);
  await Promise.race([ended, sleep(60_000, null, { ref: false })]);
  if (hasEnded(started)) return;
  sendSignal(started, "SIGKILL");
  await ended;
}

export const hasEnded = ({ child }) => child.exitCode !== null || child.signalCode !== null;

/** Sends a signal to the process group, but to PostgreSQL alone, because PostgreSQL signals its children itself. */
function sendSignal({ child, signal: stopSignal }, signal) {
  try {
    // Only PostgreSQL is started with SIGINT as the signal that ends the process.
    const isPostgres = stopSignal === "SIGINT";
    // A negative id means the process group.
    process.kill(isPostgres ? child.pid : -child.pid, signal);
  } catch {
    // The process has ended already.
  }
}

/**
 * Reads the ids of the parent and of the process group, and the ticks of processor time of the process and of its ended
 * children (proc(5), /proc/PID/stat).
 */
function readStat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field, a name in brackets, may contain spaces.
  const fieldsFromThird = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number) => fieldsFromThird[number - 3];
  const [utime, stime, cutime, cstime] = [14, 15, 16, 17].map((number) => Number(field(number)));
  return { parent: field(4), group: field(5), ticks: utime + stime + cutime + cstime };
}

/** The ticks of processor time that the processes of the benchmark and their children have used. */
function usedTicks() {
  const started = new Set([...running].map(({ child }) => String(child.pid)));
  let sum = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const { parent, group, ticks } = readStat(pid);
      // PostgreSQL's children have their own groups.
      if (started.has(parent) || started.has(group)) sum += ticks;
    } catch {
      // The process has ended since it was listed.
    }
  }
  return sum;
}

/** Microseconds in a tick: Linux counts processor time in hundredths of a second. */
const US_PER_TICK = 10_000;

/** The processor time of {@link usedTicks} in microseconds. */
export const usedMicroseconds = () => US_PER_TICK * usedTicks();

/** Ticks since the start of the machine: all ticks, the busy ticks, and the ticks of this benchmark. */
function readMachineTicks() {
  const [line] = readFileSync("/proc/stat", "utf8").split("\n", 1);
  // user, nice, system, idle, iowait, irq, softirq and steal (proc(5), /proc/stat).
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle, ioWait] = ticks;
  const all = ticks.reduce((sum, value) => sum + value, 0);
  // The ticks of "self" include its ended children, such as wrk.
  return { all, busy: all - idle - ioWait, own: readStat("self").ticks + usedTicks() };
}

/** Starts a measurement of other programs. The result is a function that returns their share of the machine's time. */
export function measureOtherPrograms() {
  const before = readMachineTicks();
  return () => {
    const after = readMachineTicks();
    const busyTicks = after.busy - before.busy;
    const ownTicks = after.own - before.own;
    return Math.max(0, (busyTicks - ownTicks) / (after.all - before.all));
  };
}

/** Processes are idle if they use at most MAX_IDLE_TICKS in this time. */
const IDLE_MS = 200;
const MAX_IDLE_TICKS = 2;

/**
 * Waits until all running processes are idle, but at most `seconds`. A slow process may still work on requests whose
 * client has left.
 */
export async function waitUntilIdle(seconds = 60) {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const before = usedTicks();
    await sleep(IDLE_MS);
    if (usedTicks() - before <= MAX_IDLE_TICKS) return;
  }
}

/** Memory of a process in bytes: resident now, its maximum, and the part that no file backs. */
export function memoryOf(pid) {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)[1]);
  return { resident: bytes("VmRSS"), peak: bytes("VmHWM"), anonymous: bytes("RssAnon") };
}

/** Returns a free port of the loopback interface. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Returns whether an HTTP server responds with a status below 500. */
export const isResponding = (url) =>
  fetch(url).then(
    (response) => response.status < 500,
    () => false,
  );
