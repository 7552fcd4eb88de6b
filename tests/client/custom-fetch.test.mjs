// A custom `fetch` that throws, rejects, or resolves with something other than a readable Response of the host.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertAttempts,
  assertError,
  assertFields,
  errorOf,
  show,
  valueOf,
  toJson,
} from "./assertions.mjs";
import { CALLS, PROJECT, TOKEN, createClient, start } from "./calls.mjs";
import { requestsOf, spy, streamResponse, encode } from "./service.mjs";

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

for (const [title, failWith] of [
  [
    "what fetch throws",
    (thrown) => {
      throw thrown;
    },
  ],
  ["what fetch rejects with", (thrown) => Promise.reject(thrown)],
  [
    "what the thenable of fetch rejects with",
    (thrown) => ({ then: (_, reject) => reject(thrown) }),
  ],
]) {
  test(`${title} is the cause of a network error`, async () => {
    for (const thrown of THROWN) {
      const fetch = spy(() => failWith(thrown));
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
      assert.equal(fetch.calls.length, CALLS.length);
    }
  });
}

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
  [
    "a response that was read",
    async () => {
      const response = new Response("{}");
      await response.text();
      return response;
    },
  ],
  [
    "a response with a locked body",
    () => {
      const response = new Response("{}");
      response.body.getReader();
      return response;
    },
  ],
  ["a response whose body fails", () => streamResponse({ start: (body) => body.error("cut") })],
  [
    "a response whose body contains a text",
    () => streamResponse({ start: (body) => body.enqueue("text") }),
  ],
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
    // The client aborts a failed attempt, so that its connection is free.
    for (const { signal } of requestsOf(fetch)) assert.equal(signal.aborted, true);
  });
}

test("the reason of a failed body is the cause", async () => {
  const fetch = spy(() => streamResponse({ start: (body) => body.error("cut") }));
  const error = await errorOf(start(createClient(fetch), PROJECT));
  assert.equal(error.cause, "cut");
  assertAttempts(error, [{ status: 200, code: "network" }]);
});

/** A host's fetch throws "Illegal invocation" when `this` is the client. */
test("fetch is called without a this value", async () => {
  function fetch() {
    return new Response(JSON.stringify({ balance: String(this) }));
  }
  assert.equal((await valueOf(start(createClient(fetch), PROJECT))).balance, "undefined");
});

const BODY = '{"balance":"1"}';
/** The ArrayBuffer of a whole body. */
const buffer = () => encode(BODY).buffer;
/** A response whose body has this reader. */
const withReader = (reader) => ({ status: 200, body: { getReader: () => reader } });
/** A response whose body has a reader with this `read()`. */
const withRead = (read) => withReader({ read });
const fail = () => {
  throw "cut";
};
function revokedProxy() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

