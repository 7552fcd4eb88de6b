// The results of the scale benchmark, as JSON, tables and a plot. The plot is p50 by rows, both axes logarithmic, one
// panel for each database: an SVG with its own background, in the colours of the reader's scheme.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SCALE_CASES } from "./cases.mjs";
import { round, table } from "./report.mjs";

const [WIDTH, HEIGHT] = [1000, 430];
const PANEL = { left: 56, top: 78, width: 250, height: 296, step: 482 };
const LABEL_GAP = 18;
const CONDITIONS = "One connection, both axes logarithmic. bench/service/scale.md has the conditions.";

/** Each series has a colour for light and one for dark. The marks tell the series apart without colours. */
const STYLES = [
  { light: "#1d63c4", dark: "#7ab0ff", mark: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z" },
  { light: "#c25e00", dark: "#ffb04d", mark: "M-4-4h8v8h-8z" },
  { light: "#2e7d32", dark: "#81c784", mark: "M0-5.5L5.5 0L0 5.5L-5.5 0z" },
  { light: "#c62828", dark: "#ff8a80", mark: "M0-5L5 4H-5z" },
  { light: "#8e24aa", dark: "#d99bf0", mark: "M0 5L5-4H-5z" },
  { light: "#00838f", dark: "#4dd0e1", mark: "M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z" },
  { light: "#5f6368", dark: "#b0b8c0", mark: "M-5-3L-3-5L0-2L3-5L5-3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0z" },
];

const CSS = [
  "text{font:13px system-ui,sans-serif;fill:#1f2328}.small{font-size:12px;fill:#57606a}.title{font-size:16px}",
  ".title,.panel{font-weight:600}.page{fill:#fff}.grid{stroke:#d8dee4}.line{fill:none;stroke-width:2}",
  ".leader{stroke:#8c959f;stroke-width:.75}",
  ...STYLES.map(({ light }, i) => `.s${i}{stroke:${light}}.m${i}{fill:${light}}`),
  "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9da7b1}.page{fill:#0d1117}.grid{stroke:#30363d}",
  ...STYLES.map(({ dark }, i) => `.s${i}{stroke:${dark}}.m${i}{fill:${dark}}`),
  "}",
].join("");

const short = (value) => Number(value.toFixed(1));
const text = (x, y, words, more = "") => `<text x="${short(x)}" y="${short(y)}"${more}>${words}</text>`;
const mark = (x, y, i) => `<path class="m${i}" transform="translate(${short(x)} ${short(y)})" d="${STYLES[i].mark}"/>`;

/** Maps values from `low` to `high` onto pixels, logarithmically. */
function logScale(low, high, from, to) {
  const span = Math.log(high / low) || 1;
  return (value) => from + ((to - from) * Math.log(value / low)) / span;
}

/** The values 1, 2 and 5 times a power of ten, from the last one below `low` to the first one above `high`. */
function ticksAround(low, high) {
  const all = Array.from({ length: 10 }, (_, i) => i - 4).flatMap((power) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${power}`)),
  );
  const first = all.findLastIndex((value) => value <= low);
  const last = all.findIndex((value) => value >= high);
  return all.slice(first, last + 1);
}

/** Moves labels apart, each as little as the order allows. Returns their heights in the order of `wanted`. */
function spread(wanted, top, bottom) {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  let free = top;
  for (const label of order) free = (label.y = Math.max(label.y, free)) + LABEL_GAP;
  free = bottom;
  for (const label of order.toReversed()) free = (label.y = Math.min(label.y, free)) - LABEL_GAP;
  const heights = [];
  for (const { y, i } of order) heights[i] = y;
  return heights;
}

function drawPanel({ title, series }, left, sizes, ticks) {
  const [right, bottom] = [left + PANEL.width, PANEL.top + PANEL.height];
  const x = logScale(sizes[0], sizes.at(-1), left, right);
  const y = logScale(ticks[0], ticks.at(-1), bottom, PANEL.top);
  const parts = [text(left, PANEL.top - 14, title, ' class="panel"')];
  for (const value of ticks) {
    parts.push(`<path class="grid" d="M${left} ${short(y(value))}H${right}"/>`);
    parts.push(text(left - 8, y(value) + 4, value, ' class="small" text-anchor="end"'));
  }
  for (const rows of sizes) {
    parts.push(`<path class="grid" d="M${short(x(rows))} ${PANEL.top}V${bottom}"/>`);
    parts.push(text(x(rows), bottom + 18, rows.toLocaleString("en"), ' class="small" text-anchor="middle"'));
  }
  const ends = series.map(({ points }) => y(points.at(-1)[1]));
  const heights = spread(ends, PANEL.top, bottom);
  series.forEach(({ label, points }, i) => {
    const places = points.map(([rows, ms]) => [short(x(rows)), short(y(ms))]);
    parts.push(`<path class="line s${i}" d="M${places.map((place) => place.join(" ")).join("L")}"/>`);
    parts.push(...places.map(([px, py]) => mark(px, py, i)));
    parts.push(`<path class="leader" d="M${right + 7} ${short(ends[i])}L${right + 18} ${short(heights[i])}"/>`);
    // The place within a list is the same in all cases that have one.
    const name = label.replace(/, random depth$/, "");
    parts.push(mark(right + 26, heights[i], i), text(right + 36, heights[i] + 4.5, name));
  });
  return parts;
}

/**
 * Returns the SVG. `panels`: `{ title, series: [{ label, points: [[rows, ms]] }] }`, at most seven series each.
 */
function plot(panels, sizes) {
  const values = panels.flatMap(({ series }) => series.flatMap(({ points }) => points.map(([, ms]) => ms)));
  const ticks = ticksAround(Math.min(...values), Math.max(...values));
  const title = "p50 of a request in ms, by rows of each kind";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<style>${CSS}</style>`,
    `<rect class="page" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    text(20, 32, title, ' class="title"'),
    ...panels.flatMap((panel, i) => drawPanel(panel, PANEL.left + i * PANEL.step, sizes, ticks)),
    text(20, HEIGHT - 14, CONDITIONS, ' class="small"'),
    "</svg>\n",
  ].join("\n");
}

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
    label,
    ...cells,
    mebibytes(memory.resident),
    mebibytes(memory.peak),
    mebibytes(memory.anonymous),
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
      "",
      "GB on disk",
      "import of ethereals: s (records a second)",
      "of transfers",
      "memory of the service: MiB now",
      "at most",
      "without files",
      "other programs",
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
