import assert from "node:assert/strict";
import { test } from "node:test";
import { Budget, play } from "./model.mjs";
import { soakWaits } from "./waits.mjs";

test("the model by hand: backoff, hints, the cap, and both prices", () => {
  const budget = new Budget();
  const down = { retryable: true, status: 503 };
  const used = { attempts: 3, waits: [100, 200], ok: false, gaveUp: ["attempts_used"] };
  assert.deepEqual(play([down, down, down], 0.5, budget), used);
  assert.equal(budget.tokens, 472);
  assert.deepEqual(play([{ ...down, hintMs: 3000 }, { ok: true }], 0.5, budget).waits, [3000]);
  assert.equal(budget.tokens, 472);
  assert.deepEqual(play([{ ...down, status: 429 }, { ok: true }], 0.5, budget).waits, [500]);
  assert.deepEqual(play([{ ...down, hintMs: 60_001 }], 0.5, budget).gaveUp, ["retry_after_too_long"]);
  assert.deepEqual(play([{ retryable: false }], 0.5, budget), { attempts: 1, waits: [], ok: false, gaveUp: [] });
  const { waits } = play(Array(9).fill(down), 0.5, budget, { maxRetries: 7 });
  assert.deepEqual(waits, [100, 200, 400, 800, 1600, 3200, 4000]);
  play([{ ok: true }], 0, budget);
  assert.equal(budget.tokens, 472 - 7 * 14 + 1);
  budget.tokens = 13;
  assert.deepEqual(play([down], 0.5, budget).gaveUp, ["budget_exhausted"]);
});

test("fifteen hundred calls wait as long as the model says, to the millisecond", async () => {
  const { complaints, ...figures } = await soakWaits({ calls: 1500 });
  assert.deepEqual(complaints.slice(0, 20), []);
  assert.deepEqual([figures.waitedMs, figures.timersLeft], [figures.modelMs, 0]);
  const all = ["attempts_used", "budget_exhausted", "not_retryable", "retry_after_too_long", "success"];
  assert.deepEqual(Object.keys(figures.gaveUp).sort(), all);
});
