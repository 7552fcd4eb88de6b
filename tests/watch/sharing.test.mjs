// The option `shareWatches`, with a virtual clock and a stand-in for `BroadcastChannel`. Each client stands for a tab.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";
import { Broadcast } from "./broadcast.mjs";
import {
  clock, failure, HASH, OTHER_HASH, outcomeAfter, readAll, record, ScriptedClient, summaryOf,
} from "./scripted.mjs";

const KEY = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";
const SHARED = { shareWatches: "tabs", apiKey: KEY };

let broadcast;
beforeEach(() => {
  broadcast = new Broadcast();
});
afterEach(() => {
  broadcast.restore();
  assert.equal(broadcast.open.size, 0, "no channel is left");
});

/** A tab whose service responds with `respond(now)`, and the updates of its watch. */
function tab(respond, options = SHARED, { hash = HASH, ...watch } = {}) {
  const client = new ScriptedClient((_hash, now) => respond(now), 100, options);
  const updates = [];
  const iterator = client.watchTransfer(hash, watch);
  const end = readAll(iterator, updates).catch((error) => error.code);
  return { client, updates, iterator, end };
}

const untilDone = (now) => record(now < 100_000 ? "wait-wh" : "done");

/** Runs watches of `tabs` for `ms`. */
async function run(ms, ...tabs) {
  await broadcast.digests();
  await clock.advance(ms);
  return tabs.map(({ client }) => client.calls.length);
}

test("two tabs poll as often as one, and both get every change", async () => {
  const changes = (now) => record(now < 40_000 ? "wait-wh" : now < 70_000 ? "wait-rb" : "done");
  const [first, second, alone] = [tab(changes), tab(changes), tab(changes, {})];
  await run(200_000, first, second);
  for (const { updates } of [first, second, alone]) {
    assert.deepEqual(summaryOf(updates), [["pending", "wait-wh"], ["pending", "wait-rb"], ["done", "done"]]);
  }
  const times = [...first.client.times, ...second.client.times].sort((a, b) => a - b);
  // Without jitter, both poll at the same time at the beginning and after the change.
  assert.equal(times.length, alone.client.calls.length + 2);
  assert.deepEqual([...new Set(times)], alone.client.times);
});

test("the tab whose timer ends first polls for all", async () => {
  const slow = tab(untilDone, SHARED, { intervalMs: 60_000 });
  const fast = tab(untilDone, SHARED, { intervalMs: 1_000, maxIntervalMs: 1_000 });
  const polls = await run(50_000, slow, fast);
  assert.deepEqual([polls[0], polls[1] > 40], [1, true]);
  await run(100_000);
  assert.deepEqual([summaryOf(slow.updates).at(-1), slow.client.calls.length], [["done", "done"], 1]);
  assert.ok(slow.updates.at(-1).polls > 40, "a record of another tab counts as a poll");
});

test("when a tab closes, the other polls", async () => {
  const [other, poller] = [tab(untilDone), tab(untilDone, SHARED, { intervalMs: 2_000, maxIntervalMs: 2_000 })];
  const [calls, pollerCalls] = await run(30_000, other, poller);
  assert.deepEqual([calls, pollerCalls > 10], [1, true]);
  await poller.iterator.return();
  await outcomeAfter(other.end);
  assert.ok(other.client.calls.length > 1);
  assert.deepEqual(summaryOf(other.updates).at(-1), ["done", "done"]);
});

test("no record crosses to a tab with another name, base URL, key, header, chain or hash", async () => {
  const own = (name) => () => record("wait-wh", { name });
  const headers = { authorization: "Bearer one" };
  const tabs = [
    [SHARED], [{ ...SHARED, shareWatches: "others" }], [{ ...SHARED, baseUrl: "https://api.example.com/v2" }],
    [{ ...SHARED, apiKey: `${KEY}=` }], [{ ...SHARED, apiKey: undefined, proxied: true }], [{ ...SHARED, headers }],
    [{ ...SHARED, headers: { authorization: "Bearer two" } }], [SHARED, { headers }], [SHARED, { chain: "sepolia" }],
    [SHARED, { hash: OTHER_HASH }], [{ apiKey: KEY }], [{ ...SHARED, apiKey: () => KEY }],
  ].map(([options, watch], index) => tab(own(`tab ${index}`), options, watch));
  await run(60_000);
  for (const [index, { client, updates, iterator }] of tabs.entries()) {
    assert.deepEqual(updates.map(({ transfer }) => transfer.name), [`tab ${index}`]);
    assert.equal(client.calls.length, 5, `tab ${index} polls for itself`);
    await iterator.return();
  }
  assert.equal(new Set(broadcast.names).size, 10, "neither without a name, nor with a function as key");
  assert.equal(broadcast.messages.length, 10 * 5);
});

test("the same hash, chain and base URL in another spelling are the same transfer", async () => {
  const tabs = [
    tab(untilDone), tab(untilDone, SHARED, { hash: `0x${"6F".repeat(32)}`, chain: "mainnet" }),
    tab(untilDone, { ...SHARED, baseUrl: new URL("HTTPS://API.example.com:443/") }),
  ];
  await run(60_000);
  assert.equal(new Set(broadcast.names).size, 1);
  for (const { iterator } of tabs) await iterator.return();
});

