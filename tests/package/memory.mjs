// Prints the growth of the heap and of the module in bytes over many successful and failing calls:
// `node --expose-gc memory.mjs CALLS`. The garbage of a call can be collected after a turn of the event loop.
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...given) {
  const made = new Instance(...given);
  memories.push(made.exports.memory);
  return made;
};
const { Client } = await import("../../pkg/dist/index.js");

const ANSWERS = ['{"_id":"1","status":"done"}', '{"etherealData":[{"_id":"1","status":"active"}]}', "<html>", '{"n":[1,2,3]}'];
let sent = 0;
const client = new Client({
  baseUrl: "https://memory.invalid",
  apiKey: "memory",
  maxRetries: 0,
  fetch: async () => new Response(ANSWERS[sent++ % ANSWERS.length]),
});
const CALLS = [
  () => client.bridgeTransfer(`0x${"cd".repeat(32)}`),
  () => client.ethereals({ sourceChains: [1, 10] }).page(),
  () => client.project(),
  () => client.tokenUri("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", 7n, { chainId: 1 }),
];

async function used(calls) {
  for (let i = 0; i < calls; i++) await CALLS[i % CALLS.length]().catch(() => {});
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    globalThis.gc();
  }
  const wasm = memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  return { heap: process.memoryUsage().heapUsed, wasm };
}

const before = await used(2000);
const after = await used(Number(process.argv[2] ?? 10_000));
console.log(JSON.stringify({ heap: after.heap - before.heap, wasm: after.wasm - before.wasm, memory: after.wasm }));
