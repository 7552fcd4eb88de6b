// Tests the limits of an attempt, a call and a body: timeoutMs, deadlineMs and maxBodyBytes.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertAttempts,
  assertError,
  assertFields,
  errorOf,
  toJson,
  valueOf,
  wait,
} from "./assertions.mjs";
import { CALLS, PROJECT, TOKEN, createClient, start } from "./calls.mjs";
import {
  encode,
  neverRespond,
  onlyRequestOf,
  requestsOf,
  responseOfChunks,
  respondWith,
  spy,
  streamResponse,
} from "./service.mjs";

/** How much too early a timer of the host may fire. */
const TIMER_TOLERANCE_MS = 5;

function assertTimeout(error, code, call, limit) {
  assertError(error, "timeout", code);
  assert.equal(error.endpoint, call.endpoint);
  assert.ok(error.message.includes(limit), error.message);
  assert.equal(error.retryable, code === "attempt_timeout");
  assertFields(error, code === "attempt_timeout" ? ["gaveUp"] : []);
  assert.equal("cause" in error, false);
}

const beginBody = () => streamResponse({ start: (body) => body.enqueue(encode('{"a":')) });
for (const [title, fetch, attempts] of [
  ["no response arrives", neverRespond(), [{ code: "timeout" }]],
  ["the body stops", spy(beginBody), [{ status: 200, code: "timeout" }]],
]) {
  test(`an attempt ends after timeoutMs when ${title}`, async () => {
    const client = createClient(fetch, { timeoutMs: 60 });
    for (const call of CALLS) {
      const startedAt = performance.now();
      const error = await errorOf(start(client, call));
      assertTimeout(error, "attempt_timeout", call, "60 ms (timeoutMs)");
      assertAttempts(error, attempts);
      const tookMs = performance.now() - startedAt;
      assert.ok(tookMs > 60 - TIMER_TOLERANCE_MS, `took ${tookMs} ms`);
    }
    for (const { signal } of requestsOf(fetch)) assert.equal(signal.aborted, true);
  });
}

test("timeoutMs of a call overrides the client's", async () => {
  const client = createClient(neverRespond());
  const timeout = await errorOf(start(client, TOKEN, { timeoutMs: 15 }));
  assertTimeout(timeout, "attempt_timeout", TOKEN, "15 ms (timeoutMs)");
});

test("a call ends at its deadlineMs, and aborts its request", async () => {
  const fetch = neverRespond();
  const client = createClient(fetch, { maxRetries: 2 });
  for (const call of CALLS) {
    const error = await errorOf(start(client, call, { deadlineMs: 100 }));
    assertTimeout(error, "deadline_exceeded", call, "100 ms (deadlineMs)");
    assertAttempts(error, [{ code: "timeout" }]);
  }
  assert.equal(fetch.calls.length, CALLS.length);
  for (const { signal } of requestsOf(fetch)) assert.equal(signal.aborted, true);
});

test("maxBodyBytes of a call overrides the client's", async () => {
  const body = "[1,2]";
  const client = createClient(respondWith(200, body), { maxBodyBytes: body.length - 1 });
  assertError(await errorOf(start(client, TOKEN)), "response_too_large");
  await valueOf(start(client, TOKEN, { maxBodyBytes: body.length }));
});

/** `abort()` of a host never throws. A replacement may throw the error of a listener. */
test("a timeout ends the attempt when abort() throws", async () => {
  const { Request, AbortController } = globalThis;
  globalThis.AbortController = class extends AbortController {
    abort() {
      super.abort();
      throw "a listener";
    }
  };
  // This `Request` creates no controller, so that only the client uses the replaced class.
  globalThis.Request = class {
    constructor(url, init) {
      Object.assign(this, init, { url });
    }
  };
  let error;
  try {
    const client = createClient(neverRespond(), { timeoutMs: 15, maxRetries: 1 });
    error = await errorOf(start(client, TOKEN));
  } finally {
    Object.assign(globalThis, { Request, AbortController });
  }
  assertTimeout(error, "attempt_timeout", TOKEN, "15 ms (timeoutMs)");
  assert.equal(error.attempts.length, 2);
});

