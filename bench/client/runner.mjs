// Takes turns: every round shuffles the paths, so that whatever else the machine does falls on all of them alike. Used
// unchanged in Node.js and in a page.

import { chance, shuffled, summary } from "./statistics.mjs";

// What is made must not be thrown away before it is there.
export const kept = { value: undefined };

/** A block of `work()`, one after the other; a promise is waited for only where there is one. */
export const now = (work) => async (times) => {
  const began = performance.now();
  for (let i = 0; i < times; i++) kept.value = work();
  return performance.now() - began;
};
export const later = (work) => async (times) => {
  const began = performance.now();
  for (let i = 0; i < times; i++) kept.value = await work();
  return performance.now() - began;
};

// So many wait at once: a thousand would make an allocator's lists longer than any program has them.
const WAITING = 16;

/** The same for work that needs something ready, which is not part of what is measured. */
export const ready = (prepare, work) => async (times) => {
  let taken = 0;
  for (let left = times; left > 0; left -= WAITING) {
    const all = await prepare(Math.min(left, WAITING));
    const began = performance.now();
    for (const one of all) kept.value = await work(one);
    taken += performance.now() - began;
  }
  return taken;
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
  const random = chance(seed);
  const all = Object.entries(paths).map(([name, block]) => ({ name, block, samples: [] }));
  for (const path of all) path.times = await calibrated(path.block, ms, warm);
  // A busy machine gets fewer rounds rather than no result.
  const end = performance.now() + 1000 * seconds;
  for (let round = 0; round < rounds && (round < 3 || performance.now() < end); round++) {
    for (const path of shuffled(all, random)) {
      globalThis.gc();
      path.samples.push((1000 * (await path.block(path.times))) / path.times);
      kept.value = undefined;
    }
  }
  return Object.fromEntries(all.map(({ name, samples, times }) => [name, { times, ...summary(samples) }]));
}
