// Tests which failures the client retries, after which delay, and when the client gives up.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertAttempts,
  assertError,
  assertFields,
  assertSameJson,
  errorOf,
  toJson,
  valueOf,
  withRandom,
} from "./assertions.mjs";
import { CALLS, ETHEREALS, PROJECT, createClient, start } from "./calls.mjs";
import {
  encode,
  requestsOf,
  respondInTurn,
  respondToCalls,
  respondWith,
  spy,
  succeed,
  streamResponse,
} from "./service.mjs";

const fail = (status, retryAfter) => () =>
  new Response("", {
    status,
    headers: retryAfter === undefined ? {} : { "Retry-After": retryAfter },
  });
const throwError = () => {
  throw "boom";
};
const startBody = (body) => body.enqueue(encode('{"_id":'));

/** Longer than any attempt that fails for another reason. */
const LONG_TIMEOUT_MS = 10_000;
/** For the two failures that end with the timeout of the first attempt. */
const SHORT_TIMEOUT_MS = 400;

for (const [title, failOnce, timeoutMs] of [
  ["status 503", fail(503), LONG_TIMEOUT_MS],
  ["status 408", fail(408), LONG_TIMEOUT_MS],
  ["status 429 with Retry-After: 0", fail(429, "0"), LONG_TIMEOUT_MS],
  [
    "status 503 with Retry-After in the past",
    fail(503, "Sun, 06 Nov 1994 08:49:37 GMT"),
    LONG_TIMEOUT_MS,
  ],
  ["an exception of fetch", throwError, LONG_TIMEOUT_MS],
  ["something other than a response", () => 42, LONG_TIMEOUT_MS],
  ["no response in time", () => new Promise(() => {}), SHORT_TIMEOUT_MS],
  [
    "a body that breaks off",
    () => streamResponse({ start: startBody, pull: (body) => body.error("cut") }),
    LONG_TIMEOUT_MS,
  ],
  ["a body that stops", () => streamResponse({ start: startBody }), SHORT_TIMEOUT_MS],
]) {
  test(
    `the client retries after ${title}`,
    withRandom(0, async () => {
      await Promise.all(
        CALLS.map(async (call) => {
          const fetch = respondInTurn(failOnce, succeed);
          const value = await valueOf(
            start(createClient(fetch, { maxRetries: 1, timeoutMs }), call),
          );
          assertSameJson(value, await valueOf(start(createClient(respondToCalls()), call)));
          assert.equal(fetch.calls.length, 2, call.endpoint);
          const [first, second] = requestsOf(fetch);
          assert.equal(first.url, second.url);
          assert.equal(first.headers.get("x-api-key"), second.headers.get("x-api-key"));
          // The client aborts a failed attempt, so that its connection is free.
          assert.equal(first.signal.aborted, true);
          assert.equal(second.signal.aborted, false);
        }),
      );
    }),
  );
}

test(
  "the client retries twice by default, and the error has all attempts",
  withRandom(0.5, async () => {
    const fetch = respondInTurn(fail(503), throwError, fail(503));
    // `null` stands for the default.
    const error = await errorOf(start(createClient(fetch, { maxRetries: null }), PROJECT));
    assertError(error, "server");
    assertFields(error, ["gaveUp", "status"]);
    // The delay is a random part, here half, of 200 ms after the first attempt and of 400 ms after the second.
    assertAttempts(error, [
      { status: 503, delayMs: 100 },
      { code: "network", delayMs: 200 },
      { status: 503 },
    ]);
    assert.equal(error.gaveUp, "attempts_used");
    assert.equal(error.retryable, true);
    assert.equal("cause" in error, false);
    for (const [index, { startedMs, elapsedMs, delayMs }] of error.attempts.entries()) {
      const next = error.attempts[index + 1];
      // Timers of hosts may fire slightly early.
      if (next)
        assert.ok(next.startedMs >= startedMs + elapsedMs + delayMs - 2, toJson(error.attempts));
    }
    assert.equal(fetch.calls.length, 3);
  }),
);

test(
  "maxRetries of a call overrides the client's",
  withRandom(0, async () => {
    const fetch = respondWith(500, "");
    const client = createClient(fetch, { maxRetries: 1 });
    for (const [options, attempts] of [
      [{ maxRetries: 0 }, 1],
      [{}, 2],
      [{ maxRetries: "3" }, 4],
    ]) {
      const before = fetch.calls.length;
      const error = await errorOf(start(client, PROJECT, options));
      assert.equal(error.gaveUp, "attempts_used");
      assert.equal(error.attempts.length, attempts);
      assert.equal(fetch.calls.length - before, attempts);
    }
  }),
);

