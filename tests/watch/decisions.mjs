// Helpers for tests of the decision after a poll. `record` and `failure` return outcomes of polls, and `MISSING` is an
// outcome. A watch of `watchWith` decides what follows from an outcome.
import { importSource } from "../source.mjs";

const { decide } = await importSource("watch/decision");
const { readState, stateText } = await importSource("watch/state");

const DEFAULTS = {
  timeoutMs: 3_600_000,
  intervalMs: 5_000,
  maxIntervalMs: 60_000,
  notFoundGraceMs: 120_000,
  stopsAtManual: false,
};
export const HASH = `0x${"6f".repeat(32)}`;
/** The state before the first poll. */
export const START = readState("", HASH);

export const record = (status, fields) => ({ transfer: { _id: "1", status, ...fields } });
export const MISSING = { transfer: null };
export const failure = (kind, fields) => ({
  error: { kind, code: kind, retryable: false, ...fields },
});

/** Returns a watch without jitter. Each decision replaces the state of the watch. */
export function watchWith(settings) {
  const watch = {
    state: START,
    settings: { ...DEFAULTS, ...settings },
    decide(outcome, elapsedMs, random = 0.5) {
      const decision = decide(watch.state, watch.settings, outcome, elapsedMs, random);
      watch.state = decision.state;
      return decision;
    },
    /** Continues as after a reload of the page. */
    reload() {
      watch.state = readState(stateText(watch.state, HASH), HASH);
    },
  };
  return watch;
}
