import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

test("ten thousand calls leave nothing behind", () => {
  const program = fileURLToPath(new URL("memory.mjs", import.meta.url));
  const { heap, wasm } = JSON.parse(execFileSync(process.execPath, ["--expose-gc", program], { encoding: "utf8" }));
  // A timer's promise that is never settled costs about 2 kB a call, which would be 20 MB here.
  assert.ok(heap < 5_000_000, `the heap grew by ${heap} bytes`);
  assert.equal(wasm, 0, "the module's memory grew");
});
