// Makes many successful and failing calls, and prints the growth of the heap and of the module in bytes:
// `node --expose-gc memory.mjs CALLS`.
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...args) {
  const instance = new Instance(...args);
  memories.push(instance.exports.memory);
  return instance;
};
const { Client } = await import("../../pkg/dist/index.js");

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
    globalThis.gc();
  }
  const wasm = memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  return { heap: process.memoryUsage().heapUsed, wasm };
}

const before = await measureAfter(2000);
const after = await measureAfter(Number(process.argv[2] ?? 10_000));
console.log(JSON.stringify({ heap: after.heap - before.heap, wasm: after.wasm - before.wasm, memory: after.wasm }));
