// The results of `npm run bench:service`: medians of the rounds, as JSON and as tables.
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { output } from "../../scripts/run.mjs";
import { CASES } from "./cases.mjs";
import { CONNECTIONS } from "./load.mjs";
import { binary } from "./ours.mjs";

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(half)] : (sorted[half - 1] + sorted[half]) / 2;
};
/** A number with three digits. */
export const round = (value) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
/** A table of Markdown. */
export const table = (head, rows) =>
  [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** Lines about the run: date, version, machine. */
export function describeMachine() {
  const [date, commit] = [new Date().toISOString().slice(0, 10), output("git", ["rev-parse", "--short", "HEAD"])];
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  const system = `Linux ${output("uname", ["-r"])}, Node.js ${process.version}`;
  return [
    `${date}, commit ${commit}, ${output(binary, ["--version"])}`,
    `${cpus().length} cores (${cpus()[0].model}), ${memory}, ${system}`,
  ];
}

/** Summarises the samples of each case and contestant. */
export function summarise(samples) {
  const groups = {};
  for (const sample of samples) (groups[`${sample.contestant} ${sample.name}`] ??= []).push(sample);
  return Object.values(groups).map((group) => {
    const of = (field) => group.map((sample) => sample[field]);
    const { contestant, name } = group[0];
    const rps = of("rps");
    const range = [Math.min(...rps), Math.max(...rps)];
    const [p50, p99] = [median(of("p50")), median(of("p99"))];
    return { contestant, name, rounds: group.length, rps: median(rps), range, p50, p99, cpu: median(of("cpu")) };
  });
}
/** The contestants that are compared: both use the same database. */
const PAIRS = [
  ["sqlite", "datasette"],
  ["postgres", "postgraphile"],
];

export function markdown({ conditions, contestants, summary, query, imports, sizes }) {
  const rowOf = (who, name) => summary.find((one) => one.contestant === who && one.name === name);
  // The service has no measurement for the peers' cursors: its only way to a place is its own cursor.
  const summaryOf = (who, name) => rowOf(who, name) ?? rowOf(who, "deep");
  const names = Object.keys(CASES);
  const rowWith = (name, cell) => [
    CASES[name].title,
    ...contestants.map(({ name: who }) => cell(summaryOf(who, name))),
  ];
  const speed = names.map((name) => rowWith(name, ({ rps }) => round(rps)));
  const times = names.map((name) => rowWith(name, ({ p50, p99 }) => `${round(p50)} / ${round(p99)}`));
  const cpu = names.map((name) => rowWith(name, (summary) => round(summary.cpu)));
  const ratio = (a, b, name) => `${round(summaryOf(a, name).rps / summaryOf(b, name).rps)} ×`;
  const ratios = names.map((name) => [CASES[name].title, ...PAIRS.map(([a, b]) => ratio(a, b, name))]);
  const rare = contestants.map(({ name: who }) => round(summaryOf(who, "rare").p50 / summaryOf(who, "first").p50));
  const titles = contestants.map(({ title }) => title);
  const queryRows = ["sqlite", "postgres"].map((who) => {
    const { title } = contestants.find(({ name }) => name === who);
    const { rps, p50 } = summaryOf(who, "manyFilters");
    return [title, round(query[who].p50), round(query[who].p99), round(1000 / rps), round(p50)];
  });
  const bytes = names.map((name) => [CASES[name].title, ...titles.map((title) => round(sizes[title][name]))]);
  const imported = Object.entries(imports).filter(([, seconds]) => seconds.transfers);
  const importRows = imported.map(([who, seconds]) => [who, round(seconds.ethereals), round(seconds.transfers)]);
  const pairs = PAIRS.map((pair) => pair.map((who) => contestants.find(({ name }) => name === who).title).join(" / "));
  const columns = ["query p50", "query p99", "service: ms of the machine a request", "service p50 under load"];
  return [
    "# The service beside its peers",
    "`npm run bench:service` writes this file.",
    conditions.map((line) => `- ${line}`).join("\n"),
    "## Requests per second (median of the rounds)",
    table(["", ...titles], speed),
    "## Processor µs a request, of the service and its database (median of the rounds)",
    table(["", ...titles], cpu),
    "## Ratio of requests per second",
    table(["", ...pairs], ratios),
    `## Latency in ms, p50 / p99, at ${CONNECTIONS} connections`,
    table(["", ...titles], times),
    "Rare page against first page, p50: " + titles.map((title, i) => `${title} ${rare[i]} ×`).join(", ") + ".",
    "## The page over all chains and statuses: query alone, in ms",
    table(["", ...columns], queryRows),
    "## Bytes of a response body",
    table(["", ...titles], bytes),
    ...(importRows.length ? ["## Import in seconds", table(["", "ethereals", "transfers"], importRows)] : []),
    "",
  ].join("\n\n");
}

/** Writes results.json and results.md into `folder`, by default beside this file. */
export function writeResults(results, folder = fileURLToPath(new URL(".", import.meta.url))) {
  const text = markdown(results);
  writeFileSync(`${folder}/results.json`, `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(`${folder}/results.md`, `${text.trimEnd()}\n`);
  return text;
}
