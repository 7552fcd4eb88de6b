// Checks the result of each call against the faults that the server injected.
import { isDeepStrictEqual } from "node:util";
import { ETHEREALS, PROJECT, TOKEN } from "./expected-responses.mjs";
import { expectedOutcome } from "./fault-list.mjs";
import { LIMITS, callOf } from "./workload.mjs";

/** The attempts of a call with the default `maxRetries`. */
const ATTEMPTS = 3;
/** The Retry-After of the faults with `tooLong`. */
const HOUR_MS = 3_600_000;

/** Whether the result of a call is an expected one. */
function isExpectedValue(record, call, expected) {
  if ("value" in expected) return isDeepStrictEqual(record.value, expected.value);
  return expected.allowsCorrectResult === true && isDeepStrictEqual(record.value, call.expected());
}

/**
 * Reports what is wrong with the error of a call. `last`: the last request of the call in the server's log. `refused`:
 * whether a request of the call found the server's port closed.
 */
function* errorFailures({ error, requests }, last, expected, refused) {
  if (!error.isPackageError || error.name !== "EtherealQueryError")
    yield `no error of the package: ${error.text}`;
  const kinds = refused ? ["network", ...expected.kinds] : expected.kinds;
  if (!kinds.includes(error.kind)) yield `kind ${error.kind} (${error.code}), not one of ${kinds}`;
  const reported = error.attempts?.length;
  const seen = requests.length;
  if (reported !== seen) yield `${reported} attempts reported, ${seen} seen`;
  if (error.retryable !== (error.gaveUp !== undefined))
    yield `retryable ${error.retryable}, gaveUp ${error.gaveUp}`;
  if (error.gaveUp === "attempts_used" && seen !== ATTEMPTS) yield `gave up after ${seen} attempts`;
  if (!refused && expected.status) {
    if (error.status !== expected.status) yield `status ${error.status}, not ${expected.status}`;
    if (error.requestId !== last.requestId)
      yield `request id ${error.requestId}, not ${last.requestId}`;
  }
  if (!refused && expected.retry === true) {
    // When both reasons hold, the client may report either of them.
    const reasons = [];
    if (seen === ATTEMPTS) reasons.push("attempts_used");
    if (expected.tooLong) reasons.push("retry_after_too_long");
    if (!reasons.includes(error.gaveUp)) yield `gaveUp ${error.gaveUp}`;
    if (expected.tooLong && error.retryAfterMs !== HOUR_MS)
      yield `retryAfterMs ${error.retryAfterMs}`;
  }
}

/** Reports retries that come too soon or must not happen. `entries`: the requests of the call in the server's log. */
function* retryFailures({ retries }, entries, browser) {
  const retriedEntries = entries.slice(0, -1);
  for (const { fault, endpoint, attempt } of retriedEntries) {
    const { retry, hint, tooLong } = expectedOutcome(fault, endpoint, browser);
    if (!retry || tooLong) yield `retried after ${fault}`;
    // `attempt` counts from 0, so the retry with this index follows the attempt.
    const waited = retries[attempt]?.delayMs;
    if (hint === "1" && !(waited >= 1000))
      yield `waited ${waited} ms, less than the Retry-After of a second`;
  }
}

/**
 * Whether the machine was too slow for a full check. The delays and the stalled attempts do not count. If the rest of
 * the call took more than 70 % of a timeout, a busy machine may have made any attempt time out.
 */
function isSlow({ started, ended, retries }, entries) {
  const delaysMs = retries.reduce((sum, { delayMs }) => sum + delayMs, 0);
  // The faults "stall:headers", "stall:start", "stall:middle" and "drip:endless" last until the timeout.
  const stalls = entries.filter(({ fault }) => /^stall|endless/.test(fault)).length;
  const restMs = ended - started - delaysMs - stalls * LIMITS.timeoutMs;
  return restMs > 0.7 * LIMITS.timeoutMs;
}

/** Checks a slow call. A slow call may fail with a timeout, and may have more attempts than its faults explain. */
function* slowFailures(record, call, outcomes) {
  if (record.error) {
    const kinds = ["timeout", "network", ...outcomes.flatMap((outcome) => outcome.kinds)];
    if (!record.error.isPackageError || !kinds.includes(record.error.kind))
      yield `${record.error.text}, and slow`;
    return;
  }
  const allowedOutcomes = [{ allowsCorrectResult: true }, ...outcomes];
  const isExpected = allowedOutcomes.some((outcome) => isExpectedValue(record, call, outcome));
  if (!isExpected) yield "a wrong value, and slow";
}

/**
 * Returns the failures of a call.
 * @param {object} record the result of the call (`workload.mjs`)
 * @param {object[]} entries the requests of the call in the server's log, without requests after a redirect
 * @param {object[]} redirected the requests of the call in the server's log after a redirect
 * @param {{ from: number, to: number }[]} closures the times at which the server's port was closed
 */
