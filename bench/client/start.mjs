// The part `start`: from the start of a navigation in a fresh browser context to the first page of 50 records.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { bundle } from "./peers.mjs";
import { serveFiles } from "./server.mjs";
import { shuffled, summary } from "./statistics.mjs";

/** Title → client, and what its page loads besides. */
const APPS = {
  "hand-written": { client: "hand" },
  "openapi-fetch + valibot": { client: "valibot" },
  "openapi-fetch + zod/mini": { client: "zod-mini" },
  "openapi-fetch + zod": { client: "zod" },
  Ours: { client: "ours" },
  "Ours, external and preloaded": {
    client: "ours-external",
    head: '<link rel="preload" href="ethereal_query.wasm" as="fetch" type="application/wasm" crossorigin>',
  },
};

/** Lighthouse's slow 4G. */
const kilobits = (count) => (count * 1024) / 8;
const SLOW = { offline: false, latency: 150, downloadThroughput: kilobits(1638.4), uploadThroughput: kilobits(750) };
const MOST_MS = 240_000;
export const CONDITIONS = {
  unthrottled: {},
  "CPU slowed 4 ×": { cpu: 4 },
  "slow 4G": { network: SLOW },
};

const app = (client) => `import { client } from "./clients/${client}.mjs";
const mine = client({ baseUrl: location.origin + "/api", apiKey: "key" });
const ready = performance.now();
const page = await mine.ethereals({ pageSize: "50" });
const first = performance.now();
if ((page.items ?? page.etherealData).length !== 50) throw new Error("These are not 50 records.");
globalThis.done = { ready, first };
`;
const html = (name, head = "") => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>${head}
<script type="module" src="${name}.js"></script></html>`;

export async function serveApps(bodies) {
  const wasm = readFileSync(join(root, "pkg", "dist", "ethereal_query.wasm"));
  const files = { "/api/ethereals": bodies["page-50"], "/ethereal_query.wasm": wasm };
  for (const { client, head } of Object.values(APPS)) {
    files[`/${client}.html`] = html(client, head);
    files[`/${client}.js`] = await bundle(app(client));
  }
  return serveFiles(files);
}

async function sample(browser, url, { cpu, network }) {
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

/** Condition → app → milliseconds. */
export async function startUp(browser, bodies, rounds, random) {
  const server = await serveApps(bodies);
  const samples = {};
  try {
    // The first pages of a browser are slow for reasons of its own.
    for (const { client } of Object.values(APPS)) await sample(browser, `${server.url}/${client}.html`, {});
    const all = Object.keys(CONDITIONS).flatMap((condition) => Object.keys(APPS).map((name) => ({ condition, name })));
    // As in runner.mjs.
    const end = performance.now() + MOST_MS;
    for (let round = 0; round < rounds && (round < 3 || performance.now() < end); round++) {
      for (const { condition, name } of shuffled(all, random)) {
        const times = await sample(browser, `${server.url}/${APPS[name].client}.html`, CONDITIONS[condition]);
        ((samples[condition] ??= {})[name] ??= []).push(times);
      }
    }
  } finally {
    await server.close();
  }
  const of = (times, what) => summary(times.map((one) => one[what]));
  const told = (times) => ({ ready: of(times, "ready"), first: of(times, "first") });
  // In the order of the tables, not in that in which they had their first turn.
  const ordered = (names, each) => Object.fromEntries(Object.keys(names).map((name) => [name, each(name)]));
  return ordered(CONDITIONS, (condition) => ordered(APPS, (name) => told(samples[condition][name])));
}
