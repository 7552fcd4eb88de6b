// Iterates over a list of a thousand records while 30 % of the responses are faults. Each record must come once, in
// order.
import { statusResponse, reset, correctResponse, stalled, truncated } from "./fetch-responses.mjs";
import { virtualClock } from "./virtual-clock.mjs";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";
import { randomSource } from "./random.mjs";
import { CANARY, ROWS } from "./expected-responses.mjs";

const FAULTS = [
  () => statusResponse(503),
  () => statusResponse(429, "1"),
  () => statusResponse(500),
  reset,
  truncated,
  stalled,
  // The client does not retry the following three faults, so `next()` rejects at once.
  () => statusResponse(400),
  () => new Response("<h1>It works!</h1>"),
  () => new Response('{"etherealData":[{"no":"id"}],"nextCursor":null}'),
];

/**
 * Responds to the n-th request correctly, and sometimes with fewer records than requested or without any. An empty page
 * has a cursor that no other page has, because the client rejects a repeated cursor.
 */
function shortenedPage(request, random, n) {
  if (!random.chance(0.1)) return correctResponse(request);
  const url = new URL(request.url);
  if (random.chance(0.5)) {
    // The cursor "c100", or "c100.7" after an empty page, leads to the record with the index 100.
    const index = parseInt(url.searchParams.get("cursor")?.slice(1) ?? "0", 10);
    return new Response(JSON.stringify({ etherealData: [], nextCursor: `c${index}.${n}` }));
  }
  url.searchParams.set("page_size", String(random.int(1, 3)));
  return correctResponse(new Request(url, { headers: request.headers }));
}

/**
 * Reads an iterator to its end and continues after errors of calls. Returns the number of errors. Rejects after
 * `pagination_stalled` and after an error that is not from the package.
 */
async function drain(iterator, onValue) {
  let errors = 0;
  for (;;) {
    try {
      const { done, value } = await iterator.next();
      if (done) return errors;
      onValue(value);
    } catch (error) {
      if (!isEtherealQueryError(error) || error.kind === "pagination_stalled") throw error;
      errors++;
      // Without this limit, a defect would be an endless loop.
      if (errors > 1000) throw error;
    }
  }
}

/**
 * Iterates once over the list of the source chain `chainId`, by record or by page, with a random page size. `rate` is
 * the share of faults.
 */
async function iterate(clock, random, rate, chainId) {
  let requests = 0;
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    requests++;
    if (!random.chance(rate)) return shortenedPage(request, random, requests);
    const respond = random.pick(FAULTS);
    return respond(request);
  };
  clock.random = random.next;
  const client = new Client({ baseUrl: "https://pages.test", apiKey: CANARY, fetch });
  const ids = [];
  const pageSize = random.pick([random.int(10, 60), random.int(60, 500), 1000]);
  const items = client.ethereals({ sourceChains: [chainId], pageSize });
  const byPage = random.chance(0.5);
  const errors = await clock.run(() =>
    byPage
      ? drain(items.pages(), (page) => ids.push(...page.items.map(({ _id }) => _id)))
      : drain(items[Symbol.asyncIterator](), ({ _id }) => ids.push(_id)),
  );
  client.dispose();
  return { errors, requests, ids };
}

function* findFailures({ ids }, chainId) {
  const uniqueIds = new Set(ids);
  if (ids.length - uniqueIds.size > 0) yield `${ids.length - uniqueIds.size} rows twice`;
  const expectedIds = Array.from({ length: ROWS }, (_, i) => `${chainId}-${i}`);
  const missing = expectedIds.filter((id) => !uniqueIds.has(id));
  if (missing.length > 0) yield `${missing.length} rows lost, the first is ${missing[0]}`;
  if (ids.some((id, i) => id !== expectedIds[i])) yield "out of order";
}

/** Iterates `walks` times, each with a new client. */
export async function runPages({ seed = 1, walks = 10_000, rate = 0.3 } = {}) {
  const result = { failures: [], walks: 0, rows: 0, requests: 0, errors: 0, walksWithErrors: 0 };
  const started = performance.now();
  const clock = virtualClock();
  try {
    for (let n = 0; n < walks; n++) {
      const chainId = n + 1;
      const walk = await iterate(clock, randomSource(seed, `walk ${n}`), rate, chainId);
      for (const text of findFailures(walk, chainId)) result.failures.push(`walk ${n}: ${text}`);
      result.walks++;
      result.rows += walk.ids.length;
      result.requests += walk.requests;
      result.errors += walk.errors;
      if (walk.errors > 0) result.walksWithErrors++;
    }
  } finally {
    clock.restore();
  }
  return { ...result, seconds: (performance.now() - started) / 1000 };
}
