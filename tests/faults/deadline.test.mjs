// Tests that the deadline limits a call with stalled attempts and delays, and that the client respects maxRetryAfterMs.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { statusResponse, randomAttempt, scriptedService } from "./fetch-responses.mjs";
import { virtualClock } from "./virtual-clock.mjs";
import { Client } from "../../pkg/dist/index.js";
import { randomSource } from "./random.mjs";
import { CANARY } from "./expected-responses.mjs";

let clock;
beforeEach(() => (clock = virtualClock()));
afterEach(() => clock.restore());

const clientOf = (options) =>
  new Client({ baseUrl: "https://deadline.test", apiKey: CANARY, ...options });

test("no call takes longer than its deadline", async () => {
  const random = randomSource(1, "deadlines");
  let callsEndedByDeadline = 0;
  for (let n = 0; n < 300; n++) {
    // 40 seconds are longer than three attempts that time out after the default of ten seconds.
    const deadlineMs = random.int(50, 40_000);
    const service = scriptedService();
    // Three attempts, the default. 90 % of them fail.
    service.script = Array.from({ length: 3 }, () => randomAttempt(random, 0.9));
    clock.random = random.next;
    const client = clientOf({ fetch: service.fetch, deadlineMs });
    const from = clock.now();
    const error = await clock.run(() =>
      client.project().then(
        () => undefined,
        (thrown) => thrown,
      ),
    );
    const elapsed = clock.now() - from;
    assert.ok(elapsed <= deadlineMs, `${elapsed} ms of ${deadlineMs}: ${error}`);
    // The deadline ends a call during an attempt, or prevents a retry (`gaveUp`).
    const isExceeded = error?.code === "deadline_exceeded";
    if (isExceeded) assert.deepEqual([error.kind, elapsed], ["timeout", deadlineMs]);
    if (isExceeded || error?.gaveUp === "deadline") callsEndedByDeadline++;
    client.dispose();
  }
  assert.equal(clock.timers(), 0);
  // The assertions above also hold if the deadline ends no call.
  assert.ok(callsEndedByDeadline > 30, `the deadline decided ${callsEndedByDeadline} calls`);
});

test("retries if Retry-After equals maxRetryAfterMs, and not if it is longer", async () => {
  const retryAfterSeconds = 7;
  const retryAfterMs = 1000 * retryAfterSeconds;
  let requestCount = 0;
  const fetch = async () => {
    requestCount++;
    return statusResponse(429, String(retryAfterSeconds));
  };
  for (const [maxRetryAfterMs, expectedRequests] of [
    [retryAfterMs - 1, 1],
    [retryAfterMs, 3],
  ]) {
    requestCount = 0;
    const client = clientOf({ fetch, maxRetryAfterMs });
    const error = await clock.run(() =>
      client.project().then(
        () => undefined,
        (thrown) => thrown,
      ),
    );
    assert.equal(requestCount, expectedRequests);
    assert.deepEqual([error.kind, error.retryAfterMs], ["rate_limited", retryAfterMs]);
    assert.equal(error.gaveUp, expectedRequests === 1 ? "retry_after_too_long" : "attempts_used");
  }
});
