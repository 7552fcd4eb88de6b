// The scale benchmark: the service alone on SQLite and PostgreSQL, from ten thousand rows up to a given number.
// Databases and measurements stay in .data/ROWS/ for the next run.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../scripts/run.mjs";
import { mulberry32 } from "../../tests/faults/random.mjs";
import { shuffled } from "../client/statistics.mjs";
import { SCALE_CASES, findPlaces } from "./cases.mjs";
import { makeFolder } from "./data.mjs";
import { describeLoad, measureLoad, warmUp, writeRequests } from "./load.mjs";
import { BUSY_PROGRAMS, removeNewTransfers, whileBusy, whileImporting } from "./other-work.mjs";
import { importAll, startOurs } from "./ours.mjs";
import { postgresVersion, startPostgres } from "./postgres.mjs";
import { measureOtherPrograms, memoryOf, stopAll, waitUntilIdle } from "./processes.mjs";
import { describeMachine } from "./report.mjs";
import { checkDisk } from "./scale-disk.mjs";
import { writeScale } from "./scale-report.mjs";

export const SMALLEST = 10_000;
const FULL = 10_000_000;
const CONNECTION_COUNTS = [1, 16, 64];
const caseNames = Object.keys(SCALE_CASES);
/** The names of the databases, and their titles. */
export const TITLES = { sqlite: "SQLite", postgres: "PostgreSQL" };
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

/** Measures all cases at each number of connections, in random order, beside `otherWork` ("" for none). */
async function measureCases(store, seconds, otherWork) {
  // Nothing becomes idle during other work.
  const settle = otherWork ? () => {} : waitUntilIdle;
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
    samples.push({ store: store.name, rows: store.rows, name, connections, otherWork, ...figures });
    await settle();
  }
  return samples;
}

/** The seconds that {@link measureCases} takes. */
const secondsOfCases = (seconds) => Math.ceil(caseNames.length * CONNECTION_COUNTS.length * (1.3 * seconds + 0.5));

/** Measures a database of one size; the largest also beside other work. */
async function measureStore(store, seconds, isLargest) {
  const shareOfOthers = measureOtherPrograms();
  const samples = await measureCases(store, seconds, "");
  const { name, rows, imported, pid } = store;
  const figures = [{ store: name, rows, ...imported, memory: memoryOf(pid) }];
  if (isLargest) {
    samples.push(...(await whileBusy(() => measureCases(store, seconds, "busy"))));
    const growth = await whileImporting(store, 2 * secondsOfCases(seconds), async () => {
      samples.push(...(await measureCases(store, seconds, "import")));
      return memoryOf(pid);
    });
    figures.push({ store: name, rows, newTransfers: growth.import, memory: growth.result });
  }
  figures[0].shareOfOthers = shareOfOthers();
  return { samples, figures };
}

function describeConditions(seconds, measurements) {
  const machines = measurements.map(({ title, machine: [version] }) => `${title}: ${version}`);
  return [
    ...machines,
    ...describeMachine().slice(1),
    "As many transfers with four hashes each as ethereals of 558 bytes; synthetic, seeded",
    `${postgresVersion()}, shared_buffers 2 GB, fsync on; vacuumed and analysed`,
    "SQLite's file is as the import leaves it",
    ...describeLoad(seconds),
    "One round of each size and database, in random order; nothing else of the benchmark runs",
    "Each case has up to 4,000 places, the same for both databases: the figures are of pages that the machine has in " +
      "its memory, as far as they fit",
    "The first imports read from a pipe; the program that makes the records takes its part of the machine. The " +
      "import beside a measurement reads a file, and its records are removed afterwards",
  ];
}

const measurementFile = (home, rows, name) => join(home, String(rows), `${name}.measured.json`);

/** Measures a database at all sizes, and writes the figures into a file. */
async function measureSizes(name, sizes, seconds, home) {
  const measured = [];
  for (const rows of sizes) {
    const store = await openStore(name, makeFolder(home, rows), rows);
    measured.push(await measureStore(store, seconds, rows === sizes.at(-1)));
    await stopAll();
    console.log(`Measured ${rows.toLocaleString("en")} rows on ${TITLES[name]}.`);
  }
  const all = (field) => measured.flatMap((one) => one[field]);
  const text = { title: TITLES[name], machine: describeMachine(), samples: all("samples"), figures: all("figures") };
  writeFileSync(measurementFile(home, sizes.at(-1), name), JSON.stringify(text));
}

/**
 * Measures all sizes up to `rows` in some stores. The results have the last measurement of each store. Those of a run
 * below ten million rows go to .data/ROWS/.
 */
export async function benchScale(rows, seconds, stores) {
  const home = join(root, ".data");
  const sizes = sizesUpTo(rows);
  const minutes = Math.ceil((stores.length * (sizes.length + 2) * secondsOfCases(seconds)) / 60);
  const list = sizes.map((size) => size.toLocaleString("en")).join(", ");
  console.log(`Measures ${list} rows, about ${minutes} minutes without the imports.`);
  checkDisk(home, sizes, stores);
  for (const name of stores) await measureSizes(name, sizes, seconds, home);
  const files = Object.keys(TITLES).map((name) => measurementFile(home, rows, name));
  const measurements = files.filter(existsSync).map((file) => JSON.parse(readFileSync(file, "utf8")));
  const conditions = describeConditions(seconds, measurements);
  const [samples, figures] = ["samples", "figures"].map((field) => measurements.flatMap((one) => one[field]));
  const isMeasured = ([name]) => figures.some((one) => one.store === name);
  const titles = Object.fromEntries(Object.entries(TITLES).filter(isMeasured));
  const other = { busyPrograms: BUSY_PROGRAMS, connections: CONNECTION_COUNTS };
  const folder = rows >= FULL ? fileURLToPath(new URL(".", import.meta.url)) : join(home, String(rows));
  console.log(writeScale({ conditions, titles, sizes, ...other, figures, samples }, folder));
}
