// The state of a watch, and the text from which a watch continues in another page or process.

import { invalidValue } from "../errors/error.js";
import type { TransferPhase } from "../transfers/phase.js";
import { transferKey } from "../arguments/cache-key.js";

export interface WatchState {
  /** Milliseconds from the start of the watch to its last poll. */
  readonly elapsedMs: number;
  /** The interval between polls without jitter; 0 before the first poll. */
  readonly intervalMs: number;
  /** The last phase; `undefined` before the first response. */
  readonly phase: TransferPhase | undefined;
  /** The {@link hashText} of the last record; 0 before the first. */
  readonly fingerprint: number;
  /** `elapsedMs` of the first poll that did not find the transfer; `undefined` while the transfer is found. */
  readonly missingSinceMs: number | undefined;
  readonly polls: number;
  /**
   * The number of polls in a row that failed with a doubtful code. The text does not contain this number: every update
   * with a text follows a poll without an error.
   */
  readonly doubtfulPolls: number;
}

const START: WatchState = {
  elapsedMs: 0,
  intervalMs: 0,
  phase: undefined,
  fingerprint: 0,
  missingSinceMs: undefined,
  polls: 0,
  doubtfulPolls: 0,
};

/** Version of the text. A text of another version is refused. */
const VERSION = 1;
/** The phases by their numbers in the text. */
const PHASES = [undefined, "missing", "pending", "manual", "done", "failed"] as const;

/**
 * Returns the state as a text that is valid only for `hash`: numbers, and a checksum over the numbers and the hash, each
 * with a dot after it. The text contains no time of day, so the time between two watches does not count.
 */
export function stateText(state: WatchState, hash: string): string {
  const { elapsedMs, intervalMs, phase, fingerprint, missingSinceMs, polls } = state;
  // In the text, 0 means `undefined`, and any other number is one more than `missingSinceMs`.
  const missing = missingSinceMs === undefined ? 0 : missingSinceMs + 1;
  const text = [
    VERSION,
    elapsedMs,
    intervalMs,
    PHASES.indexOf(phase),
    fingerprint,
    missing,
    polls,
  ].join(".");
  // The case of a hash does not matter.
  return `${text}.${hashText(text + transferKey(hash).hash)}.`;
}

/** Reads a text that {@link stateText} returned for the same hash. An absent or empty text gives the first state. */
export function readState(text: unknown, hash: string): WatchState {
  if (text === undefined || text === null || text === "") return START;
  if (typeof text === "string") {
    // The first number is the version.
    const [
      ,
      elapsedMs = 0,
      intervalMs = 0,
      phaseNumber = 0,
      fingerprint = 0,
      missing = 0,
      polls = 0,
    ] = text.split(".").map(Number);
    const missingSinceMs = missing > 0 ? missing - 1 : undefined;
    const state = {
      ...START,
      elapsedMs,
      intervalMs,
      phase: PHASES[phaseNumber],
      fingerprint,
      missingSinceMs,
      polls,
    };
    // This comparison checks the version, the form, the checksum and the hash.
    if (stateText(state, hash) === text) return state;
  }
  throw invalidValue("state", text, "the state of an earlier update for the same hash");
}

/**
 * Returns the state without the record that was reported last: the watch reports the next record that it finds, changed
 * or not. If the transfer was found before, the phase stays, so that the watch does not report the transfer as missing.
 */
export function forgetRecord(state: WatchState): WatchState {
  return { ...state, phase: state.phase === "missing" ? undefined : state.phase, fingerprint: 0 };
}

/** Returns a hash of a text, below 2^53: FNV-1a in two lanes of 32 bits with different offsets and primes. */
export function hashText(text: string): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b1];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  // 21 bits of `high`, then the 32 bits of `low`.
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
