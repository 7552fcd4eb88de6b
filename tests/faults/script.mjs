// Attempts by chance for an injected fetch, and the fetch that plays them.
import { failing, hint, reset, right, stalled, stalledBody, truncated } from "./answers.mjs";
import { weighted } from "./random.mjs";

const RETRYABLE = [408, 429, 500, 502, 503, 504];
const FORMS = ["seconds", "imf", "rfc850", "asctime", "junk"];
const SENDS = { reset, truncated, stalled, stalledBody };

const WEIGHTS = [
  ["status", 5], ["hint", 4], ["reset", 3], ["truncated", 2], ["stalled", 1], ["stalledBody", 1], ["final", 1],
];

/** How one attempt goes, as a name and details; `badness`: the share of attempts that fail. */
export function drawAttempt(random, badness) {
  if (!random.chance(badness)) return { ok: true };
  const what = weighted(random, WEIGHTS);
  if (what === "final") return { status: random.pick([400, 409, 501]), retryable: false };
  if (what === "status") return { status: random.pick(RETRYABLE), retryable: true };
  if (what !== "hint") return { what, retryable: true };
  const seconds = random.chance(0.05) ? random.int(61, 7200) : random.int(0, 20);
  return { status: random.pick([429, 503, 503, 500]), retryable: true, form: random.pick(FORMS), ms: seconds * 1000 };
}

/** Answers as `script` says and notes what it asked for, which for dates depends on when; without a script, rightly. */
export function scripted() {
  const state = { script: [], sent: 0 };
  state.fetch = (request) => {
    const attempt = state.script[state.sent++];
    if (!attempt || attempt.ok) return Promise.resolve(right(request));
    if (attempt.what) return SENDS[attempt.what](request);
    if (!attempt.form) return Promise.resolve(failing(attempt.status));
    const { text, hintMs } = hint(attempt.form, attempt.ms, Date.now());
    attempt.hintMs = hintMs;
    return Promise.resolve(failing(attempt.status, text));
  };
  return state;
}
