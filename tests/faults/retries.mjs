// Checks the retries of a client with a virtual clock. `runWaits`: the delays equal the delays of a model, to the
// millisecond. `runStorm`: a thousand clients of a service that is down retry only while their retry budget lasts, and
// not all at the same time.
import { Client } from "../../pkg/dist/index.js";
import { CALLS } from "../calls.mjs";
import { CANARY } from "./expected-responses.mjs";
import {
  randomAttempt,
  scriptedService,
  statusResponse,
  reset,
  correctResponse,
} from "./fetch-responses.mjs";
import { randomSource } from "./random.mjs";
import { virtualClock } from "./virtual-clock.mjs";

/**
 * The rules of docs/retries-and-limits.md, from which `simulateCall` computes what the client must do. These rules
 * repeat the numbers of `src/retry.rs` and `src/limits.rs` on purpose: a copy of the rules finds an accidental change. `budget`, `cost` and
 * `throttledCost` are tokens. `base` and `throttledBase` are the maximum delays of the first retry, and `cap` is the
 * maximum backoff, in milliseconds.
 */
const RULES = {
  budget: 500,
  cost: 14,
  throttledCost: 5,
  base: 200,
  throttledBase: 1000,
  cap: 8000,
  maxRetries: 2,
  maxRetryAfterMs: 30_000,
};

/** The retry budget of one client. */
export class Budget {
  tokens = RULES.budget;

  take(cost) {
    if (this.tokens < cost) return false;
    this.tokens -= cost;
    return true;
  }

  /** Refunds the cost of the last retry after a success, or one token without a retry. */
  refund(cost = 1) {
    this.tokens = Math.min(RULES.budget, this.tokens + cost);
  }
}

/** The reasons against a retry after a failed attempt. Without a reason, the client retries if its budget allows. */
function reasonsToStop({ hintMs }, retries, { maxRetries, maxRetryAfterMs }) {
  const reasons = [];
  if (retries >= maxRetries) reasons.push("attempts_used");
  if (hintMs > maxRetryAfterMs) reasons.push("retry_after_too_long");
  return reasons;
}

/**
 * Simulates a call.
 * @param {{ ok?: boolean, retryable?: boolean, status?: number, hintMs?: number }[]} outcomes one for each attempt;
 *   hintMs: what a readable Retry-After asks for
 * @param {number} jitter what `Math.random` returns: the share of the maximum backoff that the client waits
 * @returns {{ attempts: number, waits: number[], ok: boolean, gaveUp: string[] }} gaveUp: the reasons that the client
 *   may report
 */
export function simulateCall(outcomes, jitter, budget, limits = {}) {
  const rules = { ...RULES, ...limits };
  const waits = [];
  // The cost of the last retry.
  let paid;
  for (let retries = 0; ; retries++) {
    const outcome = outcomes[retries];
    const end = (gaveUp) => ({ attempts: retries + 1, waits, ok: outcome.ok === true, gaveUp });
    if (outcome.ok) {
      budget.refund(paid);
      return end([]);
    }
    if (!outcome.retryable) return end([]);
    const stopReasons = reasonsToStop(outcome, retries, rules);
    if (stopReasons.length > 0) return end(stopReasons);
    const throttled = outcome.status === 429 || (outcome.status === 503 && outcome.hintMs > 0);
    paid = throttled ? rules.throttledCost : rules.cost;
    if (!budget.take(paid)) return end(["budget_exhausted"]);
    const base = throttled ? rules.throttledBase : rules.base;
    const backoff = jitter * Math.min(rules.cap, base * 2 ** retries);
    waits.push(Math.max(backoff, outcome.hintMs ?? 0));
  }
}

const TIMEOUT_MS = 10_000;

