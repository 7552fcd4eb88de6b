// Writes the results of the scale benchmark as tables and a plot.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  bulletList,
  count,
  formatFigure,
  formatPercent,
  formatRatio,
  table,
  writeResults,
} from "../report.mjs";
import { SCALE_CASES } from "./cases.mjs";
import { scalePlot } from "./scale-plot.mjs";

/** The project's goal: each ratio is at most this. */
const GOAL = 3;
/** The plot shows one request at a time: with more, the wait for a core is longer than the work. */
const PLOTTED_CONNECTIONS = 1;

const formatConnections = (connections) =>
  `${connections} connection${connections === 1 ? "" : "s"}`;
const formatTimes = ({ p50, p99, rps }) =>
  `${formatFigure(p50)} / ${formatFigure(p99)} (${formatFigure(rps)})`;
const formatGoalRatio = (value) =>
  value > GOAL ? `**${formatRatio(value)}**` : formatRatio(value);
const formatGigabytes = (bytes) => (bytes / 1e9).toPrecision(3);
const formatMebibytes = (bytes) => count(Math.round(bytes / 2 ** 20));
const formatSpeed = (records, seconds) =>
  `${formatFigure(seconds)} (${formatFigure(records / seconds)})`;

/** Returns the sample whose fields have the values of `wanted`. */
const findSample = ({ samples }, wanted) =>
  samples.find((sample) =>
    Object.entries(wanted).every(([field, value]) => sample[field] === value),
  );

/**
 * Returns a table with a row for each store and case, and a column for each of `columns`. `headingOf(column)` returns
 * the heading. `cell({ store, name }, column)` returns the text of a cell, where `name` is the name of the case.
 */
function caseTable({ titles }, headingOf, columns, cell) {
  const rows = Object.entries(titles).flatMap(([store, title]) =>
    Object.entries(SCALE_CASES).map(([name, { title: caseTitle }]) => [
      `${title}, ${caseTitle}`,
      ...columns.map((column) => cell({ store, name }, column)),
    ]),
  );
  return table(["", ...columns.map(headingOf)], rows);
}

/** The times at each number of connections, by rows. */
function speedTables(results) {
  return results.connections.flatMap((connections) => [
    `### ${formatConnections(connections)}`,
    caseTable(results, count, results.sizes, (wanted, rows) =>
      formatTimes(findSample(results, { ...wanted, rows, connections, otherWork: "" })),
    ),
  ]);
}

/**
 * Returns a table of the largest size, with a column for each number of connections. `cell(sampleDuring)` returns the
 * text of a cell. `sampleDuring(otherWork)` returns the sample of the cell during a kind of other work.
 */
function largestTable(results, cell) {
  const rows = results.sizes.at(-1);
  return caseTable(results, formatConnections, results.connections, (wanted, connections) => {
    const sampleDuring = (otherWork) =>
      findSample(results, { ...wanted, rows, connections, otherWork });
    return cell(sampleDuring);
  });
}

const largestTimes = (results, otherWork) =>
  largestTable(results, (sampleDuring) => formatTimes(sampleDuring(otherWork)));
/** The ratio of p99 during `otherWork` to p99 during `baseline`, another kind of other work, or "" for none. */
const largestP99Ratio = (results, otherWork, baseline, format) =>
  largestTable(results, (sampleDuring) =>
    format(sampleDuring(otherWork).p99 / sampleDuring(baseline).p99),
  );

/** The ratio of the p50 of a rare page to the p50 of a first page, by rows. */
function rareTable(results) {
  const { titles, sizes, connections } = results;
  const p50 = (name, wanted) => findSample(results, { name, otherWork: "", ...wanted }).p50;
  const rows = Object.entries(titles).flatMap(([store, title]) =>
    connections.map((number) => [
      `${title}, ${formatConnections(number)}`,
      ...sizes.map((size) => {
        const wanted = { store, rows: size, connections: number };
        return formatGoalRatio(p50("rare", wanted) / p50("first", wanted));
      }),
    ]),
  );
  return table(["", ...sizes.map(count)], rows);
}

