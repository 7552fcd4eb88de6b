// Time and chance of the host. Its functions may throw, as a stand-in of a test or a hardened page may make them, and a
// call ends all the same.

import { internalError } from "./error.js";

let lastMs = 0;
let failingSinceMs = 0;

/** Milliseconds on a clock that never goes back: `performance.now`, or while that throws, `Date.now` from there on. */
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

/** Milliseconds since 1970. */
export function unixMs(): number {
  return unlessThrown(() => Date.now(), 0);
}

/** Resolves when timers and events had their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => needed(() => setTimeout(resolve)));
}

/** A random number from 0 to 1. */
export function random(): number {
  return unlessThrown(() => Math.random(), 0.5);
}

/**
 * What `work` returns, which uses functions of the host that every call needs.
 * @throws {EtherealQueryError} when one of them throws
 */
export function needed<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw internalError("internal", "A function of the host throws; `cause` is what it threw.", thrown);
  }
}

/** What `work` returns, or `otherwise` when it throws. */
function unlessThrown<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
