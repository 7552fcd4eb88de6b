// The caller's AbortSignal ends a call at any moment. The signal's reason becomes the `cause` of the error.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ObservedAbortController, assertAborted } from "./aborts.mjs";
import { assertError, errorOf, valueOf, until, wait, withRandom } from "./assertions.mjs";
import { CALLS, PROJECT, TOKEN, TRANSFER, createClient, start } from "./calls.mjs";
import {
  encode,
  neverRespond,
  onlyRequestOf,
  requestsOf,
  respondToCalls,
  respondWith,
  spy,
  streamResponse,
} from "./service.mjs";

/** A client that reacts wrongly, for example with a request, does so within this time. */
const REACTION_MS = 20;

const REASONS = [new Error("navigated away"), "a plain string", null, 42, { code: 7 }];

test("a call with an aborted signal sends nothing and asks for no API key", async () => {
  for (const reason of REASONS) {
    const fetch = neverRespond();
    const apiKey = spy(() => "key");
    const controller = new ObservedAbortController();
    const client = createClient(fetch, { apiKey });
    controller.abort(reason);
    for (const call of CALLS) {
      await assertAborted(start(client, call, { signal: controller.signal }), call, reason, []);
    }
    assert.deepEqual([fetch.calls.length, apiKey.calls.length], [0, 0]);
    assert.equal(controller.listeners.length, 0);
  }
});

test("an abort while fetch is pending ends the call and aborts the request", async () => {
  for (const reason of REASONS) {
    for (const call of CALLS) {
      const fetch = neverRespond();
      const controller = new ObservedAbortController();
      const promise = start(createClient(fetch), call, { signal: controller.signal });
      await until(() => fetch.calls.length > 0);
      assert.equal(onlyRequestOf(fetch).signal.aborted, false);
      controller.assertOneListener();
      controller.abort(reason);
      await assertAborted(promise, call, reason, [{}]);
      assert.equal(onlyRequestOf(fetch).signal.aborted, true);
      controller.assertNoListeners(1);
    }
  }
});

