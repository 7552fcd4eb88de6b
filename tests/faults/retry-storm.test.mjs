import assert from "node:assert/strict";
import { test } from "node:test";
import { runStorm } from "./retry-storm.mjs";

// 500 tokens are 35 retries at 14 tokens, or 100 at 5.
for (const [failure, calls, retries] of [["reset", 40, 35], ["429", 60, 100]]) {
  test(`fifty clients of a failing service (${failure}) make ${retries} retries each, spread in time`, async () => {
    const { failures, ...figures } = await runStorm({ clients: 50, calls, failure });
    assert.deepEqual(failures, []);
    assert.equal(figures.requests, 50 * (calls + retries + 1));
  });
}
