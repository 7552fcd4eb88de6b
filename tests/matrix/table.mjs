// The table of the matrix, as it is printed and as docs/environments.md shows it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, root } from "../../scripts/run.mjs";

const PAGE = join(root, "docs", "environments.md");
const [BEGIN, END] = ["<!-- matrix: written by `npm run matrix -- --write` -->", "<!-- end of matrix -->"];

const RESULTS = { ok: "ok", red: "**fails**", impossible: "impossible", absent: "not available here" };
const cell = (text) => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");

/** What one environment did with the same result becomes one line. */
function lines(rows) {
  const found = new Map();
  for (const { name, version, what, state, note, seconds } of rows) {
    // What a tool printed is no markup.
    const result = [RESULTS[state], note.replaceAll("<", "&lt;")].filter(Boolean).join(": ");
    const key = [name, result].join("\0");
    const line = found.get(key) ?? { name, version, what: [], result, seconds: 0 };
    found.set(key, { ...line, what: [...line.what, what], seconds: line.seconds + seconds });
  }
  return [...found.values()];
}

export function markdown(rows) {
  const text = lines(rows).map(({ name, version, what, result, seconds }) =>
    `| ${[name, version, what.join("; "), result].map(cell).join(" | ")} | ${seconds.toFixed(1)} |\n`);
  return `| Environment | Version | What ran | Result | Seconds |\n|---|---|---|---|---|\n${text.join("")}`;
}

/** The page before, inside and after the two marks. */
function parts() {
  const text = readFileSync(PAGE, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new ScriptError(`${PAGE} has no ${BEGIN} … ${END}.`);
  return [text.slice(0, from + BEGIN.length), text.slice(from + BEGIN.length, to), text.slice(to)];
}

/** The table in the page, as lists of cells. */
export function shown() {
  const table = parts()[1].trim().split("\n").slice(2);
  return table.map((line) => line.split(" | ").map((text) => text.replace(/^\| | \|$/g, "")));
}

export function writePage(rows) {
  const [before, , after] = parts();
  writeFileSync(PAGE, `${before}\n${markdown(rows)}${after}`);
}

/** The cells an environment has in the table whatever comes of it. */
export const cells = ({ name, rows }) => ({ name: cell(name), whats: rows.map(([what]) => cell(what)) });
