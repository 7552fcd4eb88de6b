/**
 * Returns a generator of pseudo-random numbers, by the published algorithm mulberry32, which
 * defines the constants. `state` is the seed, an integer of 32 bits. Each call of the generator
 * returns a number from 0 to below 1. The numbers are the same on every machine and in every
 * browser.
 */
export function mulberry32(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
