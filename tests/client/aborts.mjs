// Helpers of the tests that abort a call.
import assert from "node:assert/strict";
import { assertAttempts, assertError, assertFields, errorOf } from "./assertions.mjs";

/** An AbortController that counts the listeners of its signal. */
export class ObservedAbortController extends AbortController {
  /** The arguments of `addEventListener` for each listener that is not removed yet. */
  listeners = [];
  /** The number of all listeners that were added. */
  added = 0;

  constructor() {
    super();
    const { signal, listeners } = this;
    signal.addEventListener = (...args) => {
      listeners.push(args);
      this.added++;
      return AbortSignal.prototype.addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args) => {
      const index = listeners.findIndex(
        ([type, listener]) => type === args[0] && listener === args[1],
      );
      if (index >= 0) listeners.splice(index, 1);
      return AbortSignal.prototype.removeEventListener.apply(signal, args);
    };
  }

  assertOneListener() {
    assert.deepEqual(
      this.listeners.map(([type]) => type),
      ["abort"],
    );
  }

  /** Asserts that `added` listeners were added and none is left. */
  assertNoListeners(added) {
    assert.equal(this.added, added);
    assert.equal(this.listeners.length, 0);
  }
}

/** Asserts that a call rejects with the reason of its signal after `attempts`. `{}`: an attempt without response. */
export async function assertAborted(promise, call, reason, attempts) {
  const error = await errorOf(promise);
  assertError(error, "aborted");
  assert.equal(error.endpoint, call.endpoint);
  assert.equal(error.retryable, false);
  assertFields(error);
  assertAttempts(error, attempts);
  assert.ok(Object.hasOwn(error, "cause"));
  assert.equal(error.cause, reason);
}
