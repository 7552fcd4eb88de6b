// Writes the results of `npm run bench:service` as tables. A figure is the median of the rounds.
import { bulletList, formatFigure, formatRatio, table } from "../report.mjs";
import { median } from "../../scripts/statistics.mjs";
import { CASES } from "./cases.mjs";
import { CONNECTIONS } from "./load.mjs";

/**
 * @typedef {{ contestant: string, name: string, rps: number, p50: number, p99: number, cpu: number }} Sample
 *   a case (`name`) of a contestant in one round
 * @typedef {Sample & { rounds: number, range: [number, number] }} Summary the medians of the rounds; `range`: the least
 *   and the most requests per second
 */

/**
 * Summarises the samples of each case and contestant.
 * @param {Sample[]} samples
 * @returns {Summary[]}
 */
export function summarise(samples) {
  const groups = {};
  for (const sample of samples) {
    const key = `${sample.contestant} ${sample.name}`;
    groups[key] ??= [];
    groups[key].push(sample);
  }
  return Object.values(groups).map(summariseGroup);
}

function summariseGroup(group) {
  const { contestant, name } = group[0];
  const valuesOf = (field) => group.map((sample) => sample[field]);
  const rps = valuesOf("rps");
  return {
    contestant,
    name,
    rounds: group.length,
    rps: median(rps),
    range: [Math.min(...rps), Math.max(...rps)],
    p50: median(valuesOf("p50")),
    p99: median(valuesOf("p99")),
    cpu: median(valuesOf("cpu")),
  };
}

/** The contestants that are compared: both use the same database. */
const PAIRS = [
  ["sqlite", "datasette"],
  ["postgres", "postgraphile"],
];
const PEERS = PAIRS.map(([, peer]) => peer);
const CASE_NAMES = Object.keys(CASES);

/** Returns the summary of a contestant in a case. */
function summaryOf({ summary }, contestant, caseName) {
  // The service is not measured in the case `cursor`. Its column shows the case `deep` there.
  const isUnmeasured = CASES[caseName].peersOnly && !PEERS.includes(contestant);
  const shownCase = isUnmeasured ? "deep" : caseName;
  return summary.find((row) => row.contestant === contestant && row.name === shownCase);
}

/**
 * A row for each case, a column for each contestant. `cell` takes the summary, the contestant and the name of the case.
 */
function caseTable(results, cell) {
  const rows = CASE_NAMES.map((name) => [
    CASES[name].title,
    ...results.contestants.map((contestant) =>
      cell(summaryOf(results, contestant.name, name), contestant, name),
    ),
  ]);
  return table(["", ...results.contestants.map(({ title }) => title)], rows);
}

const titleOf = ({ contestants }, contestant) =>
  contestants.find(({ name }) => name === contestant).title;

function ratioTable(results) {
  const rps = (contestant, name) => summaryOf(results, contestant, name).rps;
  const rows = CASE_NAMES.map((name) => [
    CASES[name].title,
    ...PAIRS.map(([ours, peer]) => formatRatio(rps(ours, name) / rps(peer, name))),
  ]);
  return table(
    ["", ...PAIRS.map((pair) => pair.map((name) => titleOf(results, name)).join(" / "))],
    rows,
  );
}

function rarePageText(results) {
  const ratios = results.contestants.map(({ name, title }) => {
    const p50 = (page) => summaryOf(results, name, page).p50;
    return `${title} ${formatRatio(p50("rare") / p50("first"))}`;
  });
  return `Rare page against first page, p50: ${ratios.join(", ")}.`;
}

function queryTable(results) {
  const rows = Object.entries(results.query).map(([name, { p50, p99 }]) => {
    const service = summaryOf(results, name, "manyFilters");
    return [
      titleOf(results, name),
      ...[p50, p99, 1000 / service.rps, service.p50].map(formatFigure),
    ];
  });
  const betweenResponses =
    "service under load: ms between two responses (1000 / requests per second)";
  return table(["", "query p50", "query p99", betweenResponses, "service p50 under load"], rows);
}

function importTable({ imports }) {
  const rows = Object.entries(imports).map(([name, seconds]) => [
    name,
    formatFigure(seconds.ethereals),
    formatFigure(seconds.transfers),
  ]);
  return table(["", "ethereals", "transfers"], rows);
}

export function markdown(results) {
  return [
    "# The service compared with its peers",
    "`npm run bench:service` writes this file.",
    bulletList(results.conditions),
    "## Requests per second (median of the rounds)",
    caseTable(results, ({ rps }) => formatFigure(rps)),
    "## Processor µs a request, of the service and its database (median of the rounds)",
    caseTable(results, ({ cpu }) => formatFigure(cpu)),
    "## Ratio of requests per second",
    ratioTable(results),
    `## Latency in ms, p50 / p99, at ${CONNECTIONS} connections`,
    caseTable(results, ({ p50, p99 }) => `${formatFigure(p50)} / ${formatFigure(p99)}`),
    rarePageText(results),
    "## The page over all chains and statuses: query alone, in ms",
    queryTable(results),
    "## Bytes of a response body",
    // `compareResponses` in load.mjs measures these sizes, in every case of every contestant.
    caseTable(results, (_, { title }, name) => formatFigure(results.sizes[title][name])),
    "## Import in seconds",
    importTable(results),
  ].join("\n\n");
}
