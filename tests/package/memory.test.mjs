import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

test("ten thousand calls do not grow the memory", () => {
  const program = fileURLToPath(new URL("memory.mjs", import.meta.url));
  const { heap, wasm } = JSON.parse(execFileSync(process.execPath, ["--expose-gc", program], { encoding: "utf8" }));
  // A timer with a promise that never settles would need 2 kB for each call, here 20 MB.
  assert.ok(heap < 5_000_000, `the heap grew by ${heap} bytes`);
  assert.equal(wasm, 0, "the module's memory grew");
});
