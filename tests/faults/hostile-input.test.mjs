import assert from "node:assert/strict";
import { test } from "node:test";
import { runInput } from "./hostile-input.mjs";

test("rejects hostile values by name before a request, or sends them exactly", async () => {
  const { failures, cases, refused, sent } = await runInput();
  assert.deepEqual(failures, []);
  assert.ok(cases > 1000 && refused > 800 && sent > 50, JSON.stringify({ cases, refused, sent }));
});
