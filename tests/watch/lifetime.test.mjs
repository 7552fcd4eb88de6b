// Tests how watches end and continue: after aborts and `break`, after the machine has slept, in hidden tabs, and when
// many watches run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";
import { countingAbortController } from "./clock.mjs";
import {
  readAll,
  clock,
  failure,
  HASH,
  LATENCY,
  realRandom,
  record,
  clientWith,
  ScriptedClient,
  outcomeAfter,
} from "./scripted.mjs";

/** The scheduler of a client runs at most this many polls at the same time. */
const MAX_CONCURRENT_POLLS = 4;

test("an abort ends a watch at once, without another request", async () => {
  const abortAt = async (start, at) => {
    const client = clientWith(null, record("wait-wh"), failure("network"), record("wait-rb"));
    const { controller, signal, listeners } = countingAbortController();
    const reason = new Error("left");
    const end = start(client, signal).then(
      () => undefined,
      (error) => error,
    );
    await clock.advance(at);
    const callsBefore = client.calls.length;
    controller.abort(reason);
    // The watch releases everything in the same turn, before the promise is rejected.
    assert.deepEqual([clock.timers.size, client.open, listeners.size], [0, 0, 0], `at ${at}`);
    // `error` is undefined if the promise is still pending after this turn.
    const error = await Promise.race([end, clock.advance()]);
    assert.ok(isEtherealQueryError(error, "aborted"), `at ${at}`);
    assert.deepEqual([error.code, error.cause], ["aborted", reason]);
    await clock.advance(100_000);
    assert.equal(client.calls.length, callsBefore, `at ${at}`);
  };
  const starts = [
    (client, signal) => client.waitForTransfer(HASH, { signal }),
    (client, signal) => readAll(client.watchTransfer(HASH, { signal })),
  ];
  for (const start of starts) {
    for (let at = 0; at < 30_000; at += 50) await abortAt(start, at);
  }
});

test("sends no request when the signal is already aborted", async () => {
  const client = clientWith(record("done"));
  const signal = AbortSignal.abort("why");
  const results = await Promise.allSettled([
    client.waitForTransfer(HASH, { signal }),
    client.watchTransfer(HASH, { signal }).next(),
  ]);
  for (const { reason } of results) {
    assert.deepEqual([reason.kind, reason.cause], ["aborted", "why"]);
  }
  assert.equal(client.calls.length, 0);
});

test("an abort between two steps ends the next step", async () => {
  const { controller, signal, listeners } = countingAbortController();
  const client = clientWith(record("wait-rb"));
  const watch = client.watchTransfer(HASH, { signal });
  await outcomeAfter(watch.next(), LATENCY);
  assert.deepEqual(
    [listeners.size, clock.timers.size],
    [0, 0],
    "no listener and no timer while no step waits",
  );
  controller.abort();
  const { error } = await outcomeAfter(watch.next(), 0);
  assert.equal(error.kind, "aborted");
  assert.equal(client.calls.length, 1);
});

test("one signal with one listener ends a hundred watches, including queued watches", async () => {
  const { controller, signal, listeners } = countingAbortController();
  const client = clientWith("hang");
  const wait = () => client.waitForTransfer(HASH, { signal }).catch((error) => error.kind);
  const waits = Array.from({ length: 100 }, wait);
  await clock.advance(1_000);
  assert.deepEqual([client.calls.length, listeners.size], [MAX_CONCURRENT_POLLS, 1]);
  controller.abort();
  assert.deepEqual(new Set(await Promise.all(waits)), new Set(["aborted"]));
  assert.deepEqual([client.calls.length, listeners.size], [MAX_CONCURRENT_POLLS, 0]);
});

test("an abort of several watches starts no poll that is due", async () => {
  const { controller, signal } = countingAbortController();
  const client = new ScriptedClient(() => record("wait-rb"), 0);
  const waits = [];
  for (const intervalMs of [5_240, 5_000, 5_050]) {
    waits.push(client.waitForTransfer(HASH, { signal, intervalMs }));
    await clock.advance(1);
  }
  // The polls of the second and the third watch are due. They wait for the poll of the first watch, because polls that
  // are due within 250 ms run together. The abort reaches the first watch first.
  await clock.advance(5_100);
  assert.equal(client.calls.length, 3);
  controller.abort();
  await Promise.allSettled(waits);
  assert.equal(client.calls.length, 3);
});

test("a thousand waits with one signal leave no listener", async () => {
  const { signal, listeners } = countingAbortController();
  const client = clientWith(record("done"));
  const waits = Array.from({ length: 1_000 }, () => client.waitForTransfer(HASH, { signal }));
  await outcomeAfter(Promise.all(waits));
  assert.deepEqual([client.calls.length, listeners.size], [1_000, 0]);
});

test("break and return() end a watch at once, between polls and during one", async () => {
  const client = clientWith(record("wait-rb"));
  const breakWhenPending = async () => {
    for await (const update of client.watchTransfer(HASH)) {
      if (update.phase === "pending") break;
    }
  };
  await outcomeAfter(breakWhenPending(), LATENCY);
  assert.deepEqual([client.calls.length, clock.timers.size], [1, 0]);
  // During the first poll, between two polls, and during the second poll.
  for (const ms of [50, 2_000, 5_150]) {
    const otherClient = clientWith(record("wait-rb"));
    const watch = otherClient.watchTransfer(HASH);
    const steps = [watch.next(), watch.next(), watch.next()];
    await clock.advance(ms);
    const callsBefore = otherClient.calls.length;
    assert.deepEqual(await watch.return("bye"), { done: true, value: "bye" });
    const results = await Promise.all(steps);
    assert.deepEqual(
      results.map(({ done }) => done),
      ms < LATENCY ? [true, true, true] : [false, true, true],
    );
    await clock.advance(100_000);
    assert.deepEqual(
      [otherClient.calls.length, otherClient.open, clock.timers.size],
      [callsBefore, 0, 0],
    );
    assert.equal((await watch.next()).done, true);
  }
});

