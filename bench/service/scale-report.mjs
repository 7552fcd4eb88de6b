// The results of the scale benchmark, as JSON, tables and a plot.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SCALE_CASES } from "./cases.mjs";
import { round, table } from "./report.mjs";
import { plot } from "./scale-plot.mjs";

/** The project wants each of its ratios to be at most this. */
const GOAL = 3;
/** The plot shows one request at a time: with more, the wait for a core is longer than the work. */
const PLOTTED_CONNECTIONS = 1;

const caseNames = Object.keys(SCALE_CASES);
const count = (value) => value.toLocaleString("en");
const plural = (connections) => `${connections} connection${connections === 1 ? "" : "s"}`;
const times = ({ p50, p99, rps }) => `${round(p50)} / ${round(p99)} (${round(rps)})`;
const ratio = (value) => (value > GOAL ? `**${round(value)} ×**` : `${round(value)} ×`);
const gigabytes = (bytes) => (bytes / 1e9).toPrecision(3);
const mebibytes = (bytes) => count(Math.round(bytes / 2 ** 20));

/** Returns a function that finds the sample with some values. */
const finder = (samples) => (wanted) =>
  samples.find((sample) => Object.entries(wanted).every(([field, value]) => sample[field] === value));

function speedTables({ titles, sizes, connections }, find) {
  const cell = (store, name, rows, connections) => times(find({ store, name, rows, connections, importing: false }));
  return connections.flatMap((number) => [
    `### ${plural(number)}`,
    table(
      ["", ...sizes.map(count)],
      Object.entries(titles).flatMap(([store, title]) =>
        caseNames.map((name) => [
          `${title}, ${SCALE_CASES[name].title}`,
          ...sizes.map((rows) => cell(store, name, rows, number)),
        ]),
      ),
    ),
  ]);
}

/** A row for each store and case, a column for each number of connections, at the largest size. */
function largestTable({ titles, connections }, cell) {
  const rows = Object.entries(titles).flatMap(([store, title]) =>
    caseNames.map((name) => [
      `${title}, ${SCALE_CASES[name].title}`,
      ...connections.map((number) => cell({ store, name, connections: number })),
    ]),
  );
  return table(["", ...connections.map(plural)], rows);
}

function rareTable({ titles, sizes, connections }, find) {
  const p50 = (name, wanted) => find({ name, importing: false, ...wanted }).p50;
  const rows = Object.entries(titles).flatMap(([store, title]) =>
    connections.map((number) => [
      `${title}, ${plural(number)}`,
      ...sizes.map((size) => {
        const wanted = { store, rows: size, connections: number };
        return ratio(p50("rare", wanted) / p50("first", wanted));
      }),
    ]),
  );
  return table(["", ...sizes.map(count)], rows);
}

function storeTable({ titles, figures, growths }) {
  const speed = (rows, seconds) => `${round(seconds)} (${round(rows / seconds)})`;
  const row = (label, memory, ...cells) => [
    label, ...cells, mebibytes(memory.resident), mebibytes(memory.peak), mebibytes(memory.anonymous),
  ];
  return table(
    [
      "", "GB on disk", "import of ethereals: s (records a second)", "of transfers", "memory of the service: MiB now",
      "at most", "without files",
    ],
    [
      ...figures.map(({ store, rows, bytes, ethereals, transfers, memory }) =>
        row(
          `${titles[store]}, ${count(rows)}`, memory, gigabytes(bytes), speed(rows, ethereals), speed(rows, transfers),
        ),
      ),
      ...growths.map(({ title, records, time, memory }) =>
        row(`${title}, during the import of new transfers`, memory, "", "", speed(records, time)),
      ),
    ],
  );
}

function markdown(results) {
  const find = finder(results.samples);
  const largest = results.sizes.at(-1);
  const during = (wanted) => find({ ...wanted, rows: largest, importing: true });
  const without = (wanted) => find({ ...wanted, rows: largest, importing: false });
  return [
    "# The service at growing size",
    "`npm run bench:service -- --rows N` writes this file.",
    results.conditions.map((line) => `- ${line}`).join("\n"),
    "![p50 of each case by rows, on both databases](scale.svg)",
    `## Ratios that the project wants to be at most ${GOAL}`,
    "Bold: above.",
    "### A rare page / a first page, p50, by rows",
    rareTable(results, find),
    `### p99 during an import / without, at ${count(largest)} rows`,
    largestTable(results, (wanted) => ratio(during(wanted).p99 / without(wanted).p99)),
    "## p50 / p99 in ms (requests per second), by rows",
    ...speedTables(results, find),
    `## The same during an import of new transfers, at ${count(largest)} rows`,
    largestTable(results, (wanted) => times(during(wanted))),
    "## Disk, imports and memory, by rows",
    storeTable(results),
  ].join("\n\n");
}

/** Writes scale.json, scale.md and scale.svg into `folder`. Returns the tables. */
export function writeScale(results, folder) {
  const text = markdown(results);
  const { titles, sizes, samples } = results;
  const panels = Object.entries(titles).map(([store, title]) => ({
    title,
    series: caseNames.map((name) => ({
      label: SCALE_CASES[name].title,
      points: samples
        .filter((one) => one.store === store && one.name === name)
        .filter(({ connections, importing }) => connections === PLOTTED_CONNECTIONS && !importing)
        .map(({ rows, p50 }) => [rows, p50])
        .sort(([a], [b]) => a - b),
    })),
  }));
  writeFileSync(join(folder, "scale.json"), `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(join(folder, "scale.md"), `${text}\n`);
  writeFileSync(join(folder, "scale.svg"), plot(panels, sizes));
  return text;
}
