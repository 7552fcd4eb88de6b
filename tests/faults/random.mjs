// Seeded random values: the same seed gives the same faults on every machine and in every browser.
import { mulberry32 } from "../../seed/generate/mulberry32.mjs";

/** FNV-1a over UTF-16 units. */
function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/**
 * A generator for a name. They are independent, so the fault of a request depends on its name and the seed only, and
 * not on the order in which parallel requests arrive.
 */
export function randomSource(seed, name) {
  const next = mulberry32(hash(`${seed} ${name}`));
  // The first numbers of close seeds are close to each other.
  for (let i = 0; i < 3; i++) next();
  const int = (low, high) => low + Math.floor(next() * (high - low + 1));
  const pick = (list) => list[int(0, list.length - 1)];
  const hex = (digits) => Array.from({ length: digits }, () => int(0, 15).toString(16)).join("");
  return { next, int, pick, hex, chance: (probability) => next() < probability };
}

/** A random value of `entries`, which are [value, weight]. */
export function pickWeighted(random, entries) {
  let at = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of entries) if ((at -= weight) < 0) return value;
  return entries.at(-1)[0];
}
