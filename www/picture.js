// Draws a picture of a transfer for a chat or a support team: the route, and the exact values that others can look up.
import { routeOf } from "/pkg/index.js";
import {
  ROLE_LABELS,
  STATE_LABELS,
  STATE_MARKS,
  chainName,
  findChain,
  plain,
  sentence,
} from "./dom.js";

const WIDTH = 1200;
const MARGIN = 70;
const LINE_HEIGHT = 34;
/** The vertical position of the first line of exact values, and the width of the labels in these lines. */
const VALUES_TOP = 535;
const LABEL_WIDTH = 190;
/** The height of the picture without the lines of exact values. */
const BASE_HEIGHT = 610;
/** The vertical centre of the steps, half the size of a step, and the distance of a line from the centre of a step. */
const STEP_Y = 350;
const STEP_RADIUS = 42;
const LINE_DISTANCE = STEP_RADIUS + 2;
const FONT = 'system-ui, "Segoe UI", Roboto, sans-serif';
const INK = "#17211e";
const MUTED = "#586561";
const LINE = "#e0e5e2";
/** The colours of a step, by its state. */
const COLOURS = {
  done: { line: "#146c56", surface: "#e3f1ec" },
  waiting: { line: "#855800", surface: "#fcf1da" },
  manual: { line: "#855800", surface: "#fcf1da" },
  failed: { line: "#a3322b", surface: "#fbeae8" },
  pending: { line: "#7f8c87", surface: "#f4f6f4" },
};
/** More steps would not be readable. A longer route is drawn without the steps just before the last step. */
const MAX_STEPS = 6;

/** The values that a support team or an accountant looks up, as [label, text], with a link to the transfer. */
function exactValues({ _id, originTimestamp, fromAddress, toAddress }, steps, link) {
  const started =
    originTimestamp && new Date(originTimestamp * 1000).toISOString().replace(/\.\d+Z$/, " UTC");
  const hashes = steps.map(({ role, txHash }) => [ROLE_LABELS[role], txHash]);
  const values = [
    ["Transfer id", _id],
    ["Started", started],
    ["From", fromAddress],
    ["To", toAddress],
    ...hashes,
    ["Link", link],
  ];
  return values.filter(([, value]) => value).map(([label, value]) => [label, plain(value)]);
}

/** Draws the transfer of an `<eq-transfer-route>` with a link to it, and resolves to a PNG. */
export function pictureOf({ transfer, headline }, link) {
  const steps = routeOf(transfer);
  // At most 20 hashes, because each hash makes the picture taller.
  const values = exactValues(transfer, steps.slice(0, 20), link);
  const height = BASE_HEIGHT + values.length * LINE_HEIGHT;
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height });
  const context = canvas.getContext("2d");
  const write = (
    text,
    x,
    y,
    { size, weight = 400, colour = INK, align = "left", width = WIDTH - 2 * MARGIN },
  ) => {
    context.font = `${weight} ${size}px ${FONT}`;
    Object.assign(context, { fillStyle: colour, textAlign: align, textBaseline: "alphabetic" });
    context.fillText(text, x, y, width);
  };
  const box = (x, y, boxWidth, boxHeight, radius, fill, stroke) => {
    context.beginPath();
    context.roundRect(x, y, boxWidth, boxHeight, radius);
    context.fillStyle = fill;
    context.fill();
    if (!stroke) return;
    context.strokeStyle = stroke;
    context.stroke();
  };
  context.fillStyle = "#f6f7f5";
  context.fillRect(0, 0, WIDTH, height);
  context.lineWidth = 2;
  box(30, 30, WIDTH - 60, height - 60, 28, "#fff", LINE);

  // The headline is status, amount and chains, separated by " · ". The text of the amount may contain the separator.
  const headlineParts = headline.split(" · ");
  const amount = headlineParts.slice(1, -1).join(" · ");
  const chains = headlineParts.at(-1);
  write(amount, MARGIN, 140, { size: 60, weight: 680 });
  write(chains, MARGIN, 190, { size: 32, colour: MUTED });
  const shown = steps.length > MAX_STEPS ? [...steps.slice(0, MAX_STEPS - 1), steps.at(-1)] : steps;
  const currentState = steps.find(({ state }) => state !== "done")?.state ?? "done";
  write(sentence(transfer), MARGIN, 256, {
    size: 26,
    weight: 620,
    colour: COLOURS[currentState].line,
  });

  const columnWidth = (WIDTH - 2 * MARGIN) / shown.length;
  const middle = (index) => MARGIN + columnWidth * (index + 0.5);
  context.lineWidth = 5;
  for (const [index, { state, kind, role, chainId }] of shown.entries()) {
    const { line, surface } = COLOURS[state];
    const x = middle(index);
    if (index > 0) {
      context.setLineDash(state === "done" ? [] : [10, 10]);
      context.strokeStyle = line;
      context.beginPath();
      context.moveTo(middle(index - 1) + LINE_DISTANCE, STEP_Y);
      context.lineTo(x - LINE_DISTANCE, STEP_Y);
      context.stroke();
      context.setLineDash([]);
    }
    // A chain is a circle. Any other step is a square with round corners.
    const cornerRadius = kind === "chain" ? STEP_RADIUS : 24;
    const left = x - STEP_RADIUS;
    const top = STEP_Y - STEP_RADIUS;
    box(left, top, 2 * STEP_RADIUS, 2 * STEP_RADIUS, cornerRadius, surface, line);
    const mark = kind === "chain" ? (findChain(chainId)?.mark ?? "#") : "⇄";
    write(mark, x, STEP_Y + 8, { size: 24, weight: 700, colour: line, align: "center", width: 76 });
    const name = kind === "chain" ? chainName(chainId) : ROLE_LABELS[role];
    write(name.slice(0, 30), x, STEP_Y + 84, {
      size: 27,
      weight: 600,
      align: "center",
      width: columnWidth - 12,
    });
    const label = `${STATE_MARKS[state]} ${STATE_LABELS[state]}`;
    write(label, x, STEP_Y + 120, {
      size: 23,
      colour: line,
      align: "center",
      width: columnWidth - 12,
    });
  }
  const time = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  for (const [index, [label, value]] of values.entries()) {
    const y = VALUES_TOP + index * LINE_HEIGHT;
    write(label, MARGIN, y, { size: 20, colour: MUTED });
    write(value, MARGIN + LABEL_WIDTH, y, { size: 20, width: WIDTH - 2 * MARGIN - LABEL_WIDTH });
  }
  write("ethereal-query", MARGIN, height - 60, {
    size: 26,
    weight: 640,
    colour: COLOURS.done.line,
  });
  write(`as of ${time}`, WIDTH - MARGIN, height - 60, { size: 24, colour: MUTED, align: "right" });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
