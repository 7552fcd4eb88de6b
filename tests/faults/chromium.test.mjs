import assert from "node:assert/strict";
import { test } from "node:test";
import { runChromium } from "./chromium.mjs";

test("240 calls in Chromium with 30 % faults end with the correct result or a fitting error", async () => {
  const result = await runChromium({ calls: 240 });
  assert.deepEqual(result.failures, []);
  assert.deepEqual(result.unhandled, []);
  const { calls, hung, otherOriginKeys } = result;
  assert.deepEqual({ calls, hung, otherOriginKeys }, { calls: 240, hung: 0, otherOriginKeys: 0 });
  assert.ok(result.faults > 50 && result.kindsOfFault > 30 && result.failed > 10, JSON.stringify(result));
  assert.ok(result.preflights > 100 && result.mostAttempts === 3, JSON.stringify(result));
});
