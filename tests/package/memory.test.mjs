// Many successful and failing calls do not grow the heap or the module.
import assert from "node:assert/strict";
import { test } from "node:test";
// This import comes before the package, because it records the memory that the package creates.
import { wasmMemoryBytes } from "../client/wasm-memory.mjs";
import { Client } from "../../pkg/dist/index.js";
import { CALLS, bodyFor } from "../calls.mjs";
import { collectGarbage } from "../collect-garbage.mjs";

let sent = 0;
let failed = 0;
const client = new Client({
  baseUrl: "https://memory.invalid",
  apiKey: "memory",
  maxRetries: 0,
  // A body that is not JSON ends every fifth call with an error.
  fetch: async (url) => new Response(++sent % 5 === 0 ? "<html>" : bodyFor({ url })),
});

async function measureAfter(calls) {
  for (let i = 0; i < calls; i++) {
    const { send, query } = CALLS[i % CALLS.length];
    await send(client, query).catch(() => (failed += 1));
  }
  for (let i = 0; i < 2; i++) {
    // The garbage of a call can be collected after a turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 200));
    collectGarbage();
  }
  return { heap: process.memoryUsage().heapUsed, wasm: wasmMemoryBytes() };
}

test("ten thousand calls do not grow the memory", async () => {
  const before = await measureAfter(2000);
  const after = await measureAfter(10_000);
  // A timer with a promise that never settles would need 2 kB for each call, here 20 MB.
  assert.ok(
    after.heap - before.heap < 5_000_000,
    `the heap grew by ${after.heap - before.heap} bytes`,
  );
  assert.equal(after.wasm - before.wasm, 0, "the module's memory grew");
  assert.equal(failed, sent / 5);
});
