// Measures paths in turns, in Node.js and in a page. Each round has a random order, so that other load on the machine
// affects all paths alike.
//
// A path is measured by its block: a function that repeats the work of the path n times, and resolves to the
// milliseconds of all repetitions.
import { mulberry32 } from "../../seed/generate/mulberry32.mjs";
import { shuffled, summary } from "../../scripts/statistics.mjs";

/** The result of the last repetition. An engine may skip work whose result has no use. */
export const last = { result: undefined };

/** A block that repeats `callback()`. */
export const repeatSync = (callback) => async (times) => {
  const started = performance.now();
  for (let i = 0; i < times; i++) last.result = callback();
  return performance.now() - started;
};

/** A block that repeats `await callback()`, one after the other. */
export const repeatAsync = (callback) => async (times) => {
  const started = performance.now();
  for (let i = 0; i < times; i++) last.result = await callback();
  return performance.now() - started;
};

/** Number of prepared values at a time: real programs have few responses in memory. */
const BATCH = 16;

/** A block that repeats `await callback(await prepare(i))` and measures `callback` only. `i` is below BATCH. */
export const repeatPrepared = (prepare, callback) => async (times) => {
  let ms = 0;
  for (let left = times; left > 0; left -= BATCH) {
    const batch = [];
    for (let i = 0; i < Math.min(left, BATCH); i++) batch.push(await prepare(i));
    const started = performance.now();
    for (const prepared of batch) last.result = await callback(prepared);
    ms += performance.now() - started;
  }
  return ms;
};

/** Seeds the random orders. */
const SEED = 7;
/** On a busy machine there are fewer rounds, but not fewer than this. */
const MIN_ROUNDS = 3;
const MAX_REPETITIONS = 5000;
/** A shorter time counts as this time: a time of 0 would give an infinite number of repetitions. */
const MIN_ELAPSED_MS = 0.05;

/**
 * Warms a block up. Returns the number of repetitions that take about `ms` at its highest speed: the first blocks are
 * slow, because the engine still compiles the code.
 */
async function calibrate(block, ms, warmUpMs) {
  const end = performance.now() + warmUpMs;
  let times = 1;
  let fastestMs = Infinity;
  do {
    const elapsedMs = await block(times);
    fastestMs = Math.min(fastestMs, Math.max(elapsedMs, MIN_ELAPSED_MS) / times);
    const wantedTimes = Math.round(ms / fastestMs);
    const maxTimes = Math.min(10 * times, MAX_REPETITIONS);
    times = Math.max(1, Math.min(wantedTimes, maxTimes));
  } while (performance.now() < end);
  return times;
}

/**
 * Measures blocks in turns. Each measurement of a block repeats the work for about `blockMs`. After `seconds`, no round
 * begins, unless there are fewer than MIN_ROUNDS.
 * @param paths the block of each path, by its name
 * @returns for each path, the repetitions in a measurement (`times`), and the quartiles and all samples of the time of
 * one repetition, in microseconds
 */
export async function measureInTurns(
  paths,
  { rounds = 21, blockMs = 20, warmUpMs = 500, seconds = 30 } = {},
) {
  const random = mulberry32(SEED);
  const measured = Object.entries(paths).map(([name, block]) => ({ name, block, samples: [] }));
  for (const path of measured) path.times = await calibrate(path.block, blockMs, warmUpMs);
  const end = performance.now() + 1000 * seconds;
  for (let round = 0; round < rounds; round++) {
    if (round >= MIN_ROUNDS && performance.now() >= end) break;
    for (const path of shuffled(measured, random)) {
      // Only with `--expose-gc`, the flag with which the benchmark starts Node.js and Chromium.
      globalThis.gc();
      const elapsedMs = await path.block(path.times);
      path.samples.push((1000 * elapsedMs) / path.times);
      last.result = undefined;
    }
  }
  return Object.fromEntries(
    measured.map(({ name, samples, times }) => [name, { times, ...summary(samples) }]),
  );
}
