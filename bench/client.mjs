// `npm run bench`: the package beside what else does its job, in Node.js and in Chromium, in one run.
//   npm run bench -- decode call http stream start memory bytes   these parts alone; their results go to .data/client/
//   ROUNDS=3           fewer rounds of `decode`, `call` and `http`; the others get fewer too
//   CHROME_PATH=PATH   another browser than /usr/bin/chromium
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { ScriptError, main, output, root } from "../scripts/run.mjs";
import { measureBytes } from "./client/bytes.mjs";
import { launch } from "./client/chromium.mjs";
import { bodies } from "./client/data.mjs";
import { memory } from "./client/memory.mjs";
import { PEERS, bundle, installPeers } from "./client/peers.mjs";
import { writeResults } from "./client/report.mjs";
import { startUp } from "./client/start.mjs";
import { seededRandom } from "./client/statistics.mjs";
import { streaming } from "./client/stream.mjs";
import { inChromium, inNode } from "./client/times.mjs";
import { stopAll, strangers } from "./service/processes.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 21);
const PARTS = ["decode", "call", "http", "stream", "start", "memory", "bytes"];
const LIMIT_MINUTES = 15;

function conditions(browser, all, share) {
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  const [date, commit] = [new Date().toISOString().slice(0, 10), output("git", ["rev-parse", "--short", "HEAD"])];
  const changed = output("git", ["status", "--porcelain", "pkg", "src", "scripts"]) ? " with changes" : "";
  const bytes = (name) => all[name].length.toLocaleString("en");
  return [
    `${date}, commit ${commit}${changed}`,
    `${cpus().length} cores (${cpus()[0].model}), ${memory}, Linux ${output("uname", ["-r"])}`,
    `Node.js ${process.version}; ${browser}, headless; its page is isolated, so that the clock ticks every 5 µs`,
    `Programs outside of this run took ${share} of the machine meanwhile`,
    PEERS.join(", "),
    `Synthetic, seeded bodies: pages of ${bytes("page-50")}, ${bytes("page-1000")} and ${bytes("page-10000")} bytes ` +
      `with 50, 1,000 and 10,000 records, a transfer of ${bytes("transfer")} bytes`,
    "Every check is the same loose schema, with fields it does not name kept; before timing all paths gave the same " +
      "records, and all that check refused the same bad ones",
    `Up to ${ROUNDS} rounds, each in another order; memory is collected before each block of about 20 ms; medians`,
  ];
}

/** Part → the function that measures it. */
const measurements = ({ folder, all, script, browser, random }) => {
  const settings = { rounds: ROUNDS };
  const times = async (part) => ({
    "Node.js": await inNode(folder, script, all, part, settings),
    Chromium: await inChromium(browser, script, all, part, settings),
  });
  return {
    decode: () => times("decode"),
    call: () => times("call"),
    http: () => times("http"),
    stream: () => streaming(browser, all, Math.ceil(ROUNDS * 0.7), random),
    start: () => startUp(browser, all, Math.ceil(ROUNDS * 0.7), random),
    memory: () => memory(folder, Math.ceil(ROUNDS / 3), random),
    bytes: () => measureBytes(),
  };
};

async function bench(words) {
  const unknown = words.find((word) => !PARTS.includes(word));
  if (unknown) throw new ScriptError(`There is no part "${unknown}". There are: ${PARTS.join(", ")}.`);
  const parts = PARTS.filter((part) => words.length === 0 || words.includes(part));
  await installPeers();
  const folder = join(root, ".data", "client");
  mkdirSync(folder, { recursive: true });
  const all = bodies();
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  const script = await bundle("measure.mjs", { minify: false });
  const limit = setTimeout(() => {
    console.error(`Ended after ${LIMIT_MINUTES} minutes.`);
    stopAll().finally(() => process.exit(1));
  }, LIMIT_MINUTES * 60_000);

  const browser = await launch();
  const others = strangers();
  const measure = measurements({ folder, all, script, browser, random: seededRandom(7) });
  const results = {};
  for (const part of parts) {
    const began = performance.now();
    results[part] = await measure[part]();
    console.log(`${part}: done after ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  }
  const conditionLines = conditions(`Chromium ${browser.version()}`, all, `${(100 * others()).toFixed(0)} %`);
  clearTimeout(limit);
  await browser.close();
  const whole = parts.length === PARTS.length && ROUNDS >= 21;
  console.log(writeResults(whole ? undefined : folder, { conditions: conditionLines, ...results }));
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
