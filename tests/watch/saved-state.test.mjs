// Tests watches that continue from a saved state.
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
  firstState,
  outcomeAfter,
} from "./scripted.mjs";

test("continues from a saved state in another client", async () => {
  const first = clientWith(null, record("wait-wh"), record("wait-wh"));
  const updates = [];
  const watch = first.watchTransfer(HASH);
  // The second poll begins 5,000 ms after the first response.
  for (const ms of [LATENCY, 6_000]) {
    const { value: step } = await outcomeAfter(watch.next(), ms);
    updates.push(step.value);
  }
  await watch.return();
  const { state, elapsedMs } = JSON.parse(JSON.stringify(updates[1]));
  await clock.advance(1_000_000);
  const second = clientWith(
    record("wait-wh"),
    record("wait-wh"),
    record("wait-rb"),
    record("done"),
  );
  const hashInUpperCase = HASH.toUpperCase().replace("0X", "0x");
  const { value: laterUpdates } = await outcomeAfter(
    readAll(second.watchTransfer(hashInUpperCase, { state })),
  );
  assert.deepEqual(
    summaryOf(laterUpdates),
    [
      ["pending", "wait-rb"],
      ["done", "done"],
    ],
    "no update is repeated",
  );
  // Two polls of the first watch. Then three polls, with intervals of 7,500 ms and 11,250 ms between them.
  assert.deepEqual(
    [laterUpdates[0].polls, laterUpdates[0].elapsedMs],
    [5, elapsedMs + 3 * LATENCY + 7_500 + 11_250],
  );
});

test("yields the current record once with emitCurrent, then only changes", async () => {
  /** The saved states, by the status of the record; by `undefined` for a missing transfer. */
  const states = new Map();
  for (const first of [null, record("wait-wh"), record("done")]) {
    states.set(first?.status, await firstState(clientWith(first)));
  }
  /** Continues from the saved state of `status` with a client of `outcomes`. Returns a summary of the updates. */
  const resume = async (status, ...outcomes) => {
    const options = { state: states.get(status), emitCurrent: true };
    const { value } = await outcomeAfter(
      readAll(clientWith(...outcomes).watchTransfer(HASH, options)),
    );
    return summaryOf(value);
  };
  const pending = ["pending", "wait-wh"];
  const done = ["done", "done"];
  const pendingThenDone = [record("wait-wh"), record("wait-wh"), record("done")];
  assert.deepEqual(await resume("wait-wh", ...pendingThenDone), [pending, done]);
  assert.deepEqual(
    await resume("wait-wh", failure("network"), null, ...pendingThenDone),
    [pending, done],
    "the current record is not reported as missing",
  );
  assert.deepEqual(await resume("wait-wh", record("done")), [done]);
  assert.deepEqual(await resume("done", record("done")), [done]);
  assert.deepEqual(await resume(undefined, null, null, record("done")), [
    ["missing", undefined],
    done,
  ]);
  const { value } = await outcomeAfter(
    readAll(clientWith(...pendingThenDone).watchTransfer(HASH, { emitCurrent: true })),
  );
  assert.deepEqual(summaryOf(value), [pending, done], "without a state, the option has no effect");
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
  const state = await firstState(clientWith(record("wait-wh")));
  const started = clock.now;
  const client = clientWith(record("wait-wh"), record("wait-wh"), record("done"));
  await outcomeAfter(client.waitForTransfer(HASH, { state, emitCurrent: true }));
  assert.deepEqual(
    client.times.map((at) => at - started),
    [0, 5_100, 12_700],
  );
});

test("continues the time limit and the grace period", async () => {
  const state = await firstState(clientWith(null), { notFoundGraceMs: 8_000 });
  const started = clock.now;
  const client = clientWith(null);
  const { error } = await outcomeAfter(
    client.waitForTransfer(HASH, { state, notFoundGraceMs: 8_000 }),
  );
  assert.equal(error.code, "transfer_not_found");
  // The grace period began at 100 ms of the first watch. When the second watch begins, 8,000 ms of it remain.
  assert.deepEqual(
    client.times.map((at) => at - started),
    [0, 7_600, 8_000],
    "the interval also continues to grow",
  );
  const pending = clientWith(record("wait-rb"));
  const pendingState = await firstState(pending);
  const limited = pending
    .waitForTransfer(HASH, { state: pendingState, timeoutMs: 1_000 })
    .catch((error) => error);
  // The first watch has already used 100 ms of the 1,000 ms.
  await clock.advance(899);
  assert.deepEqual(await outcomeAfter(limited, 0), {}, "the wait has not ended");
  assert.equal((await outcomeAfter(limited, 1)).value.code, "wait_timeout");
});

test("ends after one poll when the saved state is final", async () => {
  const doneState = await firstState(clientWith(record("done")));
  const client = clientWith(record("done"));
  const doneUpdates = await outcomeAfter(readAll(client.watchTransfer(HASH, { state: doneState })));
  assert.deepEqual(doneUpdates.value, []);
  const doneWait = await outcomeAfter(client.waitForTransfer(HASH, { state: doneState }));
  assert.deepEqual(doneWait.value, record("done"));
  assert.equal(client.calls.length, 2);

  const failedState = await firstState(clientWith(record("error")));
  const { error } = await outcomeAfter(
    readAll(clientWith(record("error")).watchTransfer(HASH, { state: failedState })),
  );
  assert.deepEqual([error.code, error.transfer], ["transfer_failed", record("error")]);

  const manualState = await firstState(clientWith(record("manual")));
  const manualClient = clientWith(record("manual"));
  const options = { state: manualState, onManual: "stop" };
  const manualUpdates = await outcomeAfter(readAll(manualClient.watchTransfer(HASH, options)));
  assert.deepEqual(manualUpdates.value, []);
  const manualWait = await outcomeAfter(manualClient.waitForTransfer(HASH, options));
  assert.equal(manualWait.error.code, "manual_action_required");
});
