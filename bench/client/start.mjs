// Measures the part `start` of `npm run bench`: the time from the start of a navigation in a new browser context to the
// first 50 records.
import { shuffled, summary } from "../../scripts/statistics.mjs";
import { bundle } from "./peers.mjs";
import { serveFiles } from "./times.mjs";

/** The client of each app. */
const APPS = {
  "hand-written": "hand",
  "openapi-fetch + valibot": "valibot",
  "openapi-fetch + zod/mini": "zod-mini",
  "openapi-fetch + zod": "zod",
  Ours: "ours",
};

const kilobits = (count) => (count * 1024) / 8;
/** The slow 4G of Lighthouse. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: kilobits(1638.4),
  uploadThroughput: kilobits(750),
};
/** No round begins after this time, except for the first three rounds. */
const MAX_MS = 240_000;
const CONDITIONS = {
  unthrottled: {},
  "CPU slowed 4 ×": { cpu: 4 },
  "slow 4G": { network: SLOW },
};

const appProgram = (client) => `import { client } from "./clients/${client}.mjs";
const measured = client({ baseUrl: location.origin + "/api", apiKey: "key" });
const ready = performance.now();
const page = await measured.ethereals({ pageSize: "50" });
const first = performance.now();
if ((page.items ?? page.etherealData).length !== 50) throw new Error("Expected 50 records.");
globalThis.done = { ready, first };
`;
const pageOf = (
  name,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>
<script type="module" src="${name}.js"></script></html>`;

async function serveApps(bodies) {
  const files = { "/api/ethereals": bodies["page-50"] };
  for (const client of Object.values(APPS)) {
    files[`/${client}.html`] = pageOf(client);
    files[`/${client}.js`] = await bundle(appProgram(client));
  }
  return serveFiles(files);
}

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

/** Returns the quartiles of each app in milliseconds, by condition. */
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
    // On a busy machine there are fewer rounds, but at least three.
    const end = performance.now() + MAX_MS;
    for (let round = 0; round < rounds && (round < 3 || performance.now() < end); round++) {
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
