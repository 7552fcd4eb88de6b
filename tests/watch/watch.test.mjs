// Tests the results of `watchTransfer` and `waitForTransfer`, with a virtual clock and scripted responses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, isEtherealQueryError, routeOf } from "../../pkg/dist/index.js";
import {
  readAll,
  summaryOf,
  failure,
  HASH,
  LATENCY,
  record,
  clientWith,
  ScriptedClient,
  outcomeAfter,
} from "./scripted.mjs";

test("a wait reports each change and resolves with the final record", async () => {
  const client = clientWith(
    null,
    null,
    record("wait-wh"),
    record("wait-wh"),
    record("wait-rb"),
    record("done"),
  );
  const updates = [];
  const onProgress = (update) => updates.push(update);
  const { value } = await outcomeAfter(
    client.waitForTransfer(HASH, { chain: "sepolia", onProgress }),
  );
  assert.deepEqual(value, record("done"));
  const phases = [
    ["missing", undefined],
    ["pending", "wait-wh"],
    ["pending", "wait-rb"],
    ["done", "done"],
  ];
  assert.deepEqual(summaryOf(updates), phases);
  assert.deepEqual(client.calls[0], { hash: HASH, query: { chain: "sepolia" }, at: 0 });
  // A response takes 100 ms. The interval is 5,000 ms after a change, and grows by half without one.
  assert.deepEqual(client.times, [0, 5_100, 12_700, 17_800, 25_400, 30_500]);
});

test("a poll has no chain when the caller gives none", async () => {
  const client = clientWith(record("done"));
  await outcomeAfter(client.waitForTransfer(HASH));
  assert.deepEqual(client.calls[0].query, {});
});

test("a watch yields each change with its route and counts", async () => {
  const moved = record("wait-wh", { route: [{ step: 1, txHash: "0xa" }] });
  const client = clientWith(record("wait-wh"), record("wait-wh"), moved, record("done"));
  const { value } = await outcomeAfter(readAll(client.watchTransfer(HASH)));
  assert.deepEqual(
    value.map(({ phase, polls, elapsedMs }) => [phase, polls, elapsedMs]),
    [
      ["pending", 1, 100],
      ["pending", 3, 12_800],
      ["done", 4, 17_900],
    ],
  );
  for (const update of value) {
    assert.deepEqual(Object.keys(update), [
      "transfer",
      "phase",
      "steps",
      "polls",
      "elapsedMs",
      "state",
    ]);
    assert.deepEqual(update.steps, routeOf(update.transfer));
    // The version 1 of the format, six numbers and a checksum, each with a dot after it.
    assert.match(update.state, /^1(\.\d+){7}\.$/);
  }
});

test("reports a missing transfer once, without record and steps", async () => {
  const client = clientWith(null, null, null, record("done"));
  const { value } = await outcomeAfter(readAll(client.watchTransfer(HASH)));
  assert.deepEqual(summaryOf(value), [
    ["missing", undefined],
    ["done", "done"],
  ]);
  assert.deepEqual([value[0].transfer, value[0].steps], [null, []]);
});

test("reports a failed transfer, then throws an error with its record", async () => {
  const client = clientWith(record("wait-rb"), record("error"));
  const updates = [];
  const watch = client.watchTransfer(HASH);
  const { error } = await outcomeAfter(readAll(watch, updates));
  assert.deepEqual(summaryOf(updates), [
    ["pending", "wait-rb"],
    ["failed", "error"],
  ]);
  assert.ok(isEtherealQueryError(error, "transfer_failed"));
  assert.equal(error.code, "transfer_failed");
  assert.deepEqual(error.transfer, record("error"));
  assert.equal(error.message, `Transfer ${HASH} failed. Last status: "error".`);
  assert.equal(error.endpoint, "GET /bridge/transfers/transactions/:hash");
  assert.deepEqual(error.toJSON().transfer, record("error"));
  assert.deepEqual(await watch.next(), { done: true, value: undefined });
  const waited = await outcomeAfter(clientWith(record("error")).waitForTransfer(HASH));
  assert.equal(waited.error.code, "transfer_failed");
});

