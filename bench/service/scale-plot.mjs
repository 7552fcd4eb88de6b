// Draws the plot of the scale benchmark: p50 by rows, both axes logarithmic, one panel for each database.
import { element, line, picture, polyline, round, text } from "../../scripts/svg.mjs";

const [WIDTH, HEIGHT] = [1000, 430];
/** The place and size of the first panel. The left edges of the panels are `step` apart. */
const PANEL = { left: 56, top: 70, width: 250, height: 296, step: 482 };
/** The smallest distance between the heights of two labels. */
const LABEL_GAP = 18;
const TITLE = "p50 of a request in ms, by rows of each kind";
const CONDITIONS =
  "One connection, both axes logarithmic. bench/service/scale.md has the conditions.";

/**
 * The style of each series: a colour for light and a colour for dark pages, and the path of a mark around the point
 * (0, 0). The marks tell the series apart without colours: a circle, a square, a diamond, a triangle that points up, a
 * triangle that points down, a plus and a cross.
 */
const SERIES = [
  { light: "#1d63c4", dark: "#7ab0ff", mark: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z" },
  { light: "#c25e00", dark: "#ffb04d", mark: "M-4-4h8v8h-8z" },
  { light: "#2e7d32", dark: "#81c784", mark: "M0-5.5L5.5 0L0 5.5L-5.5 0z" },
  { light: "#c62828", dark: "#ff8a80", mark: "M0-5L5 4H-5z" },
  { light: "#8e24aa", dark: "#d99bf0", mark: "M0 5L5-4H-5z" },
  { light: "#00838f", dark: "#4dd0e1", mark: "M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z" },
  {
    light: "#5f6368",
    dark: "#b0b8c0",
    mark: "M-5-3L-3-5L0-2L3-5L5-3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0z",
  },
];

const coloursOf = (scheme) =>
  SERIES.map((style, i) => `.s${i}{stroke:${style[scheme]}}.m${i}{fill:${style[scheme]}}`);
const STYLE = [
  ".leader{stroke:#8c959f;stroke-width:.75}",
  ...coloursOf("light"),
  `@media(prefers-color-scheme:dark){${coloursOf("dark").join("")}}`,
].join("");

const mark = (x, y, i) =>
  element("path", {
    class: `m${i}`,
    transform: `translate(${round(x)} ${round(y)})`,
    d: SERIES[i].mark,
  });

/** Maps values from `low` to `high` onto pixels, logarithmically. */
function logScale(low, high, from, to) {
  // If `low` and `high` are equal, the span must not be 0.
  const span = Math.log(high / low) || 1;
  return (value) => from + ((to - from) * Math.log(value / low)) / span;
}

/**
 * Returns values that are 1, 2 or 5 times a power of ten. The first is the last such value up to `low`, and the last is
 * the first such value from `high`.
 */
function ticksAround(low, high) {
  // From 0.0001 to 500,000.
  const powers = Array.from({ length: 10 }, (_, i) => i - 4);
  const all = powers.flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
  const first = all.findLastIndex((value) => value <= low);
  const last = all.findIndex((value) => value >= high);
  return all.slice(first, last + 1);
}

/**
 * Returns the heights of labels near the `wanted` heights, in the order of `wanted`, with at least LABEL_GAP between
 * them. First moves labels down, so that none is above `top`, then up, so that none is below `bottom`.
 */
function spread(wanted, top, bottom) {
  const labels = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  let minimum = top;
  for (const label of labels) {
    label.y = Math.max(label.y, minimum);
    minimum = label.y + LABEL_GAP;
  }
  let maximum = bottom;
  for (const label of labels.toReversed()) {
    label.y = Math.min(label.y, maximum);
    maximum = label.y - LABEL_GAP;
  }
  return labels.sort((a, b) => a.i - b.i).map(({ y }) => y);
}

function drawPanel({ title, series }, left, sizes, ticks) {
  const [right, bottom] = [left + PANEL.width, PANEL.top + PANEL.height];
  const x = logScale(sizes[0], sizes.at(-1), left, right);
  const y = logScale(ticks[0], ticks.at(-1), bottom, PANEL.top);
  const rowsAxis = sizes.flatMap((rows) => [
    line(x(rows), PANEL.top, x(rows), bottom, "grid"),
    text(x(rows), bottom + 18, rows.toLocaleString("en"), "note middle"),
  ]);
  const timeAxis = ticks.flatMap((ms) => [
    line(left, y(ms), right, y(ms), "grid"),
    text(left - 8, y(ms) + 4, ms, "note end"),
  ]);
  const ends = series.map(({ points }) => y(points.at(-1).ms));
  const labelHeights = spread(ends, PANEL.top, bottom);
  const lines = series.flatMap(({ label, points }, i) => {
    const places = points.map(({ rows, ms }) => [x(rows), y(ms)]);
    // The label is to the right of the panel: a line from the end of the series, the mark, and the text.
    return [
      polyline(places, `line s${i}`),
      ...places.map(([px, py]) => mark(px, py, i)),
      line(right + 7, ends[i], right + 18, labelHeights[i], "leader"),
      mark(right + 26, labelHeights[i], i),
      text(right + 36, labelHeights[i] + 4.5, label, "note"),
    ];
  });
  return [text(left, PANEL.top - 14, title, "title"), ...timeAxis, ...rowsAxis, ...lines];
}

/**
 * Returns the SVG. `panels` are `{ title, series: [{ label, points: [{ rows, ms }] }] }`, at most seven series each.
 */
export function scalePlot(panels, sizes) {
  const values = panels.flatMap(({ series }) =>
    series.flatMap(({ points }) => points.map(({ ms }) => ms)),
  );
  const ticks = ticksAround(Math.min(...values), Math.max(...values));
  return picture({ width: WIDTH, height: HEIGHT, title: TITLE, label: TITLE, style: STYLE }, [
    ...panels.flatMap((panel, i) => drawPanel(panel, PANEL.left + i * PANEL.step, sizes, ticks)),
    text(0, HEIGHT - 14, CONDITIONS, "note"),
  ]);
}
