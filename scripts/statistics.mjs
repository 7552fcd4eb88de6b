// A random order, medians and quartiles. Node.js and the page use them.

/** Returns the list in a random order. */
export function shuffled(list, random) {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

/** Returns the value below which `part` of the values are, from 0 to 1. Between two values, it interpolates. */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (values) => quantile(values, 0.5);

/** Returns the median, the quartiles, and the samples, rounded for the results file. */
export function summary(samples) {
  const [q1, middle, q3] = [0.25, 0.5, 0.75].map((part) =>
    Number(quantile(samples, part).toPrecision(5)),
  );
  return { median: middle, q1, q3, samples: samples.map((value) => Number(value.toPrecision(4))) };
}
