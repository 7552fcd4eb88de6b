// The results of the scale benchmark, as JSON, tables and a plot.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SCALE_CASES } from "./cases.mjs";
import { round, table } from "./report.mjs";
import { plot } from "./scale-plot.mjs";

/** The project's goal: each ratio is at most this. */
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
  const cell = (store, name, rows, connections) => times(find({ store, name, rows, connections, otherWork: "" }));
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
  const p50 = (name, wanted) => find({ name, otherWork: "", ...wanted }).p50;
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

function storeTable({ titles, figures }) {
  const speed = (rows, seconds) => `${round(seconds)} (${round(rows / seconds)})`;
  const row = (label, { memory, shareOfOthers }, ...cells) => [
    label, ...cells, mebibytes(memory.resident), mebibytes(memory.peak), mebibytes(memory.anonymous),
    shareOfOthers === undefined ? "" : `${(100 * shareOfOthers).toFixed(0)} %`,
  ];
  const rowOf = (figure) => {
    const { store, rows, bytes, ethereals, transfers, newTransfers } = figure;
    const label = `${titles[store]}, ${count(rows)}`;
    return newTransfers
      ? row(`${label}, during an import`, figure, "", "", speed(newTransfers.records, newTransfers.time))
      : row(label, figure, gigabytes(bytes), speed(rows, ethereals), speed(rows, transfers));
  };
  return table(
    [
      "", "GB on disk", "import of ethereals: s (records a second)", "of transfers", "memory of the service: MiB now",
      "at most", "without files", "other programs",
    ],
    figures.map(rowOf),
  );
}

function markdown(results) {
  const find = finder(results.samples);
  const largest = results.sizes.at(-1);
  const p99Ratio = (one, other) =>
    largestTable(results, (wanted) => {
      const p99 = (otherWork) => find({ ...wanted, rows: largest, otherWork }).p99;
      return ratio(p99(one) / p99(other));
    });
  const largestTimes = (otherWork) =>
    largestTable(results, (wanted) => times(find({ ...wanted, rows: largest, otherWork })));
  return [
    "# The service at growing size",
    "`npm run bench:service -- --rows N` writes this file.",
    results.conditions.map((line) => `- ${line}`).join("\n"),
    "![p50 of each case by rows](scale.svg)",
    `## Ratios that the project wants to be at most ${GOAL}`,
    `Ratios above ${GOAL} are bold. The third table has no goal; it says how much of the second one is the processor.`,
    "### A rare page / a first page, p50, by rows",
    rareTable(results, find),
    `### p99 during an import / without, at ${count(largest)} rows`,
    p99Ratio("import", ""),
    `### p99 during an import / beside ${results.busyPrograms} programs that only use the processor`,
    "An import uses as many cores at most. A ratio above 1 comes from its writes: locks, disk and memory.",
    p99Ratio("import", "busy"),
    "## p50 / p99 in ms (requests per second), by rows",
    ...speedTables(results, find),
    `## The same during an import of new transfers, at ${count(largest)} rows`,
    largestTimes("import"),
    `## The same beside ${results.busyPrograms} programs that only use the processor`,
    largestTimes("busy"),
    "## Disk, imports and memory, by rows",
    "Other programs: their share of the machine during the measurement. Memory at most: since the start of the service.",
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
        .filter(({ connections, otherWork }) => connections === PLOTTED_CONNECTIONS && otherWork === "")
        .map(({ rows, p50 }) => [rows, p50])
        .sort(([a], [b]) => a - b),
    })),
  }));
  writeFileSync(join(folder, "scale.json"), `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(join(folder, "scale.md"), `${text}\n`);
  writeFileSync(join(folder, "scale.svg"), plot(panels, sizes));
  return text;
}
