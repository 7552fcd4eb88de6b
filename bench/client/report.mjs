// The results of `npm run bench`, as JSON and as tables.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const round = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3))));
const table = (head, rows) =>
  [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
/** The line under a table that names the peers with lower values than ours. */
function betterPeers(where, values) {
  const names = Object.keys(values).filter((name) => values[name] < values.Ours && !name.startsWith("Ours"));
  return `Ahead of ours${where && ` in ${where}`}: ${names.join("; ") || "none"}.`;
}
const mapValues = (object, map) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
const ratio = (value, baseline) => `${(value / baseline).toFixed(2)} ×`;

/** The table of a case: a row for each path, with quartiles and the ratio to the first path in each runtime. */
function caseTable(runtimes, title) {
  const names = Object.keys(runtimes);
  const paths = [...new Set(names.flatMap((name) => Object.keys(runtimes[name][title])))];
  const unit = Math.max(...names.map((name) => Object.values(runtimes[name][title])[0].median)) > 1000 ? 1000 : 1;
  const head = ["", ...names.flatMap((name) => [`${name}, ${unit === 1 ? "µs" : "ms"}`, "quartiles", "ratio"])];
  const rows = paths.map((path) => [
    path,
    ...names.flatMap((name) => {
      const [baseline, times] = [Object.values(runtimes[name][title])[0], runtimes[name][title][path]];
      if (!times) return ["", "", ""];
      const [q1, q3] = [times.q1, times.q3].map((us) => round(us / unit));
      return [round(times.median / unit), `${q1} – ${q3}`, ratio(times.median, baseline.median)];
    }),
  ]);
  const lines = names.map((name) =>
    betterPeers(
      name,
      mapValues(runtimes[name][title], ({ median }) => median),
    ),
  );
  return [`### ${title}`, table(head, rows), ...lines].join("\n\n");
}

const caseTables = (runtimes) => Object.keys(Object.values(runtimes)[0]).map((title) => caseTable(runtimes, title));

function startTable(conditions) {
  const names = Object.keys(conditions);
  const apps = Object.keys(conditions[names[0]]);
  const cell = (name, app) => {
    const { first, ready } = conditions[name][app];
    return [`${round(first.median)} (${round(first.q1)} – ${round(first.q3)})`, round(ready.median)];
  };
  const head = ["", ...names.flatMap((name) => [`${name}: first result`, "client ready"])];
  const lines = names.map((name) =>
    betterPeers(
      name,
      mapValues(conditions[name], ({ first }) => first.median),
    ),
  );
  return [
    table(
      head,
      apps.map((app) => [app, ...names.flatMap((name) => cell(name, app))]),
    ),
    ...lines,
  ].join("\n\n");
}

function memoryTable({ rss, wasm }) {
  const baseline = Object.values(rss)[0].median;
  const rows = Object.entries(rss).map(([name, { median, q1, q3 }]) => [
    name,
    round(median),
    `${round(q1)} – ${round(q3)}`,
    ratio(median, baseline),
  ]);
  return [
    table(["", "peak RSS, MiB", "quartiles", "ratio"], rows),
    betterPeers(
      "",
      mapValues(rss, ({ median }) => median),
    ),
    `Our WebAssembly memory: ${round(wasm.afterCalls)} MiB after ${wasm.calls.toLocaleString("en")} calls ` +
      `(pages of 50 and transfers in turn), ${round(wasm.afterPage)} MiB after another page of 10,000 records.`,
  ];
}

function bytesTable(rows) {
  const sizes = ["raw", "gzip", "brotli"];
  const cells = ([name, row]) => [name, row.does, ...sizes.map((size) => row[size].toLocaleString("en"))];
  const sizesTable = table(["", "does", ...sizes], Object.entries(rows).map(cells));
  return `${sizesTable}\n\n${betterPeers(
    "",
    mapValues(rows, ({ brotli }) => brotli),
  )}`;
}

export function markdown({ conditions, decode, call, http, start, memory, bytes }) {
  return [
    "# The client beside its peers",
    "`npm run bench` writes this file. Ratios are to the first row of the same table.",
    conditions.map((line) => `- ${line}`).join("\n"),
    ...(call
      ? [
          "## A call by a fetch that responds at once",
          "Each call gets a new `Response`. The first row has neither checks nor a time limit.",
          ...caseTables(call),
        ]
      : []),
    ...(http
      ? [
          "## A call over HTTP on this machine",
          "The service is another process on the loopback interface; its bodies are in memory and not compressed. " +
            "HTTP/1.1 with keep-alive, one call after the other. In Chromium the page and the service have one origin.",
          ...caseTables(http),
        ]
      : []),
    ...(decode
      ? [
          "## From a body to checked objects",
          "The package exports no decoder without a request. Our time starts when `fetch` resolves to a `Response` " +
            "in memory, and includes reading the response, but not the request. The time of `response.json()` starts " +
            "with the same `Response`, the time of the others with decoded text.",
          ...caseTables(decode),
        ]
      : []),
    ...(start
      ? [
          "## A new tab: milliseconds from the start of the navigation to 50 records",
          "A new browser context for each sample; files and response compressed with brotli. " +
            "Slow 4G: 1.6 Mbit/s, 150 ms.",
          startTable(start),
        ]
      : []),
    ...(memory
      ? ["## Memory: one page of 10,000 records in a Node.js process of its own", ...memoryTable(memory)]
      : []),
    ...(bytes
      ? [
          "## Bytes of a minified ES module",
          "The same four calls, then the smallest entry of each SDK that reads one token or one transfer.",
          bytesTable(bytes),
        ]
      : []),
    "",
  ].join("\n\n");
}

/** Writes results.json and results.md into `folder`, by default beside this file. */
export function writeResults(results, folder = fileURLToPath(new URL(".", import.meta.url))) {
  const text = markdown(results);
  writeFileSync(`${folder}/results.json`, `${JSON.stringify(results)}\n`);
  writeFileSync(`${folder}/results.md`, `${text.trimEnd()}\n`);
  return text;
}
