// Times of the queries alone, without HTTP: on the same databases, in the same run.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/run.mjs";
import { median, quantile } from "../../scripts/statistics.mjs";
import { CASES } from "./cases.mjs";
import { python } from "./peers.mjs";
import { runSqlFile } from "./postgres.mjs";

/** A page of 50 records, and one more, which shows that there is a next page. */
const LIMIT = 51;
/** One arm of the UNION: the ids of a chain and a status. */
const armQuery = (chain, status) =>
  `SELECT id FROM ethereal WHERE chain = 'mainnet' AND source_chain = '${chain}' AND status = '${status}' AND id > $1`;
const { chains, statuses } = CASES.manyFilters.filter;
const arms = chains.flatMap((chain) => statuses.map((status) => armQuery(chain, status)));
const pageQuery = (
  ids,
) => `SELECT e.id, e.doc FROM (${ids} ORDER BY id LIMIT ${LIMIT}) AS page CROSS JOIN ethereal AS e
  WHERE e.chain = 'mainnet' AND e.id = page.id ORDER BY page.id`;

/** SQLite merges the arms lazily. PostgreSQL does so only when each arm has its own order and limit. */
const QUERIES = {
  sqlite: pageQuery(arms.join(" UNION ALL ")).replaceAll("$1", "?1"),
  postgres: pageQuery(arms.map((arm) => `(${arm} ORDER BY id LIMIT ${LIMIT})`).join(" UNION ALL ")),
};

const TIMER = `import sqlite3, sys, time
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
text, taken = sys.argv[2], []
for i in open(sys.argv[3]).read().split():
    began = time.perf_counter_ns()
    rows = db.execute(text, (i,)).fetchall()
    taken.append(time.perf_counter_ns() - began)
print(*taken)
`;

const percentiles = (values) => ({ p50: median(values), p99: quantile(values, 0.99) });

async function measureSqlite(file, ids, folder) {
  const list = join(folder, "query.ids");
  writeFileSync(list, ids.join("\n"));
  const text = await run(python, ["-c", TIMER, file, QUERIES.sqlite, list]);
  return percentiles(text.split(" ").map((nanoseconds) => Number(nanoseconds) / 1e6));
}

async function measurePostgres(url, ids, folder) {
  const file = join(folder, "query.sql");
  const each = ids.map((id) => `EXPLAIN (ANALYZE, TIMING OFF) EXECUTE page('${id}');`);
  const lines = [
    "SET plan_cache_mode = force_generic_plan;",
    `PREPARE page (text) AS ${QUERIES.postgres};`,
    ...each,
  ];
  writeFileSync(file, lines.join("\n"));
  const text = await runSqlFile(url, file);
  const matches = [...text.matchAll(/Execution Time: (?<ms>[\d.]+) ms/g)];
  return percentiles(matches.map(({ groups }) => Number(groups.ms)));
}

/** The milliseconds of a page of all chains and statuses, at up to 500 requests. */
export async function measureQueries(file, url, requests, folder) {
  const step = Math.max(1, Math.floor(requests.length / 500));
  const ids = requests.filter((_, i) => i % step === 0).map((request) => request.id);
  // The first run reads the file into the memory of the system. PostgreSQL is warm: it has just served the same rows.
  await measureSqlite(file, ids, folder);
  return {
    sqlite: await measureSqlite(file, ids, folder),
    postgres: await measurePostgres(url, ids, folder),
  };
}
