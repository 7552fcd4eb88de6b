// `npm run bench:service`: measures the service, Datasette and PostGraphile on the same data, in one run.
// `npm run bench:service -- --rows N [--store sqlite|postgres]`: measures the service alone, from ten thousand rows up
// to N, on both databases or one.
//   ROWS=20000 ROUNDS=2 SECONDS=1   a small run; its results go to .data/ROWS/, not into the repository. SECONDS is the
//                                   time of each sample
//   SERVICE=PATH                    a binary to measure; by default the command builds this commit
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ScriptError, main, root } from "../scripts/run.mjs";
import { mulberry32 } from "../seed/generate/mulberry32.mjs";
import { limitMinutes, measureOtherPrograms, waitUntilIdle, withProcesses } from "./processes.mjs";
import { count, describeRun, formatPercent, writeResults } from "./report.mjs";
import { CASES, chooseRequests } from "./service/cases.mjs";
import { RECORDS, makeFolder } from "./service/data.mjs";
import {
  CONNECTIONS,
  compareResponses,
  describeLoad,
  installWrk,
  measureLoad,
  warmUp,
  writeRequests,
} from "./service/load.mjs";
import { buildBinary, describeBinary, importAll, startOurs } from "./service/ours.mjs";
import {
  describePeers,
  installPeers,
  startDatasette,
  startPostGraphile,
} from "./service/peers.mjs";
import { describePostgres, runSql, startPostgres } from "./service/postgres.mjs";
import { measureQueries } from "./service/query.mjs";
import { markdown, summarise } from "./service/report.mjs";
import { SMALLEST, TITLES, benchScale } from "./service/scale.mjs";
import { shuffled } from "../scripts/statistics.mjs";

const FULL_RUN = { rows: 1_000_000, rounds: 5 };
const ROWS = Number(process.env.ROWS ?? FULL_RUN.rows);
const ROUNDS = Number(process.env.ROUNDS ?? FULL_RUN.rounds);
const SECONDS = Number(process.env.SECONDS ?? 3);
const IS_FULL_RUN = ROWS === FULL_RUN.rows && ROUNDS >= FULL_RUN.rounds;
/** No round begins that would end after this time, so a busy machine measures fewer rounds. */
const MEASURE_MINUTES = 12;
const LIMIT_MINUTES = 15;

/** A seeded source, for the random orders. */
const random = mulberry32(7);

function describeConditions(poolSize, shareOfOthers, rounds) {
  return [
    ...describeRun(describeBinary()),
    `${count(ROWS)} ${RECORDS}`,
    ...describeLoad(SECONDS),
    `${CONNECTIONS} connections each; ${rounds} rounds in random order; one contestant works at a time`,
    `Other programs took ${formatPercent(shareOfOthers)} of the machine during the measurement`,
    "Before the measurement, all contestants returned the same records in the same order for three requests of each case",
    ...describePeers(),
    `${describePostgres()}; the service's pool held ${poolSize} connections`,
    "The largest filter matches every record, which is the best case for a plain scan in order; the rare filter matches about 60 records",
    "SQLite's file is as the import leaves it, without ANALYZE",
    "An import reads from a pipe; the program that makes the records takes its part of the machine",
    "The service checks an API key and makes an ETag for every response; the peers do neither",
  ];
}

/** Measures each case of each contestant once in each round. Returns all samples. */
async function measure(contestants, files) {
  const samples = [];
  const measurements = contestants.flatMap((contestant) => {
    const names = Object.keys(CASES).filter(
      (name) => contestant.language !== "ours" || !CASES[name].peersOnly,
    );
    return names.map((name) => ({ contestant, name }));
  });
  for (const measurement of measurements) {
    const { contestant, name } = measurement;
    // How long this case must run for a reliable figure.
    measurement.seconds = await warmUp(contestant, files[contestant.name][name], SECONDS);
    await waitUntilIdle();
  }
  const started = performance.now();
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { contestant, name, seconds } of shuffled(measurements, random)) {
      const figures = await measureLoad(contestant, files[contestant.name][name], seconds);
      samples.push({ round, contestant: contestant.name, name, ...figures });
      await waitUntilIdle();
    }
    console.log(`Finished round ${round} of ${ROUNDS}.`);
    const elapsedMs = performance.now() - started;
    const msPerRound = elapsedMs / round;
    if (elapsedMs + msPerRound > MEASURE_MINUTES * 60_000) break;
  }
  return samples;
}

