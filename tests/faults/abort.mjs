// Aborts calls at each stage. A call must end at once with the reason of the signal, and send no request after that.
import { getEventListeners } from "node:events";
import { countOpenSockets, collectUnhandledErrors } from "./calls.mjs";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";
import { sleep, until, startFaultServer } from "./fault-server.mjs";
import { CANARY } from "./expected-responses.mjs";

/**
 * The time without requests after the calls of a stage. A request that was only delayed would come within this time.
 * In the stage "retry", the service asks for a delay of one second.
 */
const quietMs = (stage) => (stage === "retry" ? 2000 : 400);

/** A signal that counts the calls of its listener methods, and the listeners that it has now. */
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
  const listenerCount = () => getEventListeners(signal, "abort").length;
  return { signal, counts, listenerCount, abort: (reason) => controller.abort(reason) };
}

/** Resolves when the server has a request for the path, within five seconds. */
async function requestArrived(server, path) {
  const hasArrived = await until(
    () => server.log.some((entry) => entry.path.startsWith(path)),
    5000,
    2,
  );
  if (!hasArrived) throw new Error(`no request for ${path}`);
}

/**
 * The stages: the injected fault, the expected number or numbers of requests, and `when`, whose promise resolves when
 * the test must abort.
 */
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
    // The pause lets the client receive the first half of the body.
    when: ({ server, path }) => requestArrived(server, path).then(() => sleep(25)),
  },
  retry: { fault: "status:503:1", requests: 1, when: ({ retrying }) => retrying },
  // The signal aborts between the first page and the second.
  pages: { fault: null, requests: 1, when: ({ firstPage }) => firstPage },
};

const CALLS = [
  (client, signal) => client.tokenUri(`0x${"ab".repeat(20)}`, 1, { chainId: 1 }, { signal }),
  (client, signal) => client.bridgeTransfer(`0x${"cd".repeat(32)}`, undefined, { signal }),
  (client, signal) => client.project({ signal }),
  (client, signal) => client.ethereals({ sourceChains: [1] }, { signal }).page(),
];

/**
 * Starts the call of a stage. The stage "pages" reads a list: `firstPage` resolves with the first page, and
 * `readSecondPage` lets the call continue.
 */
function start(stage, client, signal, n) {
  if (stage !== "pages") return { call: CALLS[n % CALLS.length](client, signal) };
  const pages = client.ethereals({ sourceChains: [1], pageSize: 10 }, { signal }).pages();
  const firstPage = pages.next();
  let readSecondPage;
  const mayContinue = new Promise((resolve) => {
    readSecondPage = resolve;
  });
  const call = firstPage.then(() => mayContinue).then(() => pages.next());
  return { call, firstPage, readSecondPage };
}

function* findFailures({ error, observed, reason, lateMs, limitMs, stage }) {
  if (error === undefined) return yield "it succeeded";
  if (!isEtherealQueryError(error, "aborted")) yield `kind ${error?.kind}: ${error}`;
  if (error.cause !== reason) yield `cause is not the signal's reason: ${error.cause}`;
  if (error.retryable !== false) yield "retryable";
  // `lateMs` is the time from the abort to the end of the call.
  if (lateMs > limitMs) yield `${lateMs.toFixed(0)} ms late`;
  if (observed.listenerCount() > 0) yield `${observed.listenerCount()} listeners left`;
  // In the stages "before" and "pages", no request is in flight at the abort, so a call may have no listener.
  const listened = observed.counts.addEventListener > 0;
  if (!listened && !["before", "pages"].includes(stage))
    yield "no listener was added to the signal";
}

/** Makes one call of a stage and aborts it. */
async function runCall({ server, stage, n, limitMs, report }) {
  const path = `/${stage}/${n}`;
  let reportRetry;
  const retrying = new Promise((resolve) => {
    reportRetry = resolve;
  });
  // The client calls the hook before the delay. The timer lets the abort come during the delay.
  const hooks = stage === "retry" ? { onRetry: () => setTimeout(reportRetry) } : {};
  const client = new Client({ baseUrl: server.url + path, apiKey: CANARY, ...hooks });
  const observed = observedSignal();
  // A reason may be any value: every third call has a string.
  const reason = n % 3 === 0 ? `reason ${n}` : new Error(`reason ${n}`);
  if (stage === "before") observed.abort(reason);
  // In the stage "before", the second abort below has no effect.
  const { call, firstPage, readSecondPage } = start(stage, client, observed.signal, n);
  const rejection = call.then(
    () => undefined,
    (error) => error,
  );
  await STAGES[stage].when?.({ server, path: `${path}/`, retrying, firstPage });
  const aborted = performance.now();
  observed.abort(reason);
  readSecondPage?.();
  const error = await rejection;
  const lateMs = performance.now() - aborted;
  const outcome = { error, observed, reason, lateMs, limitMs, stage };
  for (const text of findFailures(outcome)) report(`${stage} no. ${n}: ${text}`);
  client.dispose();
  return { path: `${path}/`, lateMs };
}

const IN_PARALLEL = 20;

/** Makes `each` calls of every stage, IN_PARALLEL at a time. Each call must end within `limitMs` of the abort. */
export async function runAbort({ each = 200, limitMs = 500, stages = Object.keys(STAGES) } = {}) {
  // The path of a request begins with its stage, as in "/headers/6/project".
  const plan = ({ path }) => {
    const [, stage] = path.split("/");
    return STAGES[stage].fault;
  };
  const server = await startFaultServer({ plan });
  const unhandled = collectUnhandledErrors();
  const result = { failures: [], aborted: 0, requests: 0, worstMs: 0 };
  const started = performance.now();
  const report = (text) => result.failures.push(text);
  try {
    for (const stage of stages) {
      const calls = [];
      for (let n = 0; n < each; n += IN_PARALLEL) {
        const length = Math.min(IN_PARALLEL, each - n);
        const numbers = Array.from({ length }, (_, i) => n + i);
        const ended = await Promise.all(
          numbers.map((number) => runCall({ server, stage, n: number, limitMs, report })),
        );
        calls.push(...ended);
      }
      await sleep(quietMs(stage));
      const allowedCounts = [STAGES[stage].requests].flat();
      for (const { path, lateMs } of calls) {
        const count = server.log.filter((entry) => entry.path.startsWith(path)).length;
        if (!allowedCounts.includes(count)) report(`${path}: ${count} requests`);
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
