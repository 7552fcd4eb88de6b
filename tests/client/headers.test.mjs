// Tests the option `headers` of a client and of a call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError, assertRefused, errorOf, thrownBy, toJson, valueOf } from "./assertions.mjs";
import { API_KEY, CALLS, HASH, PROJECT, TOKEN, createClient, start } from "./calls.mjs";
import {
  onlyRequestOf,
  requestsOf,
  respondInTurn,
  respondToCalls,
  respondWith,
  succeed,
} from "./service.mjs";

/** In a URL, `/` and `+` are percent-encoded. JSON may write `/` as `\/`. */
const SECRET = "gateway/token+1";
const MAX_VALUE_LENGTH = 8192;
const PENDING = { _id: "1", status: "wait-wh" };

for (const [title, headers] of [
  ["an object", { "X-Tenant": "acme", "x-absent": undefined }],
  ["Headers", new Headers({ "X-Tenant": "acme" })],
  [
    "an array of pairs",
    [
      // The last value of a name counts, without the white space around it.
      ["X-Tenant", "old"],
      ["x-tenant", " acme "],
    ],
  ],
  ["a Map", new Map([["X-Tenant", "acme"]])],
  ["an array of sets", [new Set(["X-Tenant", "acme"])]],
]) {
  test(`${title} adds headers to every call`, async () => {
    for (const call of CALLS) {
      const fetchOfClient = respondToCalls();
      await valueOf(start(createClient(fetchOfClient, { headers }), call));
      const fetchOfCall = respondToCalls();
      await valueOf(start(createClient(fetchOfCall), call, { headers }));
      for (const request of [onlyRequestOf(fetchOfClient), onlyRequestOf(fetchOfCall)]) {
        assert.equal(request.headers.get("x-tenant"), "acme");
        assert.equal(request.headers.get("x-api-key"), call === TOKEN ? null : API_KEY);
        // The header may be a credential, so the client follows no redirect, even without an API key.
        assert.equal(request.redirect, "manual");
      }
    }
  });
}

test("headers of a call replace the client's headers with the same name", async () => {
  const fetch = respondToCalls();
  const client = createClient(fetch, { headers: { "x-a": "1", "x-b": "2" } });
  await valueOf(start(client, TOKEN, { headers: { "X-A": "3" } }));
  assert.deepEqual(
    [...onlyRequestOf(fetch).headers],
    [
      ["x-a", "3"],
      ["x-b", "2"],
    ],
  );
});

test("calls share a request only with equal headers", async () => {
  const fetch = respondToCalls();
  const client = createClient(fetch);
  const headers = [undefined, { "x-a": "1" }, { "x-a": "2" }, { "x-a": "1" }];
  await Promise.all(headers.map((value) => valueOf(start(client, TOKEN, { headers: value }))));
  assert.deepEqual(
    requestsOf(fetch).map((request) => request.headers.get("x-a")),
    [null, "1", "2"],
  );
});

for (const [title, firstResult, sendTwice] of [
  [
    "a list",
    { etherealData: [], nextCursor: "next" },
    async (client, options) => {
      const pages = client.ethereals({}, options).pages();
      await pages.next();
      await pages.next();
    },
  ],
  [
    "watchTransfer",
    PENDING,
    async (client, options) => {
      const watch = client.watchTransfer(HASH, { ...options, intervalMs: 1 });
      await watch.next();
      await watch.next();
    },
  ],
  [
    "waitForTransfer",
    PENDING,
    (client, options) => client.waitForTransfer(HASH, { ...options, intervalMs: 1 }),
  ],
]) {
  test(`${title} sends the headers of the call with each request, even when they come from an iterator`, async () => {
    const fetch = respondInTurn(() => Response.json(firstResult), succeed);
    // An iterator can be read only once.
    const headers = new Map([["x-a", "call"]]).entries();
    await sendTwice(createClient(fetch, { headers: { "x-a": "client" } }), { headers });
    assert.deepEqual(
      requestsOf(fetch).map((request) => request.headers.get("x-a")),
      ["call", "call"],
    );
  });
}

test("a watch with a bad header ends before its first poll", async () => {
  const fetch = respondToCalls();
  const error = await errorOf(
    createClient(fetch).waitForTransfer(HASH, { headers: { cookie: SECRET } }),
  );
  assertRefused(error, "headers");
  assert.equal(fetch.calls.length, 0);
});