test("notices a change of a bigint in the record of a subclass", async () => {
  // `ScriptedClient` is the subclass. Without a replacer, `JSON.stringify` throws for the bigint in its records.
  const records = [1n, 1n, 2n].map((amount) => record("wait-rb", { amount }));
  const { value } = await outcomeAfter(
    readAll(clientWith(...records, record("done")).watchTransfer(HASH)),
  );
  assert.deepEqual(
    value.map(({ transfer, polls }) => [transfer.amount, polls]),
    [
      [1n, 1],
      [2n, 3],
      [undefined, 4],
    ],
  );
});

test("continues at an unknown status", async () => {
  const { value } = await outcomeAfter(
    readAll(clientWith(record("wait-zk"), record("done")).watchTransfer(HASH)),
  );
  assert.deepEqual(summaryOf(value), [
    ["pending", "wait-zk"],
    ["done", "done"],
  ]);
});

test("continues after retryable errors", async () => {
  const failures = [
    failure("network"),
    failure("timeout"),
    failure("rate_limited"),
    failure("server"),
    failure("unexpected_status", { retryable: true }),
  ];
  const client = clientWith(...failures, record("wait-rb"), ...failures, record("done"));
  const { value } = await outcomeAfter(readAll(client.watchTransfer(HASH)));
  assert.deepEqual(summaryOf(value), [
    ["pending", "wait-rb"],
    ["done", "done"],
  ]);
  assert.equal(client.calls.length, 2 * (failures.length + 1));
});

test("ends at once with a non-retryable error", async () => {
  const kinds = [
    "invalid_argument",
    "bad_request",
    "unauthenticated",
    "forbidden",
    "not_found",
    "response_too_large",
    "internal",
  ];
  for (const kind of kinds) {
    const thrown = failure(kind);
    const client = clientWith(record("wait-rb"), thrown);
    const { error } = await outcomeAfter(client.waitForTransfer(HASH));
    assert.equal(error, thrown);
    assert.deepEqual([client.calls.length, "transfer" in error], [2, false], kind);
  }
});

test("a bad response between two good responses does not end a watch", async () => {
  const logInPage = "<!doctype html><title>Log in to the network</title>";
  // These responses come from the log-in page of a wireless network, a gateway, a connection that is cut, a firewall,
  // or a new version of the service.
  const badResponses = [
    () => new Response(logInPage, { headers: { "content-type": "text/html" } }),
    () => new Response(""),
    () => new Response(null, { status: 204 }),
    () => new Response('{"bridgeData":{"bridgeData":[{"_id":"1","sta'),
    // The first bytes of a compressed body (gzip).
    () => new Response(new Uint8Array([0x1f, 0x8b, 8, 0])),
    () => new Response(null, { status: 302, headers: { location: "https://login.example/" } }),
    () => new Response(logInPage, { status: 403 }),
    () => new Response('{"message":"API rate limit exceeded"}', { status: 403 }),
    () => new Response(logInPage, { status: 511 }),
    () => Response.json({ error: "internal" }),
    () => new Response(logInPage, { status: 407 }),
    () => new Response("", { status: 418 }),
  ];
  const goodResponse = (status) => Response.json({ bridgeData: { bridgeData: [record(status)] } });
  const responses = [];
  for (const badResponse of badResponses)
    responses.push(() => goodResponse("wait-rb"), badResponse);
  responses.push(() => goodResponse("done"));
  let polls = 0;
  const fetch = async () => {
    const respond = responses[polls];
    polls++;
    return respond();
  };
  const client = new Client({
    baseUrl: "https://api.example.com",
    apiKey: "key",
    fetch,
    maxRetries: 0,
  });
  const { value } = await outcomeAfter(client.waitForTransfer(HASH, { maxIntervalMs: 5_000 }));
  assert.deepEqual([value?.status, polls], ["done", responses.length]);
});

test("wraps an error of another class", async () => {
  const defect = new TypeError("boom");
  const { error } = await outcomeAfter(clientWith(defect).waitForTransfer(HASH));
  assert.ok(isEtherealQueryError(error, "internal"));
  assert.equal(error.code, "internal");
  assert.equal(error.message, "A bug in ethereal-query: please report it with the cause.");
  assert.equal(error.cause, defect);
});

test("waits for Retry-After before the next poll", async () => {
  const limited = failure("rate_limited", { retryAfterMs: 30_000 });
  const client = clientWith(limited, record("done"));
  await outcomeAfter(client.waitForTransfer(HASH));
  assert.deepEqual(client.times, [0, 30_100]);
});

