// Assertions about the result or the error of a call. The file also has functions that wait, and `withRandom`, which
// replaces `Math.random()`.
import assert from "node:assert/strict";
import { EtherealQueryError, isEtherealQueryError } from "../../pkg/dist/index.js";

/** Longer than any step of a test, even on a busy machine. */
const MAX_WAIT_MS = 300_000;

/** Floating-point rounding can make the sum of two times larger than their total. */
const ROUNDING_MS = 0.001;

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
 * Returns a function that runs `run` while `Math.random()` returns `value`. The client computes the jitter of a retry
 * delay from this number.
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

const FIELDS_OF_EVERY_FAILED_CALL = [
  "attempts",
  "callId",
  "code",
  "elapsedMs",
  "endpoint",
  "kind",
  "retryable",
  "url",
];

/** Resolves with the value of a promise; a rejection fails the test. */
export async function valueOf(promise) {
  const { value, error } = await settle(promise);
  if (error) assert.fail(`rejected with ${show(error.thrown)}`);
  return value;
}

/** Resolves with the reason of a rejection; a value fails the test. */
export async function errorOf(promise) {
  const { value, error } = await settle(promise);
  return error ? error.thrown : assert.fail(`resolved with ${show(value)}`);
}

/**
 * Waits for a promise. Resolves with `{ value }` or `{ error: { thrown } }`. The object `error` shows that the promise
 * rejected, even if it rejected with `undefined`. A promise that stays pending fails the test.
 */
async function settle(promise) {
  let timer;
  const pending = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`still pending after ${MAX_WAIT_MS} ms`)),
      MAX_WAIT_MS,
    );
  });
  const settled = promise.then(
    (value) => ({ value }),
    (thrown) => ({ error: { thrown } }),
  );
  try {
    return await Promise.race([settled, pending]);
  } finally {
    clearTimeout(timer);
    // The client may clean up some microtasks after it settles the promise.
    for (let microtasks = 0; microtasks < 20; microtasks++) await null;
  }
}

/** Returns the value that a function throws. */
export function thrownBy(run) {
  let value;
  try {
    value = run();
  } catch (thrown) {
    return thrown;
  }
  return assert.fail(`returned ${show(value)}`);
}

/** A value as JSON text, with its keys in their order; `5n` for a BigInt. */
export function toJson(value) {
  return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}n` : item));
}

/** Asserts equal JSON with the same order of keys. */
export function assertSameJson(actual, expected) {
  assert.equal(toJson(actual), toJson(expected));
}

/** Asserts an error of the package, whose message is a sentence. */
export function assertError(error, kind, code = kind) {
  assert.ok(error instanceof EtherealQueryError, show(error));
  assert.ok(isEtherealQueryError(error));
  assert.equal(error.name, "EtherealQueryError");
  assert.match(error.message, /^.{10,}[.?]$/s);
  assert.equal(typeof error.stack, "string");
  assert.equal(`${error.kind} ${error.code}`, `${kind} ${code}`, show(error));
}

/** Asserts the own enumerable fields of a failed call: the fields of every failed call, and `ownFields`. */
export function assertFields(error, ownFields = []) {
  const { headerNames = [], ...fields } = error;
  assertKeys(fields, [...FIELDS_OF_EVERY_FAILED_CALL, ...ownFields]);
  // Before the first attempt, the call may have no key yet.
  if (error.attempts.length > 0) {
    const needsKey = !error.endpoint.startsWith("GET /tokens/");
    assert.deepEqual(headerNames, needsKey ? ["x-api-key"] : []);
  }
  assertDuration(error.elapsedMs);
  assert.ok(error.url.startsWith("https://api.example.com/v1/"), error.url);
  assert.ok(Array.isArray(error.attempts));
  for (const { startedMs, elapsedMs } of error.attempts) {
    assertDuration(startedMs);
    assertDuration(elapsedMs);
    assert.ok(startedMs + elapsedMs <= error.elapsedMs + ROUNDING_MS, show(error));
  }
}

function assertDuration(ms) {
  assert.ok(Number.isFinite(ms) && ms >= 0, `${ms} ms`);
}

export function assertKeys(object, keys) {
  assert.deepEqual(Object.keys(object).sort(), [...keys].sort());
}

/** Asserts the attempts of a failed call without their times. The order of the fields counts. */
export function assertAttempts(error, expected) {
  assertSameJson(
    error.attempts.map(({ startedMs, elapsedMs, ...fields }) => fields),
    expected,
  );
}

/** Asserts that a parameter was refused before the call began: the error has neither an endpoint nor attempts. */
export function assertRefused(error, parameter) {
  assertError(error, "invalid_argument");
  assertKeys(error, ["code", "kind", "parameter", "retryable"]);
  assert.equal(error.parameter, parameter, show(error));
  assert.equal(error.retryable, false);
}

/** Any value as text for a message. */
export function show(value) {
  try {
    return value instanceof Error ? `${value}: ${toJson(value)}` : (toJson(value) ?? String(value));
  } catch {
    return Object.prototype.toString.call(value);
  }
}