/** Reports where a call differs from the model. */
function* compare({ error, waitedMs, stalls, sent, expected, elapsed }) {
  const waits = expected.waits.reduce((sum, ms) => sum + ms, 0);
  if (sent !== expected.attempts) yield `${sent} attempts, not ${expected.attempts}`;
  if (waitedMs !== waits) yield `waited ${waitedMs} ms, not ${waits} (${expected.waits})`;
  if (expected.ok !== !error) yield expected.ok ? `failed: ${error}` : "succeeded";
  if (!error) return;
  const allowedReasons = expected.gaveUp.length > 0 ? expected.gaveUp : [undefined];
  if (!allowedReasons.includes(error.gaveUp))
    yield `gaveUp ${error.gaveUp}, not ${expected.gaveUp}`;
  const reported = error.attempts?.map(({ delayMs }) => delayMs).filter((ms) => ms !== undefined);
  if (String(reported) !== String(expected.waits))
    yield `reported delays ${reported}, not ${expected.waits}`;
  if (error.attempts?.length !== sent)
    yield `reported ${error.attempts?.length} attempts of ${sent}`;
  if (Math.abs(error.elapsedMs - elapsed) > 1) yield `reported ${error.elapsedMs} ms of ${elapsed}`;
  if (stalls > 0 && error.code === "deadline_exceeded") yield "hit the deadline";
}

/**
 * Makes the calls of one client in sequence, and simulates the same calls with the model. Reports each call with both
 * results. The limits, the responses and the jitter are random.
 */
async function runClientAndModel(clock, random, calls, report) {
  const limits = { maxRetries: random.pick([RULES.maxRetries, RULES.maxRetries, 0, 1, 7]) };
  const failureRate = random.pick([0.1, 0.3, 0.3, 0.3, 0.6, 0.95]);
  const service = scriptedService();
  const baseUrl = "https://waits.test/v1";
  const client = new Client({
    baseUrl,
    apiKey: CANARY,
    fetch: service.fetch,
    timeoutMs: TIMEOUT_MS,
    // The longest deadline that the client accepts, so that a deadline ends no call.
    deadlineMs: 2 ** 31 - 1,
    ...limits,
  });
  const budget = new Budget();
  for (let n = 0; n < calls; n++) {
    // One response more than the allowed attempts, which are the first attempt and the retries.
    service.script = Array.from({ length: limits.maxRetries + 2 }, () =>
      randomAttempt(random, failureRate),
    );
    service.sent = 0;
    // A jitter in eighths makes all delays whole milliseconds, so rounding does not matter.
    const jitter = random.int(0, 7) / 8;
    clock.random = () => jitter;
    const from = clock.now();
    const { send, query } = random.pick(CALLS);
    const error = await clock.run(() =>
      send(client, query).then(
        () => undefined,
        (thrown) => thrown,
      ),
    );
    const expected = simulateCall(service.script, jitter, budget, limits);
    const attempts = service.script.slice(0, service.sent);
    const stalls = attempts.filter(({ what }) => what?.startsWith("stalled")).length;
    const elapsed = clock.now() - from;
    report(
      {
        error,
        expected,
        stalls,
        elapsed,
        sent: service.sent,
        waitedMs: elapsed - stalls * TIMEOUT_MS,
      },
      attempts,
    );
  }
  client.dispose();
}

const CALLS_OF_A_CLIENT = 200;

/** Makes `calls` calls, CALLS_OF_A_CLIENT with each client, and compares each call with the model. */
export async function runWaits({ seed = 1, calls = 10_000 } = {}) {
  const result = {
    failures: [],
    calls: 0,
    attempts: 0,
    waits: 0,
    waitedMs: 0,
    modelMs: 0,
    timersLeft: 0,
  };
  const gaveUp = {};
  const report = (call, attempts) => {
    result.calls++;
    result.attempts += call.sent;
    result.waits += call.expected.waits.length;
    result.waitedMs += call.waitedMs;
    result.modelMs += call.expected.waits.reduce((sum, ms) => sum + ms, 0);
    const end = call.expected.gaveUp[0] ?? (call.expected.ok ? "success" : "not_retryable");
    gaveUp[end] = (gaveUp[end] ?? 0) + 1;
    for (const text of compare(call))
      result.failures.push(`call ${result.calls} ${JSON.stringify(attempts)}: ${text}`);
  };
  const started = performance.now();
  const clock = virtualClock();
  try {
    for (let client = 0; client * CALLS_OF_A_CLIENT < calls; client++) {
      const random = randomSource(seed, `client ${client}`);
      const callsLeft = calls - client * CALLS_OF_A_CLIENT;
      await runClientAndModel(clock, random, Math.min(CALLS_OF_A_CLIENT, callsLeft), report);
    }
    result.timersLeft = clock.timers();
  } finally {
    clock.restore();
  }
  return { ...result, gaveUp, seconds: (performance.now() - started) / 1000 };
}

