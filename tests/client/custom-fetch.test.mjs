// A custom `fetch` that throws, rejects or resolves with something other than a readable response.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAttempts, assertError, assertFields, errorOf, show, valueOf } from "./assertions.mjs";
import { CALLS, PROJECT, TOKEN, createClient, start } from "./calls.mjs";
import { requestsOf, spy, streamResponse } from "./service.mjs";

const THROWN = [
  "boom",
  undefined,
  null,
  42,
  Symbol.iterator,
  { message: "odd" },
  new TypeError("Failed to fetch"),
  () => 1,
];

for (const [title, fail] of [
  ["what fetch throws", (thrown) => {
    throw thrown;
  }],
  ["what fetch rejects with", (thrown) => Promise.reject(thrown)],
  ["what the thenable of fetch rejects with", (thrown) => ({ then: (_, reject) => reject(thrown) })],
]) {
  test(`${title} is the cause of a network error`, async () => {
    for (const thrown of THROWN) {
      const fetch = spy(() => fail(thrown));
      const client = createClient(fetch);
      for (const call of CALLS) {
        const error = await errorOf(start(client, call));
        assertError(error, "network");
        assertFields(error, ["gaveUp"]);
        assertAttempts(error, [{ code: "network" }]);
        assert.equal(error.endpoint, call.endpoint);
        assert.equal(error.retryable, true);
        assert.equal(error.gaveUp, "attempts_used");
        assert.equal(error.cause, thrown, `cause is ${show(error.cause)}`);
      }
      assert.equal(fetch.calls.length, 4);
    }
  });
}

/** Objects that resemble a Response are in foreign-responses.test.mjs. */
for (const [title, respond] of [
  ["the number 42", () => 42],
  ["a promise of the number 42", () => Promise.resolve(42)],
  ["null", () => null],
  ["a promise of null", () => Promise.resolve(null)],
  ["undefined", () => undefined],
  ["a promise of undefined", () => Promise.resolve(undefined)],
  ["a text", () => "a text"],
  ["a promise of true", () => Promise.resolve(true)],
  ["a promise of a symbol", () => Promise.resolve(Symbol.iterator)],
  ["a response that was read", async () => {
    const response = new Response("{}");
    await response.text();
    return response;
  }],
  ["a response with a locked body", () => {
    const response = new Response("{}");
    response.body.getReader();
    return response;
  }],
  ["a response whose body fails", () => streamResponse({ start: (body) => body.error("cut") })],
  ["a response whose body contains a text", () => streamResponse({ start: (body) => body.enqueue("text") })],
]) {
  test(`${title} instead of a readable response is a network error`, async () => {
    const fetch = spy(respond);
    for (const call of [TOKEN, PROJECT]) {
      const error = await errorOf(start(createClient(fetch), call));
      assertError(error, "network");
      assertFields(error, ["gaveUp"]);
      assert.equal(error.endpoint, call.endpoint);
      assert.equal(error.retryable, true);
      assert.notEqual(error.cause, undefined);
    }
    for (const { signal } of requestsOf(fetch)) assert.equal(signal.aborted, true);
  });
}

test("the reason of a failed body is the cause", async () => {
  const fetch = spy(() => streamResponse({ start: (body) => body.error("cut") }));
  assert.equal((await errorOf(start(createClient(fetch), PROJECT))).cause, "cut");
});

/** A host's fetch throws "Illegal invocation" when `this` is the client. */
test("fetch is called without a this value", async () => {
  function fetch() {
    return new Response(JSON.stringify({ balance: String(this) }));
  }
  assert.equal((await valueOf(start(createClient(fetch), PROJECT))).balance, "undefined");
});
