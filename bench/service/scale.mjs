// The scale benchmark: the service alone on SQLite and PostgreSQL, from ten thousand rows up to a given number.
// Databases and measurements stay in .data/ROWS/ for the next run.
import { existsSync, statfsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, root } from "../../scripts/run.mjs";
import { mulberry32 } from "../../seed/generate/mulberry32.mjs";
import { measureOtherPrograms, memoryOf, stopAll, waitUntilIdle } from "../processes.mjs";
import { count, describeRun } from "../report.mjs";
import { shuffled } from "../../scripts/statistics.mjs";
import { SCALE_CASES, chooseRequests } from "./cases.mjs";
import { RECORDS, makeFolder } from "./data.mjs";
import { describeLoad, measureLoad, warmUp, writeRequests } from "./load.mjs";
import {
  BUSY_PROGRAMS,
  prepareImport,
  removeNewTransfers,
  whileBusy,
  whileImporting,
} from "./other-work.mjs";
import { describeBinary, importAll, startOurs } from "./ours.mjs";
import { describePostgres, startPostgres } from "./postgres.mjs";
import { writeScale } from "./scale-report.mjs";

/** The bytes on disk that one ethereal and one transfer take together. */
const BYTES_PER_ROW = { sqlite: 2700, postgres: 3700 };
/** The bytes for the write-ahead logs of both databases, and for the new records of the import during a measurement. */
const MORE_BYTES = 15e9;

/** Prints how much disk the run needs. Throws when the disk is too small. */
function checkDisk(home, sizes, stores) {
  // A database that an earlier run has imported needs no more disk.
  const bytesOf = (name, rows) =>
    existsSync(join(home, String(rows), `${name}.imported`)) ? 0 : rows * BYTES_PER_ROW[name];
  let needed = MORE_BYTES;
  for (const name of stores) {
    for (const rows of sizes) needed += bytesOf(name, rows);
  }
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  const gigabytes = (size) => `${(size / 1e9).toFixed(1)} GB`;
  console.log(
    `${home} needs about ${gigabytes(needed)} more of disk; ${gigabytes(free)} are free.`,
  );
  if (needed <= free) return;
  throw new ScriptError(
    `The disk is too small: ${gigabytes(free)} are free. Expected at least ${gigabytes(needed)}. Measure one ` +
      `database with --store sqlite, remove service.db and sqlite.imported in ${join(home, String(sizes.at(-1)))}, and ` +
      "measure the other one with --store postgres.",
  );
}

export const SMALLEST = 10_000;
/** A run of both databases with at least this number of rows and of seconds is a full run. */
const FULL_ROWS = 10_000_000;
const FULL_SECONDS = 2;
const CONNECTION_COUNTS = [1, 16, 64];
const caseNames = Object.keys(SCALE_CASES);
/** The names of the databases, and their titles. */
export const TITLES = { sqlite: "SQLite", postgres: "PostgreSQL" };
/** A seeded source, for the random orders. */
const random = mulberry32(7);

/** The powers of ten from SMALLEST that are below `rows`, and `rows`. */
function sizesUpTo(rows) {
  const sizes = [];
  for (let size = SMALLEST; size < rows; size *= 10) sizes.push(size);
  return [...sizes, rows];
}

/**
 * Opens a database, imports its records, and starts the service on the database. Resolves with a description of the
 * database and the service, and with the paths of the request files (`files`) by case.
 */
async function openStore(name, folder, rows) {
  const isSqlite = name === "sqlite";
  const database = isSqlite
    ? `sqlite:${join(folder, "service.db")}`
    : await startPostgres(join(folder, "postgres"));
  const imported = await importAll(name, database, rows, folder);
  // `language` is a key of LANGUAGES in cases.mjs, for the functions of load.mjs.
  const store = { name, database, imported, folder, rows, language: "ours" };
  await removeNewTransfers(store);
  Object.assign(store, await startOurs(TITLES[name], database));
  const requests = await chooseRequests(store, rows, folder);
  const files = {};
  for (const caseName of caseNames) {
    files[caseName] = writeRequests(folder, store, caseName, requests[caseName], random);
  }
  return { ...store, files };
}

/** Measures all cases at each number of connections, in random order, during `otherWork` ("" for none). */
async function measureCases(store, seconds, otherWork) {
  // Nothing becomes idle during other work.
  const settle = otherWork ? () => {} : waitUntilIdle;
  const measurements = [];
  for (const name of caseNames) {
    const { notFound } = SCALE_CASES[name];
    const sampleSeconds = await warmUp(store, store.files[name], seconds, { notFound });
    for (const connections of CONNECTION_COUNTS)
      measurements.push({ name, sampleSeconds, options: { connections, notFound } });
    await settle();
  }
  const samples = [];
  for (const { name, sampleSeconds, options } of shuffled(measurements, random)) {
    const figures = await measureLoad(store, store.files[name], sampleSeconds, options);
    const { connections } = options;
    samples.push({ store: store.name, rows: store.rows, name, connections, otherWork, ...figures });
    await settle();
  }
  return samples;
}

