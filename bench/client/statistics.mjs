// A random order, and quartiles. Node.js and the page use them.

/** The list in a random order. */
export function shuffled(list, random) {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

function quantile(sorted, part) {
  const at = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

/** The median, the quartiles, and the samples, rounded for the results file. */
export function summary(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((part) => Number(quantile(sorted, part).toPrecision(5)));
  return { median, q1, q3, samples: samples.map((value) => Number(value.toPrecision(4))) };
}
