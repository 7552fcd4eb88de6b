// Aborts calls at each stage. A call must end at once with the reason of the signal, and send no request after that.
import { getEventListeners } from "node:events";
import { countOpenSockets, collectUnhandledErrors } from "./calls.mjs";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";
import { sleep, until, startFaultServer } from "./fault-server.mjs";
import { CANARY } from "./expected-responses.mjs";

/** Longer than any delay of the stage: a request that was only delayed would come within this time. */
const quietMs = (stage) => (stage === "retry" ? 2000 : 400);

/** A signal that counts its listeners. */
function observedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const counts = { addEventListener: 0, removeEventListener: 0 };
  for (const name of Object.keys(counts)) {
    signal[name] = (...values) => {
      counts[name]++;
      EventTarget.prototype[name].apply(signal, values);
    };
  }
  const left = () => getEventListeners(signal, "abort").length;
  return { signal, counts, left, abort: (reason) => controller.abort(reason) };
}

/** Resolves when the server has a request for the path. */
async function requestArrived(server, path) {
  const hasArrived = await until(
    () => server.log.some((entry) => entry.path.startsWith(path)),
    5000,
    2,
  );
  if (!hasArrived) throw new Error(`no request for ${path}`);
}

/** The stages: the injected fault, the expected number of requests, and a promise for the time of the abort. */
const STAGES = {
  before: { fault: null, requests: 0, when: null },
  connect: { fault: "stall:headers", requests: [0, 1], when: () => Promise.resolve() },
  headers: {
    fault: "stall:headers",
    requests: 1,
    when: ({ server, path }) => requestArrived(server, path),
  },
  body: {
    fault: "stall:middle",
    requests: 1,
    when: ({ server, path }) => requestArrived(server, path).then(() => sleep(25)),
  },
  retry: { fault: "status:503:1", requests: 1, when: ({ retrying }) => retrying },
  // The signal aborts between the first page and the second.
  pages: { fault: null, requests: 1, when: ({ first }) => first },
};

const CALLS = [
  (client, signal) => client.tokenUri(`0x${"ab".repeat(20)}`, 1, { chainId: 1 }, { signal }),
  (client, signal) => client.bridgeTransfer(`0x${"cd".repeat(32)}`, undefined, { signal }),
  (client, signal) => client.project({ signal }),
  (client, signal) => client.ethereals({ sourceChains: [1] }, { signal }).page(),
];

/** Starts the call of a stage. `first` resolves at the first page of the stage "pages". */
function start(stage, client, signal, n) {
  if (stage !== "pages") return { call: CALLS[n % CALLS.length](client, signal) };
  const pages = client.ethereals({ sourceChains: [1], pageSize: 10 }, { signal }).pages();
  const first = pages.next();
  let goOn;
  const call = first
    .then(() => new Promise((resolve) => (goOn = resolve)))
    .then(() => pages.next());
  return { call, first: first.then(() => Promise.resolve()), goOn: () => goOn() };
}

function* findFailures({ error, observed, reason, lateMs, limitMs, stage }) {
  if (error === undefined) return yield "it succeeded";
  if (!isEtherealQueryError(error, "aborted")) yield `kind ${error?.kind}: ${error}`;
  if (error.cause !== reason) yield `cause is not the signal's reason: ${error.cause}`;
  if (error.retryable !== false) yield "retryable";
  if (lateMs > limitMs) yield `${lateMs.toFixed(0)} ms late`;
  if (observed.left() > 0) yield `${observed.left()} listeners left`;
  const listened = observed.counts.addEventListener > 0;
  if (!listened && !["before", "pages"].includes(stage))
    yield "no listener was added to the signal";
}

/** Makes one call of a stage and aborts it. */
async function runCall({ server, stage, n, limitMs, report }) {
  const path = `/${stage}/${n}`;
  let retry;
  const retrying = new Promise((resolve) => (retry = resolve));
  const hooks = stage === "retry" ? { onRetry: () => setTimeout(retry) } : {};
  const client = new Client({ baseUrl: server.url + path, apiKey: CANARY, ...hooks });
  const observed = observedSignal();
  const reason = n % 3 === 0 ? `reason ${n}` : new Error(`reason ${n}`);
  if (stage === "before") observed.abort(reason);
  const { call, first, goOn } = start(stage, client, observed.signal, n);
  const ended = call.then(
    () => undefined,
    (error) => error,
  );
  await STAGES[stage].when?.({ server, path: `${path}/`, retrying, first });
  const aborted = performance.now();
  observed.abort(reason);
  goOn?.();
  const error = await ended;
  const lateMs = performance.now() - aborted;
  const outcome = { error, observed, reason, lateMs, limitMs, stage };
  for (const text of findFailures(outcome)) report(`${stage} no. ${n}: ${text}`);
  client.dispose();
  return { path: `${path}/`, lateMs };
}

/** Makes `each` calls of every stage, twenty at a time. Each must end within `limitMs` of the abort. */
export async function runAbort({ each = 200, limitMs = 500, stages = Object.keys(STAGES) } = {}) {
  const plan = ({ path }) => STAGES[path.split("/")[1]].fault;
  const server = await startFaultServer({ plan });
  const unhandled = collectUnhandledErrors();
  const result = { failures: [], aborted: 0, requests: 0, worstMs: 0 };
  const started = performance.now();
  const report = (text) => result.failures.push(text);
  try {
    for (const stage of stages) {
      const calls = [];
      for (let n = 0; n < each; n += 20) {
        const some = Array.from({ length: Math.min(20, each - n) }, (_, i) => n + i);
        calls.push(
          ...(await Promise.all(some.map((n) => runCall({ server, stage, n, limitMs, report })))),
        );
      }
      await sleep(quietMs(stage));
      for (const { path, lateMs } of calls) {
        const count = server.log.filter((entry) => entry.path.startsWith(path)).length;
        if (![STAGES[stage].requests].flat().includes(count)) report(`${path}: ${count} requests`);
        result.worstMs = Math.max(result.worstMs, lateMs);
      }
      result.aborted += calls.length;
    }
    result.requests = server.log.length;
    const seconds = (performance.now() - started) / 1000;
    return {
      ...result,
      openSockets: await countOpenSockets(server),
      unhandled: unhandled.stop(),
      seconds,
    };
  } finally {
    unhandled.stop();
    await server.close();
  }
}
