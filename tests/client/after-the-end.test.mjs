// Tests what happens after the end of an attempt, a call, a list or a client. Late responses have no effect, and the
// client handles late rejections. `using` ends a list, a watch or a client when its block ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertError,
  errorOf,
  show,
  valueOf,
  assertRefused,
  wait,
  withRandom,
} from "./assertions.mjs";
import { PROJECT, TOKEN, createClient, start, HASH } from "./calls.mjs";
import {
  encode,
  neverRespond,
  onlyRequestOf,
  respondInTurn,
  spy,
  streamResponse,
  respondWith,
} from "./service.mjs";

/**
 * Each function returns the response to an attempt, and sets `pending.settle` to a function that settles the response
 * later.
 */
const LATE_ATTEMPTS = [
  [
    "a late response",
    (pending) =>
      new Promise((resolve) => {
        const init = { status: 418, headers: { "x-request-id": "late" } };
        pending.settle = () => resolve(new Response('["late"]', init));
      }),
  ],
  [
    "a late body",
    (pending) => {
      const beginBody = (body) => {
        pending.settle = () => {
          try {
            body.enqueue(encode('["late"]'));
            body.close();
          } catch {
            // The client has cancelled the body.
          }
        };
      };
      return streamResponse({ start: beginBody }, { headers: { "x-request-id": "late" } });
    },
  ],
  [
    "a late rejection",
    (pending) =>
      new Promise((_, reject) => {
        pending.settle = () => reject("late");
      }),
  ],
];

for (const [title, firstAttempt] of LATE_ATTEMPTS) {
  test(
    `${title} of an attempt that timed out does not change the next attempt`,
    withRandom(0, async () => {
      const pending = {};
      // The first attempt settles while the body of the second attempt arrives.
      const pull = async (body) => {
        pending.settle();
        await wait(5);
        body.enqueue(encode('["good"]'));
        body.close();
      };
      const fetch = respondInTurn(
        () => firstAttempt(pending),
        () => streamResponse({ pull }),
      );
      const onResponse = spy();
      const client = createClient(fetch, { maxRetries: 1, timeoutMs: 400, onResponse });
      const document = await valueOf(start(client, TOKEN, { raw: true }));
      assert.equal(document.status, 200);
      assert.equal(document.text, '["good"]');
      assert.equal(document.data[0], "good");
      assert.equal(document.headers["x-request-id"], undefined);
      const events = onResponse.calls.map(([event]) => event);
      assert.ok(events.every(({ status }) => status === 200));
      assert.equal(events.filter(({ attempt }) => attempt === 2).length, 1);
    }),
  );
}

/** Collects unhandled rejections. Without this listener, Node.js ends the process at the first unhandled rejection. */
function observeUnhandledRejections() {
  const reasons = [];
  // A browser passes an event with the reason, and Node.js passes the reason.
  const record = (event) => {
    event?.preventDefault?.();
    reasons.push(String(event?.reason ?? event));
  };
  const isNode = typeof process === "object";
  if (isNode) process.on("unhandledRejection", record);
  else addEventListener("unhandledrejection", record);
  const stop = () => {
    if (isNode) process.off("unhandledRejection", record);
    else removeEventListener("unhandledrejection", record);
  };
  return { reasons, stop };
}

/**
 * Fetch functions that stay pending. The third function rejects when its signal aborts. Each of the five others passes
 * a function to `settleLater`, which the test calls after the end of the call.
 */
const pendingFetches = (settleLater) => {
  const rejectLate = () => new Promise((_, reject) => settleLater(() => reject("late")));
  return [
    rejectLate,
    () => new Promise((resolve) => settleLater(() => resolve(42))),
    (_url, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject("aborted"))),
    () => streamResponse({ start: (body) => settleLater(() => body.error("late")) }),
    () => ({ status: 200, arrayBuffer: rejectLate }),
    () => ({
      status: 200,
      body: { getReader: () => ({ read: rejectLate, cancel: () => Promise.reject("late") }) },
    }),
  ];
};