function* findFailures(record, entries, redirected, closures, browser) {
  if (record.hung) return yield "never ended";
  if (redirected.some(({ key }) => key !== null)) yield "a redirect carried the key";
  // The number of requests that the client reported and the server did not see.
  const missing = record.requests.length - entries.length;
  // While the port is closed, requests fail without an entry in the log. The clocks may differ by a few milliseconds.
  const isDuringCall = ({ from, to }) => from <= record.ended + 5 && to >= record.started - 5;
  const refused = missing > 0 && closures.some(isDuringCall);
  if (entries.length > ATTEMPTS || record.requests.length > ATTEMPTS)
    yield `${entries.length} requests`;
  const call = callOf(record.endpoint, record.worker, record.n);
  if (isSlow(record, entries)) {
    const outcomes = entries.map(({ fault }) => expectedOutcome(fault, record.endpoint, browser));
    return yield* slowFailures(record, call, outcomes);
  }
  if (missing !== 0 && !refused)
    yield `${record.requests.length} requests reported, ${entries.length} seen by the server`;
  if (!refused) yield* retryFailures(record, entries, browser);
  const last = entries.at(-1);
  if (!last && !refused) {
    // Reported requests that the server did not see are a failure above.
    if (record.requests.length === 0) yield "no request";
    return;
  }
  const expected = expectedOutcome(last?.fault, record.endpoint, browser);
  if (record.error) return yield* errorFailures(record, last, expected, refused);
  if (!isExpectedValue(record, call, expected))
    yield `a wrong value: ${JSON.stringify(record.value)?.slice(0, 200)}`;
}

/** With a larger share of slow calls, the cause is the client and not a busy machine. */
const MAX_SLOW_SHARE = 0.05;
/** Allowed in addition, because in a short run a few slow calls are already a large share. */
const MAX_SLOW_CALLS = 5;

/** The tag of a call (`workload.mjs`), which its request contains. */
function tagOf({ endpoint, path, key }) {
  if (endpoint === PROJECT) return key;
  if (endpoint === ETHEREALS) return new URLSearchParams(path.split("?")[1]).get("sourceChains");
  const segments = path.split("?")[0].split("/");
  // The path of a token ends with "/<id>/uri", and the path of a transfer with "/<hash>".
  return segments.at(endpoint === TOKEN ? -2 : -1);
}

/** The requests in the server's log, by the endpoint and the tag of their call. */
function groupByCall(log) {
  const groups = new Map();
  for (const entry of log) {
    const name = `${entry.endpoint} ${tagOf(entry)}`;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(entry);
  }
  return groups;
}

/** Returns the failures of all calls, and figures. */
export function checkCalls(records, server, { browser = false } = {}) {
  const groups = groupByCall(server.log);
  const failures = [];
  let slow = 0;
  for (const record of records) {
    const { tag } = callOf(record.endpoint, record.worker, record.n);
    const requests = groups.get(`${record.endpoint} ${tag}`) ?? [];
    const entries = requests.filter(({ followed }) => !followed);
    const redirected = requests.filter(({ followed }) => followed);
    if (isSlow(record, entries)) slow++;
    const faults = entries.map(({ fault }) => fault ?? "none").join(", ");
    for (const text of findFailures(record, entries, redirected, server.closures, browser)) {
      failures.push(
        `${record.endpoint} of worker ${record.worker}, no. ${record.n} [${faults}]: ${text}`,
      );
    }
  }
  // A client that waits longer than it reports would make many calls slow on any machine.
  if (slow > MAX_SLOW_CALLS + MAX_SLOW_SHARE * records.length)
    failures.push(`${slow} calls took longer than their delays and faults`);
  return { failures, slow, ...figures(records, server) };
}

function figures(records, { log, otherOrigin }) {
  const failed = records.filter(({ error }) => error);
  return {
    calls: records.length,
    requests: log.filter(({ followed }) => !followed).length,
    faults: log.filter(({ fault }) => fault).length,
    // One element of the set is `null`, from the requests without a fault.
    kindsOfFault: new Set(log.map(({ fault }) => fault)).size - 1,
    succeeded: records.filter(({ error, hung }) => !error && !hung).length,
    failed: failed.length,
    hung: records.filter(({ hung }) => hung).length,
    mostAttempts: Math.max(...records.map(({ requests }) => requests.length)),
    otherOriginRequests: otherOrigin.requests.length,
    otherOriginKeys: otherOrigin.requests.filter(({ headers }) =>
      JSON.stringify(headers).includes("CANARY"),
    ).length,
    waitedMs: records
      .flatMap(({ retries }) => retries)
      .reduce((sum, { delayMs }) => sum + delayMs, 0),
  };
}
