// Tests the arguments and options of a watch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";
import { HASH, OTHER_HASH, record, clientWith, firstState, outcomeAfter } from "./scripted.mjs";

test("rejects invalid options before a request", async () => {
  const state = await firstState(clientWith(record("wait-rb")));
  const client = clientWith(record("done"));
  const cases = [
    ["timeoutMs", { timeoutMs: 0 }],
    ["timeoutMs", { timeoutMs: 1.5 }],
    ["timeoutMs", { timeoutMs: Infinity }],
    ["timeoutMs", { timeoutMs: 2 ** 53 }],
    ["timeoutMs", { timeoutMs: -1 }],
    ["timeoutMs", { timeoutMs: NaN }],
    ["intervalMs", { intervalMs: 0 }],
    ["intervalMs", { intervalMs: 2 ** 31 }],
    ["maxIntervalMs", { maxIntervalMs: 0 }],
    ["notFoundGraceMs", { notFoundGraceMs: -1 }],
    ["onManual", { onManual: "ask" }],
    ["onManual", { onManual: true }],
    ["state", { state: `${state}0` }],
    ["state", { state: "resume" }],
    ["state", { state: {} }],
    ["state", { state: 7 }],
    // Another version of the format.
    ["state", { state: state.replace(/^1/, "2") }],
    ["emitCurrent", { emitCurrent: "yes" }],
    ["signal", { signal: {} }],
    ["options", { pollMs: 1 }],
    ["options", "soon"],
    ["options", []],
  ];
  for (const [parameter, options] of cases) {
    const results = await Promise.allSettled([
      client.waitForTransfer(HASH, options),
      client.watchTransfer(HASH, options).next(),
    ]);
    for (const { reason } of results) {
      assert.ok(isEtherealQueryError(reason, "invalid_argument"), JSON.stringify(options));
      assert.equal(reason.parameter, parameter);
    }
  }
  // `state` belongs to `HASH`.
  const otherHash = await outcomeAfter(client.waitForTransfer(OTHER_HASH, { state }), 0);
  assert.equal(otherHash.error.parameter, "state");
  // Only `waitForTransfer` has the option `onProgress`.
  const unknown = await outcomeAfter(client.watchTransfer(HASH, { onProgress() {} }).next(), 0);
  assert.match(unknown.error.message, /^Unknown option "onProgress"\. Known options: /);
  const notAFunction = await outcomeAfter(client.waitForTransfer(HASH, { onProgress: 1 }), 0);
  assert.equal(notAFunction.error.parameter, "onProgress");
  assert.equal(client.calls.length, 0);
});

test("an option may be null or undefined", async () => {
  const options = {
    state: null,
    signal: null,
    timeoutMs: undefined,
    onProgress: undefined,
    chain: null,
  };
  const client = clientWith(record("done"));
  const { value } = await outcomeAfter(client.waitForTransfer(HASH, options));
  assert.equal(value.status, "done");
});

test("rejects the invalid arguments of the call without a request", async () => {
  const fetch = () => assert.fail("nothing is sent");
  const client = new Client({ baseUrl: "https://api.example.com", apiKey: "key", fetch });
  const cases = [
    ["hash", "0x1"],
    ["hash", 7],
    ["hash", undefined],
    ["chain", HASH, { chain: "ropsten" }],
  ];
  for (const [parameter, hash, options] of cases) {
    const { error } = await outcomeAfter(client.waitForTransfer(hash, options), 0);
    assert.deepEqual([error.kind, error.parameter], ["invalid_argument", parameter]);
  }
  const keyless = new Client({ baseUrl: "https://api.example.com", fetch });
  const { error } = await outcomeAfter(keyless.waitForTransfer(HASH), 0);
  assert.equal(error.parameter, "apiKey");
});
