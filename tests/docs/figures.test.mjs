// Checks that sizes, ratios and times in the documents come from the last measurement.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DOCUMENTS, read } from "./markdown.mjs";

const packageSizes = JSON.parse(read("bench/size.json"));
const { bytes: clientSizes } = JSON.parse(read("bench/client/results.json"));
const measured = [...Object.values(packageSizes), ...Object.values(clientSizes)];
/** All measured sizes in kB, with one decimal. */
const SIZES = measured.map(({ brotli }) => (brotli / 1000).toFixed(1));
const TABLES = [read("bench/client/results.md"), read("bench/service/results.md")].join("\n");
const SCALE = JSON.parse(read("bench/service/scale.json"));
/**
 * The rows of a document's tables. Leaves out the sections about faults and failovers, because their figures come from
 * tests.
 */
const rowsOf = (path) =>
  read(path)
    .replace(/## (?:Reliability under faults|4\. Standbys)[^]*?(?=\n## |$)/g, "")
    .match(/^\|.*$/gm)
    .join("\n");
/** The numbers, as text, that the first group of the pattern matches. */
const numbers = (text, pattern) => [...text.matchAll(pattern)].map(([, number]) => number);

describe("sizes are in bench/size.json or bench/client/results.json", () => {
  for (const path of DOCUMENTS) {
    test(`${path} has measured sizes`, () => {
      assert.deepEqual(
        numbers(read(path), /([\d.]+) kB\b/g).filter((size) => !SIZES.includes(size)),
        [],
      );
    });
  }
});

describe("ratios and requests per second are in the results of the benchmarks", () => {
  for (const path of ["docs/benchmarks.md", "docs/growing.md"]) {
    test(`${path} has measured ratios and rates`, () => {
      const rows = rowsOf(path);
      // Cells with only a number, such as "| 1.25 |" and "| 2,103 |". The lookahead leaves the last "|" for the next
      // cell.
      const ratios = numbers(rows, /\| (\d\.\d\d)(?= \|)/g);
      const rates = numbers(rows, /\| (\d+,\d{3})(?= \|)/g);
      const figures = [...ratios, ...rates];
      assert.notEqual(figures.length, 0);
      assert.deepEqual(
        // A ratio in the results may end with " ×".
        figures.filter((figure) => !new RegExp(`\\| ${figure}(?: ×)? \\|`).test(TABLES)),
        [],
      );
    });
  }
});

describe("figures of growing.md are in the results of the scale benchmark", () => {
  const rows = rowsOf("docs/growing.md");

  test("every time of a request is a measured median", () => {
    const medians = SCALE.samples.map(({ p50 }) => p50.toPrecision(2));
    const figures = numbers(rows, /\| ([\d.]+) ms(?= \|)/g);
    assert.notEqual(figures.length, 0);
    assert.deepEqual(
      figures.filter((figure) => !medians.includes(figure)),
      [],
    );
  });

  test("the figures for disk, imports and memory are those at the largest size", () => {
    const largest = SCALE.sizes.at(-1);
    const seconds = (time) => `${Math.round(time).toLocaleString("en")} s`;
    const [sqlite, postgres] = ["sqlite", "postgres"].map((name) => {
      // Entries with `newTransfers` measure only the import of new transfers.
      const { bytes, ethereals, transfers, memory } = SCALE.figures.find(
        ({ store, rows, newTransfers }) => store === name && rows === largest && !newTransfers,
      );
      return [
        `${(bytes / 1e9).toFixed(1)} GB`,
        seconds(ethereals),
        seconds(transfers),
        `${Math.round(memory.peak / 2 ** 20)} MiB`,
      ];
    });
    // A row has a label, the figure of SQLite and the figure of PostgreSQL.
    const figures = [
      ...rows.matchAll(/^\|[^|]*\| ([\d.,]+ (?:GB|s|MiB)) \| ([\d.,]+ (?:GB|s|MiB)) \|$/gm),
    ];
    assert.deepEqual(
      figures.map(([, ofSqlite]) => ofSqlite),
      sqlite,
    );
    assert.deepEqual(
      figures.map(([, , ofPostgres]) => ofPostgres),
      postgres,
    );
  });
});
