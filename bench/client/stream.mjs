// The part `stream`: a page of 10,000 records over 100 Mbit/s, until the first record and until the last.
import { bundle } from "./peers.mjs";
import { serveFiles } from "./server.mjs";
import { shuffled, summary } from "./statistics.mjs";

const NETWORK = { offline: false, latency: 20, downloadThroughput: 100e6 / 8, uploadThroughput: 100e6 / 8 };
const MOST_MS = 120_000;

/** In the page: each path gives the milliseconds until the first record is there, checked if it is, and all are. */
const PATHS = `import { Client, stream } from "../../pkg/dist/index.js";
import { client as zod } from "./clients/zod.mjs";
import { client as valibot } from "./clients/valibot.mjs";

const options = { baseUrl: location.origin + "/api", apiKey: "key" };
const list = () => new Client(options).ethereals({ pageSize: 10_000 });
const whole = (rows) => async () => {
  const began = performance.now();
  const { length } = await rows();
  const first = performance.now() - began;
  return { first, total: first, length };
};
const peer = (client) => whole(async () => (await client(options).ethereals({ pageSize: "10000" })).etherealData);

globalThis.paths = {
  "fetch + response.json()": whole(async () => {
    const headers = { "x-api-key": "key" };
    return (await (await fetch("/api/ethereals?page_size=10000", { headers })).json()).etherealData;
  }),
  "openapi-fetch + valibot": peer(valibot),
  "openapi-fetch + zod": peer(zod),
  "Ours, page()": whole(async () => (await list().page()).items),
  Ours: async () => {
    const began = performance.now();
    let [first, length] = [0, 0];
    for await (const _ of stream(list())) if (length++ === 0) first = performance.now() - began;
    return { first, total: performance.now() - began, length };
  },
};
`;

/** Path → what → quartiles in milliseconds. */
export async function streaming(browser, bodies, rounds, random) {
  const body = bodies["page-10000"].replace(/"nextCursor":"[^"]*"/, '"nextCursor":null');
  const html = "<!doctype html><title>bench</title>";
  const files = { "/api/ethereals": body, "/index.html": html, "/paths.js": await bundle(PATHS) };
  const server = await serveFiles(files, { plain: true });
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
    const end = performance.now() + MOST_MS;
    // The first round warms up.
    for (let round = -1; round < rounds && (round < 3 || performance.now() < end); round++) {
      for (const name of shuffled(names, random)) {
        const { length, ...times } = await page.evaluate((name) => (globalThis.gc(), globalThis.paths[name]()), name);
        if (length !== 10_000) throw new Error(`${name}: ${length} records.`);
        if (round >= 0) (samples[name] ??= []).push(times);
      }
    }
    const of = (times, what) => summary(times.map((one) => one[what]));
    const told = (times) => ({ first: of(times, "first"), total: of(times, "total") });
    return Object.fromEntries(names.map((name) => [name, told(samples[name])]));
  } finally {
    await context.close();
    await server.close();
  }
}
