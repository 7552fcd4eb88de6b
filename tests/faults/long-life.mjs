// A process that lives long: processor time and memory of a call must not grow with the calls before it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
// Before the package, whose memories it records.
import { wasmMemoryBytes } from "../client/wasm-memory.mjs";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { Client } from "../../pkg/dist/index.js";
import { createProxyHandler } from "../../pkg/dist/proxy.js";
import { root } from "../../scripts/run.mjs";
import { seedOptions } from "../../scripts/seed.mjs";
import { CANARY, ROWS } from "./expected-responses.mjs";
import { correctResponse } from "./fetch-responses.mjs";
import { randomSource } from "./random.mjs";
import { collectGarbage } from "../collect-garbage.mjs";

/** The heap may grow by this: V8 compiles code and fills its caches also after the first calls. */
const MAX_GROWN_HEAP = 1_000_000;

/** One page of WebAssembly memory. */
const WASM_PAGE = 65_536;

const IN_FLIGHT = 50;
const HASH = `0x${"cd".repeat(32)}`;
const ADDRESS = `0x${"ab".repeat(20)}`;
const BASE_URL = "https://long-life.test";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Responds after a turn of the event loop, as a network does. */
async function respond(request) {
  await turn();
  return correctResponse(request);
}

/** Makes one of the calls. */
const CALLS = [
  (client, n) => client.tokenUri(ADDRESS, n, { chainId: 1 }),
  (client) => client.bridgeTransfer(HASH),
  (client) => client.project(),
  (client, n) => client.ethereals({ sourceChains: [n + 1], pageSize: 10 }).page(),
];
const mixedCall = (client, n) => CALLS[n % CALLS.length](client, n);

/** Calls `once(n)` for `times` numbers, 50 at a time. Returns the microseconds of processor for each. */
async function repeat(times, once) {
  const before = process.cpuUsage();
  let next = 0;
  const work = async () => {
    while (next < times) await once(next++);
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, times) }, work));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** The bytes that the process keeps: of the WebAssembly memories, and of the heap after a garbage collection. */
async function keptBytes() {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    // A finalizer runs after a turn of the event loop, and may release more.
    await turn();
  }
  return { wasm: wasmMemoryBytes(), heap: process.memoryUsage().heapUsed };
}

/**
 * Measures `calls` uses of `once`: a tenth warms up, then it measures the beginning, lets the process age, and measures
 * the end. The modules may grow by `maxGrownWasm` bytes after the beginning.
 */
async function live({
  calls,
  once,
  age = () => repeat(Math.ceil(0.3 * calls), once),
  maxGrownWasm = 0,
}) {
  await repeat(Math.ceil(0.1 * calls), once);
  const before = await keptBytes();
  const beginMicros = await repeat(Math.ceil(0.3 * calls), once);
  await age();
  const endMicros = await repeat(Math.ceil(0.3 * calls), once);
  const after = await keptBytes();
  const result = { calls, beginMicros, endMicros, wasmBytes: after.wasm, failures: [] };
  const grownWasm = after.wasm - before.wasm;
  if (grownWasm > maxGrownWasm) result.failures.push(`the modules grew by ${grownWasm} bytes`);
  const grown = after.heap - before.heap;
  if (grown > MAX_GROWN_HEAP) result.failures.push(`the heap grew by ${grown} bytes`);
  return result;
}

/** A client for each call, as in a server that creates one for each request; bodies of up to 3 kB. */
export async function runClients({ seed = 1, calls = 100_000 } = {}) {
  const random = randomSource(seed, "clients");
  const fetch = async () => {
    await turn();
    return Response.json({ _id: "1", status: "done", note: "n".repeat(random.int(0, 3000)) });
  };
  return live({
    calls,
    once: async () => {
      const client = new Client({ baseUrl: BASE_URL, apiKey: CANARY, fetch });
      await client.bridgeTransfer(HASH);
      client.dispose();
    },
  });
}

/**
 * As {@link runClients}, but the garbage collector finds the clients: a program may never call `dispose`. The collector
 * decides how many clients exist together, so the memory may reach its last page after the warm-up: between 200 and
 * 6,500 calls in several runs, and no more page until 100,000. A leak of 15 bytes in a call needs two pages.
 */
export async function runForgottenClients({ calls = 100_000 } = {}) {
  return live({
    calls,
    maxGrownWasm: WASM_PAGE,
    once: async (n) => {
      await mixedCall(
        new Client({
          baseUrl: BASE_URL,
          apiKey: CANARY,
          fetch: (url, init) => respond(new Request(url, init)),
        }),
        n,
      );
      if (n % 200 === 0) collectGarbage();
    },
  });
}

/** Lists of one client, before and after ten thousand other calls. */
export async function runLists({ lists = 1000, callsBetween = 10_000 } = {}) {
  const client = new Client({
    baseUrl: BASE_URL,
    apiKey: CANARY,
    fetch: (url, init) => respond(new Request(url, init)),
  });
  const result = await live({
    calls: lists,
    once: async (n) => {
      let records = 0;
      for await (const page of client.ethereals({ sourceChains: [n + 1], pageSize: 100 }).pages())
        records += page.items.length;
      if (records !== ROWS) throw new Error(`A list has ${records} records. Expected ${ROWS}.`);
    },
    age: () => repeat(callsBetween, (n) => mixedCall(client, n)),
  });
  client.dispose();
  return result;
}

const seed = (name) => readFileSync(join(root, "seed", name), "utf8");

/** Reads a response. Then it lets the event loop turn: Node.js releases a request's signal in a separate turn. */
async function readResponse(response) {
  const text = await response.text();
  if (!response.ok) throw new Error(`Status ${response.status}: ${text}. Expected 200.`);
  await turn();
}

/** Returns a function that creates the n-th request to a service over the sample data. */
function requestsTo(baseUrl, key) {
  const transfer = JSON.parse(seed("transfers.ndjson").split("\n", 1)[0]).originTxnHash;
  const token = JSON.parse(seed("tokens.ndjson").split("\n", 1)[0]);
  const paths = [
    `/tokens/${token.address}/${token.id}/uri?b=${token.chainId}&s=${token.standard === "ERC1155" ? 1 : 0}`,
    `/bridge/transfers/transactions/${transfer}`,
    "/project",
    "/ethereals?page_size=10",
  ];
  return (n) =>
    new Request(baseUrl + paths[n % paths.length], { headers: key ? { "x-api-key": key } : {} });
}

/** An embedded service over the sample data. */
function embeddedService() {
  const options = seedOptions();
  return { service: new EmbeddedService(options), key: options.keys[0].key };
}

/** Requests to an embedded service. */
export async function runEmbedded({ calls = 100_000 } = {}) {
  const { service, key } = embeddedService();
  const request = requestsTo(BASE_URL, key);
  return live({ calls, once: async (n) => readResponse(await service.fetch(request(n))) });
}

/** Requests to a proxy in front of an embedded service. */
export async function runProxy({ calls = 100_000 } = {}) {
  const { service, key } = embeddedService();
  const handler = createProxyHandler({ baseUrl: BASE_URL, apiKey: key, fetch: service.fetch });
  const request = requestsTo("https://app.test");
  return live({ calls, once: async (n) => readResponse(await handler(request(n))) });
}
