// Tests the error of each failure.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertAttempts,
  assertError,
  assertFields,
  errorOf,
  toJson,
  valueOf,
  thrownBy,
} from "./assertions.mjs";
import {
  CALLS,
  CALLS_WITH_KEY,
  ETHEREALS,
  PROJECT,
  TOKEN,
  TRANSFER,
  createClient,
  start,
  API_KEY,
} from "./calls.mjs";
import { readFixture, onlyRequestOf, requestsOf, respondWith, spy } from "./service.mjs";

/** `failWith` and `failOn` make a call that must fail, and return its error. */
const failWith = (fetch, call) => errorOf(start(createClient(fetch), call));
const failOn = (call, status, body) => failWith(respondWith(status, body), call);

for (const [call, status, kind, retryable] of [
  [TOKEN, 302, "redirect_blocked", false],
  [TOKEN, 400, "bad_request", false],
  [TOKEN, 401, "unauthenticated", false],
  [TOKEN, 403, "forbidden", false],
  [TOKEN, 404, "not_found", false],
  [TOKEN, 408, "unexpected_status", true],
  [TOKEN, 418, "unexpected_status", false],
  [TOKEN, 429, "rate_limited", true],
  [TOKEN, 500, "server", true],
  [TOKEN, 501, "server", false],
  [TOKEN, 503, "server", true],
  [PROJECT, 307, "redirect_blocked", false],
  [PROJECT, 401, "unauthenticated", false],
  // Unlike the call for a token, this call sends a key, so the service may have refused the key.
  [PROJECT, 403, "unauthenticated", false],
  [PROJECT, 404, "not_found", false],
  [ETHEREALS, 404, "not_found", false],
  [TRANSFER, 400, "bad_request", false],
  [TRANSFER, 504, "server", true],
]) {
  test(`${call.endpoint} fails with kind ${kind} on status ${status}`, async () => {
    const error = await failOn(call, status, "");
    assertError(error, kind);
    assertFields(error, retryable ? ["gaveUp", "status"] : ["status"]);
    assertAttempts(error, [{ status }]);
    assert.equal(error.endpoint, call.endpoint);
    assert.equal(error.status, status);
    assert.equal(error.retryable, retryable);
    assert.equal(error.gaveUp, retryable ? "attempts_used" : undefined);
    assert.equal("cause" in error, false);
  });
}

test("an error has the service's message without control characters, and the Retry-After of the response", async () => {
  const body = '{"message":"Slow\\u0007 down.","x":1}';
  const fetch = spy(() => new Response(body, { status: 429, headers: { "Retry-After": "7" } }));
  const error = await failWith(fetch, ETHEREALS);
  assertError(error, "rate_limited");
  assertFields(error, ["bodySnippet", "gaveUp", "retryAfterMs", "serverMessage", "status"]);
  assert.equal(error.retryAfterMs, 7000);
  assert.equal(error.status, 429);
  assert.equal(error.retryable, true);
  assert.equal(error.serverMessage, "Slow\ufffd down.");
  assert.ok(error.message.includes("Slow\ufffd down."));
  assert.equal(error.bodySnippet, body);
});

test("an error names the parameter that the service requires", async () => {
  const error = await failOn(TOKEN, 400, await readFixture("missing_parameter.json"));
  assertError(error, "bad_request");
  assertFields(error, ["bodySnippet", "serverMessage", "status"]);
  assert.equal(error.serverMessage, "Missing required query parameter: b");
});

for (const status of [200, 400, 401, 403]) {
  test(`a refused API key is recognised by its message on status ${status}`, async () => {
    const body = await readFixture("invalid_key.json");
    for (const call of CALLS_WITH_KEY) {
      const error = await failOn(call, status, body);
      assertError(error, "unauthenticated");
      // On status 200, the whole body is the message, so the error has no snippet of the body.
      assertFields(error, [...(status === 200 ? [] : ["bodySnippet"]), "serverMessage", "status"]);
      assert.equal(error.status, status);
      assert.equal(error.serverMessage, "Invalid API key.");
    }
  });
}

test("an empty body is not JSON", async () => {
  for (const call of CALLS) {
    const error = await failOn(call, 204, "");
    assertError(error, "decode", "invalid_json");
    assertFields(error, ["bodySnippet", "pointer", "status"]);
    assert.equal(error.status, 204);
    assert.equal(error.pointer, "");
    assert.equal(error.bodySnippet, "");
  }
});