const MAX_BODY_BYTES = 1000;
for (const [title, respond] of [
  ["status 400", fail(400)],
  ["status 401", fail(401)],
  ["status 501", fail(501)],
  ["a body that is not JSON", () => new Response("<html>")],
  ["a body beyond maxBodyBytes", () => new Response(" ".repeat(MAX_BODY_BYTES + 1))],
  [
    "a redirect",
    () => Object.defineProperty(new Response("{}"), "type", { value: "opaqueredirect" }),
  ],
]) {
  test(`the client does not retry after ${title}`, async () => {
    const fetch = respondInTurn(respond, succeed);
    const client = createClient(fetch, { maxRetries: 2, maxBodyBytes: MAX_BODY_BYTES });
    const error = await errorOf(start(client, PROJECT));
    assert.equal(error.retryable, false);
    assert.equal(error.attempts.length, 1);
    assert.equal("gaveUp" in error, false);
    assert.equal(fetch.calls.length, 1);
  });
}

test(
  "the client waits as long as Retry-After says",
  withRandom(0, async () => {
    const onRetry = spy();
    const client = createClient(respondInTurn(fail(503, "1"), succeed), { maxRetries: 1, onRetry });
    const startedAt = performance.now();
    await valueOf(start(client, PROJECT));
    // Timers of hosts may fire slightly early.
    assert.ok(performance.now() - startedAt > 990);
    const [[event]] = onRetry.calls;
    assert.equal(event.delayMs, 1000);
  }),
);

test(
  "Retry-After: 0 waits no longer than a response without the header",
  withRandom(0.5, async () => {
    for (const retryAfter of [undefined, "0", "Sun, 06 Nov 1994 08:49:37 GMT"]) {
      const onRetry = spy();
      const client = createClient(respondInTurn(fail(503, retryAfter), succeed), {
        maxRetries: 1,
        onRetry,
      });
      await valueOf(start(client, PROJECT));
      const [[event]] = onRetry.calls;
      // Half of 200 ms, the longest delay after the first attempt.
      assert.equal(event.delayMs, 100, retryAfter);
    }
  }),
);

test("a Retry-After of more than 2^31 seconds counts as 2^31 seconds", async () => {
  // The second number exceeds 64 bits, and the third exceeds the largest double.
  for (const retryAfter of [String(2 ** 31 + 1), "9".repeat(23), "9".repeat(4000)]) {
    const error = await errorOf(start(createClient(spy(fail(503, retryAfter))), PROJECT));
    assert.equal(error.retryAfterMs, 2 ** 31 * 1000);
    assert.ok(Number.isFinite(new Date(Date.now() + error.retryAfterMs).getTime()));
  }
});

const inOneHour = () => new Date(Date.now() + 3_600_000).toUTCString();
for (const [options, retryAfter, minMs, maxMs] of [
  // By default, the client waits at most 30 seconds.
  [{}, () => "61", 61_000, 61_000],
  // A date has whole seconds, and the machine may be slow.
  [{}, inOneHour, 3_580_000, 3_600_000],
  [{ maxRetryAfterMs: 999 }, () => "1", 1000, 1000],
  [{ maxRetryAfterMs: 0 }, () => "1", 1000, 1000],
]) {
  test(`a Retry-After of ${minMs} ms ends the call at once with ${toJson(options)}`, async () => {
    const fetch = respondInTurn(fail(429, retryAfter()), succeed);
    const error = await errorOf(
      start(createClient(fetch, { maxRetries: 2, ...options }), ETHEREALS),
    );
    assertError(error, "rate_limited");
    assertFields(error, ["gaveUp", "retryAfterMs", "status"]);
    assertAttempts(error, [{ status: 429 }]);
    assert.ok(
      error.retryAfterMs >= minMs && error.retryAfterMs <= maxMs,
      `${error.retryAfterMs} ms`,
    );
    assert.equal(error.gaveUp, "retry_after_too_long");
    assert.ok(error.elapsedMs < minMs, `${error.elapsedMs} ms`);
    assert.equal(fetch.calls.length, 1);
  });
}

test("the client does not begin a delay that would end after the deadline", async () => {
  const fetch = spy(fail(503, "5"));
  const client = createClient(fetch, { maxRetries: 2, deadlineMs: 3000 });
  const error = await errorOf(start(client, PROJECT));
  assertError(error, "server");
  assertFields(error, ["gaveUp", "retryAfterMs", "status"]);
  assertAttempts(error, [{ status: 503 }]);
  assert.deepEqual([error.gaveUp, error.retryAfterMs, error.retryable], ["deadline", 5000, true]);
  assert.equal(fetch.calls.length, 1);
});

test(
  "all calls of a client share a budget of 35 retries",
  withRandom(0, async () => {
    const fetch = respondWith(500, "");
    const client = createClient(fetch, { maxRetries: 10 });
    // The first three calls make 10 retries each. The fourth call makes the remaining 5, and the fifth call none.
    const reasons = [];
    for (let i = 0; i < 5; i++) {
      const error = await errorOf(start(client, PROJECT));
      reasons.push(error.gaveUp);
    }
    assert.deepEqual(reasons, [
      "attempts_used",
      "attempts_used",
      "attempts_used",
      "budget_exhausted",
      "budget_exhausted",
    ]);
    assert.equal(fetch.calls.length, 35 + 5);
    const otherClient = createClient(fetch, { maxRetries: 1 });
    assert.equal((await errorOf(start(otherClient, PROJECT))).gaveUp, "attempts_used");
  }),
);
