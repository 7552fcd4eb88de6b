// Calls from Node.js against the fault server: each ends as the right answer or as one error that fits its faults.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { judge } from "./judge.mjs";
import * as pkg from "./package.mjs";
import { until } from "./pause.mjs";
import { startFaultServer } from "./server.mjs";
import { rejections } from "./unhandled.mjs";
import { workload } from "./workload.mjs";

/** How many connections are open when none should be. After an abort Node's fetch opens a spare one for four seconds. */
export async function leftOpen(server) {
  await until(() => server.sockets() === 0, 6000);
  return server.sockets();
}

/** Collects garbage again and again: Node's fetch holds signals weakly, and what is lost then is never aborted. */
function collecting() {
  setFlagsFromString("--expose-gc");
  const timer = setInterval(runInNewContext("gc"), 1000);
  return { stop: () => clearInterval(timer) };
}

/** `calls` calls altogether, on five clients at a time with four calls at a time each. */
export async function soakCalls({ seed = 1, calls = 10_000, rate = 0.3 } = {}) {
  const server = await startFaultServer({ seed, rate });
  const unhandled = rejections();
  const garbage = collecting();
  const started = performance.now();
  try {
    const workers = [0, 1, 2, 3, 4];
    const records = await workload(pkg, { baseUrl: server.url, workers, calls: Math.ceil(calls / workers.length) });
    const seconds = (performance.now() - started) / 1000;
    const openSockets = await leftOpen(server);
    return { ...judge(records, server), openSockets, unhandled: unhandled.stop(), seconds };
  } finally {
    unhandled.stop();
    garbage.stop();
    await server.close();
  }
}