/**
 * An estimate of the seconds that {@link measureCases} takes. Each sample takes `seconds`, plus 30 % for its share of
 * the warm-up of its case, plus half a second until the machine is idle.
 */
const secondsOfCases = (seconds) =>
  Math.ceil(caseNames.length * CONNECTION_COUNTS.length * (1.3 * seconds + 0.5));

/** Measures a database of one size. Measures the largest size during other work too. */
async function measureStore(store, seconds, isLargest) {
  const { name, rows, imported, pid } = store;
  // Twice the estimate, because the import must not end before the measurement.
  const importSeconds = 2 * secondsOfCases(seconds);
  const file = isLargest ? await prepareImport(store, importSeconds) : undefined;
  await waitUntilIdle();
  const samples = [];
  /** Measures the cases during `otherWork`: adds to `samples`, and returns figures about the whole time. */
  const measurePhase = async (otherWork) => {
    const readShareOfOthers = measureOtherPrograms();
    samples.push(...(await measureCases(store, seconds, otherWork)));
    return { memory: memoryOf(pid), shareOfOthers: readShareOfOthers() };
  };
  const figures = [{ store: name, rows, ...imported, ...(await measurePhase("")) }];
  if (isLargest) {
    await whileBusy(() => measurePhase("busy"));
    const { result, import: newTransfers } = await whileImporting(store, file, () =>
      measurePhase("import"),
    );
    figures.push({ store: name, rows, newTransfers, ...result });
  }
  return { samples, figures };
}

const describeConditions = (name, seconds) => [
  ...describeRun(describeBinary()),
  name === "postgres" ? describePostgres() : "The file is as the import leaves it",
  ...describeLoad(seconds),
  RECORDS,
  "One round of each size, its cases in random order; nothing else of the benchmark runs",
  "Each case has up to 4,000 different requests, the same for each database. The pages of the database that they " +
    "need are in memory, if they fit",
  "The first imports read from a pipe; the program that makes the records takes its part of the machine. The import " +
    "during a measurement reads a file, and its records are removed afterwards",
];

/** The conditions of several measurements: first the conditions that all measurements share. */
function mergeConditions(measurements) {
  const isCommon = (line) => measurements.every(({ conditions }) => conditions.includes(line));
  const ownConditions = ({ title, conditions }) =>
    conditions.filter((line) => !isCommon(line)).map((line) => `${title}: ${line}`);
  return [...measurements[0].conditions.filter(isCommon), ...measurements.flatMap(ownConditions)];
}

const measurementFile = (home, rows, name) => join(home, String(rows), `${name}.measured.json`);

/** Measures a database at all sizes, and writes the figures into a file. */
async function measureSizes(name, sizes, seconds, home) {
  const conditions = describeConditions(name, seconds);
  const measured = [];
  for (const rows of sizes) {
    const store = await openStore(name, makeFolder(home, rows), rows);
    measured.push(await measureStore(store, seconds, rows === sizes.at(-1)));
    await stopAll();
    console.log(`Measured ${count(rows)} rows on ${TITLES[name]}.`);
  }
  const valuesOf = (field) => measured.flatMap((size) => size[field]);
  const measurement = {
    title: TITLES[name],
    seconds,
    conditions,
    samples: valuesOf("samples"),
    figures: valuesOf("figures"),
  };
  writeFileSync(measurementFile(home, sizes.at(-1), name), JSON.stringify(measurement));
}

/** The last measurement of each database with the sizes up to `rows`. */
function readMeasurements(home, rows) {
  const files = Object.keys(TITLES).map((name) => measurementFile(home, rows, name));
  return files
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")));
}

/**
 * Measures all sizes up to `rows` in the databases `names`. The results also have the last measurement of a database
 * that this run does not measure. The results go to .data/ROWS/, or into the repository after a full run.
 */
export async function benchScale(rows, seconds, names) {
  const home = join(root, ".data");
  const sizes = sizesUpTo(rows);
  // The largest size is measured three times: alone, and during two kinds of other work.
  const minutes = Math.ceil((names.length * (sizes.length + 2) * secondsOfCases(seconds)) / 60);
  const list = sizes.map(count).join(", ");
  console.log(`Measures ${list} rows, about ${minutes} minutes without the imports.`);
  checkDisk(home, sizes, names);
  for (const name of names) await measureSizes(name, sizes, seconds, home);
  const measurements = readMeasurements(home, rows);
  const samples = measurements.flatMap((measurement) => measurement.samples);
  const figures = measurements.flatMap((measurement) => measurement.figures);
  const titles = {};
  for (const measurement of measurements) {
    const { store } = measurement.samples[0];
    titles[store] = measurement.title;
  }
  const conditions = mergeConditions(measurements);
  const options = { titles, sizes, connections: CONNECTION_COUNTS, busyPrograms: BUSY_PROGRAMS };
  const isComplete =
    measurements.length === Object.keys(TITLES).length &&
    measurements.every((measurement) => measurement.seconds >= FULL_SECONDS);
  const isFull = rows >= FULL_ROWS && isComplete;
  const folder = isFull ? join(root, "bench", "service") : join(home, String(rows));
  console.log(writeScale({ conditions, ...options, figures, samples }, folder));
}
