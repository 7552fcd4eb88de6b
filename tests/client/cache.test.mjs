// The option `cache`: which results a client keeps, how long, and for which calls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError, assertRefused, assertSameJson, errorOf, toJson, valueOf } from "./assertions.mjs";
import { ADDRESS, ETHEREALS, PROJECT, TOKEN, TRANSFER, createClient, start } from "./calls.mjs";
import { keysSentTo, respondInTurn, respondWith, spy } from "./service.mjs";
import { wait } from "./time.mjs";

const DONE = '{"_id":"1","status":"done"}';

/** Makes the same call twice in sequence. Returns the number of requests. */
async function countRequestsOfTwo(client, fetch, call) {
  const before = fetch.calls.length;
  const first = await valueOf(start(client, call));
  const second = await valueOf(start(client, call));
  assertSameJson(first, second);
  const isPrimitive = first === null || typeof first === "string";
  assert.ok(isPrimitive || first !== second, "each caller has an object of its own");
  return fetch.calls.length - before;
}

test("the cache keeps token metadata until ttlMs is over, clearCache() or dispose()", async () => {
  const fetch = respondWith(200, '{"name":"one"}');
  const client = createClient(fetch, { cache: { ttlMs: 1000 } });
  const first = await valueOf(start(client, TOKEN));
  first.name = "changed";
  assertSameJson(await valueOf(start(client, TOKEN)), { name: "one" });
  assert.equal(fetch.calls.length, 1);
  client.clearCache();
  assert.equal(await countRequestsOfTwo(client, fetch, TOKEN), 1);
  await wait(1020);
  assert.equal(await countRequestsOfTwo(client, fetch, TOKEN), 1);
  assert.equal(fetch.calls.length, 3);
  client.dispose();
  assertRefused(await errorOf(start(client, TOKEN)), "client");
});

test("a client without the option keeps nothing", async () => {
  for (const options of [{}, { cache: false }, { cache: undefined }]) {
    const fetch = respondWith(200, DONE);
    const client = createClient(fetch, options);
    assert.equal(await countRequestsOfTwo(client, fetch, TOKEN), 2);
    assert.equal(await countRequestsOfTwo(client, fetch, TRANSFER), 2);
    client.clearCache();
  }
});

test("the cache keeps a transfer only with status done, and no other result of a call with a key", async () => {
  for (const [call, status, body, requests] of [
    [TRANSFER, 200, DONE, 1],
    [TRANSFER, 200, '{"_id":"1","status":"wait-rb"}', 2],
    [TRANSFER, 200, '{"bridgeData":{"bridgeData":[],"nextCursor":null}}', 2],
    [TRANSFER, 404, "", 2],
    [PROJECT, 200, DONE, 2],
    [ETHEREALS, 200, '{"etherealData":[]}', 2],
  ]) {
    const fetch = respondWith(status, body);
    const client = createClient(fetch, { cache: true });
    assert.equal(await countRequestsOfTwo(client, fetch, call), requests, `${call.endpoint} ${status} ${body}`);
  }
});

test("the cache does not keep errors", async () => {
  const fetch = respondInTurn(() => new Response("", { status: 404 }), () => new Response("[1]"));
  const client = createClient(fetch, { cache: true });
  await errorOf(start(client, TOKEN));
  assert.equal(await countRequestsOfTwo(client, fetch, TOKEN), 1);
});

test("the cache keeps a separate transfer for each API key", async () => {
  const keys = ["a", "b", "a", "b"];
  const fetch = respondWith(200, DONE);
  const client = createClient(fetch, { apiKey: () => keys.shift(), cache: true });
  for (let i = 0; i < 4; i++) await valueOf(start(client, TRANSFER));
  assert.deepEqual(keysSentTo(fetch), ["a", "b"]);
  assert.deepEqual(keys, []);
});

test("the cache keeps separate token metadata for each value of integers", async () => {
  const fetch = respondWith(200, "[9007199254740993]");
  const client = createClient(fetch, { cache: true });
  for (let i = 0; i < 2; i++) {
    assert.equal((await valueOf(start(client, TOKEN)))[0], 9007199254740992);
    assert.equal((await valueOf(start(client, TOKEN, { integers: "exact" })))[0], 9007199254740993n);
  }
  assert.equal(fetch.calls.length, 2);
});

test("the cache keeps the text, status and headers of a response", async () => {
  const fetch = spy(() => new Response(" [1.50] ", { status: 203, headers: { "x-trace": "t" } }));
  const client = createClient(fetch, { cache: true });
  await valueOf(start(client, TOKEN));
  for (let i = 0; i < 2; i++) {
    const document = await valueOf(start(client, TOKEN, { raw: true }));
    assert.equal(document.text, " [1.50] ");
    assert.equal(document.status, 203);
    assert.equal(document.headers["x-trace"], "t");
    assert.equal(document.data[0], 1.5);
    // A change by one caller does not affect the next one.
    document.headers["x-trace"] = document.data[0] = "changed";
  }
  assert.equal(fetch.calls.length, 1);
});

test("a full cache drops the least recently used result", async () => {
  const fetch = spy(({ url }) => new Response(JSON.stringify(url)));
  const client = createClient(fetch, { cache: { maxEntries: 2 } });
  for (const [id, requests] of [["1", 1], ["2", 2], ["1", 2], ["3", 3], ["1", 3], ["2", 4], ["3", 5]]) {
    await valueOf(client.tokenUri(ADDRESS, id, { chainId: 1 }));
    assert.equal(fetch.calls.length, requests, id);
  }
});

test("a cached result respects the maxBodyBytes of the call", async () => {
  const fetch = respondWith(200, "[1,2]");
  const client = createClient(fetch, { cache: true });
  await valueOf(start(client, TOKEN));
  assertError(await errorOf(start(client, TOKEN, { maxBodyBytes: 4 })), "response_too_large");
  await valueOf(start(client, TOKEN, { maxBodyBytes: 5 }));
  assert.equal(fetch.calls.length, 1);
});

test("the cache does not keep a result above 256 KiB", async () => {
  const fetch = respondWith(200, toJson("x".repeat(2 ** 18)));
  const client = createClient(fetch, { cache: true });
  assert.equal(await countRequestsOfTwo(client, fetch, TOKEN), 2);
});

test("a call with an aborted signal fails although its result is in the cache", async () => {
  const client = createClient(respondWith(200, "{}"), { cache: true });
  await valueOf(start(client, TOKEN));
  const error = await errorOf(start(client, TOKEN, { signal: AbortSignal.abort("no") }));
  assert.equal(error.kind, "aborted");
  assert.equal(error.cause, "no");
  assert.equal(error.attempts.length, 0);
});
