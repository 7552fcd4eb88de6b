// Starts a simulated transfer for a component that shows the transfer and its requests. The service runs in the page,
// and a reader can disconnect the network of the service.
import { LATENCY_MS } from "./faults.mjs";
import { loadPackage } from "./package.mjs";

/** The interval of the simulated transfers. A transfer of each kind begins with each interval. */
const INTERVAL_MS = 10_000;
/** A transfer of this kind arrives after 40 seconds. */
const KIND = "ERC-20 token";

/**
 * Returns the hash of the transfer, and a client that finds the transfer. `isOnline()` returns whether requests arrive.
 * `onRequest` gets each request at its start, and `onResponse` gets the end and the outcome of the request.
 */
export async function startTransfer({ isOnline, onRequest, onResponse }) {
  const { Client, EmbeddedService, simulateTransfers, simulatedTransfersAt } = await loadPackage(
    "ethereal-query",
    "ethereal-query/embedded",
    "ethereal-query/embedded/simulation",
    // Has no function for this file, but defines the element that shows the transfer.
    "ethereal-query/elements",
  );
  const keys = [{ key: "demo", requestOwner: "you", auth: {} }];
  const service = new EmbeddedService({ keys, latencyMs: LATENCY_MS });
  const startedMs = Date.now();
  const intervalStartMs = startedMs - (startedMs % INTERVAL_MS);
  // The clock of the simulation starts at the beginning of an interval, so that the transfer has just begun.
  const respond = simulateTransfers(service, {
    now: () => intervalStartMs + Date.now() - startedMs,
  });
  let count = 0;
  /** The attempt of the next request. The watch sends one request at a time. */
  let attempt;
  const fetch = async (url, init) => {
    count += 1;
    const id = count;
    const elapsedMs = () => Date.now() - startedMs;
    // The component shows only the last two segments of the path, because the paths of all requests are equal.
    const [end] = /\/[^/]+\/[^/]+$/.exec(new URL(url).pathname);
    onRequest({
      id,
      method: init.method,
      path: `…${end}`,
      attempt,
      startMs: elapsedMs(),
      endMs: null,
      outcome: "",
    });
    const reportOutcome = (outcome) => onResponse({ id, endMs: elapsedMs(), outcome });
    try {
      if (!isOnline()) throw new TypeError("The network is gone.");
      const response = await respond(url, init);
      reportOutcome(response.status);
      return response;
    } catch (error) {
      reportOutcome("failed");
      throw error;
    }
  };
  const client = new Client({
    baseUrl: "https://service.invalid",
    apiKey: "demo",
    fetch,
    onRequest: (event) => {
      attempt = event.attempt;
    },
  });
  const { hash } = simulatedTransfersAt(intervalStartMs).find(({ title }) => title === KIND);
  return { hash, client };
}
