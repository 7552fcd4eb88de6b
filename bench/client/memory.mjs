// Measures the part `memory` of `npm run bench`: the peak memory of a Node.js process for each client.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/run.mjs";
import { bundle } from "./peers.mjs";
import { shuffled, summary } from "../../scripts/statistics.mjs";

const MIB = 2 ** 20;
/** The number of calls before our WebAssembly memory is measured. */
const CALLS = 10_000;
const PEAK_MEMORY = new URL("../../scripts/peak-memory.mjs", import.meta.url);

/**
 * The program of the process for one client. It makes the number of calls in its argument, then reads a page of 10,000
 * records, and prints its peak memory and the memory of its WebAssembly instances.
 */
const childProgram = (name) => `import { readFileSync } from "node:fs";
import { peakBytes } from "${PEAK_MEMORY}";

// Collects the memories of the WebAssembly instances.
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...args) {
  const instance = new Instance(...args);
  const values = Object.values(instance.exports);
  memories.push(...values.filter((value) => value instanceof WebAssembly.Memory));
  return instance;
};
const wasmBytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

// A static import of the client would run before the lines above.
const { client } = await import("./client-${name}.mjs");
const read = (file) => new Uint8Array(readFileSync(new URL(file, import.meta.url)));
let body;
const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
const measured = client({ baseUrl: "https://service.invalid/api", apiKey: "key", fetch });

const [page, transfer] = [read("page-50"), read("transfer")];
const calls = Number(process.argv[2]);
for (let i = 0; i < calls; i++) {
  if (i % 2 === 0) {
    body = transfer;
    await measured.transfer("0x" + "ab".repeat(32));
  } else {
    body = page;
    await measured.ethereals({ pageSize: "50" });
  }
}
const wasmAfterCalls = wasmBytes();

body = read("page-10000");
const result = await measured.ethereals({ pageSize: "10000" });
// Our client returns a page with items. The other clients return the body.
const records = result.items ?? result.etherealData;
if (records.length !== 10000) throw new Error("Expected 10,000 records.");
console.log(JSON.stringify({ rss: peakBytes(), wasmAfterCalls, wasmAfterPage: wasmBytes() }));
`;

/** The file of each client in clients/. */
const CLIENTS = {
  "fetch + response.json()": "plain",
  "hand-written": "hand",
  "openapi-fetch + valibot": "valibot",
  "openapi-fetch + zod/mini": "zod-mini",
  "openapi-fetch + zod": "zod",
  Ours: "ours",
};

async function runChild(folder, name, calls) {
  const program = join(folder, `memory-${name}.mjs`);
  return JSON.parse(await run(process.execPath, [program, String(calls)]));
}

/**
 * Returns the peak memory of each client's process, which reads a page of 10,000 records, and our WebAssembly memory
 * after many calls and after one more such page.
 */
export async function measureMemory(folder, rounds, random) {
  for (const name of Object.values(CLIENTS)) {
    writeFileSync(join(folder, `client-${name}.mjs`), await bundle(`clients/${name}.mjs`));
    writeFileSync(join(folder, `memory-${name}.mjs`), childProgram(name));
  }
  const peaks = {};
  for (let round = 0; round < rounds; round++) {
    for (const [title, name] of shuffled(Object.entries(CLIENTS), random)) {
      const { rss: peakRss } = await runChild(folder, name, 0);
      peaks[title] ??= [];
      peaks[title].push(peakRss / MIB);
    }
  }
  const rss = Object.fromEntries(
    Object.keys(CLIENTS).map((title) => [title, summary(peaks[title])]),
  );
  const { wasmAfterCalls, wasmAfterPage } = await runChild(folder, "ours", CALLS);
  const wasm = { calls: CALLS, afterCalls: wasmAfterCalls / MIB, afterPage: wasmAfterPage / MIB };
  return { rss, wasm };
}
