// `npm run bench:service`: the service beside Datasette and PostGraphile, on the same data, in one run.
//   ROWS=20000 ROUNDS=2 SECONDS=1   a small run; its results go to .data/ROWS/, not into the repository
//   SERVICE=PATH                    another binary than target/native/ethereal-query-service
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { ScriptError, main, output, root } from "../scripts/run.mjs";
import { CASES, places } from "./service/cases.mjs";
import { makeData } from "./service/data.mjs";
import { CONNECTIONS, compare, load, prepare, shuffled } from "./service/load.mjs";
import { binary, checkBinary, importAll, startOurs } from "./service/ours.mjs";
import { installPeers, peerVersions, startDatasette, startPostGraphile } from "./service/peers.mjs";
import { postgresVersion, sql, startPostgres } from "./service/postgres.mjs";
import { quiet, stopAll, strangers } from "./service/processes.mjs";
import { queryAlone } from "./service/query.mjs";
import { summarise, writeResults } from "./service/report.mjs";

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);
const FULL = ROWS === 1_000_000 && ROUNDS >= 5;
const SLOW = 3;
const MEASURE_MINUTES = 12; // a busy machine gets fewer rounds rather than no result
const LIMIT_MINUTES = 15;

/** mulberry32, for the order of things. */
let state = 7;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

function conditions(pool, share, rounds) {
  const versions = peerVersions();
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  const system = `Linux ${output("uname", ["-r"])}, Node.js ${process.version}`;
  const rows = ROWS.toLocaleString("en");
  const [date, commit] = [new Date().toISOString().slice(0, 10), output("git", ["rev-parse", "--short", "HEAD"])];
  return [
    `${date}, commit ${commit}, ${output(binary, ["--version"])}`,
    `${cpus().length} cores (${cpus()[0].model}), ${memory}, ${system}`,
    `${rows} ethereals of 558 bytes and as many transfers with four hashes each; synthetic, seeded`,
    `${versions.wrk} on the same machine, over loopback, one thread, ${CONNECTIONS} connections for everyone; warm`,
    `${rounds} rounds of ${SECONDS} s, each shuffles all cases and contestants; only the measured one has work. ` +
      `A case with fewer than 5 answers a second is measured for ${SLOW * SECONDS} s, where none at all counts as one`,
    `Programs outside of this run took ${share} of the machine meanwhile`,
    "Before timing every contestant answered three places of each case with the same records in the same order",
    `Datasette ${versions.datasette}, ${versions.uvicorn}, Python ${versions.python}: two uvicorn workers with ` +
      "uvloop and httptools, the file immutable, no count, no facets; a page is a table filter (`__in`, `id__gt`), " +
      "a hash a stored query",
    `${versions.postgraphile}: two workers with eight connections each; single values by \`condition\`, lists ` +
      "and depth by the plugin's `in` and `greaterThan`",
    `${postgresVersion()}, shared_buffers 2 GB, fsync on; the service's pool held ${pool} connections`,
    "The largest filter matches every record, the best case for a plain scan in order; the rare one about 60 records",
    "SQLite's file is as the import leaves it, without ANALYZE; PostgreSQL is vacuumed and analysed",
    "The service checks an API key and makes an ETag for every answer; the peers do neither",
  ];
}

async function measure(contestants, files) {
  const samples = [];
  const all = contestants.flatMap((contestant) => {
    const names = Object.keys(CASES).filter((name) => contestant.language !== "ours" || !CASES[name].peersOnly);
    return names.map((name) => ({ contestant, name }));
  });
  for (const one of all) {
    const { rps } = await load(one.contestant, files[one.contestant.name][one.name], Math.min(2, SECONDS));
    // So few answers need more time to be counted.
    one.seconds = rps < 5 ? SLOW * SECONDS : SECONDS;
    await quiet();
  }
  const began = performance.now();
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { contestant, name, seconds } of shuffled(all, random)) {
      const figures = await load(contestant, files[contestant.name][name], seconds);
      samples.push({ round, contestant: contestant.name, name, ...figures });
      await quiet();
    }
    console.log(`Round ${round} of ${ROUNDS} is done.`);
    const each = (performance.now() - began) / round;
    if (performance.now() - began + each > MEASURE_MINUTES * 60_000) break;
  }
  return samples;
}

async function bench() {
  checkBinary();
  await installPeers();
  const folder = join(root, ".data", String(ROWS));
  mkdirSync(folder, { recursive: true });
  const data = await makeData(folder, ROWS);
  const file = join(folder, "service.db");
  const database = await startPostgres(join(folder, "postgres"));
  await importAll("sqlite", `sqlite:${file}`, data, folder);
  await importAll("postgres", database, data, folder);
  const imports = Object.fromEntries(["sqlite", "postgres"].map((name) => {
    const mark = join(folder, `${name}.imported`);
    return [name, existsSync(mark) ? JSON.parse(readFileSync(mark, "utf8")) : {}];
  }));

  const contestants = [
    { name: "sqlite", language: "ours", ...(await startOurs("Ours, SQLite", `sqlite:${file}`)) },
    { name: "datasette", language: "datasette", ...(await startDatasette(file)) },
    { name: "postgres", language: "ours", ...(await startOurs("Ours, PostgreSQL", database)) },
    { name: "postgraphile", language: "postgraphile", ...(await startPostGraphile(database)) },
  ];
  const asked = await places(contestants[0], data, ROWS, folder);
  const limit = setTimeout(() => {
    console.error(`Ended after ${LIMIT_MINUTES} minutes.`);
    stopAll().finally(() => process.exit(1));
  }, LIMIT_MINUTES * 60_000);
  const sizes = await compare(contestants, asked);
  console.log("Every contestant gives the same records. Measuring.");
  const files = {};
  for (const contestant of contestants) {
    files[contestant.name] = {};
    for (const name of Object.keys(CASES)) {
      files[contestant.name][name] = prepare(folder, contestant, name, asked[name], random);
    }
  }
  const others = strangers();
  const samples = await measure(contestants, files);
  const share = `${(100 * others()).toFixed(0)} %`;
  const ours = "backend_type = 'client backend' AND application_name NOT IN ('psql', 'postgraphile')";
  const pool = (await sql(database, `SELECT count(*) FROM pg_stat_activity WHERE ${ours}`)).trim();
  const query = await queryAlone(file, database, asked.arms, folder);
  const summary = summarise(samples);
  const people = contestants.map(({ name, title }) => ({ name, title }));
  const told = conditions(pool, share, samples.at(-1).round);
  const results = { conditions: told, contestants: people, summary, query, imports, sizes, samples };
  console.log(writeResults(FULL ? undefined : folder, results));
  clearTimeout(limit);
}

await main(import.meta, async () => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopAll().finally(() => process.exit(1)));
  try {
    await bench();
  } catch (error) {
    throw error instanceof ScriptError ? error : new ScriptError(error.stack);
  } finally {
    await stopAll();
  }
});
