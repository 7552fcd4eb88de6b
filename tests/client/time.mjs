// Waits, and replaces the random numbers of the host.
import assert from "node:assert/strict";

/** Longer than any step of a test, also on a busy machine. */
export const MAX_WAIT_MS = 20_000;

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `condition()` holds. */
export async function until(condition) {
  const end = performance.now() + MAX_WAIT_MS;
  while (!condition()) {
    assert.ok(performance.now() < end, `still not true after ${MAX_WAIT_MS} ms: ${condition}`);
    await wait(1);
  }
}

/**
 * Returns a function that runs `run` while `Math.random()` returns `value`, which decides the jitter of retry delays.
 */
export function withRandom(value, run) {
  return async () => {
    const { random } = Math;
    Math.random = () => value;
    try {
      await run();
    } finally {
      Math.random = random;
    }
  };
}
