// `npm run test:soak`: runs the drivers of this folder in full length and prints a line of figures for each driver.
// This takes about ten minutes. `-- WORD…` selects the drivers whose name contains one of the words. SEED=7 selects
// other faults.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, main, root } from "../../scripts/run.mjs";
// Must come before the package, because this module records the WebAssembly memories that the package creates.
import "../client/wasm-memory.mjs";

const format = (number) => number.toLocaleString("en-US");
const joinFigures = (...figures) => figures.join(", ");

// The following functions describe the result of a driver.
const calls = (result) =>
  joinFigures(
    `${format(result.calls)} calls`,
    `${format(result.requests)} requests`,
    `${format(result.faults)} faults of ${result.kindsOfFault} kinds`,
    `${format(result.succeeded)} correct results`,
    `${format(result.failed)} expected errors`,
    `${result.hung} hung`,
    `${result.unhandled.length} unhandled rejections`,
    `at most ${result.mostAttempts} attempts`,
    `${result.otherOriginKeys} keys in ${result.otherOriginRequests} requests to another origin`,
    ...(result.slow > 0
      ? [`${result.slow} calls not checked in full, because the machine was too slow`]
      : []),
  );
// `peakRetryShare` is the largest share of the clients whose first retries came within the same 10 ms.
const storm = (result) =>
  joinFigures(
    `${format(result.clients)} clients`,
    `${format(result.calls)} calls`,
    `${format(result.requests)} requests`,
    `${result.retriesEach} retries each`,
    `${result.retriesWhenDrained} once the budget was empty`,
    `at most ${(100 * result.peakRetryShare).toFixed(0)} % of the clients within 10 ms`,
  );
const waits = (result) =>
  joinFigures(
    `${format(result.calls)} calls`,
    `${format(result.attempts)} attempts`,
    `${format(result.waitedMs)} ms waited`,
    `${format(result.modelMs)} ms by the model`,
  );
// `runDriver` describes only a result without failures, so the numbers of lost, repeated and misplaced rows are 0.
const pages = (result) =>
  joinFigures(
    `${format(result.walks)} walks`,
    `${format(result.rows)} rows`,
    `${format(result.requests)} requests`,
    `${format(result.errors)} errors during iteration`,
    "0 rows lost",
    "0 twice",
    "0 out of order",
  );
// A request or a listener after an abort is a failure, so both numbers are 0 here.
const abort = (result) =>
  joinFigures(
    `${format(result.aborted)} calls aborted at six stages`,
    `the slowest ${result.worstMs.toFixed(0)} ms after its signal`,
    "0 requests afterwards",
    "0 listeners left",
    `${result.openSockets} connections left`,
  );
const secrets = (result) =>
  `${format(result.texts)} texts of ${format(result.characters)} characters, the key in ${result.leaks}`;
const input = (result) =>
  joinFigures(
    `${format(result.cases)} cases`,
    `${format(result.refused)} refused by name`,
    `${format(result.sent)} sent as they are`,
  );

const longLife = ({ calls, beginMicros, endMicros, wasmBytes }) =>
  joinFigures(
    `${format(calls)} times`,
    `${beginMicros.toFixed(0)} µs of processor each at the beginning`,
    `${endMicros.toFixed(0)} µs at the end`,
    `${(wasmBytes / 1e6).toFixed(1)} MB of WebAssembly memory`,
  );

/**
 * The highest allowed ratio of the processor time at the end of a long life to the processor time at its beginning. The
 * tolerance of 30 % is for the variation between measurements.
 */
const MAX_AGE_RATIO = 1.3;

/** Name, module in tests/faults, function, options, and a function that describes the result in figures. */
const DRIVERS = [
  [
    "calls from Node.js",
    "calls",
    "runCalls",
    {},
    (result) => joinFigures(calls(result), `${result.openSockets} connections left`),
  ],
  ["calls from Chromium", "calls", "runChromium", {}, calls],
  ["waits", "retries", "runWaits", {}, waits],
  ["pages", "pages", "runPages", {}, pages],
  ["abort", "abort", "runAbort", {}, abort],
  // Enough calls to empty the retry budget of each client. soak.test.mjs explains the numbers.
  ["storm, connections reset", "retries", "runStorm", { calls: 40, failure: "reset" }, storm],
  ["storm, status 429", "retries", "runStorm", { calls: 60, failure: "429" }, storm],
  ["secrets", "secrets", "runSecrets", {}, secrets],
  ["input", "hostile-input", "runInput", {}, input],
  // These drivers come last, so that they begin in a process that has made all the calls above.
  ["long life, lists", "long-life", "runLists", {}, longLife],
  ["long life, a client for each call", "long-life", "runClients", {}, longLife],
  ["long life, clients without dispose", "long-life", "runForgottenClients", {}, longLife],
  ["long life, embedded service", "long-life", "runEmbedded", {}, longLife],
  ["long life, proxy", "long-life", "runProxy", {}, longLife],
];

/** Runs one driver, prints its figures or its failures, and returns the number of failures. */
async function runDriver([name, module, run, options, describe], seed) {
  const started = Date.now();
  const driverModule = await import(`./${module}.mjs`);
  const result = await driverModule[run]({ seed, ...options });
  const problems = [...result.failures, ...(result.unhandled ?? [])];
  if (result.openSockets > 0) problems.push(`${result.openSockets} connections are still open`);
  // Only the drivers of a long life measure processor times.
  const { beginMicros, endMicros } = result;
  if (endMicros !== undefined && endMicros > MAX_AGE_RATIO * beginMicros)
    problems.push(
      `${beginMicros.toFixed(0)} µs at the beginning, ${endMicros.toFixed(0)} µs at the end`,
    );
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  const text = problems.length === 0 ? describe(result) : `FAILED with ${problems.length} failures`;
  console.log(`${name}: ${text}; ${seconds} s`);
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  return problems.length;
}

await main(import.meta, async (words) => {
  const built = join(root, "pkg", "dist", "index.js");
  if (!existsSync(built)) throw new ScriptError("pkg/dist is missing: run `npm run build` first.");
  const chosen = DRIVERS.filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const names = DRIVERS.map(([name]) => name).join("; ");
  if (chosen.length === 0)
    throw new ScriptError(`No driver matches ${words.join(" ")}. Known drivers: ${names}`);
  let failures = 0;
  for (const driver of chosen) failures += await runDriver(driver, Number(process.env.SEED ?? 1));
  if (failures > 0) process.exitCode = 1;
});
