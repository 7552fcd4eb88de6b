// Writes the results of `npm run bench` as tables.
import { bulletList, count, formatFigure, table } from "../report.mjs";

/**
 * @typedef {{ median: number, q1: number, q3: number }} Quartiles the times of the samples, in microseconds
 * @typedef {Record<string, Quartiles>} CaseTimes by the name of the row: ours, a peer, or plain `fetch`
 * @typedef {Record<string, CaseTimes>} RuntimeCases by the title of the case
 * @typedef {Record<string, RuntimeCases>} Runtimes by the name of the runtime
 */

const formatMultiple = (value, baseline) => `${(value / baseline).toFixed(2)} ×`;
const formatQuartiles = ({ q1, q3 }, unit = 1) =>
  `${formatFigure(q1 / unit)} – ${formatFigure(q3 / unit)}`;

/**
 * The line under a table that names the peers with lower values than ours. `where` is the part of the table with these
 * values; empty for the whole table. `valueOf` reads the value of a row.
 */
function betterPeers(where, rows, valueOf) {
  const isBetter = (name) => valueOf(rows[name]) < valueOf(rows.Ours) && !name.startsWith("Ours");
  const betterNames = Object.keys(rows).filter(isBetter);
  const place = where === "" ? "" : ` in ${where}`;
  return `Ahead of ours${place}: ${betterNames.join("; ") || "none"}.`;
}

/**
 * The table of a case, with quartiles and the ratio to the first row in each runtime.
 * @param {Runtimes} runtimes
 * @param {string} title
 */
function caseTable(runtimes, title) {
  const columns = Object.entries(runtimes).map(([runtime, cases]) => {
    const times = cases[title];
    return { runtime, times, baseline: Object.values(times)[0].median };
  });
  const rowNames = new Set(columns.flatMap(({ times }) => Object.keys(times)));
  const isInMs = columns.some(({ baseline }) => baseline > 1000);
  const unit = isInMs ? 1000 : 1;
  const unitName = isInMs ? "ms" : "µs";
  const rows = [...rowNames].map((name) => [
    name,
    ...columns.flatMap(({ times, baseline }) => timeCells(times[name], baseline, unit)),
  ]);
  const headings = columns.flatMap(({ runtime }) => [
    `${runtime}, ${unitName}`,
    "quartiles",
    "ratio",
  ]);
  return [
    `### ${title}`,
    table(["", ...headings], rows),
    ...columns.map(({ runtime, times }) => betterPeers(runtime, times, ({ median }) => median)),
  ];
}

/** The cells of one runtime in a row; empty when the runtime does not have the row. */
function timeCells(times, baseline, unit) {
  if (!times) return ["", "", ""];
  return [
    formatFigure(times.median / unit),
    formatQuartiles(times, unit),
    formatMultiple(times.median, baseline),
  ];
}

/** @param {Runtimes} runtimes */
function caseTables(runtimes) {
  // All runtimes have the same cases.
  const [cases] = Object.values(runtimes);
  return Object.keys(cases).flatMap((title) => caseTable(runtimes, title));
}

/** `results` has the quartiles of `first` and `ready` for each app in each condition: `results[condition][app]`. */
function startTable(results) {
  const conditions = Object.keys(results);
  const apps = Object.keys(results[conditions[0]]);
  const rows = apps.map((app) => [
    app,
    ...conditions.flatMap((condition) => {
      const { first, ready } = results[condition][app];
      return [
        `${formatFigure(first.median)} (${formatQuartiles(first)})`,
        formatFigure(ready.median),
      ];
    }),
  ]);
  const headings = conditions.flatMap((condition) => [
    `${condition}: first result`,
    "client ready",
  ]);
  return [
    table(["", ...headings], rows),
    ...conditions.map((condition) =>
      betterPeers(condition, results[condition], ({ first }) => first.median),
    ),
  ];
}

function memoryTable({ rss, wasm }) {
  const baseline = Object.values(rss)[0].median;
  const rows = Object.entries(rss).map(([name, peak]) => [
    name,
    formatFigure(peak.median),
    formatQuartiles(peak),
    formatMultiple(peak.median, baseline),
  ]);
  return [
    table(["", "peak RSS, MiB", "quartiles", "ratio"], rows),
    betterPeers("", rss, ({ median }) => median),
    `Our WebAssembly memory: ${formatFigure(wasm.afterCalls)} MiB after ${count(wasm.calls)} calls (pages of 50 and ` +
      `transfers in turn), ${formatFigure(wasm.afterPage)} MiB after another page of 10,000 records.`,
  ];
}

function bytesTable(rows) {
  const sizes = ["raw", "gzip", "brotli"];
  const cells = ([name, row]) => [name, row.does, ...sizes.map((size) => count(row[size]))];
  return [
    table(["", "does", ...sizes], Object.entries(rows).map(cells)),
    betterPeers("", rows, ({ brotli }) => brotli),
  ];
}

/**
 * The sections of the report, by the part of the benchmark. `paragraphs(results)` returns the results of the part as
 * paragraphs of Markdown.
 */
const SECTIONS = {
  call: {
    head: [
      "## A call by a fetch that responds at once",
      "Each call gets a new `Response`. The first row has neither checks nor a time limit.",
    ],
    paragraphs: caseTables,
  },
  http: {
    head: [
      "## A call over HTTP on this machine",
      "The service is another process on the loopback interface; its bodies are in memory and not compressed. " +
        "HTTP/1.1 with keep-alive, one call after the other. In Chromium the page and the service have one origin.",
    ],
    paragraphs: caseTables,
  },
  decode: {
    head: [
      "## From a body to checked objects",
      "The package exports no decoder without a request. Our time starts when `fetch` resolves to a `Response` " +
        "in memory, and includes reading the response, but not the request. The time of `response.json()` starts " +
        "with the same `Response`, the time of the others with decoded text.",
    ],
    paragraphs: caseTables,
  },
  start: {
    head: [
      "## A new tab: milliseconds from the start of the navigation to 50 records",
      "A new browser context for each sample; files and response compressed with brotli. " +
        "Slow 4G: 1.6 Mbit/s, 150 ms.",
    ],
    paragraphs: startTable,
  },
  memory: {
    head: ["## Memory: one page of 10,000 records in a separate Node.js process"],
    paragraphs: memoryTable,
  },
  bytes: {
    head: [
      "## Bytes of a minified ES module",
      "The same four calls, then the smallest entry of each SDK that reads one token or one transfer.",
    ],
    paragraphs: bytesTable,
  },
};

/** The report of the measured parts. */
export function markdown({ conditions, ...results }) {
  const measured = Object.entries(SECTIONS).filter(([part]) => results[part]);
  return [
    "# The client compared with its peers",
    "`npm run bench` writes this file. Ratios are to the first row of the same table.",
    bulletList(conditions),
    ...measured.flatMap(([part, { head, paragraphs }]) => [...head, ...paragraphs(results[part])]),
  ].join("\n\n");
}
