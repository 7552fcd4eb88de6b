// Clock, timers and random numbers of the host. A test or a hardened page may replace these functions by ones that
// throw; a call must end even then.

import { internalError } from "../errors/error.js";

let lastMs = 0;
let failingSinceMs = 0;

/** Returns the milliseconds of a monotonic clock: `performance.now`, continued by `Date.now` while that throws. */
export function now(): number {
  try {
    lastMs = performance.now();
    failingSinceMs = 0;
    return lastMs;
  } catch {
    failingSinceMs ||= unixMs();
    return lastMs + Math.max(unixMs() - failingSinceMs, 0);
  }
}

/** Returns Unix time in milliseconds. */
export function unixMs(): number {
  return callWithFallback(() => Date.now(), 0);
}

/** Resolves after other timers and events of the program. */
export function yieldToEvents(): Promise<void> {
  return new Promise((resolve) => callHost(() => setTimeout(resolve)));
}

/** Returns a random number from 0 to 1. */
export function random(): number {
  return callWithFallback(() => Math.random(), 0.5);
}

/**
 * Returns the result of `callback`, which calls functions of the host that have no fallback.
 * @throws {EtherealQueryError} kind `internal` when one of them throws
 */
export function callHost<T>(callback: () => T): T {
  try {
    return callback();
  } catch (thrown) {
    throw internalError("internal", "A function of the host throws; `cause` is what it threw.", thrown);
  }
}

/** Returns the result of `callback`, or `fallback` when it throws. */
function callWithFallback<T>(callback: () => T, fallback: T): T {
  try {
    return callback();
  } catch {
    return fallback;
  }
}