const STORE_COLUMNS = [
  "GB on disk",
  "import of ethereals: s (records a second)",
  "of transfers",
  "memory of the service: MiB now",
  "at most",
  "without mapped files",
  "other programs",
];

/** A row for each store and size. The largest size has one more row, with the figures during an import. */
function storeTable({ titles, figures }) {
  const rows = figures.map(
    ({ store, rows, bytes, ethereals, transfers, newTransfers, memory, shareOfOthers }) => {
      const title = `${titles[store]}, ${count(rows)}`;
      // Only the figures during an import have `newTransfers`.
      const cells = newTransfers
        ? [
            `${title}, during an import`,
            "",
            "",
            formatSpeed(newTransfers.records, newTransfers.time),
          ]
        : [
            title,
            formatGigabytes(bytes),
            formatSpeed(rows, ethereals),
            formatSpeed(rows, transfers),
          ];
      const memoryCells = [memory.resident, memory.peak, memory.anonymous].map(formatMebibytes);
      return [
        ...cells,
        ...memoryCells,
        shareOfOthers === undefined ? "" : formatPercent(shareOfOthers),
      ];
    },
  );
  return table(["", ...STORE_COLUMNS], rows);
}

function markdown(results) {
  const largest = count(results.sizes.at(-1));
  const busy = `${results.busyPrograms} programs that only use the processor`;
  return [
    "# The service at growing size",
    "`npm run bench:service -- --rows N` writes this file.",
    bulletList(results.conditions),
    "![p50 of each case by rows](scale.svg)",
    `## Ratios that the project wants to be at most ${GOAL}`,
    `Ratios above ${GOAL} are bold. The third table has no goal: it compares an import with other programs that use the processor.`,
    "### A rare page / a first page, p50, by rows",
    rareTable(results),
    `### p99 during an import / without, at ${largest} rows`,
    largestP99Ratio(results, "import", "", formatGoalRatio),
    `### p99 during an import / with ${busy}`,
    "An import uses at most as many cores as these programs. A ratio above 1 comes from its writes: locks, disk and memory.",
    largestP99Ratio(results, "import", "busy", formatRatio),
    "## p50 / p99 in ms (requests per second), by rows",
    ...speedTables(results),
    `## The same during an import of new transfers, at ${largest} rows`,
    largestTimes(results, "import"),
    `## The same with ${busy}`,
    largestTimes(results, "busy"),
    "## Disk, imports and memory, by rows",
    "Other programs: their share of the machine during the measurement. Memory at most: since the start of the service.",
    storeTable(results),
  ].join("\n\n");
}

/** The series of a database: p50 of each case by rows. */
function seriesOf({ samples }, store) {
  const plotted = samples.filter(
    (sample) =>
      sample.store === store &&
      sample.connections === PLOTTED_CONNECTIONS &&
      sample.otherWork === "",
  );
  return Object.entries(SCALE_CASES).map(([name, { title }]) => ({
    // All cases with pages within a list have pages at random depth, so the labels need not say it.
    label: title.replace(/, random depth$/, ""),
    points: plotted
      .filter((sample) => sample.name === name)
      .map(({ rows, p50 }) => ({ rows, ms: p50 }))
      .sort((a, b) => a.rows - b.rows),
  }));
}

/** Writes scale.json, scale.md and scale.svg into `folder`. Returns the tables. */
export function writeScale(results, folder) {
  const text = markdown(results);
  const panels = Object.entries(results.titles).map(([store, title]) => ({
    title,
    series: seriesOf(results, store),
  }));
  writeResults(folder, "scale", results, text);
  writeFileSync(join(folder, "scale.svg"), scalePlot(panels, results.sizes));
  return text;
}
