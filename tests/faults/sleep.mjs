// Waits in real time.

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `condition` is true, for at most `ms`. Returns whether it is. */
export async function until(condition, ms, step = 20) {
  for (let waited = 0; !condition() && waited < ms; waited += step) await sleep(step);
  return condition();
}
