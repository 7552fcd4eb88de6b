// Size and time beside the alternatives, from bench/size.json and bench/client/results.json.
import { bar, picture, text } from "./svg.mjs";

const [WIDTH, LABELS, ROW] = [540, 250, 26];

/** Bars with a name on the left and a figure behind each. `rows` are [name, value, figure, isOurs]. */
function bars(title, rows) {
  const largest = Math.max(...rows.map(([, value]) => value));
  const parts = rows.flatMap(([name, value, figure, isOurs], index) => {
    const y = 34 + index * ROW;
    const width = ((WIDTH - LABELS - 70) * value) / largest;
    return [
      text(LABELS - 10, y + 14, name, 'text-anchor="end"'),
      bar(LABELS, y, width, 18, isOurs ? "ours" : "other"),
      text(LABELS + width + 8, y + 14, figure, 'class="note"'),
    ];
  });
  const label = `${title}: ${rows.map(([name, , figure]) => `${name} ${figure}`).join(", ")}`;
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
  const all = [
    ...peers.map((name) => [name, bytes[name].brotli, false]),
    ["ethereal-query", sizes["four calls by ethereal-query"].brotli, true],
  ];
  const rows = all.map(([name, size, isOurs]) => [name, size, `${(size / 1000).toFixed(1)} kB`, isOurs]);
  return bars("Four calls in a page, after minification and brotli", rows);
}

export function timePicture({ http }) {
  const rows = ["One transfer", "Page of 50", "Page of 1,000"].flatMap((what) => {
    const times = http["Node.js"][what];
    const ratio = (name) => times[name].median / times["fetch + response.json()"].median;
    return [
      ["openapi-fetch + zod", false],
      ["Ours", true],
    ].map(([name, isOurs]) => [
      `${what}, ${isOurs ? "ethereal-query" : name.replace(" + ", ", ")}`,
      ratio(name),
      `${ratio(name).toFixed(2)} ×`,
      isOurs,
    ]);
  });
  return bars("Time over HTTP in Node.js, fetch with response.json() = 1", rows);
}
