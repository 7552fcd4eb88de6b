// Records `ethereal-query demo` on a terminal, and draws the recording as an animation. `docs/pictures/demo.json` has
// the screens and their times.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ScriptError, root } from "../../../scripts/run.mjs";
import { cells, element, svg } from "../../../scripts/svg.mjs";

const [COLUMNS, ROWS] = [80, 18];
const PROMPT = "$ npx ethereal-query demo\r\n";
/** The beginning of the last line that the demo prints. */
const END = "Press Ctrl-C to end the service.";
/** A screen is recorded when the demo has printed nothing for this time. */
const SETTLED_MS = 250;

/** The picture is faster than the demo by this factor. */
const SPEED = 4;
/** The picture shows the last screen for this time, and then begins again. */
const LAST_SCREEN_MS = 4000;
/** The width of a cell, the height of a line, and the space around the text, in pixels. */
const [CELL, LINE, PADDING] = [8.4, 20, 18];
const FONT_SIZE = 14;
/** Colours of the terminal by their number. Any other number has the colour of the text. */
const COLOURS = { 1: "#f1938a", 2: "#71d0b1", 3: "#e6b65e", 6: "#7cc7e8" };

/** Runs the demo on a pseudo-terminal until its transfer has arrived. Returns the screens. */
export async function recordDemo() {
  // Drawing does not need this package.
  const { default: xterm } = await import("@xterm/headless");
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  const write = (text) => new Promise((resolve) => terminal.write(text, resolve));
  const main = join(root, "pkg", "dist", "cli", "main.js");
  const command = `stty cols ${COLUMNS} rows ${ROWS}; exec "${process.execPath}" "${main}" demo`;
  const env = { ...process.env, TERM: "xterm-256color" };
  await write(PROMPT);
  const screens = [{ atMs: 0, rows: rowsOf(terminal) }];
  const startedMs = Date.now();
  // `script` runs the command on a pseudo-terminal.
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    env,
  });
  let timer;
  /** All output of the demo. */
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
    const atMs = Date.now() - startedMs;
    clearTimeout(timer);
    const written = write(chunk);
    timer = setTimeout(async () => {
      await written;
      screens.push({ atMs, rows: rowsOf(terminal) });
      if (text.includes(END)) child.kill();
    }, SETTLED_MS);
  });
  await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (!text.includes(END)) throw new ScriptError("The demo ended before its transfer arrived.");
  return { screens };
}

/**
 * Returns the rows of the screen. A row is a list of runs, which are neighbouring cells with the same classes: `column`
 * of the first cell, `text`, and `look`, the classes in the picture.
 */
function rowsOf({ buffer: { active } }) {
  return Array.from({ length: ROWS }, (_, y) => {
    const runs = [];
    for (let column = 0; column < COLUMNS; column++) {
      const cell = active.getLine(active.baseY + y).getCell(column);
      const text = cell.getChars() || " ";
      const look = lookOf(cell);
      const last = runs.at(-1);
      if (last?.look === look) last.text += text;
      else runs.push({ column, text, look });
    }
    return runs
      .map((run) => ({ ...run, text: run.text.trimEnd() }))
      .filter(({ text }) => text !== "");
  });
}

/** Returns the class for the weight of a cell; empty for normal text. */
function weightOf(cell) {
  if (cell.isBold()) return "bold";
  return cell.isDim() ? "dim" : "";
}

function lookOf(cell) {
  const weight = weightOf(cell);
  const colour = cell.isFgPalette() && cell.getFgColor() in COLOURS ? `c${cell.getFgColor()}` : "";
  return [weight, colour].filter(Boolean).join(" ");
}

export function demoPicture({ screens }) {
  // The start of each screen in the picture.
  const startMs = screens.map(({ atMs }) => atMs / SPEED);
  const totalMs = startMs.at(-1) + LAST_SCREEN_MS;
  const percent = (ms) => `${Number(((ms / totalMs) * 100).toFixed(2))}%`;
  const [width, height] = [COLUMNS * CELL + 2 * PADDING, ROWS * LINE + 2 * PADDING];
  const isLast = (index) => index === screens.length - 1;
  // Each screen is visible from its start to the start of the next screen. With `step-end` below, an opacity holds
  // until the next keyframe: `0%{opacity:0}20%{opacity:1}45%{opacity:0}` shows a screen from 20% to 45%. The first
  // screen starts at 0%, so its first two keyframes are equal.
  const keyframes = screens.map((_, index) => {
    const end = isLast(index) ? "" : `${percent(startMs[index + 1])}{opacity:0}`;
    return `@keyframes s${index}{0%{opacity:${index === 0 ? 1 : 0}}${percent(startMs[index])}{opacity:1}${end}}`;
  });
  const style = [
    `text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e6ece9;white-space:pre}`,
    ".bold{font-weight:700}.dim{opacity:.65}",
    ...Object.entries(COLOURS).map(([name, colour]) => `.c${name}{fill:${colour}}`),
    ...keyframes,
    ...screens.map(
      (_, index) => `.s${index}{animation:s${index} ${Math.round(totalMs)}ms step-end infinite}`,
    ),
    // Without motion, only the last screen is visible.
    `@media(prefers-reduced-motion:reduce){g{animation:none!important}g:not(.s${screens.length - 1}){opacity:0}}`,
  ];
  const label =
    "A terminal with ethereal-query demo: the route of a transfer, step by step, until it is delivered on Blessnet";
  const groups = screens.map(({ rows }, index) =>
    element("g", { class: `s${index}` }, ["", ...rows.flatMap(rowText), ""].join("\n")),
  );
  const background = element("rect", { width, height, rx: 10, fill: "#0f1312" });
  return svg({ width, height, label, style: style.join("") }, [background, ...groups]);
}

function rowText(runs, y) {
  return runs.map(({ column, text, look }) =>
    cells(PADDING + column * CELL, PADDING + y * LINE + FONT_SIZE, text, look, text.length * CELL),
  );
}
