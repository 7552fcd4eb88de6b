// Programs that this run starts: each in a process group of its own, ended by its own id, never by name.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ScriptError, childEnv } from "../../scripts/run.mjs";

const running = new Set();

/** Starts a server; resolves once `ready(output)` holds, with the process and what it printed. */
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
    if (child.exitCode !== null) throw new ScriptError(`\`${command} ${args.join(" ")}\` ended:\n${server.text}`);
    if (Date.now() > end) throw new ScriptError(`\`${command}\` was not ready within ${seconds} s:\n${server.text}`);
  }
}

/** Ends everything that was started, the last first; what does not listen within ten seconds is killed. */
export async function stopAll() {
  for (const server of [...running].reverse()) {
    const gone = once(server.child, "exit");
    signalTo(server, server.signal);
    await Promise.race([gone, sleep(10_000, null, { ref: false })]);
    if (server.child.exitCode === null && server.child.signalCode === null) signalTo(server, "SIGKILL");
  }
}

function signalTo({ child, signal }, name) {
  try {
    // PostgreSQL's own children must hear of the end from it alone.
    process.kill(signal === "SIGINT" ? child.pid : -child.pid, name);
  } catch {
    // It is gone already.
  }
}

/** Ticks of processor time that everything started here has used so far, children included. */
function ticks() {
  const ours = new Set([...running].map(({ child }) => String(child.pid)));
  let sum = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
      // A parent or a process group that was started here: PostgreSQL's children have groups of their own.
      // Their own time and that of children they have waited for, as Chromium's for its pages.
      if (ours.has(fields[1]) || ours.has(fields[2])) sum += fields.slice(11, 15).reduce((a, b) => a + Number(b), 0);
    } catch {
      // It ended in between.
    }
  }
  return sum;
}

/** Counts from now: the share of the machine that programs outside of this run take. Calling the result gives it. */
export function strangers() {
  const read = () => {
    const cpu = readFileSync("/proc/stat", "utf8").split("\n")[0].trim().split(/\s+/).slice(1, 9).map(Number);
    const all = cpu.reduce((sum, value) => sum + value, 0);
    const own = readFileSync("/proc/self/stat", "utf8").replace(/^.*\) /, "").split(" ").slice(11, 15).map(Number);
    // This process, wrk and whatever else it has waited for, and the servers.
    return { all, busy: all - cpu[3] - cpu[4], own: own.reduce((sum, value) => sum + value, 0) + ticks() };
  };
  const before = read();
  return () => {
    const after = read();
    return Math.max(0, (after.busy - before.busy - (after.own - before.own)) / (after.all - before.all));
  };
}

/** Waits until no server works any more: a slow one goes on with requests whose caller has left. */
export async function quiet(seconds = 60) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    const before = ticks();
    await sleep(200);
    if (ticks() - before <= 2) return;
  }
}

/** A port of the loopback interface that nobody uses. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** True when an HTTP server answers at all. */
export const answers = (url) => fetch(url).then((answer) => answer.status < 500, () => false);
