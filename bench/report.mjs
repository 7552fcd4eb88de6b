// Functions that the reports of the benchmarks share: they describe the machine, format figures and tables, and write
// the files with the results.
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { output } from "../scripts/run.mjs";

/** Lines about the run: date, version and machine. `programs` are the versions of the programs that it measures. */
export function describeRun(...programs) {
  const date = new Date().toISOString().slice(0, 10);
  const commit = output("git", ["rev-parse", "--short", "HEAD"]);
  const changes = output("git", ["status", "--porcelain", "pkg", "src", "service", "scripts"])
    ? " with changes"
    : "";
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  return [
    [date, `commit ${commit}${changes}`, ...programs].join(", "),
    `${cpus().length} cores (${cpus()[0].model}), ${memory}, Linux ${output("uname", ["-r"])}, Node.js ${process.version}`,
  ];
}

/** Writes a number with commas: `10,000`. */
export const count = (value) => value.toLocaleString("en");
export const formatPercent = (part) => `${(100 * part).toFixed(0)} %`;
export const formatRatio = (value) => `${formatFigure(value)} ×`;

/** Writes a number below 100 with at most three significant digits, and any other number as an integer. */
export const formatFigure = (value) =>
  value >= 100 ? count(Math.round(value)) : String(Number(value.toPrecision(3)));

/** A table of Markdown. */
export function table(head, rows) {
  const alignments = head.map((_, column) => (column === 0 ? "---" : "---:"));
  return [head, alignments, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export const bulletList = (lines) => lines.map((line) => `- ${line}`).join("\n");

/** Writes `NAME.json` and `NAME.md` into `folder`. */
export function writeResults(folder, name, results, markdown) {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results)}\n`);
  writeFileSync(join(folder, `${name}.md`), `${markdown}\n`);
}
