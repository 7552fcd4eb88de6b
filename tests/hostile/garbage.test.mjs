import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

test("a call that gives up closes its connection, however much garbage was collected meanwhile", () => {
  const program = fileURLToPath(new URL("garbage.mjs", import.meta.url));
  const text = execFileSync(process.execPath, ["--expose-gc", program], { encoding: "utf8" });
  const ends = ["aborted", "response_too_large", "timeout"];
  assert.deepEqual(JSON.parse(text), { ends, given: 28, closed: 28 });
});
