import assert from "node:assert/strict";
import { test } from "node:test";
import { soakChromium } from "./chromium.mjs";

test("240 calls from pages in Chromium at 30 % faults: the right answer or one error that fits", async () => {
  const result = await soakChromium({ calls: 240 });
  assert.deepEqual(result.complaints, []);
  assert.deepEqual(result.unhandled, []);
  const { calls, hung, foreignKeys } = result;
  assert.deepEqual({ calls, hung, foreignKeys }, { calls: 240, hung: 0, foreignKeys: 0 });
  assert.ok(result.faults > 50 && result.kindsOfFault > 30 && result.failed > 10, JSON.stringify(result));
  assert.ok(result.preflights > 100 && result.mostAttempts === 3, JSON.stringify(result));
});
