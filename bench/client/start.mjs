// Measures the part `start` of `npm run bench`: the time from the start of a navigation in a new browser context to the
// first 50 records.
import { shuffled, summary } from "../../scripts/statistics.mjs";
import { bundle } from "./peers.mjs";
import { serveFiles } from "./times.mjs";

/** The file of each app's client in clients/. */
const APPS = {
  "hand-written": "hand",
  "openapi-fetch + valibot": "valibot",
  "openapi-fetch + zod/mini": "zod-mini",
  "openapi-fetch + zod": "zod",
  Ours: "ours",
};

/** Returns the bytes in a number of kilobits. */
const bytesIn = (kilobits) => (kilobits * 1024) / 8;
/** The slow 4G of Lighthouse: the latency in milliseconds, and the throughputs in bytes per second. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: bytesIn(1.6 * 1024),
  uploadThroughput: bytesIn(750),
};
/** On a busy machine there are fewer rounds, but not fewer than this. */
const MIN_ROUNDS = 3;
/** After this time, no round begins, unless there are fewer than MIN_ROUNDS. */
const MAX_MS = 240_000;
/** The slow-downs of the browser: `cpu` is the factor of the processor, and `network` limits the network. */
const CONDITIONS = {
  unthrottled: {},
  "CPU slowed 4 ×": { cpu: 4 },
  "slow 4G": { network: SLOW },
};

/**
 * The script of an app. It measures the milliseconds since the start of the navigation, until the client is created
 * (`ready`), and until the client has returned the records (`first`).
 */
const appProgram = (client) => `import { client } from "./clients/${client}.mjs";
const measured = client({ baseUrl: location.origin + "/api", apiKey: "key" });
const ready = performance.now();
const page = await measured.ethereals({ pageSize: "50" });
const first = performance.now();
if ((page.items ?? page.etherealData).length !== 50) throw new Error("Expected 50 records.");
globalThis.done = { ready, first };
`;
const htmlOf = (
  name,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>
<script type="module" src="${name}.js"></script></html>`;

async function serveApps(bodies) {
  const files = { "/api/ethereals": bodies["page-50"] };
  for (const client of Object.values(APPS)) {
    files[`/${client}.html`] = htmlOf(client);
    files[`/${client}.js`] = await bundle(appProgram(client));
  }
  return serveFiles(files);
}

/** Opens a page in a new browser context. Resolves with its times, `ready` and `first`. */
async function measurePage(browser, url, { cpu, network }) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const failed = new Promise((_, reject) => page.once("pageerror", reject));
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    if (network) await session.send("Network.emulateNetworkConditions", network);
    if (cpu) await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await page.goto(url);
    await Promise.race([failed, page.waitForFunction(() => globalThis.done)]);
    return await page.evaluate(() => globalThis.done);
  } finally {
    await context.close();
  }
}

/** Returns the quartiles of `ready` and `first` in milliseconds, for each app in each condition. */
export async function measureStart(browser, bodies, rounds, random) {
  const server = await serveApps(bodies);
  const urlOf = (client) => `${server.url}/${client}.html`;
  const cases = Object.keys(CONDITIONS).flatMap((condition) =>
    Object.entries(APPS).map(([app, client]) => ({
      condition,
      app,
      url: urlOf(client),
      samples: [],
    })),
  );
  try {
    // Warms up the browser, whose first pages are slow.
    for (const client of Object.values(APPS)) await measurePage(browser, urlOf(client), {});
    const end = performance.now() + MAX_MS;
    for (let round = 0; round < rounds; round++) {
      if (round >= MIN_ROUNDS && performance.now() >= end) break;
      for (const { condition, url, samples } of shuffled(cases, random)) {
        samples.push(await measurePage(browser, url, CONDITIONS[condition]));
      }
    }
  } finally {
    await server.close();
  }
  const results = {};
  for (const { condition, app, samples } of cases) {
    const summaryOf = (field) => summary(samples.map((times) => times[field]));
    results[condition] ??= {};
    results[condition][app] = { ready: summaryOf("ready"), first: summaryOf("first") };
  }
  return results;
}
