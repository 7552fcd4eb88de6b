// Calls that are ended by their signal at every stage they can be in: at once, with the signal's reason, and for good.
import { getEventListeners } from "node:events";
import { leftOpen } from "./calls.mjs";
import { Client, isEtherealQueryError } from "./package.mjs";
import { sleep, until } from "./pause.mjs";
import { startFaultServer } from "./server.mjs";
import { CANARY } from "./truth.mjs";
import { rejections } from "./unhandled.mjs";

/** Longer than any wait that was under way: a request that was only put off would come in this time. */
const watchMs = (stage) => (stage === "retry" ? 2000 : 400);

/** A signal that tells how often it was listened to. */
function watchedSignal() {
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
async function arrived(server, path) {
  const there = await until(() => server.log.some((entry) => entry.path.startsWith(path)), 5000, 2);
  if (!there) throw new Error(`no request for ${path}`);
}

/** The stages: the fault the server gives, how many requests there are by then, and when to abort (resolves then). */
const STAGES = {
  before: { fault: null, requests: 0, when: null },
  connect: { fault: "stall:headers", requests: [0, 1], when: () => Promise.resolve() },
  headers: { fault: "stall:headers", requests: 1, when: ({ server, path }) => arrived(server, path) },
  body: { fault: "stall:middle", requests: 1, when: ({ server, path }) => arrived(server, path).then(() => sleep(25)) },
  retry: { fault: "status:503:1", requests: 1, when: ({ retrying }) => retrying },
  // The first page is there, the second is asked for with a signal that aborted meanwhile.
  pages: { fault: null, requests: 1, when: ({ first }) => first },
};

const CALLS = [
  (client, signal) => client.tokenUri(`0x${"ab".repeat(20)}`, 1, { chainId: 1 }, { signal }),
  (client, signal) => client.bridgeTransfer(`0x${"cd".repeat(32)}`, undefined, { signal }),
  (client, signal) => client.project({ signal }),
  (client, signal) => client.ethereals({ sourceChains: [1] }, { signal }).page(),
];

/** Starts the call of a stage; `first` is the first page, for the stage that has one. */
function start(stage, client, signal, n) {
  if (stage !== "pages") return { call: CALLS[n % CALLS.length](client, signal) };
  const pages = client.ethereals({ sourceChains: [1], pageSize: 10 }, { signal }).pages();
  const first = pages.next();
  let goOn;
  const call = first.then(() => new Promise((resolve) => (goOn = resolve))).then(() => pages.next());
  return { call, first: first.then(() => Promise.resolve()), goOn: () => goOn() };
}

function* complaintsOf({ error, watched, reason, lateMs, limitMs, stage }) {
  if (error === undefined) return yield "it succeeded";
  if (!isEtherealQueryError(error, "aborted")) yield `kind ${error?.kind}: ${error}`;
  if (error.cause !== reason) yield `cause is not the signal's reason: ${error.cause}`;
  if (error.retryable !== false) yield "retryable";
  if (lateMs > limitMs) yield `${lateMs.toFixed(0)} ms late`;
  if (watched.left() > 0) yield `${watched.left()} listeners left`;
  const listened = watched.counts.addEventListener > 0;
  if (!listened && !["before", "pages"].includes(stage)) yield "the signal was never listened to";
}

/** One call of a stage, ended by its signal. */
async function one({ server, stage, n, limitMs, report }) {
  const path = `/${stage}/${n}`;
  let retry;
  const retrying = new Promise((resolve) => (retry = resolve));
  const hooks = stage === "retry" ? { onRetry: () => setTimeout(retry) } : {};
  const client = new Client({ baseUrl: server.url + path, apiKey: CANARY, ...hooks });
  const watched = watchedSignal();
  const reason = n % 3 === 0 ? `reason ${n}` : new Error(`reason ${n}`);
  if (stage === "before") watched.abort(reason);
  const { call, first, goOn } = start(stage, client, watched.signal, n);
  const ended = call.then(() => undefined, (error) => error);
  await STAGES[stage].when?.({ server, path: `${path}/`, retrying, first });
  const aborted = performance.now();
  watched.abort(reason);
  goOn?.();
  const error = await ended;
  const lateMs = performance.now() - aborted;
  const story = { error, watched, reason, lateMs, limitMs, stage };
  for (const text of complaintsOf(story)) report(`${stage} no. ${n}: ${text}`);
  client.dispose();
  return { path: `${path}/`, lateMs };
}

/** `each` calls of every stage, twenty at a time. A busy machine is late: `limitMs` says how much is allowed. */
export async function soakAbort({ each = 200, limitMs = 500, stages = Object.keys(STAGES) } = {}) {
  const plan = ({ path }) => STAGES[path.split("/")[1]].fault;
  const server = await startFaultServer({ plan });
  const unhandled = rejections();
  const result = { complaints: [], aborted: 0, requests: 0, worstMs: 0 };
  const started = performance.now();
  const report = (text) => result.complaints.push(text);
  try {
    for (const stage of stages) {
      const calls = [];
      for (let n = 0; n < each; n += 20) {
        const some = Array.from({ length: Math.min(20, each - n) }, (_, i) => n + i);
        calls.push(...await Promise.all(some.map((n) => one({ server, stage, n, limitMs, report }))));
      }
      await sleep(watchMs(stage));
      for (const { path, lateMs } of calls) {
        const count = server.log.filter((entry) => entry.path.startsWith(path)).length;
        if (![STAGES[stage].requests].flat().includes(count)) report(`${path}: ${count} requests`);
        result.worstMs = Math.max(result.worstMs, lateMs);
      }
      result.aborted += calls.length;
    }
    result.requests = server.log.length;
    const seconds = (performance.now() - started) / 1000;
    return { ...result, openSockets: await leftOpen(server), unhandled: unhandled.stop(), seconds };
  } finally {
    unhandled.stop();
    await server.close();
  }
}