/**
 * Prepares the databases, and starts the contestants on them. The `language` of a contestant is its key in LANGUAGES of
 * cases.mjs.
 */
async function setUp() {
  await installPeers();
  const folder = makeFolder(join(root, ".data"), ROWS);
  const file = join(folder, "service.db");
  const database = await startPostgres(join(folder, "postgres"));
  const imports = {
    sqlite: await importAll("sqlite", `sqlite:${file}`, ROWS, folder),
    postgres: await importAll("postgres", database, ROWS, folder),
  };
  const contestants = [
    { name: "sqlite", language: "ours", ...(await startOurs("Ours, SQLite", `sqlite:${file}`)) },
    { name: "datasette", language: "datasette", ...(await startDatasette(file)) },
    { name: "postgres", language: "ours", ...(await startOurs("Ours, PostgreSQL", database)) },
    { name: "postgraphile", language: "postgraphile", ...(await startPostGraphile(database)) },
  ];
  return { folder, file, database, imports, contestants };
}

/** Writes the requests of each contestant for each case. Returns the paths: `files[contestant][case]`. */
function writeAllRequests(folder, contestants, requests) {
  const files = {};
  for (const contestant of contestants) {
    files[contestant.name] = {};
    for (const name of Object.keys(CASES)) {
      files[contestant.name][name] = writeRequests(
        folder,
        contestant,
        name,
        requests[name],
        random,
      );
    }
  }
  return files;
}

/** Returns the number of connections to PostgreSQL that the service holds. */
async function countServiceConnections(database) {
  const isOfService =
    "backend_type = 'client backend' AND application_name NOT IN ('psql', 'postgraphile')";
  return (
    await runSql(database, `SELECT count(*) FROM pg_stat_activity WHERE ${isOfService}`)
  ).trim();
}

async function bench() {
  const { folder, file, database, imports, contestants } = await setUp();
  const [serviceOnSqlite] = contestants;
  const requests = await chooseRequests(serviceOnSqlite, ROWS, folder);
  limitMinutes(LIMIT_MINUTES);
  const sizes = await compareResponses(contestants, requests);
  console.log("All contestants return the same records. Measuring.");
  const files = writeAllRequests(folder, contestants, requests);
  const readShareOfOthers = measureOtherPrograms();
  const samples = await measure(contestants, files);
  const shareOfOthers = readShareOfOthers();
  const poolSize = await countServiceConnections(database);
  const query = await measureQueries(file, database, requests.manyFilters, folder);
  const lastRound = samples.at(-1).round;
  const results = {
    conditions: describeConditions(poolSize, shareOfOthers, lastRound),
    contestants: contestants.map(({ name, title }) => ({ name, title })),
    summary: summarise(samples),
    query,
    imports,
    sizes,
  };
  const text = markdown(results);
  writeResults(IS_FULL_RUN ? join(root, "bench", "service") : folder, "results", results, text);
  console.log(text);
}

/** Reads the options. `rows` is undefined without `--rows N`. `stores` has every store without `--store NAME`. */
function readOptions(args) {
  let options;
  try {
    options = parseArgs({
      args,
      options: { rows: { type: "string" }, store: { type: "string" } },
    }).values;
  } catch (error) {
    throw new ScriptError(error.message);
  }
  const { rows, store } = options;
  const rowCount = rows === undefined ? undefined : Number(rows);
  if (rows !== undefined && !(/^\d+$/.test(rows) && rowCount >= SMALLEST)) {
    throw new ScriptError(`Invalid --rows: ${rows}. Expected an integer from ${SMALLEST}.`);
  }
  const stores = Object.keys(TITLES);
  if (store === undefined) return { rows: rowCount, stores };
  if (rows === undefined)
    throw new ScriptError(`Invalid --store: ${store}. Expected it together with --rows N.`);
  if (!stores.includes(store)) {
    throw new ScriptError(`Invalid --store: ${store}. Expected one of: ${stores.join(", ")}.`);
  }
  return { rows: rowCount, stores: [store] };
}

await main(import.meta, async (args) => {
  const { rows, stores } = readOptions(args);
  await buildBinary();
  await installWrk();
  await withProcesses(() => (rows === undefined ? bench() : benchScale(rows, SECONDS, stores)));
});
