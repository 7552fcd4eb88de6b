/**
 * Settles as `work` does, unless the signal aborts or `ms` pass first: then rejects with what `aborted` or `late` gives.
 * Leaves neither listener nor timer behind.
 */
export function race(work, { signal, aborted, ms, late }) {
  if (!signal && !ms) return work;
  let leave;
  const other = new Promise((_, reject) => {
    const onAbort = () => reject(aborted(signal.reason));
    const timer = ms && setTimeout(() => reject(late()), ms);
    signal?.addEventListener("abort", onAbort);
    // It may have been aborted since the caller looked.
    if (signal?.aborted) onAbort();
    leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
  });
  return Promise.race([work, other]).finally(leave);
}
