// Shuffles lists, and computes medians and quartiles. Also runs in a page, because it imports nothing.

/** Returns the list in a random order. `random` returns a number from 0 to 1, like `Math.random`. */
export function shuffled(list, random) {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

/**
 * Returns a quantile of the values: the minimum for `part` 0, the median for 0.5, the maximum for 1. Interpolates
 * between two values.
 */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * part;
  const index = Math.floor(position);
  const low = sorted[index];
  const high = sorted[Math.ceil(position)];
  return low + (high - low) * (position - index);
}

export const median = (values) => quantile(values, 0.5);

/** Returns the median, the quartiles, and the samples, rounded for the results file. */
export function summary(samples) {
  const rounded = (part) => Number(quantile(samples, part).toPrecision(5));
  return {
    median: rounded(0.5),
    q1: rounded(0.25),
    q3: rounded(0.75),
    samples: samples.map((value) => Number(value.toPrecision(4))),
  };
}