for (const [title, respond] of [
  ["an empty object", () => ({})],
  ["an array", () => []],
  ["an object without a prototype", () => Object.create(null)],
  ["an object with a body and no status", () => ({ body: new Response("{}").body })],
  ["an object with arrayBuffer() and no status", () => ({ arrayBuffer: buffer })],
  ["an object whose status is a string", () => ({ status: "ok", arrayBuffer: buffer })],
  ["an object with status 0", () => ({ status: 0, arrayBuffer: buffer })],
  // 65736 is 2^16 + 200: its lower 16 bits are the status 200.
  ["an object with status 65736", () => ({ status: 65736, arrayBuffer: buffer })],
  ["an object whose status is a BigInt", () => ({ status: 200n, arrayBuffer: buffer })],
  ["an object whose status is a symbol", () => ({ status: Symbol.iterator, arrayBuffer: buffer })],
  ["an object with neither body nor arrayBuffer()", () => ({ status: 200, ok: true, headers: {} })],
  ["an object whose body is a string", () => ({ status: 200, body: "text" })],
  ["an object whose body is not a stream", () => ({ status: 200, body: {} })],
  ["an object whose reader is null", () => withReader(null)],
  ["an object whose read() returns undefined", () => withRead(() => {})],
  ["an object whose read() throws", () => withRead(fail)],
  [
    "an object whose second chunk is missing",
    () => {
      const results = [{ value: new TextEncoder().encode("{}") }];
      return withRead(async () => results.shift() ?? {});
    },
  ],
  ["an object whose arrayBuffer is a number", () => ({ status: 200, arrayBuffer: 7 })],
  ["an object whose arrayBuffer() throws", () => ({ status: 200, arrayBuffer: fail })],
  [
    "an object whose arrayBuffer() rejects",
    () => ({ status: 200, arrayBuffer: () => Promise.reject(undefined) }),
  ],
  [
    "an object whose arrayBuffer() returns undefined",
    () => ({ status: 200, arrayBuffer: () => undefined }),
  ],
  // `new Uint8Array(2)` succeeds, and `new Uint8Array(-1)` throws.
  ["an object whose arrayBuffer() returns 2", () => ({ status: 200, arrayBuffer: () => 2 })],
  ["an object whose arrayBuffer() returns -1", () => ({ status: 200, arrayBuffer: () => -1 })],
  [
    "an object whose arrayBuffer() returns a symbol",
    () => ({ status: 200, arrayBuffer: () => Symbol.iterator }),
  ],
  [
    "an object whose status throws",
    () => ({
      get status() {
        return fail();
      },
    }),
  ],
  [
    "an object whose property redirected throws",
    () => ({
      status: 200,
      arrayBuffer: buffer,
      get redirected() {
        return fail();
      },
    }),
  ],
  ["an object with the prototype of Response", () => Object.create(Response.prototype)],
  [
    "a response whose status throws",
    () => Object.defineProperty(new Response("{}"), "status", { get: fail }),
  ],
  ["an object whose chunks are objects", () => withRead(async () => ({ value: {} }))],
  // The client accepts at most 1,000 empty chunks in a row.
  [
    "an object whose body is an endless sequence of empty chunks",
    () => withRead(async () => ({ value: new Uint8Array() })),
  ],
  [
    "an object whose body throws",
    () => ({
      status: 200,
      get body() {
        return fail();
      },
    }),
  ],
  ["a promise of a revoked proxy", () => Promise.resolve(revokedProxy())],
  ["a rejection with a revoked proxy", () => Promise.reject(revokedProxy())],
  [
    "a rejection whose cause throws",
    () =>
      Promise.reject({
        get cause() {
          return fail();
        },
      }),
  ],
]) {
  test(`${title} instead of a response is a network error`, async () => {
    const client = createClient(spy(respond));
    for (const call of [TOKEN, PROJECT]) {
      const error = await errorOf(start(client, call));
      assert.equal(error.kind, "network", show(error));
      assert.equal(error.endpoint, call.endpoint);
      assertFields(error, ["gaveUp"]);
    }
  });
}

for (const [title, respond] of [
  ["status and arrayBuffer()", () => ({ status: 200, arrayBuffer: buffer })],
  [
    "a Map as headers",
    async () => ({ status: 200, headers: new Map(), arrayBuffer: async () => buffer() }),
  ],
  [
    "headers whose get() throws",
    () => ({ status: 200, headers: { get: fail }, arrayBuffer: buffer }),
  ],
  [
    "headers of the host whose get() throws",
    () => {
      const response = new Response(BODY);
      Object.defineProperty(response.headers, "get", { value: fail });
      return response;
    },
  ],
  [
    "headers that throw",
    () => ({
      status: 200,
      get headers() {
        return fail();
      },
      arrayBuffer: buffer,
    }),
  ],
  [
    "a header that is a symbol",
    () => ({ status: 200, headers: { get: () => Symbol.iterator }, arrayBuffer: buffer }),
  ],
  [
    "a header that is a number",
    () => ({ status: 200, headers: { get: () => 7 }, arrayBuffer: buffer }),
  ],
  [
    "a header that is an object",
    () => ({ status: 200, headers: { get: () => ({ length: 3 }) }, arrayBuffer: buffer }),
  ],
  ["status and a body stream", () => ({ status: 200, body: new Response(BODY).body })],
  [
    "a then() that resolves with a response",
    () => ({ then: (resolve) => resolve(new Response(BODY)) }),
  ],
]) {
  test(`an object with ${title} is a response`, async () => {
    const client = createClient(spy(respond));
    for (const call of [TOKEN, PROJECT])
      assert.equal(toJson(await valueOf(start(client, call))), BODY);
  });
}

test("the client obeys x-should-retry: false when headers have only a method get()", async () => {
  const get = (name) => (name === "x-should-retry" ? "false" : null);
  const fetch = spy(() => ({
    status: 503,
    headers: { get },
    arrayBuffer: async () => new ArrayBuffer(0),
  }));
  assertError(await errorOf(start(createClient(fetch, { maxRetries: 2 }), PROJECT)), "server");
  assert.equal(fetch.calls.length, 1);
});
