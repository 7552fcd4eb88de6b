// The results, as JSON for machines and as tables for people.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const three = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3))));
const table = (head, rows) =>
  [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
/** Who needs less than ours, by name and value; said under each table. */
function ahead(where, values) {
  const names = Object.keys(values).filter((name) => values[name] < values.Ours && !name.startsWith("Ours"));
  return `Ahead of ours${where && ` in ${where}`}: ${names.join("; ") || "nobody"}.`;
}
const mapped = (object, each) => Object.fromEntries(Object.entries(object).map(([name, it]) => [name, each(it)]));
const ratio = (value, floor) => `${(value / floor).toFixed(2)} ×`;

/** One case: a row for each path, for each runtime its quartiles and the ratio to the first path. */
function times(runtimes, title) {
  const names = Object.keys(runtimes);
  const paths = [...new Set(names.flatMap((name) => Object.keys(runtimes[name][title])))];
  const unit = Math.max(...names.map((name) => Object.values(runtimes[name][title])[0].median)) > 1000 ? 1000 : 1;
  const head = ["", ...names.flatMap((name) => [`${name}, ${unit === 1 ? "µs" : "ms"}`, "quartiles", "ratio"])];
  const rows = paths.map((path) => [path, ...names.flatMap((name) => {
    const [floor, one] = [Object.values(runtimes[name][title])[0], runtimes[name][title][path]];
    if (!one) return ["", "", ""];
    const [q1, q3] = [one.q1, one.q3].map((us) => three(us / unit));
    return [three(one.median / unit), `${q1} – ${q3}`, ratio(one.median, floor.median)];
  })]);
  const wins = names.map((name) => ahead(name, mapped(runtimes[name][title], ({ median }) => median)));
  return [`### ${title}`, table(head, rows), ...wins].join("\n\n");
}

const cases = (runtimes) => Object.keys(Object.values(runtimes)[0]).map((title) => times(runtimes, title));

function start(conditions) {
  const names = Object.keys(conditions);
  const apps = Object.keys(conditions[names[0]]);
  const cell = (name, app) => {
    const { first, ready } = conditions[name][app];
    return [`${three(first.median)} (${three(first.q1)} – ${three(first.q3)})`, three(ready.median)];
  };
  const head = ["", ...names.flatMap((name) => [`${name}: first result`, "client ready"])];
  const wins = names.map((name) => ahead(name, mapped(conditions[name], ({ first }) => first.median)));
  return [table(head, apps.map((app) => [app, ...names.flatMap((name) => cell(name, app))])), ...wins].join("\n\n");
}

function streamed(paths) {
  const floor = Object.values(paths)[0];
  const cell = (one, of) => [`${three(one.median)} (${three(one.q1)} – ${three(one.q3)})`, ratio(one.median, of.median)];
  const cells = ({ first, total }) => [...cell(first, floor.first), ...cell(total, floor.total)];
  const rows = Object.entries(paths).map(([name, times]) => [name, ...cells(times)]);
  return [
    table(["", "first record, ms", "ratio", "all, ms", "ratio"], rows),
    ahead("time to the first record", mapped(paths, ({ first }) => first.median)),
    ahead("time to the last", mapped(paths, ({ total }) => total.median)),
  ].join("\n\n");
}

function memory({ rss, wasm }) {
  const floor = Object.values(rss)[0].median;
  const rows = Object.entries(rss).map(([name, { median, q1, q3 }]) => [
    name, three(median), `${three(q1)} – ${three(q3)}`, ratio(median, floor),
  ]);
  return [
    table(["", "peak RSS, MiB", "quartiles", "ratio"], rows),
    ahead("", mapped(rss, ({ median }) => median)),
    `Our WebAssembly memory: ${three(wasm.afterCalls)} MiB after ${wasm.calls.toLocaleString("en")} calls ` +
      `(pages of 50 and transfers in turn), ${three(wasm.afterPage)} MiB after one page of 10,000 records more.`,
  ];
}

function weights(rows) {
  const sizes = ["raw", "gzip", "brotli"];
  const cells = ([name, row]) => [name, row.does, ...sizes.map((size) => row[size].toLocaleString("en"))];
  const lines = table(["", "does", ...sizes], Object.entries(rows).map(cells));
  return `${lines}\n\n${ahead("", mapped(rows, ({ brotli }) => brotli))}`;
}

export function markdown({ conditions, decode, call, http, stream, start: started, memory: used, bytes }) {
  return [
    "# The client beside its peers",
    "Written by `npm run bench`; do not edit. Ratios are to the first row of the same table.",
    conditions.map((line) => `- ${line}`).join("\n"),
    ...(call ? [
      "## A whole call over a fetch that answers at once",
      "The answer is a new `Response` for each call. The first row neither checks anything nor has a time limit.",
      ...cases(call),
    ] : []),
    ...(http ? [
      "## A whole call over HTTP on this machine",
      "The service is another process on the loopback interface; its bodies are in memory and not compressed. HTTP/1.1, " +
        "connections are kept alive, one call follows the other. In Chromium the page and the service have one origin.",
      ...cases(http),
    ] : []),
    ...(decode ? [
      "## From a body to checked objects",
      "The package exports no decoder without a request. The time of ours begins when `fetch` resolves to a `Response` in " +
        "memory, and it includes reading the response; the request was made before. The time of `response.json()` begins " +
        "with the same `Response`, the time of the others with text that is decoded already.",
      ...cases(decode),
    ] : []),
    ...(stream ? [
      "## A page of 10,000 records over 100 Mbit/s",
      "Until the first record is there, and until all are; 20 ms of latency, not compressed. Ours is `stream(list)`.",
      streamed(stream),
    ] : []),
    ...(started ? [
      "## A fresh tab: milliseconds from the start of the navigation to 50 records",
      "A new browser context for each sample; files and answer compressed with brotli. Slow 4G: 1.6 Mbit/s, 150 ms.",
      start(started),
    ] : []),
    ...(used ? ["## Memory: one page of 10,000 records in a Node.js process of its own", ...memory(used)] : []),
    ...(bytes ? [
      "## Bytes of a minified ES module",
      "The same four calls, then of each SDK the least that reads one token or one transfer.", weights(bytes),
    ] : []),
    "",
  ].join("\n\n");
}

/** Writes results.json and results.md into `folder`, without one beside the benchmark. */
export function writeResults(folder, results) {
  const text = markdown(results);
  const place = folder ?? fileURLToPath(new URL(".", import.meta.url));
  writeFileSync(`${place}/results.json`, `${JSON.stringify(results)}\n`);
  writeFileSync(`${place}/results.md`, `${text.trimEnd()}\n`);
  return text;
}
