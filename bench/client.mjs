// `npm run bench`: measures the client and its peers in Node.js and in Chromium, in one run.
//   npm run bench -- decode call http start memory bytes   some of the parts; their results go to .data/client/
//   ROUNDS=3           fewer rounds
//   CHROME_PATH=PATH   the browser; by default /usr/bin/chromium
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ScriptError, main, output, root } from "../scripts/run.mjs";
import { mulberry32 } from "../tests/faults/random.mjs";
import { measureBytes } from "./client/bytes.mjs";
import { createBodies } from "./client/data.mjs";
import { measureMemory } from "./client/memory.mjs";
import { PEERS, bundle, installPeers } from "./client/peers.mjs";
import { writeResults } from "./client/report.mjs";
import { measureStart } from "./client/start.mjs";
import { measureInChromium, measureInNode } from "./client/times.mjs";
import { measureOtherPrograms, start, stopAll } from "./service/processes.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 21);
const PARTS = ["decode", "call", "http", "start", "memory", "bytes"];
const LIMIT_MINUTES = 15;

function describeConditions(browser, bodies, share) {
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  const [date, commit] = [new Date().toISOString().slice(0, 10), output("git", ["rev-parse", "--short", "HEAD"])];
  const changed = output("git", ["status", "--porcelain", "pkg", "src", "scripts"]) ? " with changes" : "";
  const bytes = (name) => bodies[name].length.toLocaleString("en");
  return [
    `${date}, commit ${commit}${changed}`,
    `${cpus().length} cores (${cpus()[0].model}), ${memory}, Linux ${output("uname", ["-r"])}`,
    `Node.js ${process.version}; ${browser}, headless; its page is isolated, which gives a clock of 5 µs`,
    `Other programs took ${share} of the machine meanwhile`,
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
  const server = await start(program, args, { ready: (text) => CHROMIUM_ADDRESS.test(text) });
  server.child.once("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  return chromium.connectOverCDP(CHROMIUM_ADDRESS.exec(server.text)[1]);
}

/** The function that measures each part. */
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
  const limit = setTimeout(() => {
    console.error(`Ended after ${LIMIT_MINUTES} minutes.`);
    stopAll().finally(() => process.exit(1));
  }, LIMIT_MINUTES * 60_000);

  const browser = await launchChromium();
  const shareOfOthers = measureOtherPrograms();
  const measure = createMeasurements({ folder, bodies, script, browser, random: mulberry32(7) });
  const results = {};
  for (const part of parts) {
    const started = performance.now();
    results[part] = await measure[part]();
    console.log(`Measured ${part} in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  }
  const share = `${(100 * shareOfOthers()).toFixed(0)} %`;
  const conditions = describeConditions(`Chromium ${browser.version()}`, bodies, share);
  clearTimeout(limit);
  await browser.close();
  const isFullRun = parts.length === PARTS.length && ROUNDS >= 21;
  console.log(writeResults({ conditions, ...results }, isFullRun ? undefined : folder));
}

await main(import.meta, async (words) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopAll().finally(() => process.exit(1)));
  try {
    await bench(words);
  } catch (error) {
    throw error instanceof ScriptError ? error : new ScriptError(error.stack);
  } finally {
    await stopAll();
  }
});