test("the client handles a rejection after the end of a call", async () => {
  const unhandled = observeUnhandledRejections();
  const pending = [];
  const settleLater = (settle) => pending.push(settle);
  for (const fetch of pendingFetches(settleLater)) {
    const error = await errorOf(start(createClient(fetch, { timeoutMs: 20 }), PROJECT));
    assertError(error, "timeout", "attempt_timeout");
    const client = createClient(fetch);
    const controller = new AbortController();
    const first = start(client, TOKEN, { signal: controller.signal });
    const second = start(client, TOKEN, { signal: controller.signal });
    await wait(10);
    controller.abort("left");
    assertError(await errorOf(first), "aborted");
    assertError(await errorOf(second), "aborted");
  }
  const apiKey = () => new Promise((_, reject) => settleLater(() => reject("late")));
  // The deadline ends the first call, and the abort ends the second call.
  for (const options of [{ deadlineMs: 20 }, {}]) {
    const controller = new AbortController();
    const client = createClient(neverRespond(), { apiKey, ...options });
    const promise = start(client, PROJECT, { signal: controller.signal });
    await wait(40);
    controller.abort("left");
    await errorOf(promise);
  }
  // Five fetch functions use `settleLater`. Each receives two requests, because the two calls of TOKEN share a request.
  // The API key function also uses `settleLater`, for two calls.
  assert.equal(pending.length, 5 * 2 + 2);
  for (const settle of pending) settle();
  // Within this time, the host reports an unhandled rejection.
  await wait(100);
  unhandled.stop();
  assert.deepEqual(unhandled.reasons, []);
});

test("a body beyond maxBodyBytes is response_too_large when its stream cannot be cancelled", async () => {
  const fail = () => {
    throw "cut";
  };
  for (const cancel of [
    fail,
    () => Promise.reject("cut"),
    7,
    undefined,
    () => new Promise(() => {}),
  ]) {
    const read = async () => ({ value: new Uint8Array(10) });
    const fetch = () => ({ status: 200, body: { getReader: () => ({ read, cancel }) } });
    const error = await errorOf(start(createClient(fetch, { maxBodyBytes: 100 }), PROJECT));
    assert.equal(error.kind, "response_too_large", `${cancel} ${show(error)}`);
  }
});

test("the client cancels a body beyond maxBodyBytes", async () => {
  const cancel = spy();
  const fetch = spy(() =>
    streamResponse({ pull: (body) => body.enqueue(new Uint8Array(10)), cancel }),
  );
  await errorOf(start(createClient(fetch, { maxBodyBytes: 100 }), PROJECT));
  assert.equal(cancel.calls.length, 1);
  assert.equal(onlyRequestOf(fetch).signal.aborted, true);
});

const PAGE = '{"etherealData":[{"_id":"1","status":"active"}],"nextCursor":"next"}';

const CASES = [
  ["the records of a list", PAGE, (client) => client.ethereals()[Symbol.asyncIterator]()],
  ["the pages of a list", PAGE, (client) => client.ethereals().pages()],
  ["a watch", '{"_id":"1","status":"wait-wh"}', (client) => client.watchTransfer(HASH)],
];
// WebKit has neither symbol.
const knowsUsing = Symbol.dispose && Symbol.asyncDispose;

for (const [name, body, open] of knowsUsing ? CASES : []) {
  test(`leaving the block ends ${name}`, async () => {
    const iterator = open(createClient(respondWith(200, body)));
    assert.equal((await valueOf(iterator.next())).done, false);
    assert.equal(await valueOf(iterator[Symbol.asyncDispose]()), undefined);
    assert.equal((await valueOf(iterator.next())).done, true);
  });
}

test(
  knowsUsing
    ? "leaving the block ends the use of a client"
    : "a host without `using` has `dispose`",
  async () => {
    const client = createClient(respondWith(200, "{}"));
    client[knowsUsing ? Symbol.dispose : "dispose"]();
    assertRefused(await errorOf(start(client, PROJECT)), "client");
    // In a host without `Symbol.dispose`, a class that declares `[Symbol.dispose]()` has a method `undefined`.
    assert.ok(!("undefined" in client));
  },
);
