// `npm run bench`: measures the client and its peers in Node.js and in Chromium, in one run.
//   npm run bench -- PART...   only these parts: decode, call, http, start, memory, bytes
//   ROUNDS=3                   fewer rounds
//   CHROME_PATH=PATH           the browser; by default /usr/bin/chromium
// A run with all parts and rounds writes its results into bench/client/, any other run into .data/client/.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ScriptError, main, root } from "../scripts/run.mjs";
import { mulberry32 } from "../seed/generate/mulberry32.mjs";
import { measureBytes } from "./client/bytes.mjs";
import { createBodies } from "./client/data.mjs";
import { measureMemory } from "./client/memory.mjs";
import { PEERS, bundle, installPeers } from "./client/peers.mjs";
import { markdown } from "./client/report.mjs";
import { measureStart } from "./client/start.mjs";
import { measureInChromium, measureInNode } from "./client/times.mjs";
import { limitMinutes, measureOtherPrograms, start, withProcesses } from "./processes.mjs";
import { count, describeRun, formatPercent, writeResults } from "./report.mjs";

const FULL_ROUNDS = 21;
const ROUNDS = Number(process.env.ROUNDS ?? FULL_ROUNDS);
const PARTS = ["decode", "call", "http", "start", "memory", "bytes"];
const LIMIT_MINUTES = 15;
/** Seeds the random orders. */
const SEED = 7;

function describeConditions(browserVersion, bodies, shareOfOthers) {
  const bytes = (name) => count(bodies[name].length);
  return [
    ...describeRun(browserVersion),
    "Chromium is headless; its page is isolated, which gives a clock of 5 µs",
    `Other programs took ${formatPercent(shareOfOthers)} of the machine during the measurement`,
    PEERS.join(", "),
    `Synthetic, seeded bodies: pages of ${bytes("page-50")}, ${bytes("page-1000")} and ${bytes("page-10000")} bytes ` +
      `with 50, 1,000 and 10,000 records, a transfer of ${bytes("transfer")} bytes`,
    "All checks have the same loose schema and keep unknown fields; before the measurement, all paths returned the " +
      "same records, and all checks rejected the same invalid ones",
    `Up to ${ROUNDS} rounds, each in another order; garbage is collected before each block of about 20 ms; medians`,
  ];
}

const CHROMIUM_ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--js-flags=--expose-gc",
  "--remote-debugging-port=0",
  // Chromium finds no host except 127.0.0.1.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];
const CHROMIUM_ADDRESS = /DevTools listening on (ws:\S+)/;

/** Starts Chromium with `start`, so that its processor time counts as time of the benchmark. */
async function launchChromium() {
  const profile = mkdtempSync(join(tmpdir(), "bench-client-"));
  const args = [...CHROMIUM_ARGS, `--user-data-dir=${profile}`, "about:blank"];
  const program = process.env.CHROME_PATH || "/usr/bin/chromium";
  const { child, text } = await start(program, args, {
    ready: (printed) => CHROMIUM_ADDRESS.test(printed),
  });
  child.once("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  return chromium.connectOverCDP(CHROMIUM_ADDRESS.exec(text)[1]);
}

/** Returns the functions that measure the parts, by the name of the part. */
const createMeasurements = ({ folder, bodies, script, browser, random }) => {
  const settings = { rounds: ROUNDS };
  const times = async (part) => ({
    "Node.js": await measureInNode(folder, script, bodies, part, settings),
    Chromium: await measureInChromium(browser, script, bodies, part, settings),
  });
  return {
    decode: () => times("decode"),
    call: () => times("call"),
    http: () => times("http"),
    // A sample of these parts takes long, because it opens a page or starts a process. So they have fewer rounds.
    start: () => measureStart(browser, bodies, Math.ceil(ROUNDS * 0.7), random),
    memory: () => measureMemory(folder, Math.ceil(ROUNDS / 3), random),
    bytes: () => measureBytes(),
  };
};

async function bench(names) {
  const unknown = names.find((name) => !PARTS.includes(name));
  if (unknown) throw new ScriptError(`Unknown part: ${unknown}. Known parts: ${PARTS.join(", ")}`);
  const parts = PARTS.filter((part) => names.length === 0 || names.includes(part));
  await installPeers();
  const folder = join(root, ".data", "client");
  mkdirSync(folder, { recursive: true });
  const bodies = createBodies();
  for (const [name, text] of Object.entries(bodies)) writeFileSync(join(folder, name), text);
  const script = await bundle("measure.mjs", { minify: false });
  limitMinutes(LIMIT_MINUTES);

  const browser = await launchChromium();
  const readShareOfOthers = measureOtherPrograms();
  const measure = createMeasurements({ folder, bodies, script, browser, random: mulberry32(SEED) });
  const results = {};
  for (const part of parts) {
    const started = performance.now();
    results[part] = await measure[part]();
    console.log(`Measured ${part} in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  }
  const shareOfOthers = readShareOfOthers();
  const conditions = describeConditions(`Chromium ${browser.version()}`, bodies, shareOfOthers);
  await browser.close();
  const isFullRun = parts.length === PARTS.length && ROUNDS >= FULL_ROUNDS;
  const text = markdown({ conditions, ...results });
  writeResults(
    isFullRun ? join(root, "bench", "client") : folder,
    "results",
    { conditions, ...results },
    text,
  );
  console.log(text);
}

await main(import.meta, (names) => withProcesses(() => bench(names)));