test("neither a name nor a message has the key or a header", async () => {
  const headers = { authorization: "Bearer secret" };
  const [first, second] = [tab(untilDone, { ...SHARED, headers }), tab(untilDone, { ...SHARED, headers })];
  await run(200_000, first, second);
  await Promise.all([first.end, second.end]);
  assert.ok(broadcast.messages.length > 3);
  const text = JSON.stringify([broadcast.names, broadcast.messages]);
  assert.ok(!text.includes(KEY) && !text.includes("secret") && !text.includes("tabs"), text);
  assert.match(broadcast.names[0], /^ethereal-query (\d{1,3},){31}\d{1,3}$/);
});

test("ignores a message that is no record of a transfer", async () => {
  const { client, updates, iterator } = tab(() => record("wait-wh"));
  await run(2_000);
  for (const data of [
    undefined, null, 5, true, {}, [], record("done"), new Uint8Array(3), JSON.stringify(record("done")),
    { polledMs: "7", record: 7 }, { polledMs: NaN, record: JSON.stringify(record("done")) },
    { record: JSON.stringify(record("done")) }, { polledMs: Infinity, record: record("done") },
  ]) {
    broadcast.inject(data);
    await clock.advance(10);
  }
  for (const text of [
    "", "x", "{", "7", '"done"', "{}",
    '{"_id":"1"}', '{"status":"done"}', '{"_id":"1","status":["done"]}', '{"_id":{},"status":"done"}',
    '{"message":"Invalid API key."}', `${"[".repeat(100)}${"]".repeat(100)}`, '{"_id":"1","status":"done"} x',
  ]) {
    broadcast.injectRecord(text);
    await clock.advance(10);
  }
  await clock.advance(10_000);
  assert.deepEqual([summaryOf(updates), client.times], [[["pending", "wait-wh"]], [0, 5_100]]);
  await iterator.return();
});

test("reads a message as the body of a response", async () => {
  const { updates, end } = tab(() => record("wait-wh"));
  await run(2_000);
  broadcast.injectRecord('{"_id":"1","status":"manual","blessAmount":9007199254740993,"toAddress":null}');
  await clock.advance(0);
  await broadcast.digests();
  broadcast.injectRecord("null");
  await clock.advance(0);
  broadcast.injectRecord('{"bridgeData":{"bridgeData":[{"_id":"1","status":"done"}]}}');
  await clock.advance(0);
  await end;
  assert.deepEqual(updates.map(({ transfer, polls }) => [transfer, polls]).slice(1), [
    [{ _id: "1", status: "manual", nativeAmount: "9007199254740993" }, 2],
    [{ _id: "1", status: "done" }, 4],
  ]);
});

test("ignores the record of a poll that started before that of its own", async () => {
  const { updates, iterator } = tab(() => record("wait-rb"));
  await run(200);
  const [{ polledMs, record: text }] = broadcast.messages;
  broadcast.inject({ polledMs: polledMs - 1, record: text.replace("wait-rb", "wait-wh") });
  await clock.advance(0);
  assert.deepEqual(summaryOf(updates), [["pending", "wait-rb"]]);
  broadcast.inject({ polledMs: polledMs + 1, record: text.replace("wait-rb", "manual") });
  await clock.advance(0);
  assert.deepEqual(summaryOf(updates).at(-1), ["manual", "manual"]);
  await iterator.return();
});

test("an unknown transfer is shared, a failure is not", async () => {
  const [first, second] = [
    tab(() => null, SHARED, { notFoundGraceMs: 20_000 }),
    tab(() => failure("network"), SHARED, { notFoundGraceMs: 10_000, intervalMs: 60_000 }),
  ];
  await run(30_000);
  assert.deepEqual(await Promise.all([first.end, second.end]), ["transfer_not_found", "transfer_not_found"]);
  assert.deepEqual(summaryOf(second.updates), [["missing", undefined]]);
  assert.deepEqual(new Set(broadcast.messages.map((message) => message.record)), new Set(["null"]));
});

test("polls for itself on a host without channels or digests", async () => {
  const { subtle } = crypto;
  const hosts = [
    () => delete globalThis.BroadcastChannel,
    () => (globalThis.BroadcastChannel = class {
      constructor() {
        throw new DOMException("denied", "SecurityError");
      }
    }),
    () => Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true }),
  ];
  for (const change of hosts) {
    change();
    const [first, second] = [tab(() => record("wait-wh")), tab(() => record("wait-wh"))];
    assert.deepEqual(await run(20_000, first, second), [3, 3]);
    await first.iterator.return();
    await second.iterator.return();
    Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
    broadcast.restore();
    broadcast = new Broadcast();
  }
});

test("has no channel between the updates of an abandoned watch", async () => {
  const client = new ScriptedClient(() => record("wait-wh"), 100, SHARED);
  const watch = client.watchTransfer(HASH);
  const update = watch.next();
  await broadcast.digests();
  assert.equal(broadcast.open.size, 1);
  await clock.advance(100);
  assert.equal((await update).value.phase, "pending");
  assert.equal(broadcast.open.size, 0);
});

test("rejects a name that is empty, too long, or not a string", () => {
  for (const shareWatches of ["", "x".repeat(65), true, {}]) {
    assert.throws(() => new Client({ baseUrl: "https://api.example.com", shareWatches }), (error) =>
      isEtherealQueryError(error, "invalid_argument") && error.parameter === "shareWatches");
  }
});
