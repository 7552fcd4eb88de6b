// Measures the query of the case `manyFilters` alone, without HTTP, on the databases of the benchmark. The query
// selects the page after an id, with the ethereals that have any of the chains and any of the statuses of the case.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/run.mjs";
import { median, quantile } from "../../scripts/statistics.mjs";
import { CASES } from "./cases.mjs";
import { python } from "./peers.mjs";
import { runSqlFile } from "./postgres.mjs";

/** A page has 50 records. One more record shows that there is a next page. */
const LIMIT = 51;
/** Of the requests of a case, every n-th is measured, with the largest n that leaves this number of requests. */
const MIN_REQUESTS = 500;
/** One arm of the UNION: the ids after `$1` with a chain and a status. */
const armQuery = (chain, status) =>
  `SELECT id FROM ethereal WHERE chain = 'mainnet' AND source_chain = '${chain}' AND status = '${status}' AND id > $1`;
const { chains, statuses } = CASES.manyFilters.filter;
const arms = chains.flatMap((chain) => statuses.map((status) => armQuery(chain, status)));
/** Selects the first LIMIT ids of the query `idsQuery`, and the documents of these ids. */
const pageQuery = (
  idsQuery,
) => `SELECT e.id, e.doc FROM (${idsQuery} ORDER BY id LIMIT ${LIMIT}) AS page CROSS JOIN ethereal AS e
  WHERE e.chain = 'mainnet' AND e.id = page.id ORDER BY page.id`;

/** SQLite merges the arms lazily. PostgreSQL merges lazily only when each arm has a separate order and limit. */
const QUERIES = {
  sqlite: pageQuery(arms.join(" UNION ALL ")).replaceAll("$1", "?1"),
  postgres: pageQuery(arms.map((arm) => `(${arm} ORDER BY id LIMIT ${LIMIT})`).join(" UNION ALL ")),
};

/** A Python program that runs a query of SQLite for each id in a file, and prints the times in nanoseconds. */
const TIMER = `import sqlite3, sys, time
database, query, ids = sys.argv[1:]
db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
times = []
for id in open(ids).read().split():
    began = time.perf_counter_ns()
    rows = db.execute(query, (id,)).fetchall()
    times.append(time.perf_counter_ns() - began)
print(*times)
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
  const statements = ids.map((id) => `EXPLAIN (ANALYZE, TIMING OFF) EXECUTE page('${id}');`);
  const lines = [
    // The service has the same setting.
    "SET plan_cache_mode = force_generic_plan;",
    `PREPARE page (text) AS ${QUERIES.postgres};`,
    ...statements,
  ];
  writeFileSync(file, lines.join("\n"));
  const text = await runSqlFile(url, file);
  const matches = [...text.matchAll(/Execution Time: (?<ms>[\d.]+) ms/g)];
  return percentiles(matches.map(({ groups }) => Number(groups.ms)));
}

/** Returns the percentiles of the query's milliseconds in each database. `requests` are the requests of the case. */
export async function measureQueries(file, url, requests, folder) {
  const step = Math.max(1, Math.floor(requests.length / MIN_REQUESTS));
  const ids = requests.filter((_, i) => i % step === 0).map((request) => request.id);
  // The first run reads the file into the memory of the system. PostgreSQL is warm: it has just served the same rows.
  await measureSqlite(file, ids, folder);
  return {
    sqlite: await measureSqlite(file, ids, folder),
    postgres: await measurePostgres(url, ids, folder),
  };
}
