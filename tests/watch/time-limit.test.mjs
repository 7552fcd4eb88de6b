// Tests the time limit of a watch, with a virtual clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isEtherealQueryError } from "../../pkg/dist/index.js";
import { clock, failure, HASH, record, clientWith, outcomeAfter } from "./scripted.mjs";

test("the time limit ends a wait between two polls, to the millisecond", async () => {
  const client = clientWith(record("wait-rb"));
  const wait = client.waitForTransfer(HASH, { timeoutMs: 20_000 });
  let error;
  wait.catch((thrown) => {
    error = thrown;
  });
  await clock.advance(19_999);
  assert.equal(error, undefined);
  await clock.advance(1);
  assert.ok(isEtherealQueryError(error, "timeout"));
  assert.deepEqual([error.code, error.retryable, error.cause], ["wait_timeout", true, undefined]);
  assert.deepEqual(error.transfer, record("wait-rb"));
  const message = 'did not finish within 20000 ms (timeoutMs). Last status: "wait-rb".';
  assert.equal(error.message, `Transfer ${HASH} ${message}`);
});

test("the time limit ends a wait during a poll", async () => {
  const client = clientWith(record("wait-rb"), "hang");
  const { error } = await outcomeAfter(client.waitForTransfer(HASH, { timeoutMs: 20_000 }), 20_000);
  assert.equal(error.code, "wait_timeout");
  assert.equal(client.calls.length, 2);
});

test("the default time limit is an hour", async () => {
  const client = clientWith(record("wait-rb"));
  const wait = client.waitForTransfer(HASH);
  assert.deepEqual(await outcomeAfter(wait, 3_599_999), {});
  assert.equal((await outcomeAfter(wait, 1)).error.code, "wait_timeout");
});

test("the error of the time limit has the last failure as its cause", async () => {
  const down = failure("network");
  const { error } = await outcomeAfter(
    clientWith(record("wait-rb"), down).waitForTransfer(HASH, { timeoutMs: 20_000 }),
  );
  assert.deepEqual([error.code, error.cause], ["wait_timeout", down]);
  const { error: errorWithoutRecord } = await outcomeAfter(
    clientWith(down).waitForTransfer(HASH, { timeoutMs: 20_000 }),
  );
  assert.equal(errorWithoutRecord.cause, down);
  assert.equal("transfer" in errorWithoutRecord, false);
  assert.match(errorWithoutRecord.message, /Last status: unknown\.$/);
});

test("accepts a time limit longer than the maximum delay of a timer", async () => {
  const client = clientWith(record("wait-rb"));
  const wait = client.waitForTransfer(HASH, { timeoutMs: 2 ** 32, intervalMs: 2 ** 31 - 1 });
  const { error } = await outcomeAfter(wait, 2 ** 32);
  assert.equal(error.code, "wait_timeout");
  // Polls are 2^31-1 ms apart. A timer with a longer delay would run after 1 ms, and cause more polls.
  assert.ok(client.calls.length < 4);
});
