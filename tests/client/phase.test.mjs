// Tests `phaseOf`: the phase of a transfer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { phaseOf } from "../../pkg/dist/index.js";

test("phaseOf returns the phase of each status, and of a missing transfer", () => {
  assert.equal(phaseOf(null), "missing");
  assert.equal(phaseOf(undefined), "missing");
  for (const [status, expected] of [
    ["wait-wh", "pending"],
    ["wait-rb", "pending"],
    ["wait-cc", "pending"],
    ["manual", "manual"],
    ["done", "done"],
    ["error", "failed"],
    // Unknown statuses. Every object inherits a property with the name `constructor`.
    ["DONE", "pending"],
    ["constructor", "pending"],
    [undefined, "pending"],
  ])
    assert.equal(phaseOf({ status }), expected, status);
});