test("return() before the first step sends no request", async () => {
  const client = clientWith(record("wait-rb"));
  const watch = client.watchTransfer(HASH);
  await watch.return();
  assert.deepEqual(
    [await watch.next(), client.calls.length],
    [{ done: true, value: undefined }, 0],
  );
});

test("parallel calls of next() resolve in order, and a watch is its own async iterator", async () => {
  const watch = clientWith(record("wait-wh"), record("wait-rb"), record("done")).watchTransfer(
    HASH,
  );
  const { value } = await outcomeAfter(
    Promise.all([watch.next(), watch.next(), watch.next(), watch.next()]),
  );
  assert.deepEqual(
    value.map((step) => step.value?.transfer.status),
    ["wait-wh", "wait-rb", "done", undefined],
  );
  assert.equal(watch[Symbol.asyncIterator](), watch);
});

test("polls at once when the program requests the next update late, and not before", async () => {
  const client = clientWith(record("wait-wh"), record("wait-rb"), record("done"));
  const watch = client.watchTransfer(HASH, { timeoutMs: 60_000 });
  await outcomeAfter(watch.next(), LATENCY);
  await clock.advance(30_000);
  assert.deepEqual(client.times, [0]);
  await outcomeAfter(watch.next(), LATENCY);
  assert.deepEqual(client.times, [0, 30_100]);
  await clock.advance(100_000);
  const { value } = await outcomeAfter(watch.next(), LATENCY);
  assert.equal(value.value.phase, "done", "a due poll runs after the time limit");
  assert.deepEqual(await watch.next(), { done: true, value: undefined });
});

test("polls once more when the machine slept past the time limit", async () => {
  for (const [laterStatus, resultStatus, code] of [
    ["done", "done", undefined],
    ["wait-rb", undefined, "wait_timeout"],
  ]) {
    const started = clock.now;
    const client = new ScriptedClient((_hash, now) =>
      record(now - started < 60_000 ? "wait-rb" : laterStatus),
    );
    const wait = client.waitForTransfer(HASH, { timeoutMs: 60_000 });
    await clock.advance(1_000);
    clock.sleep(7_200_000);
    const { value, error } = await outcomeAfter(wait, 1_000);
    assert.deepEqual([value?.status, error?.code, client.calls.length], [resultStatus, code, 2]);
  }
});

test("many watches share one timer and four parallel polls", async () => {
  const client = new ScriptedClient((hash, now) =>
    record(now > 100_000 ? "done" : "wait-rb", { hash }),
  );
  let peak = 0;
  const hashes = Array.from({ length: 50 }, (_, i) => `0x${String(i).padStart(64, "0")}`);
  // With jitter, as outside of these tests. Before each test, scripted.mjs turns the jitter off.
  Math.random = realRandom;
  const waits = Promise.all(hashes.map((hash) => client.waitForTransfer(hash)));
  for (let i = 0; i < 2_000; i++) {
    await clock.advance(100);
    peak = Math.max(peak, client.open);
  }
  const { value } = await outcomeAfter(waits);
  assert.deepEqual(
    value.map(({ hash }) => hash),
    hashes,
    "each wait has its own record",
  );
  assert.equal(peak, MAX_CONCURRENT_POLLS);
  assert.ok(
    clock.peakTimers <= 1 + MAX_CONCURRENT_POLLS,
    "one timer of the scheduler, and a timer for each request of the scripted client",
  );
});

test("polls a quarter as often in a hidden tab, and at once when it is shown", async () => {
  const page = clock.document("hidden");
  const client = clientWith(record("wait-rb"), record("wait-rb"), record("done"));
  const wait = client.waitForTransfer(HASH);
  // A response takes 100 ms, and four intervals take 20,000 ms.
  await clock.advance(20_099);
  assert.equal(client.calls.length, 1);
  await clock.advance(1);
  assert.deepEqual(client.times, [0, 20_100]);
  await clock.advance(10_000);
  assert.equal(client.calls.length, 2);
  page.become("visible");
  assert.deepEqual(client.times, [0, 20_100, 30_100]);
  const { value } = await outcomeAfter(wait);
  assert.equal(value.status, "done");
  assert.equal(page.listeners(), 0);
});

test("a disposed client ends its watches at their next poll", async () => {
  const sent = [];
  const fetch = async (url) => {
    sent.push(url);
    return Response.json({ bridgeData: { bridgeData: [record("wait-rb")] } });
  };
  const client = new Client({ baseUrl: "https://api.example.com", apiKey: "key", fetch });
  const rejection = client.waitForTransfer(HASH, { chain: "sepolia" }).catch((error) => error);
  await clock.advance(1_000);
  assert.deepEqual(sent, [
    `https://api.example.com/bridge/transfers/transactions/${HASH}?chain=sepolia`,
  ]);
  client.dispose();
  const { value: error } = await outcomeAfter(rejection);
  assert.deepEqual([error.kind, error.parameter, sent.length], ["invalid_argument", "client", 1]);
});
