// Deduplication: callers of the same request share it while it is in flight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError, assertFields, errorOf, toJson, valueOf, until, wait } from "./assertions.mjs";
import { CALLS, PROJECT, TOKEN, TRANSFER, createClient, start } from "./calls.mjs";
import { keysSentTo, neverRespond, respondInTurn, respondLater, respondWith } from "./service.mjs";

const startTwice = (client, call, options) => [
  start(client, call, options),
  start(client, call, options),
];
const startFourTimes = (client, call) => [...startTwice(client, call), ...startTwice(client, call)];
const valuesOf = (promises) => Promise.all(promises.map(valueOf));

for (const call of CALLS) {
  test(`callers of ${call.endpoint} share a request in flight, and each gets its own value`, async () => {
    const fetch = respondLater();
    const client = createClient(fetch);
    const promises = startTwice(client, call);
    await until(() => fetch.pending.length > 0);
    // A later caller joins the request too.
    promises.push(start(client, call));
    // Long enough for the client to send a second request, if it did not share the first.
    await wait(5);
    assert.equal(fetch.pending.length, 1);
    fetch.respond();
    const values = await valuesOf(promises);
    assert.equal(new Set(values).size, 3);
    assert.equal(new Set(values.map(toJson)).size, 1);
    // A caller after the end sends a new request.
    const next = start(client, call);
    await until(() => fetch.pending.length === 1);
    fetch.respond();
    await valueOf(next);
    assert.equal(fetch.calls.length, 2);
  });
}

test("callers that share a request each get their own data and headers with the option raw", async () => {
  const fetch = respondWith(200, "{}");
  const [first, second] = await valuesOf(startTwice(createClient(fetch), TOKEN, { raw: true }));
  assert.notEqual(first.headers, second.headers);
  assert.notEqual(first.data, second.data);
  assert.equal(first.text, "{}");
  assert.equal(fetch.calls.length, 1);
});

test("callers that share a request each get their own error", async () => {
  const fetch = respondWith(500, "down");
  const errors = await Promise.all(startTwice(createClient(fetch), PROJECT).map(errorOf));
  for (const error of errors) {
    assertError(error, "server");
    assertFields(error, ["bodySnippet", "gaveUp", "status"]);
    assert.equal(error.attempts.length, 1);
  }
  assert.notEqual(errors[0], errors[1]);
  assert.equal(fetch.calls.length, 1);
});

for (const aborting of ["first", "second"]) {
  test(`a shared request goes on when the ${aborting} of two callers aborts`, async () => {
    const fetch = respondLater();
    const client = createClient(fetch);
    const controller = new AbortController();
    const { signal } = controller;
    const first = start(client, TRANSFER, aborting === "first" ? { signal } : undefined);
    const second = start(client, TRANSFER, aborting === "second" ? { signal } : undefined);
    const [aborted, remaining] = aborting === "first" ? [first, second] : [second, first];
    await until(() => fetch.pending.length > 0);
    controller.abort("left");
    const error = await errorOf(aborted);
    assertError(error, "aborted");
    assert.equal(error.cause, "left");
    await wait(5);
    assert.equal(fetch.pending.length, 1);
    assert.equal(fetch.pending[0].request.signal.aborted, false);
    fetch.respond();
    await valueOf(remaining);
  });
}

test("a shared request is aborted when its last caller aborts", async () => {
  const fetch = respondLater();
  const client = createClient(fetch);
  const controllers = [new AbortController(), new AbortController()];
  const promises = controllers.map(({ signal }) => start(client, PROJECT, { signal }));
  await until(() => fetch.pending.length > 0);
  const [{ request }] = fetch.pending;
  for (const [index, controller] of controllers.entries()) {
    assert.equal(request.signal.aborted, false);
    controller.abort("left");
    assertError(await errorOf(promises[index]), "aborted");
  }
  await wait(0);
  assert.equal(request.signal.aborted, true);
  // A later caller does not join the aborted request, which the stub keeps in `pending`.
  const next = start(client, PROJECT);
  await until(() => fetch.pending.length === 2);
  fetch.respond();
  await valueOf(next);
});

test("callers share a request only with the same API key", async () => {
  const keys = ["a", "b", "a", "b"];
  const fetch = respondWith(200, "{}");
  await valuesOf(startFourTimes(createClient(fetch, { apiKey: () => keys.shift() }), PROJECT));
  assert.deepEqual(keysSentTo(fetch), ["a", "b"]);
  assert.deepEqual(keys, []);
});

test("callers share a request only with the same client and equal options", async () => {
  const fetch = respondWith(200, "{}");
  const client = createClient(fetch);
  await valuesOf([
    start(client, TOKEN),
    start(client, { ...TOKEN, query: { chainId: 2 } }),
    start(client, TOKEN, { integers: "exact" }),
    start(client, TOKEN, { timeoutMs: 5000 }),
    start(createClient(fetch), TOKEN),
    // This query and these options have the same meaning as the query and the options of the first call.
    start(client, { ...TOKEN, query: { chainId: "1" } }, { raw: false }),
  ]);
  assert.equal(fetch.calls.length, 5);
});

test("a caller that joins an in-flight request keeps its own deadline", async () => {
  const fetch = respondInTurn(
    () => new Promise(() => {}),
    () => new Response("{}"),
  );
  const client = createClient(fetch, { deadlineMs: 600 });
  const first = start(client, PROJECT);
  // These callers have 400 ms left when the deadline of the first caller passes.
  await wait(400);
  const joined = startFourTimes(client, PROJECT);
  assertError(await errorOf(first), "timeout", "deadline_exceeded");
  await valuesOf(joined);
  // The first request ended at the deadline of its caller. The joined callers share the second request.
  assert.equal(fetch.calls.length, 2);
});

test("an attempt that times out ends the shared request for all callers", async () => {
  const fetch = neverRespond();
  const promises = startFourTimes(createClient(fetch, { timeoutMs: 40 }), PROJECT);
  for (const promise of promises) assertError(await errorOf(promise), "timeout", "attempt_timeout");
  assert.equal(fetch.calls.length, 1);
});
