import assert from "node:assert/strict";
import { test } from "node:test";
import { soakInput } from "./input.mjs";

test("hostile values are refused by name before anything is sent, or sent as exactly themselves", async () => {
  const { complaints, cases, refused, sent } = await soakInput();
  assert.deepEqual(complaints, []);
  assert.ok(cases > 1000 && refused > 800 && sent > 50, JSON.stringify({ cases, refused, sent }));
});