test("names that the client or the host sets, and invalid names and values, are refused", async () => {
  const fetch = respondToCalls();
  const client = createClient(fetch);
  const names = [
    "x-api-key",
    "Cookie",
    "host",
    "content-length",
    "connection",
    "Sec-Fetch-Mode",
    "proxy-x",
    "a b",
    "",
  ];
  // Each item has invalid headers, and how the error message describes them.
  const invalid = names.map((name) => [{ [name]: SECRET }, JSON.stringify(name)]);
  for (const value of [
    `${SECRET}\r\nx-evil: 1`,
    `${SECRET}\0`,
    "é",
    5,
    null,
    [SECRET],
    "v".repeat(MAX_VALUE_LENGTH + 1),
  ]) {
    invalid.push([{ "x-a": value }, '"x-a" (value hidden)']);
  }
  // These values have no pairs of names and values. The loop below does not check how the message describes them.
  for (const value of [SECRET, 7, true, [SECRET], new Set([SECRET]), () => {}])
    invalid.push([value, ""]);
  // The Fetch standard requires two items of each pair.
  for (const pair of [["x-a"], ["x-a", SECRET, "c"], [], "ab"])
    invalid.push([[["x-b", "1"], pair], "an array"]);
  for (const [headers, description] of invalid) {
    for (const error of [
      thrownBy(() => createClient(fetch, { headers })),
      await errorOf(start(client, TOKEN, { headers })),
    ]) {
      assertRefused(error, "headers");
      assert.ok(error.message.startsWith(`Invalid headers: ${description}`), error.message);
      assert.equal(toJson([error, error.message]).includes(SECRET), false, error.message);
    }
  }
  assert.equal(fetch.calls.length, 0);
});

test("headers that throw are refused with the thrown value as the cause", async () => {
  const throwing = {
    get [Symbol.iterator]() {
      throw "boom";
    },
  };
  const client = createClient(respondToCalls());
  for (const error of [
    thrownBy(() => createClient(respondToCalls(), { headers: throwing })),
    await errorOf(start(client, TOKEN, { headers: throwing })),
  ]) {
    assertRefused(error, "headers");
    assert.equal(error.cause, "boom");
  }
});

test("authorization needs https or allowInsecure", async () => {
  const fetch = respondToCalls();
  const options = {
    baseUrl: "http://api.example.com",
    apiKey: undefined,
    headers: { authorization: `Bearer ${SECRET}` },
  };
  const error = await errorOf(start(createClient(fetch, options), TOKEN));
  assertError(error, "invalid_argument");
  assert.equal(error.parameter, "baseUrl");
  assert.ok(error.message.includes("reveals the header authorization"), error.message);
  assert.equal(fetch.calls.length, 0);
  await valueOf(start(createClient(fetch, { ...options, allowInsecure: true }), TOKEN));
  assert.equal(onlyRequestOf(fetch).headers.get("authorization"), `Bearer ${SECRET}`);
});

test("no error and no hook shows the value of a header that the service repeats", async () => {
  const events = [];
  const hook = (event) => void events.push(event);
  const hooks = { onRequest: hook, onResponse: hook, onRetry: hook, onDrift: hook };
  const shown = [];
  for (const spelling of [SECRET, encodeURIComponent(SECRET), SECRET.replace("/", "\\/")]) {
    for (const [status, body] of [
      [400, `{"message":"bad token ${spelling}"}`],
      [503, `<p>${spelling}</p>`],
      [200, `{"${spelling}":[${spelling}]}`],
      // `_id` and `status` are fields of a transfer, and `requestOwner` is a field of a project.
      [200, `{"_id":"1","status":"${spelling}","requestOwner":1}`],
    ]) {
      const fetch = () => new Response(body, { status, headers: { "x-request-id": spelling } });
      const client = createClient(fetch, { maxRetries: 1, ...hooks });
      for (const call of CALLS) {
        // Some calls accept the body with status 200 and have no error.
        const error = await start(client, call, {
          headers: { authorization: `Bearer ${SECRET}` },
        }).then(
          () => null,
          (thrown) => thrown,
        );
        if (error)
          shown.push({
            ...error.toJSON(),
            stack: error.stack,
            curl: error.toCurl(),
            text: String(error),
          });
      }
    }
    const text = toJson([shown, events]);
    assert.match(text, /"requestId":"\[redacted\]"/);
    for (const secret of [SECRET, spelling]) assert.equal(text.includes(secret), false, secret);
  }
});

test("toCurl has the names of headers with a placeholder for each value", async () => {
  const client = createClient(respondWith(400, "{}"), { headers: { "x-'a": SECRET } });
  const error = await errorOf(start(client, PROJECT, { headers: { "x-b": SECRET } }));
  assert.deepEqual(error.headerNames, ["x-'a", "x-b", "x-api-key"]);
  const options = "-H 'x-'\\''a: <value>' -H 'x-b: <value>' -H 'x-api-key: <key>'";
  assert.equal(error.toCurl(), `curl ${options} 'https://api.example.com/v1/project'`);
});
