// Simulates a process that lives long. Its memory must not grow with the number of earlier calls. The results also have
// the processor time of a call at the beginning and at the end. soak.mjs compares the two, because only a long run
// measures them well.
import { readFileSync } from "node:fs";
import { join } from "node:path";
// Must come before the package, because this module records the WebAssembly memories that the package creates.
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

/** The heap may grow by this number of bytes: V8 still compiles code and fills its caches after the first calls. */
const MAX_GROWN_HEAP = 1_000_000;

/** The bytes of one page of WebAssembly memory. */
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

/** A call to each endpoint. */
const CALLS = [
  (client, n) => client.tokenUri(ADDRESS, n, { chainId: 1 }),
  (client) => client.bridgeTransfer(HASH),
  (client) => client.project(),
  (client, n) => client.ethereals({ sourceChains: [n + 1], pageSize: 10 }).page(),
];
const mixedCall = (client, n) => CALLS[n % CALLS.length](client, n);

/**
 * Runs `operation(n)` for each n below `times`, 50 at a time. Returns the mean processor time of a run in microseconds.
 */
async function repeat(times, operation) {
  const before = process.cpuUsage();
  let next = 0;
  const work = async () => {
    while (next < times) {
      const n = next;
      next++;
      await operation(n);
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, times) }, work));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** The bytes of the WebAssembly memories and of the heap, after a garbage collection. */
async function bytesInUse() {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    // A finalizer runs after a turn of the event loop, and may make further objects unused.
    await turn();
  }
  return { wasm: wasmMemoryBytes(), heap: process.memoryUsage().heapUsed };
}

/**
 * Runs `operation` about `calls` times. The first tenth warms up. Three phases follow: the function measures the
 * beginning, lets the process age, and measures the end. `age` replaces the calls of the second phase. After the
 * warm-up, the WebAssembly memories may grow by `maxGrownWasm` bytes.
 */
async function measureLife({ calls, operation, age, maxGrownWasm = 0 }) {
  const warmUpCalls = Math.ceil(0.1 * calls);
  const phaseCalls = Math.ceil(0.3 * calls);
  await repeat(warmUpCalls, operation);
  const before = await bytesInUse();
  const beginMicros = await repeat(phaseCalls, operation);
  if (age) await age();
  else await repeat(phaseCalls, operation);
  const endMicros = await repeat(phaseCalls, operation);
  const after = await bytesInUse();
  const result = { calls, beginMicros, endMicros, wasmBytes: after.wasm, failures: [] };
  const grownWasm = after.wasm - before.wasm;
  if (grownWasm > maxGrownWasm) result.failures.push(`the modules grew by ${grownWasm} bytes`);
  const grownHeap = after.heap - before.heap;
  if (grownHeap > MAX_GROWN_HEAP) result.failures.push(`the heap grew by ${grownHeap} bytes`);
  return result;
}

/** Creates a client for each call, as a server may do for each request. The bodies have up to 3 kB. */
export async function runClients({ seed = 1, calls = 100_000 } = {}) {
  const random = randomSource(seed, "clients");
  const fetch = async () => {
    await turn();
    return Response.json({ _id: "1", status: "done", note: "n".repeat(random.int(0, 3000)) });
  };
  return measureLife({
    calls,
    operation: async () => {
      const client = new Client({ baseUrl: BASE_URL, apiKey: CANARY, fetch });
      await client.bridgeTransfer(HASH);
      client.dispose();
    },
  });
}

/**
 * Creates a client for each call and never calls `dispose`, so that the garbage collector must release the clients.
 *
 * The collector decides how many clients exist at the same time, so the WebAssembly memory may grow by a page after the
 * warm-up. In several runs of 100,000 calls, the memory grew for the last time between call 200 and call 6,500. The
 * limit of one page finds small leaks: in a run of 10,000 calls, 15 bytes in each call would need two pages or more.
 */
export async function runForgottenClients({ calls = 100_000 } = {}) {
  return measureLife({
    calls,
    maxGrownWasm: WASM_PAGE,
    operation: async (n) => {
      const client = new Client({
        baseUrl: BASE_URL,
        apiKey: CANARY,
        fetch: (url, init) => respond(new Request(url, init)),
      });
      await mixedCall(client, n);
      if (n % 200 === 0) collectGarbage();
    },
  });
}

/** Reads lists with one client, before and after ten thousand other calls. */
export async function runLists({ lists = 1000, callsBetween = 10_000 } = {}) {
  const client = new Client({
    baseUrl: BASE_URL,
    apiKey: CANARY,
    fetch: (url, init) => respond(new Request(url, init)),
  });
  const result = await measureLife({
    calls: lists,
    operation: async (n) => {
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

/** The first record of a file in seed/. */
function firstRecord(name) {
  const [line] = readFileSync(join(root, "seed", name), "utf8").split("\n", 1);
  return JSON.parse(line);
}

/** Reads a response, and waits for a turn of the event loop, in which Node.js releases the signal of the request. */
async function readResponse(response) {
  const text = await response.text();
  if (!response.ok) throw new Error(`Status ${response.status}: ${text}. Expected 200.`);
  await turn();
}

/**
 * Returns a function that creates the n-th request to a service with the sample data. A request has the key, if any.
 */
function requestsTo(baseUrl, key) {
  const { originTxnHash } = firstRecord("transfers.ndjson");
  const token = firstRecord("tokens.ndjson");
  const standard = token.standard === "ERC1155" ? 1 : 0;
  const paths = [
    `/tokens/${token.address}/${token.id}/uri?b=${token.chainId}&s=${standard}`,
    `/bridge/transfers/transactions/${originTxnHash}`,
    "/project",
    "/ethereals?page_size=10",
  ];
  return (n) =>
    new Request(baseUrl + paths[n % paths.length], { headers: key ? { "x-api-key": key } : {} });
}

/** An embedded service with the sample data. */
function embeddedService() {
  const options = seedOptions();
  return { service: new EmbeddedService(options), key: options.keys[0].key };
}

/** Requests to an embedded service. */
export async function runEmbedded({ calls = 100_000 } = {}) {
  const { service, key } = embeddedService();
  const request = requestsTo(BASE_URL, key);
  return measureLife({
    calls,
    operation: async (n) => readResponse(await service.fetch(request(n))),
  });
}

/** Requests to a proxy in front of an embedded service. */
export async function runProxy({ calls = 100_000 } = {}) {
  const { service, key } = embeddedService();
  const handler = createProxyHandler({ baseUrl: BASE_URL, apiKey: key, fetch: service.fetch });
  const request = requestsTo("https://app.test");
  return measureLife({ calls, operation: async (n) => readResponse(await handler(request(n))) });
}
