// Medians over the rounds, as JSON for machines and as tables for people.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CASES } from "./cases.mjs";
import { CONNECTIONS } from "./load.mjs";

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(half)] : (sorted[half - 1] + sorted[half]) / 2;
};
const three = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3))));
const table = (head, rows) =>
  [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** One row for each case and contestant out of every measurement. */
export function summarise(samples) {
  const groups = groupBy(samples, key);
  return [...groups.values()].map((group) => {
    const of = (field) => group.map((sample) => sample[field]);
    const { contestant, name } = group[0];
    const rps = of("rps");
    const range = [Math.min(...rps), Math.max(...rps)];
    const [p50, p99] = [median(of("p50")), median(of("p99"))];
    return { contestant, name, rounds: group.length, rps: median(rps), range, p50, p99 };
  });
}
const key = ({ contestant, name }) => `${contestant} ${name}`;
function groupBy(list, name) {
  const groups = new Map();
  for (const one of list) groups.set(name(one), [...(groups.get(name(one)) ?? []), one]);
  return groups;
}

/** Who is compared with whom: the same store below both. */
const PAIRS = [["sqlite", "datasette"], ["postgres", "postgraphile"]];

export function markdown({ conditions, contestants, summary, query, imports, sizes }) {
  const row = (who, name) => summary.find((one) => one.contestant === who && one.name === name);
  // A cursor is the only way to a depth of ours.
  const find = (who, name) => row(who, name) ?? row(who, "deep");
  const names = Object.keys(CASES);
  const all = (name, cell) => [CASES[name].title, ...contestants.map(({ name: who }) => cell(find(who, name)))];
  const speed = names.map((name) => all(name, ({ rps }) => three(rps)));
  const times = names.map((name) => all(name, ({ p50, p99 }) => `${three(p50)} / ${three(p99)}`));
  const ratio = (a, b, name) => `${three(find(a, name).rps / find(b, name).rps)} ×`;
  const ratios = names.map((name) => [CASES[name].title, ...PAIRS.map(([a, b]) => ratio(a, b, name))]);
  const rare = contestants.map(({ name: who }) => three(find(who, "rare").p50 / find(who, "first").p50));
  const titles = contestants.map(({ title }) => title);
  const alone = ["sqlite", "postgres"].map((who) => {
    const { title } = contestants.find(({ name }) => name === who);
    const { rps, p50 } = find(who, "arms");
    return [title, three(query[who].p50), three(query[who].p99), three(1000 / rps), three(p50)];
  });
  const bytes = names.map((name) => [CASES[name].title, ...titles.map((title) => three(sizes[title][name]))]);
  const known = Object.entries(imports).filter(([, seconds]) => seconds.transfers);
  const taken = known.map(([who, seconds]) => [who, three(seconds.ethereals), three(seconds.transfers)]);
  const pairs = PAIRS.map((pair) => pair.map((who) => contestants.find(({ name }) => name === who).title).join(" / "));
  const columns = ["query p50", "query p99", "service: ms of the machine a request", "service p50 under load"];
  return [
    "# The service beside its peers",
    "Written by `npm run bench:service`; do not edit.",
    conditions.map((line) => `- ${line}`).join("\n"),
    "## Requests per second (median of the rounds)", table(["", ...titles], speed),
    "## Ratio of requests per second", table(["", ...pairs], ratios),
    `## Latency in ms, p50 / p99, at ${CONNECTIONS} connections`, table(["", ...titles], times),
    "Rare page against first page, p50: " + titles.map((title, i) => `${title} ${rare[i]} ×`).join(", ") + ".",
    "## The page over all chains and statuses: query alone, in ms",
    table(["", ...columns], alone),
    "## Bytes of an answer's body", table(["", ...titles], bytes),
    ...(taken.length ? ["## Import in seconds", table(["", "ethereals", "transfers"], taken)] : []),
    "",
  ].join("\n\n");
}

/** Writes results.json and results.md beside the benchmark, or into `folder` when the run was a small one. */
export function writeResults(folder, results) {
  const text = markdown(results);
  const place = folder ?? fileURLToPath(new URL(".", import.meta.url));
  writeFileSync(`${place}/results.json`, `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(`${place}/results.md`, `${text.trimEnd()}\n`);
  return text;
}