/** [response of the failing service, tokens that a retry costs] */
const FAILURES = {
  reset: [reset, RULES.cost],
  429: [() => statusResponse(429), RULES.throttledCost],
};

/**
 * Makes the calls of one client in sequence while the service is down, and a last call when it is up again. Counts the
 * requests, the retries after the budget was empty (`afterDrained`), and the ends of the calls.
 */
async function runStormClient(respondWhileDown, calls) {
  const counts = { requests: 0, afterDrained: 0, ends: {}, recovered: false };
  let down = true;
  const client = new Client({
    baseUrl: "https://storm.test",
    apiKey: CANARY,
    fetch: (url, init) => {
      const request = new Request(url, init);
      counts.requests++;
      return down ? respondWhileDown(request) : Promise.resolve(correctResponse(request));
    },
  });
  let drained = false;
  for (let n = 0; n < calls; n++) {
    const before = counts.requests;
    const error = await client.project().then(
      () => ({ gaveUp: "none: it succeeded" }),
      (thrown) => thrown,
    );
    counts.ends[error.gaveUp] = (counts.ends[error.gaveUp] ?? 0) + 1;
    const retries = counts.requests - before - 1;
    if (drained) counts.afterDrained += retries;
    if (error.gaveUp === "budget_exhausted") drained = true;
  }
  // An empty budget does not prevent a first attempt.
  down = false;
  counts.recovered = await client.project().then(
    () => true,
    () => false,
  );
  client.dispose();
  return counts;
}

/** The largest share of clients whose first retry came within the same ten milliseconds. */
function peakShare(times, clients) {
  const counts = new Map();
  for (const time of times) {
    const interval = Math.floor(time / 10);
    counts.set(interval, (counts.get(interval) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) / clients;
}

/**
 * The largest allowed share of clients in `peakShare`. Without jitter, all clients would retry within the same ten
 * milliseconds.
 */
const MAX_PEAK_SHARE = 0.25;

/**
 * Runs `clients` clients with `calls` calls each at the same time. `failure` is a key of `FAILURES`. The calls must
 * empty the budget, so "reset" needs at least 18 calls, and "429" at least 51.
 */
export async function runStorm({ seed = 1, clients = 1000, calls = 40, failure = "reset" } = {}) {
  const [respond, cost] = FAILURES[failure];
  // The retries of a client until its budget is empty.
  const retries = Math.floor(RULES.budget / cost);
  const clock = virtualClock();
  const firstRetryTimes = [];
  clock.random = randomSource(seed, "storm").next;
  // All first attempts come at time 0. The first requests after that are the first retries of the clients.
  const respondWhileDown = (request) => {
    const isFirstRetry = clock.now() > 0 && firstRetryTimes.length < clients;
    if (isFirstRetry) firstRetryTimes.push(clock.now());
    return respond(request);
  };
  try {
    const results = await clock.run(() =>
      Promise.all(Array.from({ length: clients }, () => runStormClient(respondWhileDown, calls))),
    );
    // The first attempt of each call, the retries, and the last call, which succeeds.
    const expected = calls + retries + 1;
    const isExpected = ({ requests, afterDrained, recovered, ends }) =>
      requests === expected && afterDrained === 0 && recovered && ends.budget_exhausted > 0;
    const failures = results
      .filter((counts) => !isExpected(counts))
      .map((counts) => `${JSON.stringify(counts)}, where ${expected} requests were expected`);
    const requests = results.reduce((sum, counts) => sum + counts.requests, 0);
    const peakRetryShare = peakShare(firstRetryTimes, clients);
    if (firstRetryTimes.length < clients || peakRetryShare > MAX_PEAK_SHARE) {
      const percent = (peakRetryShare * 100).toFixed(0);
      failures.push(`${firstRetryTimes.length} retried, ${percent} % within the same 10 ms`);
    }
    const retriesWhenDrained = results.reduce((sum, counts) => sum + counts.afterDrained, 0);
    const figures = { requests, retriesEach: retries, retriesWhenDrained, peakRetryShare };
    return { failures, clients, calls: clients * calls, ...figures };
  } finally {
    clock.restore();
  }
}
