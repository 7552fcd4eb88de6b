// Draws the size and the time of the package and its alternatives as bars. The values come from bench/size.json and
// bench/client/results.json.
import { bar, picture, text } from "../../../scripts/svg.mjs";

// Lengths in pixels.
const WIDTH = 540;
/** Width of the names on the left. */
const LABELS = 250;
/** Width of the figures on the right. */
const FIGURES = 70;
/** Position of the first row, below the title. */
const TOP = 34;
/** Space below the last row. */
const BOTTOM = 6;
/** Height of a row. */
const ROW = 26;
/** Height of a bar. */
const BAR = 18;
/** Position of the baseline of a text in its row. */
const BASELINE = 14;

/** Draws a bar for each row `{ name, value, figure, isOurs }`: the name, the bar, and the figure. */
function bars(title, rows) {
  const largest = Math.max(...rows.map(({ value }) => value));
  const parts = rows.flatMap(({ name, value, figure, isOurs }, index) => {
    const y = TOP + index * ROW;
    const width = ((WIDTH - LABELS - FIGURES) * value) / largest;
    return [
      text(LABELS - 10, y + BASELINE, name, "end"),
      bar(LABELS, y, width, BAR, isOurs ? "ours" : "other"),
      text(LABELS + width + 8, y + BASELINE, figure, "note"),
    ];
  });
  const label = `${title}: ${rows.map(({ name, figure }) => `${name} ${figure}`).join(", ")}`;
  return picture({ width: WIDTH, height: TOP + rows.length * ROW + BOTTOM, title, label }, parts);
}

/** `sizes` are the sizes in bench/size.json, and `bytes` are the sizes of the peers in bench/client/results.json. */
export function sizePicture(sizes, { bytes }) {
  const peers = [
    "hand-written",
    "openapi-fetch",
    "ky",
    "openapi-fetch + valibot",
    "openapi-fetch + zod/mini",
    "openapi-fetch + zod",
  ];
  const row = (name, { brotli }, isOurs) => ({
    name,
    value: brotli,
    figure: `${(brotli / 1000).toFixed(1)} kB`,
    isOurs,
  });
  const ours = row("ethereal-query", sizes["four calls by ethereal-query"], true);
  const rows = [...peers.map((name) => row(name, bytes[name], false)), ours];
  return bars("Four calls in a page, after minification and brotli", rows);
}

export function timePicture({ http }) {
  const rows = ["One transfer", "Page of 50", "Page of 1,000"].flatMap((title) => {
    const times = http["Node.js"][title];
    const row = (path, client) => {
      const value = times[path].median / times["fetch + response.json()"].median;
      return {
        name: `${title}, ${client}`,
        value,
        figure: `${value.toFixed(2)} ×`,
        isOurs: path === "Ours",
      };
    };
    return [row("openapi-fetch + zod", "openapi-fetch, zod"), row("Ours", "ethereal-query")];
  });
  return bars("Time over HTTP in Node.js, fetch with response.json() = 1", rows);
}
