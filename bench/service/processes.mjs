// Processes of the benchmark. Each has its own process group, and is ended by its id.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ScriptError, childEnv } from "../../scripts/run.mjs";

const running = new Set();

/** Starts a server. Resolves with the process and its output when `ready(output)` is true. */
export async function start(command, args, { ready, env = {}, seconds = 60, signal = "SIGTERM", log, ...options }) {
  const stdio = ["ignore", "pipe", "pipe"];
  const child = spawn(command, args, { env: { ...childEnv, ...env }, stdio, detached: true, ...options });
  const server = { child, text: "", signal };
  running.add(server);
  child.once("exit", () => running.delete(server));
  child.on("error", (error) => (server.text += error.message));
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.setEncoding("utf8").on("data", (chunk) => {
      server.text = (server.text + chunk).slice(-20_000);
      if (log) appendFileSync(log, chunk);
    });
  }
  for (const end = Date.now() + seconds * 1000; ; await sleep(100)) {
    if (await ready(server.text)) return server;
    if (hasEnded(server)) throw new ScriptError(`\`${command} ${args.join(" ")}\` ended:\n${server.text}`);
    if (Date.now() > end) throw new ScriptError(`\`${command}\` was not ready within ${seconds} s:\n${server.text}`);
  }
}

/** Ends all processes, the last first. */
export async function stopAll() {
  for (const server of [...running].reverse()) await stop(server);
}

/** Ends a process. Kills it if it does not end within a minute, which PostgreSQL may need for its checkpoint. */
export async function stop(server) {
  if (hasEnded(server)) return;
  const ended = once(server.child, "exit");
  sendSignal(server, server.signal);
  await Promise.race([ended, sleep(60_000, null, { ref: false })]);
  if (hasEnded(server)) return;
  sendSignal(server, "SIGKILL");
  await ended;
}

export const hasEnded = ({ child }) => child.exitCode !== null || child.signalCode !== null;

function sendSignal({ child, signal }, name) {
  try {
    // PostgreSQL signals its children itself.
    process.kill(signal === "SIGINT" ? child.pid : -child.pid, name);
  } catch {
    // The process has ended already.
  }
}

/** The ticks of processor time that all processes and their children have used. */
function usedTicks() {
  const ours = new Set([...running].map(({ child }) => String(child.pid)));
  let sum = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      // Compares the parent and the process group, because PostgreSQL's children have their own groups. The four fields
      // are the time of the process and of its ended children.
      if (ours.has(fields[1]) || ours.has(fields[2])) sum += fields.slice(11, 15).reduce((a, b) => a + Number(b), 0);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return sum;
}

/** Microseconds in a tick: Linux counts processor time in hundredths of a second. */
const US_PER_TICK = 10_000;

/** The microseconds of processor time that all servers have used. Only one contestant works at a time. */
export const usedMicroseconds = () => US_PER_TICK * usedTicks();

/** Starts a measurement of other programs. The result is a function that returns their share of the machine's time. */
export function measureOtherPrograms() {
  const read = () => {
    const cpu = readFileSync("/proc/stat", "utf8").split("\n")[0].trim().split(/\s+/).slice(1, 9).map(Number);
    const all = cpu.reduce((sum, value) => sum + value, 0);
    const own = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
      .slice(11, 15)
      .map(Number);
    // `own`: this process, its ended children such as wrk, and the servers.
    return { all, busy: all - cpu[3] - cpu[4], own: own.reduce((sum, value) => sum + value, 0) + usedTicks() };
  };
  const before = read();
  return () => {
    const after = read();
    return Math.max(0, (after.busy - before.busy - (after.own - before.own)) / (after.all - before.all));
  };
}

/** Waits until all running servers are idle. A slow one may still work on requests whose client is gone. */
export async function waitUntilIdle(seconds = 60) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    const before = usedTicks();
    await sleep(200);
    if (usedTicks() - before <= 2) return;
  }
}

/** Memory of a process in bytes: resident now, at most so far, and the part that no file backs. */
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

/** Whether an HTTP server responds with a status below 500. */
export const isResponding = (url) =>
  fetch(url).then(
    (response) => response.status < 500,
    () => false,
  );
