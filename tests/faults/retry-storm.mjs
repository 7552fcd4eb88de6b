// Many clients and a service that is down. Each client retries only while its retry budget lasts, and jitter spreads
// the retries.
import { statusResponse, reset, correctResponse } from "./fetch-responses.mjs";
import { virtualClock } from "./virtual-clock.mjs";
import { RULES } from "./retry-model.mjs";
import { Client } from "./package.mjs";
import { randomSource } from "./random.mjs";
import { CANARY } from "./expected-responses.mjs";

/** How the service fails, and the cost of a retry. */
const FAILURES = { reset: [reset, RULES.cost], 429: [() => statusResponse(429), RULES.throttledCost] };

/** Makes the calls of one client in sequence. Counts the requests and the ends of the calls. */
async function runClient(fetch, calls) {
  const counts = { requests: 0, afterDrained: 0, ends: {}, recovered: false };
  let down = true;
  const client = new Client({
    baseUrl: "https://storm.test",
    apiKey: CANARY,
    fetch: (request) => {
      counts.requests++;
      return down ? fetch(request) : Promise.resolve(correctResponse(request));
    },
  });
  let drained = false;
  for (let n = 0; n < calls; n++) {
    const before = counts.requests;
    const error = await client.project().then(() => ({ gaveUp: "none: it succeeded" }), (thrown) => thrown);
    counts.ends[error.gaveUp] = (counts.ends[error.gaveUp] ?? 0) + 1;
    if (drained) counts.afterDrained += counts.requests - before - 1;
    drained ||= error.gaveUp === "budget_exhausted";
  }
  // An empty budget does not prevent a first attempt.
  down = false;
  counts.recovered = await client.project().then(() => true, () => false);
  client.dispose();
  return counts;
}

/** The largest share of clients whose first retry came within the same ten milliseconds. */
function peakShare(times, clients) {
  const counts = new Map();
  for (const time of times) counts.set(Math.floor(time / 10), (counts.get(Math.floor(time / 10)) ?? 0) + 1);
  return Math.max(0, ...counts.values()) / clients;
}

/** Runs `clients` clients with `calls` calls each at the same time. The service fails in the given way. */
export async function runStorm({ seed = 1, clients = 1000, calls = 40, failure = "reset" } = {}) {
  const [respond, cost] = FAILURES[failure];
  const retries = Math.floor(RULES.budget / cost);
  const clock = virtualClock();
  const times = [];
  clock.random = randomSource(seed, "storm").next;
  // All first attempts come at time 0. The requests after that are the first retries.
  const fetch = (request) => {
    if (clock.now() > 0 && times.length < clients) times.push(clock.now());
    return respond(request);
  };
  try {
    const all = await clock.run(() => Promise.all(Array.from({ length: clients }, () => runClient(fetch, calls))));
    const expected = calls + retries + 1;
    const fits = ({ requests, afterDrained, recovered, ends }) => (
      requests === expected && afterDrained === 0 && recovered && ends.budget_exhausted > 0
    );
    const failures = all.filter((counts) => !fits(counts))
      .map((counts) => `${JSON.stringify(counts)}, where ${expected} requests were expected`);
    const requests = all.reduce((sum, counts) => sum + counts.requests, 0);
    const crowd = peakShare(times, clients);
    if (times.length < clients || crowd > 0.25) {
      failures.push(`${times.length} retried, ${(crowd * 100).toFixed(0)} % within the same 10 ms`);
    }
    const drained = all.reduce((sum, counts) => sum + counts.afterDrained, 0);
    const figures = { requests, retriesEach: retries, retriesWhenDrained: drained, crowd };
    return { failures, clients, calls: clients * calls, ...figures };
  } finally {
    clock.restore();
  }
}
