// The scale benchmark: the service alone on SQLite and PostgreSQL, from ten thousand rows up to a given number.
// Databases stay in .data/ROWS/ for the next run.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../scripts/run.mjs";
import { mulberry32 } from "../../tests/faults/random.mjs";
import { shuffled } from "../client/statistics.mjs";
import { SCALE_CASES, findPlaces } from "./cases.mjs";
import { makeFolder } from "./data.mjs";
import { removeNewTransfers, whileImporting } from "./growth.mjs";
import { describeLoad, measureLoad, warmUp, writeRequests } from "./load.mjs";
import { importAll, startOurs } from "./ours.mjs";
import { postgresVersion, startPostgres } from "./postgres.mjs";
import { measureOtherPrograms, memoryOf, stopAll, waitUntilIdle } from "./processes.mjs";
import { describeMachine } from "./report.mjs";
import { checkDisk, removeSqlite } from "./scale-disk.mjs";
import { writeScale } from "./scale-report.mjs";

export const SMALLEST = 10_000;
const FULL = 10_000_000;
const CONNECTION_COUNTS = [1, 16, 64];
const caseNames = Object.keys(SCALE_CASES);
const TITLES = { sqlite: "SQLite", postgres: "PostgreSQL" };
const random = mulberry32(7);

/** The powers of ten below `rows`, and `rows`. */
function sizesUpTo(rows) {
  const sizes = [];
  for (let size = SMALLEST; size < rows; size *= 10) sizes.push(size);
  return [...sizes, rows];
}

/** Opens a database with its records, and a service on it. */
async function openStore(name, folder, rows) {
  const isSqlite = name === "sqlite";
  const database = isSqlite ? `sqlite:${join(folder, "service.db")}` : await startPostgres(join(folder, "postgres"));
  const imported = await importAll(name, database, rows, folder);
  const store = { name, database, imported, folder, rows, language: "ours" };
  await removeNewTransfers(store);
  Object.assign(store, await startOurs(TITLES[name], database));
  const places = await findPlaces(store, rows, folder);
  const requests = caseNames.map((one) => [one, writeRequests(folder, store, one, places[one], random)]);
  return { ...store, files: Object.fromEntries(requests) };
}

/** Measures all cases at each number of connections, in random order. */
async function measureCases(store, seconds, importing) {
  // Nothing becomes idle during an import.
  const settle = importing ? () => {} : waitUntilIdle;
  const all = [];
  for (const name of caseNames) {
    const { notFound } = SCALE_CASES[name];
    const enough = await warmUp(store, store.files[name], seconds, { notFound });
    for (const connections of CONNECTION_COUNTS) all.push({ name, enough, options: { connections, notFound } });
    await settle();
  }
  const samples = [];
  for (const { name, enough, options } of shuffled(all, random)) {
    const figures = await measureLoad(store, store.files[name], enough, options);
    const { connections } = options;
    samples.push({ store: store.name, rows: store.rows, name, connections, importing, ...figures });
    await settle();
  }
  return samples;
}

/** The figures of a store beside its times: disk, imports, memory of the service. */
const describeStore = ({ name, rows, imported, pid }) => ({ store: name, rows, ...imported, memory: memoryOf(pid) });

function describeConditions(seconds, shares, growths) {
  const percent = (share) => `${(100 * share).toFixed(0)} %`;
  const grown = growths.map(
    ({ title, records, time }) => `${records.toLocaleString("en")} in ${time.toFixed(0)} s into ${title}`,
  );
  return [
    ...describeMachine(),
    "As many transfers with four hashes each as ethereals of 558 bytes; synthetic, seeded",
    `${postgresVersion()}, shared_buffers 2 GB, fsync on; vacuumed and analysed`,
    "SQLite's file is as the import leaves it. The service maps it once per connection, and its resident memory " +
      "counts each mapping; the part without files is its own",
    ...describeLoad(seconds),
    "One round of each size and database, in random order; nothing else of the benchmark runs",
    `Other programs took ${shares.map(percent).join(", ")} of the machine meanwhile, in the order of the last table`,
    "Each case has up to 4,000 places, the same for both databases: the figures are of pages that the machine has in " +
      "its memory, as far as they fit",
    "An import reads from a pipe; the program that makes the records takes its part of the machine",
    `Meanwhile imported: ${grown.join(", ")}. These records are removed afterwards`,
  ];
}

/** Measures a database of one size, and while it grows with `isLargest`. */
async function measureStore(store, seconds, isLargest) {
  const shareOfOthers = measureOtherPrograms();
  const samples = await measureCases(store, seconds, false);
  const figures = describeStore(store);
  const growths = [];
  if (isLargest) {
    const growth = await whileImporting(store, async () => {
      samples.push(...(await measureCases(store, seconds, true)));
      return memoryOf(store.pid);
    });
    growths.push({ title: store.title, ...growth });
  }
  return { samples, figures, growths, shares: shareOfOthers() };
}

/** Measures all sizes up to `rows`. A run below ten million rows writes its results into .data/ROWS/. */
export async function benchScale(rows, seconds) {
  const home = join(root, ".data");
  const sizes = sizesUpTo(rows);
  const measurements = (2 * sizes.length + 2) * caseNames.length * CONNECTION_COUNTS.length;
  const minutes = Math.ceil((measurements * (1.3 * seconds + 0.5)) / 60);
  const list = sizes.map((size) => size.toLocaleString("en")).join(", ");
  console.log(`Measures ${list} rows, about ${minutes} minutes without the imports.`);
  const canStay = checkDisk(home, sizes);
  const measured = [];
  for (const name of Object.keys(TITLES)) {
    for (const size of sizes) {
      const folder = makeFolder(home, size);
      const store = await openStore(name, folder, size);
      measured.push(await measureStore(store, seconds, size === rows));
      await stopAll();
      console.log(`Measured ${size.toLocaleString("en")} rows on ${TITLES[name]}.`);
      if (!canStay && name === "sqlite" && size === rows) removeSqlite(folder);
    }
  }
  const all = (field) => measured.flatMap((one) => one[field]);
  const [samples, figures, growths] = [all("samples"), all("figures"), all("growths")];
  const conditions = describeConditions(seconds, all("shares"), growths);
  const results = { conditions, titles: TITLES, sizes, connections: CONNECTION_COUNTS, figures, growths, samples };
  const folder = rows >= FULL ? fileURLToPath(new URL(".", import.meta.url)) : join(home, String(rows));
  console.log(writeScale(results, folder));
}
