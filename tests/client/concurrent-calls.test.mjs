// Many calls of one client at the same time, and a client that is disposed of while they run.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertRefused,
  assertSameJson,
  errorOf,
  toJson,
  valueOf,
  until,
  wait,
} from "./assertions.mjs";
import {
  ADDRESS,
  BASE_URL,
  CALLS,
  ETHEREALS,
  PROJECT,
  TOKEN,
  createClient,
  start,
} from "./calls.mjs";
import { respondLater, respondToCalls, spy } from "./service.mjs";

test("each of a hundred calls gets its own result", async () => {
  // Each response contains the URL of its request.
  const fetch = respondLater(({ url }) =>
    JSON.stringify(url.includes("/tokens/") ? { url } : { etherealData: [], nextCursor: url }),
  );
  const client = createClient(fetch);
  const isTokenCall = (i) => i % 2 === 0;
  const promises = Array.from({ length: 100 }, (_, i) =>
    isTokenCall(i)
      ? client.tokenUri(ADDRESS, String(i), { chainId: 1 })
      : client.ethereals({ cursor: `c${i}` }).page(),
  );
  await until(() => fetch.pending.length === 100);
  fetch.respond();
  for (const [i, promise] of promises.entries()) {
    const value = await valueOf(promise);
    // `b=1` is the chain id.
    if (isTokenCall(i)) assert.equal(value.url, `${BASE_URL}tokens/${ADDRESS}/${i}/uri?b=1`);
    else assertSameJson(value, { items: [], nextCursor: `${BASE_URL}ethereals?cursor=c${i}` });
  }
  assert.equal(fetch.calls.length, 100);
});

test("a call that fails, is aborted or times out does not affect the others", async () => {
  const fetch = spy((url) => {
    if (url.includes("/tokens/")) return Promise.reject("boom");
    if (url.endsWith("/ethereals")) return new Promise(() => {});
    // The response for a project arrives after the abort and the timeout of the other calls.
    return new Promise((resolve) => setTimeout(() => resolve(new Response('{"balance":"1"}')), 30));
  });
  const client = createClient(fetch);
  const controller = new AbortController();
  const aborted = start(client, ETHEREALS, { signal: controller.signal });
  const timedOut = start(client, ETHEREALS, { timeoutMs: 10 });
  const otherCalls = [TOKEN, PROJECT, TOKEN, PROJECT].map((call) => start(client, call));
  await wait(1);
  controller.abort("enough");
  const outcomes = [...otherCalls, aborted, timedOut].map((promise) => valueOrKind(promise));
  const value = '{"balance":"1"}';
  assert.deepEqual(await Promise.all(outcomes), [
    "network",
    value,
    "network",
    value,
    "aborted",
    "timeout",
  ]);
});

const valueOrKind = (promise) => valueOf(promise.then(toJson, ({ kind }) => kind));

test("calls that are in flight when the client is disposed of get their results", async () => {
  const fetch = respondLater();
  const client = createClient(fetch);
  const promises = CALLS.map((call) => start(client, call));
  // The calls began in this turn of the event loop, so the client has not sent their requests yet.
  client.dispose();
  await until(() => fetch.pending.length === CALLS.length);
  fetch.respond();
  const otherClient = createClient(respondToCalls());
  const expected = CALLS.map((call) => start(otherClient, call));
  assertSameJson(await Promise.all(promises.map(valueOf)), await Promise.all(expected));
});

test("a client that is disposed of refuses later calls, and does not abort the calls in flight", async () => {
  const fetch = respondLater();
  const client = createClient(fetch);
  const controller = new AbortController();
  const promise = start(client, PROJECT);
  const aborted = start(client, TOKEN, { signal: controller.signal });
  await until(() => fetch.pending.length === 2);
  const list = client.ethereals();
  client.dispose();
  controller.abort("gone");
  assert.equal((await errorOf(aborted)).cause, "gone");
  for (const call of CALLS) assertRefused(await errorOf(start(client, call)), "client");
  for (const read of [
    () => list.page(),
    () => list.pages().next(),
    () => list[Symbol.asyncIterator]().next(),
  ]) {
    assertRefused(await errorOf(read()), "client");
  }
  // A second `dispose()` changes nothing.
  client.dispose();
  assert.equal(fetch.calls.length, 2);
  fetch.respond();
  assert.equal((await valueOf(promise)).requestOwner, "demo");
});
