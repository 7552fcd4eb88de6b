// Many clients against a service that is down: each may try again only while its budget lasts, and not all at the same
// time.
import { failing, reset, right } from "./answers.mjs";
import { virtualClock } from "./clock.mjs";
import { RULES } from "./model.mjs";
import { Client } from "./package.mjs";
import { stream } from "./random.mjs";
import { CANARY } from "./truth.mjs";

/** How the service is dead, and what a retry costs then. */
const DEATHS = { reset: [reset, RULES.cost], 429: [() => failing(429), RULES.throttledCost] };

/** All calls of one client, one after the other; gives how each ended and counts the requests. */
async function oneClient(fetch, calls) {
  const seen = { requests: 0, afterDrained: 0, ends: {}, recovered: false };
  let down = true;
  const client = new Client({
    baseUrl: "https://storm.test", apiKey: CANARY,
    fetch: (request) => { seen.requests++; return down ? fetch(request) : Promise.resolve(right(request)); },
  });
  let drained = false;
  for (let n = 0; n < calls; n++) {
    const before = seen.requests;
    const error = await client.project().then(() => ({ gaveUp: "none: it succeeded" }), (thrown) => thrown);
    seen.ends[error.gaveUp] = (seen.ends[error.gaveUp] ?? 0) + 1;
    if (drained) seen.afterDrained += seen.requests - before - 1;
    drained ||= error.gaveUp === "budget_exhausted";
  }
  // An empty budget keeps nobody from asking once.
  down = false;
  seen.recovered = await client.project().then(() => true, () => false);
  client.dispose();
  return seen;
}

/** The largest share of clients that came within the same ten milliseconds of the first wave of retries. */
function crowding(times, clients) {
  const counts = new Map();
  for (const time of times) counts.set(Math.floor(time / 10), (counts.get(Math.floor(time / 10)) ?? 0) + 1);
  return Math.max(0, ...counts.values()) / clients;
}

/** `clients` clients with `calls` calls each, all at once, against a service that is dead in the given way. */
export async function soakStorm({ seed = 1, clients = 1000, calls = 40, death = "reset" } = {}) {
  const [answer, cost] = DEATHS[death];
  const retries = Math.floor(RULES.budget / cost);
  const clock = virtualClock();
  const times = [];
  clock.random = stream(seed, "storm").next;
  // The first answers come to all at time 0; what comes later in the first backoff is the first wave of retries.
  const fetch = (request) => {
    if (clock.now() > 0 && times.length < clients) times.push(clock.now());
    return answer(request);
  };
  try {
    const all = await clock.run(() => Promise.all(Array.from({ length: clients }, () => oneClient(fetch, calls))));
    const expected = calls + retries + 1;
    const fits = ({ requests, afterDrained, recovered, ends }) => (
      requests === expected && afterDrained === 0 && recovered && ends.budget_exhausted > 0
    );
    const complaints = all.filter((seen) => !fits(seen))
      .map((seen) => `${JSON.stringify(seen)}, where ${expected} requests were expected`);
    const requests = all.reduce((sum, seen) => sum + seen.requests, 0);
    const crowd = crowding(times, clients);
    if (times.length < clients || crowd > 0.25) {
      complaints.push(`${times.length} came back later, ${(crowd * 100).toFixed(0)} % within the same 10 ms`);
    }
    const drained = all.reduce((sum, seen) => sum + seen.afterDrained, 0);
    const figures = { requests, retriesEach: retries, retriesWhenDrained: drained, crowd };
    return { complaints, clients, calls: clients * calls, ...figures };
  } finally {
    clock.restore();
  }
}
