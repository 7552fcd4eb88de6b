// The table of the matrix, which docs/environments.md contains.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, root } from "../../scripts/run.mjs";

const PAGE = join(root, "docs", "environments.md");
const [BEGIN, END] = [
  "<!-- matrix: written by `npm run matrix -- --write` -->",
  "<!-- end of matrix -->",
];

const RESULTS = {
  ok: "ok",
  failed: "**fails**",
  impossible: "impossible",
  absent: "not available here",
};
/** The text of a cell: without column separators and line breaks. */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");

/** Merges the rows of an environment with the same result into one line. */
function mergeRows(rows) {
  const lines = new Map();
  for (const { name, version, title, state, note, seconds } of rows) {
    // A note may contain the output of a tool, which must not become markup.
    const result = [RESULTS[state], note.replaceAll("<", "&lt;")].filter(Boolean).join(": ");
    const key = [name, result].join("\0");
    const line = lines.get(key) ?? { name, version, titles: [], result, seconds: 0 };
    lines.set(key, { ...line, titles: [...line.titles, title], seconds: line.seconds + seconds });
  }
  return [...lines.values()];
}

export function markdown(rows) {
  const text = mergeRows(rows).map(
    ({ name, version, titles, result, seconds }) =>
      `| ${[name, version, titles.join("; "), result].map(cell).join(" | ")} | ${seconds.toFixed(1)} |\n`,
  );
  return `| Environment | Version | What ran | Result | Seconds |\n|---|---|---|---|---|\n${text.join("")}`;
}

/** The text of the page before, between and after the two marks. */
function splitPage() {
  const text = readFileSync(PAGE, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new ScriptError(`${PAGE} has no ${BEGIN} … ${END}.`);
  return [text.slice(0, from + BEGIN.length), text.slice(from + BEGIN.length, to), text.slice(to)];
}

/** The cells of the table in the page, by line. */
export function readTable() {
  const [, table] = splitPage();
  // The first two lines are the headings and the line below them.
  const lines = table.trim().split("\n").slice(2);
  return lines.map((line) => {
    const withoutEdges = line.replace(/^\| | \|$/g, "");
    return withoutEdges.split(" | ");
  });
}

export function writePage(rows) {
  const [before, , after] = splitPage();
  writeFileSync(PAGE, `${before}\n${markdown(rows)}${after}`);
}

/** The cells of an environment that do not depend on its results. */
export const cellsOf = ({ name, rows: titlesAndChecks }) => ({
  name: cell(name),
  titles: titlesAndChecks.map(([title]) => cell(title)),
});
