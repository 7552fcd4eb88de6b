// Takes turns: every round shuffles the paths, so that other load on the machine falls on all of them alike. Used
// unchanged in Node.js and in a page.

import { seededRandom, shuffled, summary } from "./statistics.mjs";

/** What the last repetition gave: an engine may drop work whose result is unused. */
export const last = { result: undefined };

/** A block that repeats `work()`. */
export const repeatSync = (work) => async (times) => {
  const began = performance.now();
  for (let i = 0; i < times; i++) last.result = work();
  return performance.now() - began;
};

/** A block that repeats `await work()`, one after the other. */
export const repeatAsync = (work) => async (times) => {
  const began = performance.now();
  for (let i = 0; i < times; i++) last.result = await work();
  return performance.now() - began;
};

// A thousand at once would make an allocator's lists longer than those of any program.
const BATCH = 16;

/** A block that repeats `await work(await prepare(i))`, `i` below 16; its time is that of `work` alone. */
export const repeatPrepared = (prepare, work) => async (times) => {
  let ms = 0;
  for (let left = times; left > 0; left -= BATCH) {
    const batch = [];
    for (let i = 0; i < Math.min(left, BATCH); i++) batch.push(await prepare(i));
    const began = performance.now();
    for (const prepared of batch) last.result = await work(prepared);
    ms += performance.now() - began;
  }
  return ms;
};

/**
 * How often a block repeats its work to last for `ms`, at the best of its speed so far; the rest of the warm-up is spent in
 * blocks of that length. A slow block, while code is still being compiled, must not make all that are measured shorter.
 */
async function calibrated(block, ms, warm) {
  const end = performance.now() + warm;
  let [times, best] = [1, Infinity];
  do {
    const taken = await block(times);
    best = Math.min(best, Math.max(taken, 0.05) / times);
    times = Math.max(1, Math.min(5000, Math.round(ms / best), times * 10));
  } while (performance.now() < end);
  return times;
}

/**
 * @param paths name → block: called with a number of repetitions, gives the milliseconds they took
 * @returns name → quartiles in microseconds, and every sample
 */
export async function compare(paths, { rounds = 21, ms = 20, warm = 500, seconds = 30, seed = 7 } = {}) {
  const random = seededRandom(seed);
  const all = Object.entries(paths).map(([name, block]) => ({ name, block, samples: [] }));
  for (const path of all) path.times = await calibrated(path.block, ms, warm);
  // A busy machine gets fewer rounds rather than no result.
  const end = performance.now() + 1000 * seconds;
  for (let round = 0; round < rounds && (round < 3 || performance.now() < end); round++) {
    for (const path of shuffled(all, random)) {
      globalThis.gc();
      path.samples.push((1000 * (await path.block(path.times))) / path.times);
      last.result = undefined;
    }
  }
  return Object.fromEntries(all.map(({ name, samples, times }) => [name, { times, ...summary(samples) }]));
}
