// Tests the benchmarks of the service. They must build the binary that they measure, and report its processor time.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { table } from "../../bench/report.mjs";
import { markdown, summarise } from "../../bench/service/report.mjs";
import { CASES } from "../../bench/service/cases.mjs";
import { root } from "../../scripts/run.mjs";
import { runToEnd, temporary } from "./processes.mjs";

test("the benchmarks build the binary that they measure", async () => {
  const folder = temporary("bench");
  // This script replaces cargo and fails, so that the benchmark ends before it measures.
  writeFileSync(join(folder, "cargo"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  // With the variable SERVICE, the benchmark would measure this binary and build nothing.
  const { SERVICE: _, ...envWithoutService } = process.env;
  const env = { ...envWithoutService, PATH: folder + delimiter + process.env.PATH };
  for (const script of ["bench/service.mjs", "bench/service/import.mjs"]) {
    const { status, stderr } = await runToEnd(process.execPath, [join(root, script)], { env });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^`cargo build --profile native -p ethereal-query-service --locked` ended with status 3\.$/m,
    );
  }
});

test("the report has the processor time of a request for each contestant", () => {
  const contestants = ["sqlite", "datasette", "postgres", "postgraphile"].map((name) => ({
    name,
    title: name,
  }));
  const names = Object.keys(CASES);
  const rounds = [1, 5, 2];
  const medianRound = 2;
  /** A different processor time for each contestant, case and round. */
  const cpu = (contestantIndex, name, round) =>
    10 * contestantIndex + 100 * names.indexOf(name) + round;
  const samples = [];
  for (const [contestantIndex, { name: contestant }] of contestants.entries()) {
    for (const name of names) {
      for (const round of rounds) {
        const time = cpu(contestantIndex, name, round);
        samples.push({ contestant, name, rps: 1, p50: 1, p99: 1, cpu: time });
      }
    }
  }
  // The other values of the report do not matter here.
  const query = { sqlite: { p50: 1, p99: 1 }, postgres: { p50: 1, p99: 1 } };
  const sizes = Object.fromEntries(
    contestants.map(({ title }) => [title, Object.fromEntries(names.map((n) => [n, 1]))]),
  );
  const text = markdown({
    conditions: [],
    contestants,
    summary: summarise(samples),
    query,
    imports: {},
    sizes,
  });
  // The case `cursor` is for the cursors of the peers. The service shows its case `deep` there.
  const shownCase = (contestant, name) =>
    name === "cursor" && ["sqlite", "postgres"].includes(contestant) ? "deep" : name;
  const rows = names.map((name) => [
    CASES[name].title,
    ...contestants.map((contestant, contestantIndex) =>
      String(cpu(contestantIndex, shownCase(contestant.name, name), medianRound)),
    ),
  ]);
  const heading =
    "## Processor µs a request, of the service and its database (median of the rounds)";
  const titles = contestants.map(({ title }) => title);
  assert.ok(text.includes(`${heading}\n\n${table(["", ...titles], rows)}`), text);
});
