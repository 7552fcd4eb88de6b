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
  fetch: async (url) => {
    sent++;
    // A body that is not JSON ends every fifth call with an error.
    return new Response(sent % 5 === 0 ? "<html>" : bodyFor({ url }));
  },
});

/** Makes calls, and returns the bytes in use after a garbage collection. */
async function measureAfter(calls) {
  for (let i = 0; i < calls; i++) {
    const { send, query } = CALLS[i % CALLS.length];
    await send(client, query).catch(() => {
      failed++;
    });
  }
  for (let i = 0; i < 2; i++) {
    // Some objects of a call become garbage only after a turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 200));
    collectGarbage();
  }
  return { heap: process.memoryUsage().heapUsed, wasm: wasmMemoryBytes() };
}

test("ten thousand calls do not grow the memory", async () => {
  // These calls warm up the package and the host.
  const before = await measureAfter(2000);
  const after = await measureAfter(10_000);
  const grownHeap = after.heap - before.heap;
  // A timer with a promise that never settles would need 2 kB for each call, so 20 MB for ten thousand calls.
  assert.ok(grownHeap < 5_000_000, `the heap grew by ${grownHeap} bytes`);
  assert.equal(after.wasm - before.wasm, 0, "the module's memory grew");
  assert.equal(failed, sent / 5);
});
