// The part `memory`: a Node.js process for each measurement, whose peak the system knows.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/run.mjs";
import { bundle } from "./peers.mjs";
import { shuffled, summary } from "./statistics.mjs";

const MIB = 2 ** 20;
const CALLS = 10_000;

/** Counts the memories of all WebAssembly that is started afterwards; one client in a process of its own. */
const CHILD = (name) => `const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...given) {
  const made = new Instance(...given);
  memories.push(...Object.values(made.exports).filter((it) => it instanceof WebAssembly.Memory));
  return made;
};
import { readFileSync } from "node:fs";
const { client } = await import("./client-${name}.mjs");
const [calls] = process.argv.slice(2).map(Number);
const read = (file) => new Uint8Array(readFileSync(new URL(file, import.meta.url)));
let bytes;
const fetch = async () => new Response(bytes, { headers: { "content-type": "application/json" } });
const mine = client({ baseUrl: "https://service.invalid/api", apiKey: "key", fetch });
const wasm = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
const [page, transfer] = [read("page-50"), read("transfer")];
for (let i = 0; i < calls; i++) {
  bytes = i % 2 ? page : transfer;
  await (i % 2 ? mine.ethereals({ pageSize: "50" }) : mine.bridge("0x" + "ab".repeat(32)));
}
const after = wasm();
bytes = read("page-10000");
const { etherealData, items = etherealData } = await mine.ethereals({ pageSize: "10000" });
if (items.length !== 10000) throw new Error("These are not 10,000 records.");
console.log(JSON.stringify({ rss: process.resourceUsage().maxRSS * 1024, after, wasm: wasm() }));
`;

const CLIENTS = {
  "fetch + response.json()": "fetch",
  "hand-written": "hand",
  "openapi-fetch + valibot": "valibot",
  "openapi-fetch + zod/mini": "zod-mini",
  "openapi-fetch + zod": "zod",
  Ours: "ours",
};

async function child(folder, name, calls) {
  return JSON.parse(await run(process.execPath, [join(folder, `memory-${name}.mjs`), String(calls)]));
}

/** Client → peak of a process that reads one page of 10,000; our WebAssembly's after many calls and that page. */
export async function memory(folder, rounds, random) {
  for (const name of Object.values(CLIENTS)) {
    writeFileSync(join(folder, `client-${name}.mjs`), await bundle(`clients/${name}.mjs`));
    writeFileSync(join(folder, `memory-${name}.mjs`), CHILD(name));
  }
  const peaks = {};
  for (let round = 0; round < rounds; round++) {
    for (const [title, name] of shuffled(Object.entries(CLIENTS), random)) {
      (peaks[title] ??= []).push((await child(folder, name, 0)).rss / MIB);
    }
  }
  const rss = Object.fromEntries(Object.keys(CLIENTS).map((title) => [title, summary(peaks[title])]));
  const { after, wasm } = await child(folder, "ours", CALLS);
  return { rss, wasm: { calls: CALLS, afterCalls: after / MIB, afterPage: wasm / MIB } };
}
