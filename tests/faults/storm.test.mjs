import assert from "node:assert/strict";
import { test } from "node:test";
import { soakStorm } from "./storm.mjs";

// 500 tokens are 35 retries at 14 tokens, or 100 at 5.
for (const [death, calls, retries] of [["reset", 40, 35], ["429", 60, 100]]) {
  test(`fifty clients and a dead service (${death}): ${retries} retries each and no more, spread in time`, async () => {
    const { complaints, ...figures } = await soakStorm({ clients: 50, calls, death });
    assert.deepEqual(complaints, []);
    assert.equal(figures.requests, 50 * (calls + retries + 1));
  });
}
