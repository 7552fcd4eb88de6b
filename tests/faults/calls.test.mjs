import assert from "node:assert/strict";
import { test } from "node:test";
import { runCalls } from "./calls.mjs";

test("400 calls with 30 % faults end with the correct result or error, and no key reaches another origin", async () => {
  const result = await runCalls({ calls: 400 });
  assert.deepEqual(result.failures, []);
  assert.deepEqual(result.unhandled, []);
  const { calls, hung, openSockets, otherOriginKeys } = result;
  assert.deepEqual(
    { calls, hung, openSockets, otherOriginKeys },
    { calls: 400, hung: 0, openSockets: 0, otherOriginKeys: 0 },
  );
  // The assertions above also hold without faults, so this checks that there were some.
  assert.ok(result.faults > 100 && result.kindsOfFault > 30 && result.failed > 20, JSON.stringify(result));
  assert.ok(
    result.otherOriginRequests > 0 && result.mostAttempts === 3 && result.waitedMs > 1000,
    JSON.stringify(result),
  );
});
