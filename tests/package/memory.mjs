// Prints by how many bytes the heap grew over many calls; needs --expose-gc. What calls leave behind is collected only
// after the event loop has turned, hence the pauses.
import { Client } from "../../pkg/dist/index.js";

const hash = `0x${"cd".repeat(32)}`;
const client = new Client({
  baseUrl: "https://memory.invalid",
  apiKey: "memory",
  fetch: async () => new Response('{"_id":"1","status":"done"}'),
});

async function used(calls) {
  for (let i = 0; i < calls; i++) await client.bridgeTransfer(hash);
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

const before = await used(2000);
console.log((await used(10_000)) - before);
