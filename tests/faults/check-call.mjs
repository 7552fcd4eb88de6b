// Checks one call against the faults that the server injected.
import { isDeepStrictEqual } from "node:util";
import { expectedOutcome } from "./fault-list.mjs";
import { LIMITS, callOf } from "./workload.mjs";

const ATTEMPTS = 3;

/** Whether the result of a call is an expected one. */
function isExpectedValue(record, call, expected) {
  if ("value" in expected) return isDeepStrictEqual(record.value, expected.value);
  return expected.fine === true && isDeepStrictEqual(record.value, call.expected());
}

function* errorFailures({ error, requests }, last, expected, refused) {
  if (!error.ours || error.name !== "EtherealQueryError") yield `no error of the package: ${error.text}`;
  const kinds = refused ? ["network", ...expected.kinds] : expected.kinds;
  if (!kinds.includes(error.kind)) yield `kind ${error.kind} (${error.code}), not one of ${kinds}`;
  const [reported, seen] = [error.attempts?.length, requests.length];
  if (reported !== seen) yield `${reported} attempts reported, ${seen} seen`;
  if (error.retryable !== (error.gaveUp !== undefined)) yield `retryable ${error.retryable}, gaveUp ${error.gaveUp}`;
  if (error.gaveUp === "attempts_used" && seen !== ATTEMPTS) yield `gave up after ${seen} attempts`;
  if (!refused && expected.status) {
    if (error.status !== expected.status) yield `status ${error.status}, not ${expected.status}`;
    if (error.requestId !== last.requestId) yield `request id ${error.requestId}, not ${last.requestId}`;
  }
  if (!refused && expected.retry === true) {
    // When both are true, the client may report either.
    const reasons = [seen === ATTEMPTS && "attempts_used", expected.tooLong && "retry_after_too_long"];
    if (!reasons.includes(error.gaveUp)) yield `gaveUp ${error.gaveUp}`;
    if (expected.tooLong && error.retryAfterMs !== 3_600_000) yield `retryAfterMs ${error.retryAfterMs}`;
  }
}

/** Reports retries that come too soon or must not happen. */
function* retryFailures({ retries }, entries, browser) {
  for (const { fault, endpoint, attempt } of entries.slice(0, -1)) {
    const { retry, hint, tooLong } = expectedOutcome(fault, endpoint, browser);
    if (!retry || tooLong) yield `retried after ${fault}`;
    const waited = retries[attempt]?.delayMs;
    if (hint === "1" && !(waited >= 1000)) yield `waited ${waited} ms, less than the Retry-After of a second`;
  }
}

/** Whether the call took longer than its delays and faults. On a busy machine, any attempt may reach its timeout. */
export function isSlow({ started, ended, retries }, entries) {
  const waits = retries.reduce((sum, { delayMs }) => sum + delayMs, 0);
  const stalls = entries.filter(({ fault }) => /^stall|endless/.test(fault)).length;
  return ended - started - waits - stalls * LIMITS.timeoutMs > 0.7 * LIMITS.timeoutMs;
}

/** Checks a slow call, which may have failed with a timeout besides its faults. */
function* slowFailures(record, call, outcomes) {
  const kinds = ["timeout", "network", ...outcomes.flatMap((one) => one.kinds)];
  if (record.error && !(record.error.ours && kinds.includes(record.error.kind))) yield `${record.error.text}, and slow`;
  const isExpected = [{ fine: true }, ...outcomes].some((one) => isExpectedValue(record, call, one));
  if (!record.error && !isExpected) yield "a wrong value, and slow";
}

/**
 * Returns the failures of a call.
 * @param {object} record its result (`workload.mjs`)
 * @param {object[]} entries its requests in the server's log
 * @param {object[]} followed requests after a redirect
 */
export function* findFailures(record, entries, followed, { closures, browser }) {
  if (record.hung) return yield "never ended";
  if (followed.some(({ key }) => key !== null)) yield "a redirect carried the key";
  // While the port is closed, requests fail without an entry in the log.
  const overlaps = ({ from, to }) => from <= record.ended + 5 && to >= record.started - 5;
  const missing = record.requests.length - entries.length;
  const refused = missing > 0 && closures.some(overlaps);
  if (entries.length > ATTEMPTS || record.requests.length > ATTEMPTS) yield `${entries.length} requests`;
  const call = callOf(record.endpoint, record.worker, record.n);
  if (isSlow(record, entries)) {
    const outcomes = entries.map(({ fault }) => expectedOutcome(fault, record.endpoint, browser));
    return yield* slowFailures(record, call, outcomes);
  }
  if (missing !== 0 && !refused)
    yield `${record.requests.length} requests reported, ${entries.length} seen by the server`;
  if (!refused) yield* retryFailures(record, entries, browser);
  const last = entries.at(-1);
  if (!last && !refused) return;
  const expected = expectedOutcome(last?.fault, record.endpoint, browser);
  if (record.error) return yield* errorFailures(record, last, expected, refused);
  if (!isExpectedValue(record, call, expected)) yield `a wrong value: ${JSON.stringify(record.value)?.slice(0, 200)}`;
}
