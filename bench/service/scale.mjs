// The scale benchmark: the service alone on SQLite and PostgreSQL, from ten thousand rows up to a given number.
// Databases stay in .data/ROWS/ for the next run.
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ScriptError, root } from "../../scripts/run.mjs";
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
import { writeScale } from "./scale-report.mjs";

export const SMALLEST = 10_000;
const FULL = 10_000_000;
const CONNECTION_COUNTS = [1, 16, 64];
const TITLES = { sqlite: "SQLite", postgres: "PostgreSQL" };
/** Bytes on disk for one ethereal and one transfer, measured at 100,000 rows. */
const BYTES_PER_ROW = { sqlite: 2700, postgres: 4000 };
/** PostgreSQL's log of changes (`max_wal_size`), SQLite's, and the new records of the import beside the measurement. */
const MORE_BYTES = 10e9;

const random = mulberry32(7);

/** The powers of ten below `rows`, and `rows`. */
function sizesUpTo(rows) {
  const sizes = [];
  for (let size = SMALLEST; size < rows; size *= 10) sizes.push(size);
  return [...sizes, rows];
}

/** Says how much disk and time the run takes. Throws when the disk has less. */
function announce(home, sizes, seconds) {
  const missing = sizes.flatMap((rows) =>
    Object.keys(TITLES)
      .filter((name) => !existsSync(join(home, String(rows), `${name}.imported`)))
      .map((name) => rows * BYTES_PER_ROW[name]),
  );
  const bytes = missing.reduce((sum, more) => sum + more, Math.min(MORE_BYTES, sizes.at(-1) * 10_000));
  const { bavail, bsize } = statfsSync(root);
  const [needed, free] = [bytes, bavail * bsize].map((value) => `${(value / 1e9).toFixed(1)} GB`);
  console.log(`Sizes: ${sizes.map((rows) => rows.toLocaleString("en")).join(", ")} rows.`);
  console.log(`${missing.length} databases are to be made in ${home}: about ${needed} of disk, ${free} are free.`);
  const measurements = (2 * sizes.length + 2) * Object.keys(SCALE_CASES).length * CONNECTION_COUNTS.length;
  const minutes = Math.ceil((measurements * (1.3 * seconds + 0.5)) / 60);
  console.log(`The measurement takes about ${minutes} minutes, without the imports.`);
  if (bytes > bavail * bsize) throw new ScriptError(`The disk is too small: ${free} are free, about ${needed} needed.`);
}

/** Opens the databases of a size, and a service on each. */
async function openStores(folder, rows) {
  const urls = {
    sqlite: `sqlite:${join(folder, "service.db")}`,
    postgres: await startPostgres(join(folder, "postgres")),
  };
  const stores = [];
  for (const [name, database] of Object.entries(urls)) {
    const imported = await importAll(name, database, rows, folder);
    const store = { name, database, imported, folder, rows, language: "ours" };
    await removeNewTransfers(store);
    stores.push({ ...store, ...(await startOurs(TITLES[name], database)) });
  }
  const places = await findPlaces(stores[0], rows, folder);
  for (const store of stores) {
    const names = Object.keys(SCALE_CASES);
    store.files = Object.fromEntries(
      names.map((name) => [name, writeRequests(folder, store, name, places[name], random)]),
    );
  }
  return stores;
}

/** Measures all cases at each number of connections, in random order. */
async function measureCases(stores, seconds, importing) {
  // Nothing becomes idle during an import.
  const settle = importing ? () => {} : waitUntilIdle;
  const all = [];
  for (const store of stores) {
    for (const [name, { notFound }] of Object.entries(SCALE_CASES)) {
      const enough = await warmUp(store, store.files[name], seconds, { notFound });
      for (const connections of CONNECTION_COUNTS) all.push({ store, name, connections, notFound, seconds: enough });
      await settle();
    }
  }
  const samples = [];
  for (const { store, name, seconds: enough, ...options } of shuffled(all, random)) {
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
    "One round, each size in random order; one service works at a time",
    `Other programs took ${shares.map(percent).join(", ")} of the machine while the sizes were measured`,
    "Each case has up to 4,000 places, the same for both databases: the figures are of pages that the machine has in " +
      "its memory, as far as they fit",
    "An import reads from a pipe; the program that makes the records takes its part of the machine",
    `Meanwhile imported: ${grown.join(", ")}. These records are removed afterwards`,
  ];
}

/** Measures all sizes up to `rows`. A run below ten million rows writes its results into .data/ROWS/. */
export async function benchScale(rows, seconds) {
  const home = join(root, ".data");
  const sizes = sizesUpTo(rows);
  announce(home, sizes, seconds);
  const [samples, figures, shares, growths] = [[], [], [], []];
  for (const size of sizes) {
    const stores = await openStores(makeFolder(home, size), size);
    const shareOfOthers = measureOtherPrograms();
    samples.push(...(await measureCases(stores, seconds, false)));
    figures.push(...stores.map(describeStore));
    for (const store of size === rows ? stores : []) {
      const growth = await whileImporting(store, async () => {
        samples.push(...(await measureCases([store], seconds, true)));
        return memoryOf(store.pid);
      });
      growths.push({ title: store.title, ...growth });
    }
    shares.push(shareOfOthers());
    await stopAll();
    console.log(`Measured ${size.toLocaleString("en")} rows.`);
  }
  const conditions = describeConditions(seconds, shares, growths);
  const results = { conditions, titles: TITLES, sizes, connections: CONNECTION_COUNTS, figures, growths, samples };
  const folder = rows >= FULL ? fileURLToPath(new URL(".", import.meta.url)) : join(home, String(rows));
  console.log(writeScale(results, folder));
}
