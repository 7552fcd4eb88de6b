import assert from "node:assert/strict";
import { test } from "node:test";
import { Budget, simulateCall } from "./retry-model.mjs";
import { runWaits } from "./retry-delays.mjs";

test("the model has the documented backoff, hints, cap and costs", () => {
  const budget = new Budget();
  const down = { retryable: true, status: 503 };
  const used = { attempts: 3, waits: [100, 200], ok: false, gaveUp: ["attempts_used"] };
  assert.deepEqual(simulateCall([down, down, down], 0.5, budget), used);
  assert.equal(budget.tokens, 472);
  assert.deepEqual(simulateCall([{ ...down, hintMs: 3000 }, { ok: true }], 0.5, budget).waits, [3000]);
  assert.equal(budget.tokens, 472);
  assert.deepEqual(simulateCall([{ ...down, status: 429 }, { ok: true }], 0.5, budget).waits, [500]);
  assert.deepEqual(simulateCall([{ ...down, hintMs: 60_001 }], 0.5, budget).gaveUp, ["retry_after_too_long"]);
  assert.deepEqual(simulateCall([{ retryable: false }], 0.5, budget), {
    attempts: 1,
    waits: [],
    ok: false,
    gaveUp: [],
  });
  const { waits } = simulateCall(Array(9).fill(down), 0.5, budget, { maxRetries: 7 });
  assert.deepEqual(waits, [100, 200, 400, 800, 1600, 3200, 4000]);
  simulateCall([{ ok: true }], 0, budget);
  assert.equal(budget.tokens, 472 - 7 * 14 + 1);
  budget.tokens = 13;
  assert.deepEqual(simulateCall([down], 0.5, budget).gaveUp, ["budget_exhausted"]);
});

test("1500 calls wait as long as the model, to the millisecond", async () => {
  const { failures, ...figures } = await runWaits({ calls: 1500 });
  assert.deepEqual(failures.slice(0, 20), []);
  assert.deepEqual([figures.waitedMs, figures.timersLeft], [figures.modelMs, 0]);
  const all = ["attempts_used", "budget_exhausted", "not_retryable", "retry_after_too_long", "success"];
  assert.deepEqual(Object.keys(figures.gaveUp).sort(), all);
});
