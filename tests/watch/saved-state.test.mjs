// Watches that continue from a saved state.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  readAll,
  summaryOf,
  clock,
  failure,
  HASH,
  LATENCY,
  record,
  clientWith,
  outcomeAfter,
} from "./scripted.mjs";

test("continues from a saved state in another client", async () => {
  const first = clientWith(null, record("wait-wh"), record("wait-wh"));
  const updates = [];
  const watch = first.watchTransfer(HASH);
  for (const ms of [LATENCY, 6_000])
    updates.push((await outcomeAfter(watch.next(), ms)).value.value);
  await watch.return();
  const { state, elapsedMs } = JSON.parse(JSON.stringify(updates[1]));
  await clock.advance(1_000_000);
  const second = clientWith(
    record("wait-wh"),
    record("wait-wh"),
    record("wait-rb"),
    record("done"),
  );
  const rest = await outcomeAfter(
    readAll(second.watchTransfer(HASH.toUpperCase().replace("0X", "0x"), { state })),
  );
  assert.deepEqual(
    summaryOf(rest.value),
    [
      ["pending", "wait-rb"],
      ["done", "done"],
    ],
    "nothing is updates again",
  );
  assert.deepEqual(
    [rest.value[0].polls, rest.value[0].elapsedMs],
    [5, elapsedMs + 3 * LATENCY + 7_500 + 11_250],
  );
});

test("yields the current record once with emitCurrent, then only changes", async () => {
  const states = new Map();
  for (const first of [null, record("wait-wh"), record("done")]) {
    const { value } = await outcomeAfter(clientWith(first).watchTransfer(HASH).next(), LATENCY);
    states.set(first?.status, value.value.state);
  }
  const resume = async (status, ...outcomes) => {
    const options = { state: states.get(status), emitCurrent: true };
    const { value } = await outcomeAfter(
      readAll(clientWith(...outcomes).watchTransfer(HASH, options)),
    );
    return summaryOf(value);
  };
  const [pending, done] = [
    ["pending", "wait-wh"],
    ["done", "done"],
  ];
  const unchanged = [record("wait-wh"), record("wait-wh"), record("done")];
  assert.deepEqual(await resume("wait-wh", ...unchanged), [pending, done]);
  assert.deepEqual(
    await resume("wait-wh", failure("network"), null, ...unchanged),
    [pending, done],
    "not missing",
  );
  assert.deepEqual(await resume("wait-wh", record("done")), [done]);
  assert.deepEqual(await resume("done", record("done")), [done]);
  assert.deepEqual(await resume(undefined, null, null, record("done")), [
    ["missing", undefined],
    done,
  ]);
  const fresh = { emitCurrent: true };
  const { value } = await outcomeAfter(
    readAll(clientWith(...unchanged).watchTransfer(HASH, fresh)),
  );
  assert.deepEqual(summaryOf(value), [pending, done], "without a state, the same as ever");
  const progress = [];
  const options = {
    state: states.get("done"),
    emitCurrent: true,
    onProgress: ({ phase }) => progress.push(phase),
  };
  await outcomeAfter(clientWith(record("done")).waitForTransfer(HASH, options));
  assert.deepEqual(progress, ["done"]);
});

test("polls soon after the current record, as after a change", async () => {
  const first = clientWith(record("wait-wh"));
  const { value } = await outcomeAfter(first.watchTransfer(HASH).next(), LATENCY);
  const started = clock.now;
  const second = clientWith(record("wait-wh"), record("wait-wh"), record("done"));
  await outcomeAfter(second.waitForTransfer(HASH, { state: value.value.state, emitCurrent: true }));
  assert.deepEqual(
    second.times.map((at) => at - started),
    [0, 5_100, 12_700],
  );
});

test("continues the time limit and the grace period", async () => {
  const { value: first } = await outcomeAfter(
    clientWith(null).watchTransfer(HASH, { notFoundGraceMs: 8_000 }).next(),
    LATENCY,
  );
  const { state } = first.value;
  const started = clock.now;
  const client = clientWith(null);
  const wait = client
    .waitForTransfer(HASH, { state, notFoundGraceMs: 8_000 })
    .catch((error) => error.code);
  assert.equal((await outcomeAfter(wait)).value, "transfer_not_found");
  assert.deepEqual(
    client.times.map((at) => at - started),
    [0, 7_600, 8_000],
    "the interval also continues to grow",
  );
  const resumed = clock.now;
  const pending = clientWith(record("wait-rb"));
  const { value } = await outcomeAfter(pending.watchTransfer(HASH).next(), LATENCY);
  const limited = pending
    .waitForTransfer(HASH, { state: value.value.state, timeoutMs: 1_000 })
    .catch((error) => error);
  await clock.advance(899);
  assert.deepEqual(await outcomeAfter(limited, 0), {});
  assert.equal((await outcomeAfter(limited, 1)).value.code, "wait_timeout");
  assert.ok(clock.now > resumed);
});

test("ends after one poll when the saved state is final", async () => {
  const done = (await outcomeAfter(clientWith(record("done")).watchTransfer(HASH).next())).value
    .value.state;
  const client = clientWith(record("done"));
  assert.deepEqual(
    (await outcomeAfter(readAll(client.watchTransfer(HASH, { state: done })))).value,
    [],
  );
  assert.deepEqual(
    (await outcomeAfter(client.waitForTransfer(HASH, { state: done }))).value,
    record("done"),
  );
  assert.equal(client.calls.length, 2);
  const failed = (await outcomeAfter(clientWith(record("error")).watchTransfer(HASH).next())).value
    .value.state;
  const { error } = await outcomeAfter(
    readAll(clientWith(record("error")).watchTransfer(HASH, { state: failed })),
  );
  assert.deepEqual([error.code, error.transfer], ["transfer_failed", record("error")]);
  const manual = (await outcomeAfter(clientWith(record("manual")).watchTransfer(HASH).next())).value
    .value.state;
  const stopped = clientWith(record("manual"));
  assert.deepEqual(
    (await outcomeAfter(readAll(stopped.watchTransfer(HASH, { state: manual, onManual: "stop" }))))
      .value,
    [],
  );
  const waited = await outcomeAfter(
    stopped.waitForTransfer(HASH, { state: manual, onManual: "stop" }),
  );
  assert.equal(waited.error.code, "manual_action_required");
});
