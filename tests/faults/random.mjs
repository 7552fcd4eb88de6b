// Seeded random values: the same seed gives the same faults on every machine and in every browser.
import { mulberry32 } from "../../seed/generate/mulberry32.mjs";

const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The hash FNV-1a (32 bits) of the UTF-16 units of a text. */
function hash(text) {
  let h = FNV_OFFSET_BASIS;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), FNV_PRIME);
  return h >>> 0;
}

/**
 * Creates a generator for a name. Generators with different names are independent. So the fault of a request depends
 * only on the request's name and the seed, and not on the order in which parallel requests arrive.
 */
export function randomSource(seed, name) {
  const next = mulberry32(hash(`${seed} ${name}`));
  // Skips three numbers, because seeds that are close to each other also begin with close numbers.
  for (let i = 0; i < 3; i++) next();
  const int = (low, high) => low + Math.floor(next() * (high - low + 1));
  const pick = (list) => list[int(0, list.length - 1)];
  const hex = (digits) => Array.from({ length: digits }, () => int(0, 15).toString(16)).join("");
  return { next, int, pick, hex, chance: (probability) => next() < probability };
}

/** A random value of `entries`, a list of [value, weight]. A value's probability is its share of the total weight. */
export function pickWeighted(random, entries) {
  const totalWeight = entries.reduce((sum, [, weight]) => sum + weight, 0);
  let position = random.next() * totalWeight;
  for (const [value, weight] of entries) {
    position -= weight;
    if (position < 0) return value;
  }
  // Rounding may leave a position of 0.
  return entries.at(-1)[0];
}
