// Tests the option `apiKey`: a text or a function. No error shows the key.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertAttempts,
  assertError,
  assertFields,
  assertKeys,
  errorOf,
  show,
  thrownBy,
  toJson,
  valueOf,
  wait,
} from "./assertions.mjs";
import {
  API_KEY,
  CALLS_WITH_KEY,
  ETHEREALS,
  PROJECT,
  TOKEN,
  TRANSFER,
  createClient,
  start,
} from "./calls.mjs";
import { keysSentTo, respondWith, spy } from "./service.mjs";

test("the API key function is called once for each call that needs a key", async () => {
  const keys = ["key/0", "key/1"];
  const apiKey = spy(async () => {
    const key = keys.shift();
    await wait(5);
    return key;
  });
  const fetch = respondWith(200, '{"etherealData":[]}');
  const client = createClient(fetch, { apiKey });
  for (const call of [ETHEREALS, TOKEN, PROJECT]) await valueOf(start(client, call));
  assert.deepEqual(keysSentTo(fetch), ["key/0", null, "key/1"]);
  // The client passes no arguments to the function.
  assert.deepEqual(apiKey.calls, [[], []]);
});

test("the API key function may return the key without a promise", async () => {
  const fetch = respondWith(200, '{"etherealData":[]}');
  await valueOf(start(createClient(fetch, { apiKey: () => "at/once+=" }), ETHEREALS));
  assert.deepEqual(keysSentTo(fetch), ["at/once+="]);
});

const fail = (reason) => {
  throw reason;
};
for (const [title, failWith] of [
  ["throws", fail],
  ["rejects", (reason) => Promise.reject(reason)],
  ["returns a thenable that throws", (reason) => ({ then: () => fail(reason) })],
]) {
  test(`an API key function that ${title} ends the call with its reason as the cause`, async () => {
    for (const reason of [new Error("no vault"), "locked", null, undefined, 42]) {
      const apiKey = spy(() => failWith(reason));
      const fetch = respondWith(200, "{}");
      const client = createClient(fetch, { apiKey });
      for (const call of CALLS_WITH_KEY) {
        const error = await errorOf(start(client, call));
        assertError(error, "invalid_argument", "api_key_unavailable");
        assertFields(error, ["parameter"]);
        assertAttempts(error, []);
        assert.equal(error.parameter, "apiKey");
        assert.equal(error.endpoint, call.endpoint);
        assert.equal(error.cause, reason, show(error.cause));
      }
      assert.deepEqual([fetch.calls.length, apiKey.calls.length], [0, CALLS_WITH_KEY.length]);
      // The call without an API key does not call the function.
      await valueOf(start(client, TOKEN));
      assert.deepEqual([fetch.calls.length, apiKey.calls.length], [1, CALLS_WITH_KEY.length]);
    }
  });
}

/** Parts of the API keys that the tests below pass. */
const KEY_PARTS = ["canary", "71234567"];

/** Asserts that an API key was refused, and that the error contains neither a part of a key nor a secret. */
function assertKeyRefused(error, secrets) {
  assertError(error, "invalid_argument");
  assert.equal(error.parameter, "apiKey");
  const shown = toJson(error);
  for (const secret of [...KEY_PARTS, ...secrets])
    assert.equal(shown.includes(secret), false, shown);
  assert.ok(error.message.includes("value hidden"), error.message);
}

for (const [call, apiKey] of [
  [PROJECT, "canary one"],
  [PROJECT, "canary\r\nx-evil: 1"],
  [PROJECT, ""],
  [PROJECT, "canary-ключ"],
  // U+0000 at the end of a key and within a key.
  [PROJECT, "canary\0"],
  [PROJECT, "k\0canary"],
  // 513 characters: one more than an API key may have.
  [PROJECT, `canary${"k".repeat(507)}`],
  [TRANSFER, { secret: "canary" }],
  [TRANSFER, 71234567],
  [TRANSFER, true],
  [TRANSFER, ["canary"]],
  [TRANSFER, new String("canary")],
  [TRANSFER, Symbol("canary")],
]) {
  const title = typeof apiKey === "string" ? JSON.stringify(apiKey).slice(0, 30) : String(apiKey);
  test(`the ${typeof apiKey} ${title} is refused as an API key without being shown`, async () => {
    // Every text contains the empty text, so it is not a secret.
    const secrets = typeof apiKey === "string" && apiKey !== "" ? [apiKey] : [];
    const fetch = respondWith(200, "{}");
    const thrown = thrownBy(() => createClient(fetch, { apiKey }));
    assertKeys(thrown, ["code", "kind", "parameter", "retryable"]);
    assertKeyRefused(thrown, secrets);
    for (const giveKey of [() => apiKey, async () => apiKey]) {
      const error = await errorOf(start(createClient(fetch, { apiKey: giveKey }), call));
      assertFields(error, ["parameter"]);
      assertAttempts(error, []);
      assertKeyRefused(error, secrets);
    }
    assert.equal(fetch.calls.length, 0);
  });
}