test("the cause is the caller's reason when fetch rejects with the reason of the request's signal", async () => {
  const fetch = spy(
    (_url, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const controller = new ObservedAbortController();
  const promise = start(createClient(fetch), PROJECT, { signal: controller.signal });
  await until(() => fetch.calls.length > 0);
  controller.abort("a plain string");
  await assertAborted(promise, PROJECT, "a plain string", [{}]);
  controller.assertNoListeners(1);
});

test("the cause of an abort without a reason is the host's AbortError", async () => {
  const fetch = neverRespond();
  const controller = new ObservedAbortController();
  const promise = start(createClient(fetch), TOKEN, { signal: controller.signal });
  await until(() => fetch.calls.length > 0);
  controller.abort();
  const { reason } = controller.signal;
  assert.ok(reason instanceof DOMException);
  assert.equal(reason.name, "AbortError");
  await assertAborted(promise, TOKEN, reason, [{}]);
});

test("an abort while the API key is awaited sends nothing", async () => {
  const fetch = respondWith(200, "{}");
  const controller = new ObservedAbortController();
  let resolveKey;
  const apiKey = spy(() => new Promise((resolve) => (resolveKey = resolve)));
  const promise = start(createClient(fetch, { apiKey }), PROJECT, { signal: controller.signal });
  await until(() => apiKey.calls.length > 0);
  controller.abort("too slow");
  await assertAborted(promise, PROJECT, "too slow", []);
  resolveKey("key");
  await wait(REACTION_MS);
  assert.equal(apiKey.calls.length, 1);
  assert.equal(fetch.calls.length, 0);
  controller.assertNoListeners(1);
});

test("an abort while the body arrives ends the call and aborts the request", async () => {
  for (const reason of REASONS) {
    for (const call of CALLS) {
      let response;
      const fetch = spy(() => {
        response = streamResponse({ start: (body) => body.enqueue(encode('{"_id":"1",')) });
        return response;
      });
      const controller = new ObservedAbortController();
      const promise = start(createClient(fetch), call, { signal: controller.signal });
      await until(() => response?.body.locked);
      assert.equal(onlyRequestOf(fetch).signal.aborted, false);
      controller.assertOneListener();
      controller.abort(reason);
      await assertAborted(promise, call, reason, [{ status: 200 }]);
      assert.equal(onlyRequestOf(fetch).signal.aborted, true);
      controller.assertNoListeners(1);
    }
  }
});

test(
  "an abort during the delay before a retry ends the call at once",
  withRandom(0.9, async () => {
    for (const reason of REASONS) {
      const fetch = spy(() => new Response("", { status: 503, headers: { "Retry-After": "5" } }));
      const onRetry = spy();
      const controller = new ObservedAbortController();
      const client = createClient(fetch, { maxRetries: 2, onRetry });
      const promise = start(client, TRANSFER, { signal: controller.signal });
      await until(() => onRetry.calls.length > 0);
      // With the random number 0.9, the backoff is only 180 ms, so the delay is the 5 s of `Retry-After`. The abort
      // comes during this delay.
      await wait(10);
      controller.assertOneListener();
      controller.abort(reason);
      await assertAborted(promise, TRANSFER, reason, [{ status: 503, delayMs: 5000 }]);
      assert.equal(fetch.calls.length, 1);
      controller.assertNoListeners(1);
    }
  }),
);

test(
  "no retry follows an abort during the delay",
  withRandom(0.9, async () => {
    // The backoff is at most 200 ms before the first retry. The random number 0.9 makes it 180 ms.
    const delayMs = 180;
    const fetch = respondWith(503, "");
    const controller = new AbortController();
    // This timer starts before the timer of the delay, so it fires first, even on a busy machine.
    const onRetry = () => setTimeout(() => controller.abort("left"));
    const client = createClient(fetch, { maxRetries: 2, onRetry });
    const promise = start(client, TOKEN, { signal: controller.signal });
    await assertAborted(promise, TOKEN, "left", [{ status: 503, delayMs }]);
    await wait(delayMs + 70);
    assert.equal(fetch.calls.length, 1);
  }),
);

test(
  "an aborted call takes nothing from the retry budget and calls no onRetry hook",
  withRandom(0, async () => {
    let responds = false;
    const fetch = spy(() => (responds ? new Response("", { status: 500 }) : new Promise(() => {})));
    const onRetry = spy();
    const client = createClient(fetch, { maxRetries: 1, onRetry });
    // The retry budget pays for 35 retries. If each aborted call took a retry, 40 calls would empty the budget.
    const abortedCalls = 40;
    for (let sent = 1; sent <= abortedCalls; sent++) {
      const controller = new AbortController();
      const promise = start(client, PROJECT, { signal: controller.signal });
      await until(() => fetch.calls.length === sent);
      controller.abort("enough");
      await assertAborted(promise, PROJECT, "enough", [{}]);
    }
    await wait(REACTION_MS);
    assert.deepEqual([fetch.calls.length, onRetry.calls.length], [abortedCalls, 0]);
    responds = true;
    const error = await errorOf(start(client, PROJECT));
    assert.equal(error.gaveUp, "attempts_used");
    // The last call makes two attempts.
    assert.deepEqual([fetch.calls.length, onRetry.calls.length], [abortedCalls + 2, 1]);
  }),
);

// A program may use one signal for its whole lifetime.
test("a call removes its listener from the signal however it ends", async () => {
  const controller = new ObservedAbortController();
  const { signal } = controller;
  const client = createClient(respondToCalls());
  for (const call of CALLS) await valueOf(start(client, call, { signal }));
  controller.assertNoListeners(CALLS.length);
  const throwing = spy(() => {
    throw "boom";
  });
  const failingFetches = [
    respondWith(500, "{}"),
    respondWith(200, "<html>"),
    throwing,
    neverRespond(),
  ];
  for (const fetch of failingFetches) {
    await errorOf(start(createClient(fetch, { timeoutMs: 20 }), PROJECT, { signal }));
  }
  controller.assertNoListeners(CALLS.length + failingFetches.length);
  controller.abort("later");
  controller.assertNoListeners(CALLS.length + failingFetches.length);
});

test("calls that share a signal share one listener, and each ends with the abort", async () => {
  const fetch = neverRespond();
  const controller = new ObservedAbortController();
  // One client would send only one request for all these calls.
  const clients = Array.from({ length: 12 }, () => createClient(fetch));
  const promises = clients.map((client) => start(client, PROJECT, { signal: controller.signal }));
  await until(() => fetch.calls.length === clients.length);
  controller.assertOneListener();
  controller.abort("left");
  for (const promise of promises) assert.deepEqual((await errorOf(promise)).cause, "left");
  controller.assertNoListeners(1);
});

test("an abort in the same turn as the call sends nothing", async () => {
  for (const call of CALLS) {
    const fetch = neverRespond();
    const controller = new ObservedAbortController();
    const promise = start(createClient(fetch), call, { signal: controller.signal });
    controller.abort("never mind");
    await assertAborted(promise, call, "never mind", []);
    await wait(REACTION_MS);
    assert.equal(fetch.calls.length, 0, call.endpoint);
    controller.assertNoListeners(1);
  }
});

test("the API key function may abort the call", async () => {
  for (const giveKey of [
    (controller) => {
      controller.abort("no");
      return "key";
    },
    (controller) => Promise.resolve("key").finally(() => controller.abort("no")),
  ]) {
    const fetch = neverRespond();
    const controller = new AbortController();
    const client = createClient(fetch, { apiKey: () => giveKey(controller) });
    await assertAborted(start(client, PROJECT, { signal: controller.signal }), PROJECT, "no", []);
    await wait(REACTION_MS);
    assert.equal(fetch.calls.length, 0);
  }
});

test("a hook may abort the call before its request is sent", async () => {
  const fetch = neverRespond();
  const controller = new AbortController();
  const client = createClient(fetch, { onRequest: () => controller.abort("hook") });
  await assertAborted(start(client, PROJECT, { signal: controller.signal }), PROJECT, "hook", [{}]);
  await wait(REACTION_MS);
  assert.equal(fetch.calls.length, 0);
});

test("an abort after the end of a call does not abort its request", async () => {
  const fetch = respondWith(200, "{}");
  const controller = new AbortController();
  await valueOf(start(createClient(fetch), PROJECT, { signal: controller.signal }));
  controller.abort("later");
  await wait(REACTION_MS);
  assert.equal(onlyRequestOf(fetch).signal.aborted, false);
});

test("an abort after 0 to 49 microtasks ends the call and aborts the request", async () => {
  for (let microtasks = 0; microtasks < 50; microtasks++) {
    for (const call of [TOKEN, PROJECT]) {
      const fetch = neverRespond();
      const controller = new ObservedAbortController();
      const promise = start(createClient(fetch), call, { signal: controller.signal });
      for (let i = 0; i < microtasks; i++) await null;
      controller.abort("now");
      assertError(await errorOf(promise), "aborted");
      await wait(0);
      for (const { signal } of requestsOf(fetch))
        assert.equal(signal.aborted, true, `${microtasks} microtasks`);
      assert.equal(controller.listeners.length, 0);
    }
  }
});

test("a signal may call its listener without `this`", async () => {
  const listeners = [];
  const signal = {
    aborted: false,
    reason: "enough",
    addEventListener: (_, listener) => listeners.push(listener),
    removeEventListener() {},
  };
  const fetch = neverRespond();
  const pending = start(createClient(fetch), PROJECT, { signal });
  await until(() => fetch.calls.length > 0);
  const [listener] = listeners;
  listener();
  await assertAborted(pending, PROJECT, "enough", [{}]);
});
