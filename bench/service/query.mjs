// The time of the queries alone, without HTTP and hand-over: on the same files, in the same run.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/run.mjs";
import { CASES } from "./cases.mjs";
import { python } from "./peers.mjs";
import { script } from "./postgres.mjs";

const arm = (chain, status) =>
  `SELECT id FROM ethereal WHERE chain = 'mainnet' AND source_chain = '${chain}' AND status = '${status}' AND id > $1`;
const { chains, statuses } = CASES.arms.filter;
const arms = chains.flatMap((chain) => statuses.map((status) => arm(chain, status)));
const page = (ids) => `SELECT e.id, e.doc FROM (${ids} ORDER BY id LIMIT 51) AS page CROSS JOIN ethereal AS e
  WHERE e.chain = 'mainnet' AND e.id = page.id ORDER BY page.id`;

/** SQLite merges the arms lazily; PostgreSQL does so only when each arm has its own order and limit. */
const TEXT = {
  sqlite: page(arms.join(" UNION ALL ")).replaceAll("$1", "?1"),
  postgres: page(arms.map((one) => `(${one} ORDER BY id LIMIT 51)`).join(" UNION ALL ")),
};

const TIMER = `import sqlite3, sys, time
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
db.execute("pragma mmap_size=8000000000")
text, taken = sys.argv[2], []
for i in open(sys.argv[3]).read().split():
    began = time.perf_counter_ns()
    rows = db.execute(text, (i,)).fetchall()
    taken.append(time.perf_counter_ns() - began)
print(*taken)
`;

const spread = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length / 2)], p99: sorted[Math.floor(sorted.length * 0.99)] };
};

async function sqlite(file, ids, folder) {
  const list = join(folder, "query.ids");
  writeFileSync(list, ids.join("\n"));
  const text = await run(python, ["-c", TIMER, file, TEXT.sqlite, list]);
  return spread(text.trim().split(" ").map((nanoseconds) => Number(nanoseconds) / 1e6));
}

async function postgres(url, ids, folder) {
  const file = join(folder, "query.sql");
  const each = ids.map((id) => `EXPLAIN (ANALYZE, TIMING OFF) EXECUTE page('${id}');`);
  const lines = ["SET plan_cache_mode = force_generic_plan;", `PREPARE page (text) AS ${TEXT.postgres};`, ...each];
  writeFileSync(file, lines.join("\n"));
  const text = await script(url, file);
  return spread([...text.matchAll(/Execution Time: ([\d.]+) ms/g)].map((found) => Number(found[1])));
}

/** Milliseconds of the page over all chains and statuses at up to 500 random depths. */
export async function queryAlone(file, url, stops, folder) {
  const step = Math.max(1, Math.floor(stops.length / 500));
  const ids = stops.filter((_, i) => i % step === 0).map((stop) => stop.id);
  await sqlite(file, ids, folder);
  return { sqlite: await sqlite(file, ids, folder), postgres: await postgres(url, ids, folder) };
}
