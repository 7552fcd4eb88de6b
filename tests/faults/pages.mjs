// Walks of a list of a thousand rows while three answers in ten go wrong: every row once, in order, whatever happens.
import { failing, reset, right, stalled, truncated } from "./answers.mjs";
import { virtualClock } from "./clock.mjs";
import { Client, isEtherealQueryError } from "./package.mjs";
import { stream } from "./random.mjs";
import { CANARY, ROWS } from "./truth.mjs";

const FAULTS = [
  () => failing(503), () => failing(429, "1"), () => failing(500), reset, truncated, stalled,
  // Not tried again by the call, so the walk meets an error at once.
  () => failing(400), () => new Response("<h1>It works!</h1>"),
  () => new Response('{"etherealData":[{"no":"id"}],"nextCursor":null}'),
];

/** A service whose pages have fewer rows than asked for now and then, or none; its cursors are always new. */
function trimmed(request, random, n) {
  if (!random.chance(0.1)) return right(request);
  const url = new URL(request.url);
  if (random.chance(0.5)) {
    const at = parseInt(url.searchParams.get("cursor")?.slice(1) ?? "0", 10);
    return new Response(JSON.stringify({ etherealData: [], nextCursor: `c${at}.${n}` }));
  }
  url.searchParams.set("page_size", String(random.int(1, 3)));
  return right(new Request(url, { headers: request.headers }));
}

/** Takes everything from an iterator that may fail; after an error it is asked again. */
async function drain(iterator, take) {
  let errors = 0;
  for (;;) {
    try {
      const { done, value } = await iterator.next();
      if (done) return errors;
      take(value);
    } catch (error) {
      // A defect would otherwise be an endless walk.
      if (!isEtherealQueryError(error) || error.kind === "pagination_stalled" || ++errors > 1000) throw error;
    }
  }
}

/** One walk, by record or by page, with a page size of its own; gives what was wrong with it, if anything. */
async function walk(clock, random, rate, list) {
  let requests = 0;
  const fetch = async (request) => {
    requests++;
    return random.chance(rate) ? random.pick(FAULTS)(request) : trimmed(request, random, requests);
  };
  clock.random = random.next;
  const client = new Client({ baseUrl: "https://pages.test", apiKey: CANARY, fetch });
  const ids = [];
  const pageSize = random.pick([random.int(10, 60), random.int(60, 500), 1000]);
  const items = client.ethereals({ sourceChains: [list], pageSize });
  const byPage = random.chance(0.5);
  const errors = await clock.run(() => (byPage
    ? drain(items.pages(), (page) => ids.push(...page.items.map(({ _id }) => _id)))
    : drain(items[Symbol.asyncIterator](), ({ _id }) => ids.push(_id))));
  client.dispose();
  return { errors, requests, ids };
}

function* complaintsOf({ ids }, list) {
  const seen = new Set(ids);
  if (ids.length - seen.size > 0) yield `${ids.length - seen.size} rows twice`;
  const missing = Array.from({ length: ROWS }, (_, i) => `${list}-${i}`).filter((id) => !seen.has(id));
  if (missing.length > 0) yield `${missing.length} rows lost, the first is ${missing[0]}`;
  if (ids.some((id, i) => id !== `${list}-${i}`)) yield "out of order";
}

/** `walks` walks with a client each. */
export async function soakPages({ seed = 1, walks = 10_000, rate = 0.3 } = {}) {
  const result = { complaints: [], walks: 0, rows: 0, requests: 0, errors: 0, walksWithErrors: 0 };
  const started = performance.now();
  const clock = virtualClock();
  try {
    for (let n = 0; n < walks; n++) {
      const done = await walk(clock, stream(seed, `walk ${n}`), rate, n + 1);
      for (const text of complaintsOf(done, n + 1)) result.complaints.push(`walk ${n}: ${text}`);
      result.walks++;
      result.rows += done.ids.length;
      result.requests += done.requests;
      result.errors += done.errors;
      result.walksWithErrors += done.errors > 0 ? 1 : 0;
    }
  } finally {
    clock.restore();
  }
  return { ...result, seconds: (performance.now() - started) / 1000 };
}