test("a client without an API key makes only the call that needs no key", async () => {
  for (const apiKey of [undefined, null, () => undefined, async () => null]) {
    const fetch = respondWith(200, "{}");
    const client = createClient(fetch, { apiKey });
    for (const call of CALLS_WITH_KEY) {
      const error = await errorOf(start(client, call));
      assertError(error, "invalid_argument");
      assertFields(error, ["parameter"]);
      assertAttempts(error, []);
      assert.equal(error.parameter, "apiKey");
      assert.equal(error.endpoint, call.endpoint);
      assert.ok(error.message.startsWith("Missing apiKey."), error.message);
    }
    assert.equal(fetch.calls.length, 0);
    await valueOf(start(client, TOKEN));
  }
});

/** Encodings of the key in responses of services and proxies. */
const SPELLINGS = {
  "as it is": API_KEY,
  "with JSON's escapes": API_KEY.replaceAll("/", "\\/").replaceAll("+", "\\u002b"),
  "percent-encoded": encodeURIComponent(API_KEY),
  "percent-encoded in lower case": encodeURIComponent(API_KEY).replace(/%../g, (code) =>
    code.toLowerCase(),
  ),
  "percent-encoded in mixed case": encodeURIComponent(API_KEY).replace("%2F", "%2f"),
};

for (const [title, key] of Object.entries(SPELLINGS)) {
  test(`no error and no hook shows an API key that the service repeats ${title}`, async () => {
    const events = [];
    const hook = (event) => events.push(event);
    const onCallEnd = ({ error }) => {
      if (error) events.push({ ...error, message: error.message });
    };
    const hooks = { onRequest: hook, onResponse: hook, onRetry: hook, onDrift: hook, onCallEnd };
    const shown = [];
    for (const [status, body] of [
      [401, `{"message":"${key} is unknown"}`],
      [400, `{"message":"bad","key":"${key}"}`],
      // An error has the first 256 bytes of a body. The 256th byte is within the key.
      [500, `<p>${"x".repeat(230)}${key}</p>`],
      [200, `{"${key}":[${key}]}`],
      // One body for all calls: `_id` and `status` are fields of a transfer, `requestOwner` of a project, and
      // `nextCursor` and `etherealData` of a page.
      [
        200,
        `{"_id":"1","status":"${key}","requestOwner":1,"nextCursor":"${key}","etherealData":{"${key}":[]}}`,
      ],
    ]) {
      const fetch = spy(
        () => new Response(body, { status, statusText: "x", headers: { "x-request-id": key } }),
      );
      const client = createClient(fetch, { maxRetries: 1, ...hooks });
      for (const call of [...CALLS_WITH_KEY, { ...ETHEREALS, query: { cursor: key } }]) {
        try {
          await start(client, call);
        } catch (error) {
          shown.push({
            ...error.toJSON(),
            stack: error.stack,
            curl: error.toCurl(),
            text: String(error),
          });
        }
      }
    }
    // Without errors and events, the search for the key below would prove nothing.
    assert.ok(
      shown.length > 10 && events.length > 30,
      `${shown.length} errors, ${events.length} events`,
    );
    const text = toJson([shown, events]);
    assert.match(text, /"requestId":"\[redacted\]"/);
    const keyInJson = JSON.stringify(key).slice(1, -1);
    for (const secret of [key, keyInJson, API_KEY]) {
      const index = text.indexOf(secret);
      assert.equal(index, -1, text.slice(Math.max(index - 200, 0), index + 200));
    }
  });
}

test("any visible ASCII text is an API key", async () => {
  for (const key of ["?", "k", "undefined", "late", "~"]) {
    const fetch = respondWith(200, "{}");
    for (const apiKey of [key, () => key])
      await valueOf(start(createClient(fetch, { apiKey }), PROJECT));
    assert.deepEqual(keysSentTo(fetch), [key, key]);
  }
});
