// The part `stream`: the time to the first and to the last of 10,000 records over 100 Mbit/s.
import { bundle } from "./peers.mjs";
import { serveFiles } from "./server.mjs";
import { shuffled, summary } from "./statistics.mjs";

const NETWORK = { offline: false, latency: 20, downloadThroughput: 100e6 / 8, uploadThroughput: 100e6 / 8 };
const MAX_MS = 120_000;

/** Runs in the page. Each path measures the milliseconds to the first record and to all records. */
const PATHS = `import { Client, stream } from "../../pkg/dist/index.js";
import { client as zod } from "./clients/zod.mjs";
import { client as valibot } from "./clients/valibot.mjs";

const options = { baseUrl: location.origin + "/api", apiKey: "key" };
const list = () => new Client(options).ethereals({ pageSize: 10_000 });
const measureWhole = (loadRows) => async () => {
  const started = performance.now();
  const { length } = await loadRows();
  const first = performance.now() - started;
  return { first, total: first, length };
};
const readPeer = async (client) => (await client(options).ethereals({ pageSize: "10000" })).etherealData;
const measurePeer = (client) => measureWhole(() => readPeer(client));

globalThis.paths = {
  "fetch + response.json()": measureWhole(async () => {
    const headers = { "x-api-key": "key" };
    return (await (await fetch("/api/ethereals?page_size=10000", { headers })).json()).etherealData;
  }),
  "openapi-fetch + valibot": measurePeer(valibot),
  "openapi-fetch + zod": measurePeer(zod),
  "Ours, page()": measureWhole(async () => (await list().page()).items),
  Ours: async () => {
    const started = performance.now();
    let [first, length] = [0, 0];
    for await (const _ of stream(list())) if (length++ === 0) first = performance.now() - started;
    return { first, total: performance.now() - started, length };
  },
};
`;

/** The quartiles of each path in milliseconds. */
export async function measureStream(browser, bodies, rounds, random) {
  const body = bodies["page-10000"].replace(/"nextCursor":"[^"]*"/, '"nextCursor":null');
  const html = "<!doctype html><title>bench</title>";
  const files = { "/api/ethereals": body, "/index.html": html, "/paths.js": await bundle(PATHS) };
  const server = await serveFiles(files, { compress: false });
  const context = await browser.newContext();
  const samples = {};
  try {
    const page = await context.newPage();
    await page.goto(`${server.url}/index.html`);
    const names = await page.evaluate(async () => {
      await import("/paths.js");
      return Object.keys(globalThis.paths);
    });
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", NETWORK);
    const end = performance.now() + MAX_MS;
    // The first round warms up.
    for (let round = -1; round < rounds && (round < 3 || performance.now() < end); round++) {
      for (const name of shuffled(names, random)) {
        const { length, ...times } = await page.evaluate((name) => (globalThis.gc(), globalThis.paths[name]()), name);
        if (length !== 10_000) throw new Error(`${name}: ${length} records.`);
        if (round >= 0) (samples[name] ??= []).push(times);
      }
    }
    const summaryOf = (name, field) => summary(samples[name].map((times) => times[field]));
    const quartiles = (name) => ({ first: summaryOf(name, "first"), total: summaryOf(name, "total") });
    return Object.fromEntries(names.map((name) => [name, quartiles(name)]));
  } finally {
    await context.close();
    await server.close();
  }
}
