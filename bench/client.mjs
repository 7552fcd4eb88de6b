// `npm run bench`: measures the client and its peers in Node.js and in Chromium, in one run.
//   npm run bench -- decode call http start memory bytes   some of the parts; their results go to .data/client/
//   ROUNDS=3           fewer rounds
//   CHROME_PATH=PATH   the browser; by default /usr/bin/chromium
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

function describeConditions(browser, bodies, share) {
  const bytes = (name) => count(bodies[name].length);
  return [
    ...describeRun(browser),
    "Chromium is headless; its page is isolated, which gives a clock of 5 µs",
    `Other programs took ${formatPercent(share)} of the machine during the measurement`,
    PEERS.join(", "),
    `Synthetic, seeded bodies: pages of ${bytes("page-50")}, ${bytes("page-1000")} and ${bytes("page-10000")} bytes ` +
      `with 50, 1,000 and 10,000 records, a transfer of ${bytes("transfer")} bytes`,
    "All checks have the same loose schema and keep unknown fields; before the measurement, all paths returned the " +
      "same records, and all checks rejected the same invalid ones",
    `Up to ${ROUNDS} rounds, each in another order; garbage is collected before each block of about 20 ms; medians`,
  ];
}

/** The arguments of Chromium. */
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
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];
const CHROMIUM_ADDRESS = /DevTools listening on (ws:\S+)/;

/** Starts Chromium as a process of the benchmark, whose processor time is known. */
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
    start: () => measureStart(browser, bodies, Math.ceil(ROUNDS * 0.7), random),
    memory: () => measureMemory(folder, Math.ceil(ROUNDS / 3), random),
    bytes: () => measureBytes(),
  };
};

async function bench(words) {
  const unknown = words.find((word) => !PARTS.includes(word));
  if (unknown) throw new ScriptError(`Unknown part: ${unknown}. Known parts: ${PARTS.join(", ")}`);
  const parts = PARTS.filter((part) => words.length === 0 || words.includes(part));
  await installPeers();
  const folder = join(root, ".data", "client");
  mkdirSync(folder, { recursive: true });
  const bodies = createBodies();
  for (const [name, text] of Object.entries(bodies)) writeFileSync(join(folder, name), text);
  const script = await bundle("measure.mjs", { minify: false });
  limitMinutes(LIMIT_MINUTES);

  const browser = await launchChromium();
  const shareOfOthers = measureOtherPrograms();
  const measure = createMeasurements({ folder, bodies, script, browser, random: mulberry32(7) });
  const results = {};
  for (const part of parts) {
    const started = performance.now();
    results[part] = await measure[part]();
    console.log(`Measured ${part} in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  }
  const share = shareOfOthers();
  const conditions = describeConditions(`Chromium ${browser.version()}`, bodies, share);
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

await main(import.meta, (words) => withProcesses(() => bench(words)));