test("an HTML page is not JSON", async () => {
  const body = "<!doctype html><title>Sign in</title>";
  for (const call of CALLS) {
    const error = await failOn(call, 200, body);
    assertError(error, "decode", "invalid_json");
    assertFields(error, ["bodySnippet", "pointer", "status"]);
    assert.equal(error.endpoint, call.endpoint);
    assert.equal(error.status, 200);
    assert.equal(error.bodySnippet, body);
  }
});

for (const [call, body, code, pointer] of [
  [
    TRANSFER,
    '{"bridgeData":{"bridgeData":[{"_id":"1"}]}}',
    "unexpected_shape",
    "/bridgeData/bridgeData/0/status",
  ],
  [TRANSFER, '{"_id":"1","status":{},"route":{}}', "unexpected_shape", "/status"],
  [TRANSFER, '{"status":"error"}', "unexpected_shape", "/_id"],
  [PROJECT, '["demo"]', "unexpected_shape", ""],
  [
    ETHEREALS,
    '{"etherealData":[{"_id":"1","status":"active"},{"_id":"2","status":5}]}',
    "unexpected_shape",
    "/etherealData/1/status",
  ],
  [ETHEREALS, '{"etherealData":[],"nextCursor":{}}', "unexpected_shape", "/nextCursor"],
  [TOKEN, '{"a":[1,]}', "invalid_json", "/a/1"],
  [TOKEN, '{"a":1', "invalid_json", ""],
]) {
  test(`the body ${body} is ${code} at "${pointer}"`, async () => {
    const error = await failOn(call, 200, body);
    assertError(error, "decode", code);
    assertFields(error, ["bodySnippet", "pointer", "status"]);
    assertAttempts(error, [{ status: 200 }]);
    assert.equal(error.pointer, pointer);
    assert.equal(error.bodySnippet, body);
    assert.equal(error.status, 200);
    assert.equal(error.retryable, false);
    assert.equal("cause" in error, false);
  });
}

/** The body must not overflow the stack of the WebAssembly module or of `JSON.parse`. */
test("a body of 100,000 nested arrays is refused", async () => {
  const body = "[".repeat(100_000) + "]".repeat(100_000);
  for (const call of CALLS) {
    const error = await failOn(call, 200, body);
    assert.equal(error.kind, "decode");
    assert.ok(["too_deep", "unexpected_shape"].includes(error.code), error.code);
  }
  // Token metadata may be any JSON value, so only its depth is wrong.
  assertError(await failOn(TOKEN, 200, body), "decode", "too_deep");
});

const respondAfterRedirect = () =>
  spy(() => Object.defineProperty(new Response('{"balance":"1"}'), "redirected", { value: true }));

test("a call with an API key refuses the response of a redirect that fetch followed", async () => {
  for (const call of CALLS_WITH_KEY) {
    const fetch = respondAfterRedirect();
    const error = await failWith(fetch, call);
    assertError(error, "redirect_blocked");
    assertFields(error);
    assertAttempts(error, [{ code: "redirect" }]);
    assert.equal(error.endpoint, call.endpoint);
    assert.equal(error.retryable, false);
    assert.equal(onlyRequestOf(fetch).signal.aborted, true);
  }
});

test("a call with an API key refuses a redirect, even if the host hides its status", async () => {
  const shown = () =>
    new Response(null, { status: 302, headers: { location: "https://login.example/" } });
  // A browser hides a redirect behind a response with the status 0 and the type `opaqueredirect`.
  const hidden = () =>
    Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
  const customObject = () => ({
    status: 301,
    headers: new Headers(),
    arrayBuffer: async () => new ArrayBuffer(0),
  });
  for (const respond of [shown, customObject, hidden]) {
    const error = await failWith(spy(respond), PROJECT);
    assert.equal(error.kind, "redirect_blocked", error.message);
    assert.equal(error.retryable, false);
  }
});

test("a call without an API key accepts the response of a redirect that fetch followed", async () => {
  const token = await valueOf(start(createClient(respondAfterRedirect()), TOKEN));
  assert.equal(toJson(token), '{"balance":"1"}');
});