test("deadlineMs includes the time of the API key function", async () => {
  const fetch = respondWith(200, "{}");
  const apiKey = spy(() => new Promise(() => {}));
  const client = createClient(fetch, { apiKey, deadlineMs: 40, timeoutMs: 10 });
  const error = await errorOf(start(client, PROJECT));
  assertTimeout(error, "deadline_exceeded", PROJECT, "40 ms (deadlineMs)");
  assertAttempts(error, []);
  assert.ok(error.elapsedMs > 40 - TIMER_TOLERANCE_MS, `${error.elapsedMs} ms`);
  assert.deepEqual([fetch.calls.length, apiKey.calls.length], [0, 1]);
});

/** Replaces `setTimeout` and `clearTimeout` with functions that count timers. */
function observeTimers() {
  const { setTimeout, clearTimeout } = globalThis;
  const active = new Set();
  const timers = {
    active,
    started: 0,
    restore: () => Object.assign(globalThis, { setTimeout, clearTimeout }),
  };
  globalThis.setTimeout = (callback, ms, ...args) => {
    const run = () => {
      active.delete(id);
      callback(...args);
    };
    const id = setTimeout(run, ms);
    timers.started++;
    active.add(id);
    return id;
  };
  globalThis.clearTimeout = (id) => {
    active.delete(id);
    clearTimeout(id);
  };
  return timers;
}

/** A timer that is left would keep Node.js alive for up to half a minute. */
test("a call that has ended leaves no timer", async () => {
  const throwing = spy(() => {
    throw "boom";
  });
  const timers = observeTimers();
  try {
    // `valueOf` and `errorOf` would start timers, so the calls below do not use them.
    await createClient(respondWith(200, "{}")).project();
    for (const client of [
      createClient(throwing),
      createClient(neverRespond(), { timeoutMs: 20 }),
    ]) {
      const kind = await client.project().then(
        () => "none",
        (error) => error.kind,
      );
      assert.match(kind, /^(network|timeout)$/);
    }
    assert.ok(timers.started > 0, "the timers of the client are observed");
    await wait(5); // Time for the client to clear its timers.
  } finally {
    timers.restore();
  }
  assert.equal(timers.active.size, 0);
});

const BODY = "[1234]";
for (const [title, respond] of [
  ["one chunk", () => new Response(BODY)],
  ["several chunks", () => responseOfChunks(["[1", "23", "4]"].map(encode))],
  [
    "an arrayBuffer()",
    () => {
      const { buffer } = encode(BODY);
      return { status: 200, headers: new Headers(), arrayBuffer: async () => buffer };
    },
  ],
]) {
  test(`a body in ${title} may be as large as maxBodyBytes`, async () => {
    const client = createClient(spy(respond), { maxBodyBytes: BODY.length });
    assert.equal(toJson(await valueOf(start(client, TOKEN))), BODY);
  });

  test(`a body in ${title} may not be larger than maxBodyBytes`, async () => {
    for (const maxBodyBytes of [1, BODY.length - 1]) {
      const fetch = spy(respond);
      const error = await errorOf(start(createClient(fetch, { maxBodyBytes }), TOKEN));
      assertError(error, "response_too_large");
      assertFields(error);
      assertAttempts(error, [{ status: 200, code: "large" }]);
      assert.equal(error.endpoint, TOKEN.endpoint);
      assert.ok(error.message.includes(`maxBodyBytes (${maxBodyBytes})`), error.message);
      assert.equal(onlyRequestOf(fetch).signal.aborted, true);
    }
  });
}

test("the client stops reading an endless body soon after maxBodyBytes", async () => {
  const maxChunks = 10;
  let chunks = 0;
  const chunk = encode(" ".repeat(1000));
  const pull = (body) => {
    chunks++;
    body.enqueue(chunk);
  };
  const fetch = spy(() => streamResponse({ pull }));
  const client = createClient(fetch, { maxBodyBytes: maxChunks * chunk.length });
  const error = await errorOf(start(client, PROJECT));
  assertError(error, "response_too_large");
  onlyRequestOf(fetch);
  assert.ok(chunks > maxChunks && chunks < 2 * maxChunks, `${chunks} chunks`);
});
