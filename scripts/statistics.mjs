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

/** Returns a quantile: `part`, from 0 to 1, of the values are below it. Interpolates between two values. */
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