test("the interval grows to its maximum and resets at a change, with 20 % jitter", async () => {
  const client = new ScriptedClient(
    (_hash, now) => record(now < 300_000 ? "wait-wh" : "wait-rb"),
    0,
  );
  await outcomeAfter(client.waitForTransfer(HASH, { timeoutMs: 400_000 }));
  // The virtual clock runs a timer of 0 ms after 1 ms, so each response takes 1 ms.
  const responseMs = 1;
  const waits = [];
  for (let i = 1; i < client.times.length; i++)
    waits.push(client.times[i] - client.times[i - 1] - responseMs);
  assert.deepEqual(
    waits.slice(0, 9),
    [5_000, 7_500, 11_250, 16_875, 25_313, 37_970, 56_955, 60_000, 60_000],
  );
  // After `waits[9]`, a poll finds the new status, so the interval starts again.
  assert.deepEqual(waits.slice(10, 12), [5_000, 7_500]);
  const largestRandom = 1 - 2 ** -32;
  for (const [randomNumber, expectedWait] of [
    [0, 8_000],
    [largestRandom, 12_000],
  ]) {
    Math.random = () => randomNumber;
    const jittered = clientWith(record("wait-wh"), record("done"));
    await outcomeAfter(jittered.waitForTransfer(HASH, { intervalMs: 10_000 }));
    const [firstPoll, secondPoll] = jittered.times;
    assert.equal(secondPoll - firstPoll - LATENCY, expectedWait);
  }
});

test("a wait for a missing transfer fails at the end of the grace period", async () => {
  const client = clientWith(null);
  const updates = [];
  const onProgress = ({ phase }) => updates.push(phase);
  const { error } = await outcomeAfter(
    client.waitForTransfer(HASH, { notFoundGraceMs: 9_000, onProgress }),
  );
  assert.ok(isEtherealQueryError(error, "not_found"));
  assert.deepEqual(
    [error.code, "transfer" in error, updates],
    ["transfer_not_found", false, ["missing"]],
  );
  const message = "was not found within 9000 ms (notFoundGraceMs). Last status: unknown.";
  assert.equal(error.message, `Transfer ${HASH} ${message}`);
  assert.deepEqual(
    client.times,
    [0, 5_100, 9_100],
    "the last poll is at the end of the grace period",
  );
  const withoutGrace = clientWith(null);
  const { error: firstError } = await outcomeAfter(
    withoutGrace.waitForTransfer(HASH, { notFoundGraceMs: 0 }),
  );
  assert.equal(firstError.code, "transfer_not_found");
  assert.equal(withoutGrace.calls.length, 1);
});

test("ignores a record that is missing for a moment", async () => {
  const client = clientWith(record("wait-rb"), null, record("wait-rb"), record("done"));
  const { value } = await outcomeAfter(readAll(client.watchTransfer(HASH)));
  assert.deepEqual(summaryOf(value), [
    ["pending", "wait-rb"],
    ["done", "done"],
  ]);
});

test("reports the phase manual, and continues or stops according to onManual", async () => {
  const records = [record("wait-rb"), record("manual"), record("done")];
  const continued = await outcomeAfter(readAll(clientWith(...records).watchTransfer(HASH)));
  assert.deepEqual(
    continued.value.map(({ phase }) => phase),
    ["pending", "manual", "done"],
  );
  const stopped = await outcomeAfter(
    readAll(clientWith(...records).watchTransfer(HASH, { onManual: "stop" })),
  );
  assert.deepEqual(
    stopped.value.map(({ phase }) => phase),
    ["pending", "manual"],
  );
  const updates = [];
  const onProgress = ({ phase }) => updates.push(phase);
  const { error } = await outcomeAfter(
    clientWith(...records).waitForTransfer(HASH, { onManual: "stop", onProgress }),
  );
  assert.deepEqual(updates, ["pending", "manual"]);
  assert.deepEqual([error.kind, error.code], ["transfer_failed", "manual_action_required"]);
  assert.deepEqual(error.transfer, record("manual"));
});

test("ignores an onProgress that throws, rejects or never resolves", async () => {
  const fail = () => {
    throw new Error("an error of the hook");
  };
  for (const onProgress of [fail, async () => fail(), () => new Promise(() => {})]) {
    const { value } = await outcomeAfter(
      clientWith(record("wait-rb"), record("done")).waitForTransfer(HASH, { onProgress }),
    );
    assert.equal(value.status, "done");
  }
});
