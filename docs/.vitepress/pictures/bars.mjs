// Draws the size and the time of the package and its alternatives as bars. The values come from bench/size.json and
// bench/client/results.json.
import { bar, picture, text } from "../../../scripts/svg.mjs";

const WIDTH = 540;
/** Width of the names. */
const LABELS = 250;
/** Height of a row. */
const ROW = 26;

/** Draws a bar for each row `{ name, value, figure, isOurs }`: the name, the bar, and the figure. */
function bars(title, rows) {
  const largest = Math.max(...rows.map(({ value }) => value));
  const parts = rows.flatMap(({ name, value, figure, isOurs }, index) => {
    const y = 34 + index * ROW;
    const width = ((WIDTH - LABELS - 70) * value) / largest;
    return [
      text(LABELS - 10, y + 14, name, "end"),
      bar(LABELS, y, width, 18, isOurs ? "ours" : "other"),
      text(LABELS + width + 8, y + 14, figure, "note"),
    ];
  });
  const label = `${title}: ${rows.map(({ name, figure }) => `${name} ${figure}`).join(", ")}`;
  return picture({ width: WIDTH, height: 40 + rows.length * ROW, title, label }, parts);
}

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
