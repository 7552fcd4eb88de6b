import assert from "node:assert/strict";
import { test } from "node:test";
import { soakCalls } from "./calls.mjs";

test("four hundred calls at 30 % faults: the right answer or one error that fits, never a key elsewhere", async () => {
  const result = await soakCalls({ calls: 400 });
  assert.deepEqual(result.complaints, []);
  assert.deepEqual(result.unhandled, []);
  const { calls, hung, openSockets, foreignKeys } = result;
  assert.deepEqual({ calls, hung, openSockets, foreignKeys }, { calls: 400, hung: 0, openSockets: 0, foreignKeys: 0 });
  // Had the faults not happened, nothing above would say so.
  assert.ok(result.faults > 100 && result.kindsOfFault > 30 && result.failed > 20, JSON.stringify(result));
  assert.ok(result.foreignRequests > 0 && result.mostAttempts === 3 && result.waitedMs > 1000, JSON.stringify(result));
});
