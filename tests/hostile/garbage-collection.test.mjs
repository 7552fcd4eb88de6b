import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

test("an aborted call closes its connection after garbage collection", () => {
  const program = fileURLToPath(new URL("garbage-collection.mjs", import.meta.url));
  const text = execFileSync(process.execPath, ["--expose-gc", program], { encoding: "utf8" });
  const kinds = ["aborted", "response_too_large", "timeout"];
  assert.deepEqual(JSON.parse(text), { kinds, requests: 28, closed: 28 });
});
