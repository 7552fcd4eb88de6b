// What is wrong with one call, given what the server did to it.
import { isDeepStrictEqual } from "node:util";
import { outcome } from "./catalogue.mjs";
import { LIMITS, callOf } from "./workload.mjs";

const ATTEMPTS = 3;

/** Whether the answer is right, for a request that met `fault`. */
function rightValue(record, call, expected) {
  if ("value" in expected) return isDeepStrictEqual(record.value, expected.value);
  return expected.fine === true && isDeepStrictEqual(record.value, call.expected());
}

function* errorComplaints({ error, requests }, last, expected, refused) {
  if (!error.ours || error.name !== "EtherealQueryError") yield `no error of the package: ${error.text}`;
  const kinds = refused ? ["network", ...expected.kinds] : expected.kinds;
  if (!kinds.includes(error.kind)) yield `kind ${error.kind} (${error.code}), not one of ${kinds}`;
  const [told, seen] = [error.attempts?.length, requests.length];
  if (told !== seen) yield `${told} attempts told, ${seen} seen`;
  if (error.retryable !== (error.gaveUp !== undefined)) yield `retryable ${error.retryable}, gaveUp ${error.gaveUp}`;
  if (error.gaveUp === "attempts_used" && seen !== ATTEMPTS) yield `gave up after ${seen} attempts`;
  if (!refused && expected.status) {
    if (error.status !== expected.status) yield `status ${error.status}, not ${expected.status}`;
    if (error.requestId !== last.requestId) yield `request id ${error.requestId}, not ${last.requestId}`;
  }
  if (!refused && expected.retry === true) {
    // When both are true either may be told.
    const why = [seen === ATTEMPTS && "attempts_used", expected.tooLong && "retry_after_too_long"];
    if (!why.includes(error.gaveUp)) yield `gaveUp ${error.gaveUp}`;
    if (expected.tooLong && error.retryAfterMs !== 3_600_000) yield `retryAfterMs ${error.retryAfterMs}`;
  }
}

/** A retry that comes too soon, or where there should be none. */
function* retryComplaints({ retries }, entries, browser) {
  for (const { fault, endpoint, attempt } of entries.slice(0, -1)) {
    const { retry, hint, tooLong } = outcome(fault, endpoint, browser);
    if (!retry || tooLong) yield `tried again after ${fault}`;
    const waited = retries[attempt]?.delayMs;
    if (hint === "1" && !(waited >= 1000)) yield `waited ${waited} ms, not the second asked for`;
  }
}

/** Whether the call took longer than its waits and stalls explain: on a busy machine any attempt may reach its limit. */
export function isSlow({ started, ended, retries }, entries) {
  const waits = retries.reduce((sum, { delayMs }) => sum + delayMs, 0);
  const stalls = entries.filter(({ fault }) => /^stall|endless/.test(fault)).length;
  return ended - started - waits - stalls * LIMITS.timeoutMs > 0.7 * LIMITS.timeoutMs;
}

/** What must hold of a call on a busy machine: it may have met limits besides its faults. */
function* slowComplaints(record, call, outcomes) {
  const kinds = ["timeout", "network", ...outcomes.flatMap((one) => one.kinds)];
  if (record.error && !(record.error.ours && kinds.includes(record.error.kind))) yield `${record.error.text}, and slow`;
  const right = [{ fine: true }, ...outcomes].some((one) => rightValue(record, call, one));
  if (!record.error && !right) yield "a wrong value, and slow";
}

/**
 * @param {object} record what became of the call (`workload.mjs`)
 * @param {object[]} entries its requests in the server's log
 * @param {object[]} followed those that came by way of a redirect
 */
export function* complaintsOf(record, entries, followed, { closures, browser }) {
  if (record.hung) return yield "never ended";
  if (followed.some(({ key }) => key !== null)) yield "the key went along with a redirect";
  // The port was closed at some time of the call: requests may have failed that the server knows nothing of.
  const overlaps = ({ from, to }) => from <= record.ended + 5 && to >= record.started - 5;
  const missing = record.requests.length - entries.length;
  const refused = missing > 0 && closures.some(overlaps);
  if (entries.length > ATTEMPTS || record.requests.length > ATTEMPTS) yield `${entries.length} requests`;
  const call = callOf(record.endpoint, record.worker, record.n);
  if (isSlow(record, entries)) {
    const outcomes = entries.map(({ fault }) => outcome(fault, record.endpoint, browser));
    return yield* slowComplaints(record, call, outcomes);
  }
  if (missing !== 0 && !refused) yield `${record.requests.length} requests told, ${entries.length} seen by the server`;
  if (!refused) yield* retryComplaints(record, entries, browser);
  const last = entries.at(-1);
  if (!last && !refused) return;
  const expected = outcome(last?.fault, record.endpoint, browser);
  if (record.error) return yield* errorComplaints(record, last, expected, refused);
  if (!rightValue(record, call, expected)) yield `a wrong value: ${JSON.stringify(record.value)?.slice(0, 200)}`;
}
