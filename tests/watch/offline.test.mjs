// Tests watches on a host that says whether it is online (`navigator.onLine`), with a virtual clock. A response takes
// 100 ms. The interval is 5,000 ms, and grows by half after each poll without a change.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  failure,
  HASH,
  LATENCY,
  OTHER_HASH,
  outcomeAfter,
  record,
  ScriptedClient,
} from "./scripted.mjs";

/** A client whose polls fail with `kind` from `from` to `to`. At `to`, the transfer is done. */
const clientDown = (from, to, kind = "network") =>
  new ScriptedClient((_hash, now) => {
    if (now >= to) return record("done");
    return now >= from ? failure(kind) : record("wait-wh");
  });

test("an offline watch pauses after a failed poll, and polls at once when the host is online", async () => {
  const connection = clock.connection(true);
  const client = clientDown(10_000, 500_000);
  const wait = client.waitForTransfer(HASH);
  await clock.advance(10_000);
  connection.become("offline");
  await clock.advance(490_000);
  assert.deepEqual(client.times, [0, 5_100, 12_700], "one poll finds out that there is no network");
  connection.become("online");
  assert.deepEqual(client.times.at(-1), 500_000, "in the same turn");
  assert.equal((await outcomeAfter(wait, LATENCY)).value.status, "done");
  assert.equal(connection.listeners(), 0);
});

test("a pause does not make the interval longer", async () => {
  const connection = clock.connection(false);
  const client = new ScriptedClient((_hash, now) => {
    if (now < 300_000) return failure("network");
    return record(now < 320_000 ? "manual" : "done");
  });
  const wait = client.waitForTransfer(HASH);
  await clock.advance(300_000);
  connection.become("online");
  await outcomeAfter(wait);
  assert.deepEqual(client.times, [0, 300_000, 305_100, 312_700, 324_050]);
});

test("polls a service that answers without a network", async () => {
  clock.connection(false);
  // The service is never down.
  const client = clientDown(Infinity, 60_000);
  assert.equal((await outcomeAfter(client.waitForTransfer(HASH))).value.status, "done");
  assert.deepEqual(client.times.slice(0, 3), [0, 5_100, 12_700]);
});

test("pauses after a poll without a response, and not after an error response", async () => {
  // Without a pause, polls begin at 0, 5,100, 12,700 and 24,050 ms. The host is offline for 26,000 ms.
  for (const [kind, pollsWhileOffline, pollsWhenOnline] of [
    ["network", 1, 2],
    ["timeout", 1, 2],
    ["server", 4, 4],
    ["rate_limited", 4, 4],
  ]) {
    const connection = clock.connection(false);
    const client = clientDown(0, Infinity, kind);
    const wait = client.waitForTransfer(HASH).catch((error) => error.code);
    await clock.advance(26_000);
    assert.equal(client.calls.length, pollsWhileOffline, kind);
    connection.become("online");
    await clock.advance(LATENCY);
    assert.equal(client.calls.length, pollsWhenOnline, kind);
    assert.equal((await outcomeAfter(wait)).value, "wait_timeout");
    clock.restoreConnection();
  }
});

test("the time limit of a watch includes the pause", async () => {
  const connection = clock.connection(false);
  const client = clientDown(0, Infinity);
  const wait = client.waitForTransfer(HASH, { timeoutMs: 60_000 });
  const { error } = await outcomeAfter(wait, 60_000);
  assert.deepEqual(
    [error.code, error.cause.kind, client.calls.length],
    ["wait_timeout", "network", 1],
  );
  assert.deepEqual([clock.timers.size, connection.listeners()], [0, 0]);
});

test("an abort ends a paused watch", async () => {
  const connection = clock.connection(false);
  const client = clientDown(0, Infinity);
  const controller = new AbortController();
  const wait = client.waitForTransfer(HASH, { signal: controller.signal });
  await clock.advance(30_000);
  controller.abort();
  assert.equal((await outcomeAfter(wait, 0)).error.kind, "aborted");
  assert.equal(connection.listeners(), 0);
});

test("a watch never pauses on a host that does not say whether it is online", async () => {
  for (const onLine of [undefined, null]) {
    clock.connection(onLine);
    const started = clock.now;
    const client = clientDown(started, started + 30_000);
    assert.equal((await outcomeAfter(client.waitForTransfer(HASH))).value.status, "done");
    assert.deepEqual(
      client.times.map((at) => at - started),
      [0, 5_100, 12_700, 24_050, 41_025],
    );
    clock.restoreConnection();
  }
});

test("watches that had a response keep their time when the host is online again", async () => {
  const connection = clock.connection(true);
  const client = new ScriptedClient((hash, now) => {
    if (now >= 100_000) return record("done");
    return hash === HASH && now > 5_000 ? failure("network") : record("wait-wh");
  });
  const waits = Promise.all([
    client.waitForTransfer(HASH),
    client.waitForTransfer(OTHER_HASH, { intervalMs: 60_000 }),
  ]);
  await clock.advance(8_000);
  connection.become("offline");
  await clock.advance(22_000);
  connection.become("online");
  await clock.advance(0);
  const calls = client.calls.map(({ hash, at }) => [
    hash === HASH ? "without response" : "with response",
    at,
  ]);
  assert.deepEqual(calls, [
    ["without response", 0],
    ["with response", 0],
    ["without response", 5_100],
    ["without response", 30_000],
  ]);
  await outcomeAfter(waits);
});
