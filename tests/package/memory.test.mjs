// Many successful and failing calls do not grow the heap or the module.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
// Before the package, whose memory it records.
import { wasmMemoryBytes } from "../client/wasm-memory.mjs";
import { Client } from "../../pkg/dist/index.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const BODIES = [
  '{"_id":"1","status":"done"}',
  '{"etherealData":[{"_id":"1","status":"active"}]}',
  "<html>",
  '{"n":[1,2,3]}',
];
let sent = 0;
const client = new Client({
  baseUrl: "https://memory.invalid",
  apiKey: "memory",
  maxRetries: 0,
  fetch: async () => new Response(BODIES[sent++ % BODIES.length]),
});
const CALLS = [
  () => client.bridgeTransfer(`0x${"cd".repeat(32)}`),
  () => client.ethereals({ sourceChains: [1, 10] }).page(),
  () => client.project(),
  () => client.tokenUri("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", 7n, { chainId: 1 }),
];

async function measureAfter(calls) {
  for (let i = 0; i < calls; i++) await CALLS[i % CALLS.length]().catch(() => {});
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
  assert.ok(after.heap - before.heap < 5_000_000, `the heap grew by ${after.heap - before.heap} bytes`);
  assert.equal(after.wasm - before.wasm, 0, "the module's memory grew");
});