test("an error has the id and the URL of its request, and a curl command without the API key", async () => {
  const fetch = spy(() => new Response("", { status: 500, headers: { "X-Request-Id": "r/1" } }));
  const error = await failWith(fetch, PROJECT);
  assertFields(error, ["gaveUp", "requestId", "status"]);
  assert.equal(error.requestId, "r/1");
  assert.equal(error.url, "https://api.example.com/v1/project");
  assert.equal(error.url, onlyRequestOf(fetch).url);
  assert.equal(error.toCurl(), "curl -H 'x-api-key: <key>' 'https://api.example.com/v1/project'");
  const keyless = await failWith(fetch, TOKEN);
  assert.equal(keyless.toCurl(), `curl '${keyless.url}'`);
  assert.equal(keyless.url, requestsOf(fetch)[1].url);
});

test("the JSON of an error has its name and message, and its fields in their order", async () => {
  const fetch = spy(() => new Response("", { status: 500, headers: { "X-Request-Id": "r/1" } }));
  const error = await failWith(fetch, TOKEN);
  const { name, message, ...fields } = JSON.parse(JSON.stringify(error));
  assert.equal(name, error.name);
  assert.equal(message, error.message);
  assert.equal(Object.keys(fields).join(), Object.keys(error).join());
});

const REASONS = "unreachable, connection lost, or missing CORS headers";

/** The message of the network error of a call whose `fetch` rejects with `thrown`. */
async function messageOf(thrown, call = PROJECT, options) {
  const client = createClient(() => Promise.reject(thrown), options);
  const error = await errorOf(start(client, call));
  assertError(error, "network");
  assert.equal(error.cause, thrown);
  return error.message;
}

test("the message of a network error has the origin, the path and the message of the cause", async () => {
  const refused = new Error("connect ECONNREFUSED 127.0.0.1:1");
  for (const [thrown, cause] of [
    [new TypeError("Failed to fetch"), ": Failed to fetch"],
    [
      new TypeError("fetch failed", { cause: refused }),
      ": fetch failed: connect ECONNREFUSED 127.0.0.1:1",
    ],
    // Node.js rejects with an AggregateError after it has tried several addresses.
    [
      new TypeError("fetch failed", { cause: new AggregateError([refused, new Error("other")]) }),
      ": fetch failed: connect ECONNREFUSED 127.0.0.1:1",
    ],
    [new AggregateError([refused]), ": connect ECONNREFUSED 127.0.0.1:1"],
    [new AggregateError([refused], "All failed"), ": All failed"],
    [new AggregateError([], ""), ""],
    ["no network.", ": no network"],
    [new Error(""), ""],
    [{ message: 5 }, ""],
    [7, ""],
    [null, ""],
    [
      {
        get message() {
          throw new Error("hostile");
        },
      },
      "",
    ],
  ]) {
    const expected = `Network error: no complete response (${REASONS}). GET https://api.example.com/v1/project${cause}.`;
    assert.equal(await messageOf(thrown), expected);
  }
});

test("the message of a network error has no query, no key, no header's value and no control character", async () => {
  const message = await messageOf(new Error("a\nb"), {
    ...ETHEREALS,
    query: { sourceChains: [42161], cursor: "next" },
  });
  assert.ok(message.endsWith("GET https://api.example.com/v1/ethereals: a\ufffdb."), message);
  for (const [secret, options] of [
    [API_KEY, {}],
    [encodeURIComponent(API_KEY), {}],
    ["gateway-token", { headers: { authorization: "Bearer gateway-token" } }],
  ]) {
    const redacted = await messageOf(new Error(`cannot send ${secret}`), PROJECT, options);
    assert.ok(redacted.endsWith("/v1/project: cannot send [redacted]."), redacted);
  }
});

test("the error of an endless list names the endpoint", async () => {
  // Every page has the same nextCursor. The client sees the repetition at the third page.
  const body = '{"etherealData":[],"nextCursor":"again"}';
  const pages = createClient(respondWith(200, body)).ethereals().pages();
  await pages.next();
  await pages.next();
  const stalled = await errorOf(pages.next());
  assertError(stalled, "pagination_stalled");
  assert.equal(stalled.endpoint, "GET /ethereals");
});

test("the error of an invalid argument names the parameter", () => {
  const refused = thrownBy(() => createClient(respondWith(200, "{}")).ethereals("active"));
  assertError(refused, "invalid_argument");
  assert.equal(refused.parameter, "query");
});
