// Requests that continue while a test changes something else.
import { sleep } from "./processes.mjs";
import { sendRequest } from "./records.mjs";

/** Functions that stop the traffic when a test fails. */
const stopFunctions = [];

/**
 * Sends requests for `paths`, two for each at a time, until stopped. Each response is `{ path, at, ms, status, … }`.
 * `at` is the start on the clock of `performance.now()`, and `ms` the duration. A failure has its text as `status`.
 */
export function startTraffic(service, paths) {
  const responses = [];
  let isRunning = true;
  const sendRepeatedly = async (path) => {
    while (isRunning) {
      const at = performance.now();
      const signal = AbortSignal.timeout(15_000);
      const failed = (error) => ({ status: String(error), headers: new Headers() });
      const { status, json, headers } = await sendRequest(service, path, { signal }).catch(failed);
      responses.push({
        path,
        at,
        status,
        ms: performance.now() - at,
        message: json?.message,
        retry: headers.get("retry-after"),
      });
      await sleep(15);
    }
  };
  const workers = [...paths, ...paths].map(sendRepeatedly);
  const stop = () => {
    isRunning = false;
    return Promise.all(workers);
  };
  stopFunctions.push(stop);
  return { responses, stop };
}

/** Stops all traffic, also of a test that failed. */
export const stopTraffic = () => Promise.all(stopFunctions.map((stop) => stop()));
