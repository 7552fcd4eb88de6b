// Measures the part `memory` of `npm run bench`: the peak memory of a Node.js process for each client.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/run.mjs";
import { bundle } from "./peers.mjs";
import { shuffled, summary } from "../../scripts/statistics.mjs";

const MIB = 2 ** 20;
const CALLS = 10_000;
const PEAK_MEMORY = new URL("../../scripts/peak-memory.mjs", import.meta.url);

/** The program of the process for one client. It also records the memory of each WebAssembly instance. */
const childProgram = (name) => `const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...args) {
  const instance = new Instance(...args);
  memories.push(...Object.values(instance.exports).filter((value) => value instanceof WebAssembly.Memory));
  return instance;
};
import { readFileSync } from "node:fs";
import { peakBytes } from "${PEAK_MEMORY}";
const { client } = await import("./client-${name}.mjs");
const calls = Number(process.argv[2]);
const read = (file) => new Uint8Array(readFileSync(new URL(file, import.meta.url)));
let bytes;
const fetch = async () => new Response(bytes, { headers: { "content-type": "application/json" } });
const measured = client({ baseUrl: "https://service.invalid/api", apiKey: "key", fetch });
const wasmBytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
const [page, transfer] = [read("page-50"), read("transfer")];
for (let i = 0; i < calls; i++) {
  bytes = i % 2 ? page : transfer;
  await (i % 2 ? measured.ethereals({ pageSize: "50" }) : measured.transfer("0x" + "ab".repeat(32)));
}
const wasmAfterCalls = wasmBytes();
bytes = read("page-10000");
// The page of our client has items; the others return the body.
const { etherealData, items = etherealData } = await measured.ethereals({ pageSize: "10000" });
if (items.length !== 10000) throw new Error("Expected 10,000 records.");
console.log(JSON.stringify({ rss: peakBytes(), wasmAfterCalls, wasmAfterPage: wasmBytes() }));
`;

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
 * The peak of each process while it reads a page of 10,000 records, and our WebAssembly memory after many calls and
 * after such a page.
 */
export async function measureMemory(folder, rounds, random) {
  for (const name of Object.values(CLIENTS)) {
    writeFileSync(join(folder, `client-${name}.mjs`), await bundle(`clients/${name}.mjs`));
    writeFileSync(join(folder, `memory-${name}.mjs`), childProgram(name));
  }
  const peaks = {};
  for (let round = 0; round < rounds; round++) {
    for (const [title, name] of shuffled(Object.entries(CLIENTS), random)) {
      const peak = await runChild(folder, name, 0);
      peaks[title] ??= [];
      peaks[title].push(peak.rss / MIB);
    }
  }
  const rss = Object.fromEntries(
    Object.keys(CLIENTS).map((title) => [title, summary(peaks[title])]),
  );
  const { wasmAfterCalls, wasmAfterPage } = await runChild(folder, "ours", CALLS);
  const wasm = { calls: CALLS, afterCalls: wasmAfterCalls / MIB, afterPage: wasmAfterPage / MIB };
  return { rss, wasm };
}
