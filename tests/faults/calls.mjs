// Calls from Node.js to the fault server. Each ends with the correct result or with an error that fits its faults.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { checkCalls } from "./check-calls.mjs";
import * as pkg from "./package.mjs";
import { until } from "./sleep.mjs";
import { startFaultServer } from "./fault-server.mjs";
import { collectUnhandledErrors } from "./unhandled-errors.mjs";
import { workload } from "./workload.mjs";

/**
 * Waits until no connection is open and returns their number. After an abort, Node's fetch keeps one for four seconds.
 */
export async function countOpenSockets(server) {
  await until(() => server.sockets() === 0, 6000);
  return server.sockets();
}

/** Runs the garbage collector each second, because Node's fetch holds signals weakly: a collected one never aborts. */
function collectGarbage() {
  setFlagsFromString("--expose-gc");
  const timer = setInterval(runInNewContext("gc"), 1000);
  return { stop: () => clearInterval(timer) };
}

/** Makes `calls` calls, on five clients at a time with four calls each. */
export async function runCalls({ seed = 1, calls = 10_000, rate = 0.3 } = {}) {
  const server = await startFaultServer({ seed, rate });
  const unhandled = collectUnhandledErrors();
  const garbage = collectGarbage();
  const started = performance.now();
  try {
    const workers = [0, 1, 2, 3, 4];
    const records = await workload(pkg, { baseUrl: server.url, workers, calls: Math.ceil(calls / workers.length) });
    const seconds = (performance.now() - started) / 1000;
    const openSockets = await countOpenSockets(server);
    return { ...checkCalls(records, server), openSockets, unhandled: unhandled.stop(), seconds };
  } finally {
    unhandled.stop();
    garbage.stop();
    await server.close();
  }
}
