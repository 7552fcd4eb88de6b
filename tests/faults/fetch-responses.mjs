// Responses for tests that pass a `fetch` to the client: the faults of the fault server, without sockets. The scripted
// service responds with a list of random attempts.
import { pickWeighted } from "./random.mjs";
import { expectedResponse } from "./service.mjs";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const twoDigits = (n) => String(n).padStart(2, "0");
const timeOfDay = (date) =>
  [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(":");

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7). */
export const DATE_FORMS = {
  imf: (date) => date.toUTCString(),
  rfc850: (date) => {
    const weekday = DAYS[date.getUTCDay()];
    const day = twoDigits(date.getUTCDate());
    const month = MONTHS[date.getUTCMonth()];
    const year = twoDigits(date.getUTCFullYear() % 100);
    return `${weekday}, ${day}-${month}-${year} ${timeOfDay(date)} GMT`;
  },
  asctime: (date) => {
    const weekday = DAYS[date.getUTCDay()].slice(0, 3);
    const month = MONTHS[date.getUTCMonth()];
    const day = String(date.getUTCDate()).padStart(2, " ");
    return `${weekday} ${month} ${day} ${timeOfDay(date)} ${date.getUTCFullYear()}`;
  },
};

const HEADERS = { "content-type": "application/json" };

/** The correct response to a request. */
export function correctResponse(request) {
  const { status, body } = expectedResponse(new URL(request.url), request.headers.get("x-api-key"));
  return new Response(JSON.stringify(body), { status, headers: HEADERS });
}

/** A response with this status and this Retry-After header. */
export function statusResponse(status, retryAfter) {
  const headers = retryAfter === undefined ? HEADERS : { ...HEADERS, "retry-after": retryAfter };
  return new Response(`{"message":"Injected fault ${status}"}`, { status, headers });
}

/** Rejects as Node's fetch does when a connection is reset. */
export function reset() {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  return Promise.reject(new TypeError("fetch failed", { cause }));
}

/** Sends half of the body and then fails. */
export async function truncated(request) {
  const bytes = new Uint8Array(await correctResponse(request).arrayBuffer());
  let sent = false;
  const pull = (controller) => {
    if (sent) return controller.error(new TypeError("terminated"));
    sent = true;
    controller.enqueue(bytes.subarray(0, bytes.length >> 1));
  };
  return new Response(new ReadableStream({ pull }), { headers: HEADERS });
}

/** Never responds. Rejects when the signal of the request aborts, as fetch does. */
export function stalled(request) {
  return new Promise((_, reject) =>
    request.signal.addEventListener("abort", () => reject(request.signal.reason)),
  );
}

/** Sends half of the body and then stalls. */
async function stalledBody(request) {
  const bytes = new Uint8Array(await correctResponse(request).arrayBuffer());
  const start = (controller) => controller.enqueue(bytes.subarray(0, bytes.length >> 1));
  return new Response(new ReadableStream({ start }), { headers: HEADERS });
}

/**
 * A Retry-After for `ms` from `now`: the text of the header, and `hintMs`, which is what the client can read from it.
 * `hintMs` may differ from `ms`, because a date has whole seconds.
 */
function retryAfterOf(form, ms, now) {
  if (form === "seconds") {
    const seconds = Math.round(ms / 1000);
    return { text: String(seconds), hintMs: seconds * 1000 };
  }
  if (form === "junk") return { text: "as soon as possible", hintMs: undefined };
  const date = Math.floor((now + ms) / 1000) * 1000;
  return { text: DATE_FORMS[form](new Date(date)), hintMs: Math.max(0, date - now) };
}

/**
 * The common retryable statuses, as in docs/retries-and-limits.md. This copy makes tests fail when the client no longer
 * retries one of these statuses.
 */
export const RETRYABLE = [408, 429, 500, 502, 503, 504];
const FORMS = ["seconds", "imf", "rfc850", "asctime", "junk"];
const FAULTS = { reset, truncated, stalled, stalledBody };

/** [failure, weight]: a status, a status with Retry-After ("hint"), a fault, or a status without a retry ("final"). */
const WEIGHTS = [
  ["status", 5],
  ["hint", 4],
  ["reset", 3],
  ["truncated", 2],
  ["stalled", 1],
  ["stalledBody", 1],
  ["final", 1],
];

/**
 * A random result of an attempt: `{ ok: true }`, `{ what }` for a fault, `{ status }`, or `{ status, form, ms }` with a
 * Retry-After of `ms` in this form. `retryable`: whether the client may retry. `failureRate`: the share of attempts
 * that fail.
 */
export function randomAttempt(random, failureRate) {
  if (!random.chance(failureRate)) return { ok: true };
  const what = pickWeighted(random, WEIGHTS);
  if (what === "final") return { status: random.pick([400, 409, 501]), retryable: false };
  if (what === "status") return { status: random.pick(RETRYABLE), retryable: true };
  if (what !== "hint") return { what, retryable: true };
  // A Retry-After of 31 seconds or more exceeds the default `maxRetryAfterMs`, which is 30 seconds.
  const seconds = random.chance(0.05) ? random.int(31, 7200) : random.int(0, 20);
  return {
    status: random.pick([429, 503, 503, 500]),
    retryable: true,
    form: random.pick(FORMS),
    ms: seconds * 1000,
  };
}

/**
 * A service that responds with the attempts of `script` (`randomAttempt`), and correctly after the last of them. The
 * service stores the Retry-After that it sends as `hintMs` of the attempt. `sent` counts the responses.
 */
export function scriptedService() {
  const state = { script: [], sent: 0 };
  state.fetch = (url, init) => {
    const request = new Request(url, init);
    const attempt = state.script[state.sent];
    state.sent++;
    if (!attempt || attempt.ok) return Promise.resolve(correctResponse(request));
    if (attempt.what) return FAULTS[attempt.what](request);
    if (!attempt.form) return Promise.resolve(statusResponse(attempt.status));
    const { text, hintMs } = retryAfterOf(attempt.form, attempt.ms, Date.now());
    attempt.hintMs = hintMs;
    return Promise.resolve(statusResponse(attempt.status, text));
  };
  return state;
}
