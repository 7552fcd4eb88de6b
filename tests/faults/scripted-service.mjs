// Random attempts, and an injected fetch that responds with them.
import {
  statusResponse,
  reset,
  retryAfterOf,
  correctResponse,
  stalled,
  stalledBody,
  truncated,
} from "./fetch-responses.mjs";
import { pickWeighted } from "./random.mjs";

const RETRYABLE = [408, 429, 500, 502, 503, 504];
const FORMS = ["seconds", "imf", "rfc850", "asctime", "junk"];
const SENDS = { reset, truncated, stalled, stalledBody };

const WEIGHTS = [
  ["status", 5], ["hint", 4], ["reset", 3], ["truncated", 2], ["stalled", 1], ["stalledBody", 1], ["final", 1],
];

/** A random result of an attempt. `failureRate`: the share of attempts that fail. */
export function randomAttempt(random, failureRate) {
  if (!random.chance(failureRate)) return { ok: true };
  const what = pickWeighted(random, WEIGHTS);
  if (what === "final") return { status: random.pick([400, 409, 501]), retryable: false };
  if (what === "status") return { status: random.pick(RETRYABLE), retryable: true };
  if (what !== "hint") return { what, retryable: true };
  const seconds = random.chance(0.05) ? random.int(61, 7200) : random.int(0, 20);
  return { status: random.pick([429, 503, 503, 500]), retryable: true, form: random.pick(FORMS), ms: seconds * 1000 };
}

/** A service that responds with the attempts of `script`, and correctly after them. It adds `hintMs` to attempts. */
export function scriptedService() {
  const state = { script: [], sent: 0 };
  state.fetch = (request) => {
    const attempt = state.script[state.sent++];
    if (!attempt || attempt.ok) return Promise.resolve(correctResponse(request));
    if (attempt.what) return SENDS[attempt.what](request);
    if (!attempt.form) return Promise.resolve(statusResponse(attempt.status));
    const { text, hintMs } = retryAfterOf(attempt.form, attempt.ms, Date.now());
    attempt.hintMs = hintMs;
    return Promise.resolve(statusResponse(attempt.status, text));
  };
  return state;
}
