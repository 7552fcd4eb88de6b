// A picture of a transfer for a chat: 1200 by 630 pixels, the size of social cards.
import { routeOf } from "/pkg/index.js";
import { ROLE_LABELS, STATE_LABELS, STATE_MARKS, chainName, findChain } from "./dom.js";

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 70];
const FONT = 'system-ui, "Segoe UI", Roboto, sans-serif';
const [INK, MUTED, LINE] = ["#17211e", "#586561", "#e0e5e2"];
/** Line and surface by the state of a step. */
const COLOURS = {
  done: ["#146c56", "#e3f1ec"],
  waiting: ["#855800", "#fcf1da"],
  manual: ["#855800", "#fcf1da"],
  failed: ["#a3322b", "#fbeae8"],
  pending: ["#7f8c87", "#f4f6f4"],
};
/** More steps would not be readable. */
const MAX_STEPS = 6;

/** Draws the transfer of an `<eq-transfer-route>`, and resolves to a PNG. */
export function pictureOf({ transfer, headline }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext("2d");
  const write = (text, x, y, { size, weight = 400, colour = INK, align = "left", width = WIDTH - 2 * MARGIN }) => {
    context.font = `${weight} ${size}px ${FONT}`;
    Object.assign(context, { fillStyle: colour, textAlign: align, textBaseline: "alphabetic" });
    context.fillText(text, x, y, width);
  };
  const box = (x, y, width, height, radius, fill, stroke) => {
    context.beginPath();
    context.roundRect(x, y, width, height, radius);
    context.fillStyle = fill;
    context.fill();
    if (!stroke) return;
    context.strokeStyle = stroke;
    context.stroke();
  };
  context.fillStyle = "#f6f7f5";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.lineWidth = 2;
  box(30, 30, WIDTH - 60, HEIGHT - 60, 28, "#fff", LINE);

  const [status, ...rest] = headline.split(" · ");
  const path = rest.pop();
  write(rest.join(" · "), MARGIN, 140, { size: 60, weight: 680 });
  write(path, MARGIN, 190, { size: 32, colour: MUTED });
  const steps = routeOf(transfer);
  const shown = steps.length > MAX_STEPS ? [...steps.slice(0, MAX_STEPS - 1), steps.at(-1)] : steps;
  const current = steps.find(({ state }) => state !== "done")?.state ?? "done";
  write(status, MARGIN, 256, { size: 34, weight: 620, colour: COLOURS[current][0] });

  const column = (WIDTH - 2 * MARGIN) / shown.length;
  const middle = (index) => MARGIN + column * (index + 0.5);
  context.lineWidth = 5;
  for (const [index, { state, kind, role, chainId }] of shown.entries()) {
    const [line, surface] = COLOURS[state];
    const x = middle(index);
    if (index > 0) {
      context.setLineDash(state === "done" ? [] : [10, 10]);
      context.strokeStyle = line;
      context.beginPath();
      context.moveTo(middle(index - 1) + 44, 350);
      context.lineTo(x - 44, 350);
      context.stroke();
      context.setLineDash([]);
    }
    box(x - 42, 308, 84, 84, kind === "chain" ? 42 : 24, surface, line);
    const mark = kind === "chain" ? (findChain(chainId)?.mark ?? "#") : "⇄";
    write(mark, x, 358, { size: 24, weight: 700, colour: line, align: "center", width: 76 });
    const name = kind === "chain" ? chainName(chainId) : ROLE_LABELS[role];
    write(name.slice(0, 30), x, 434, { size: 27, weight: 600, align: "center", width: column - 12 });
    const label = `${STATE_MARKS[state]} ${STATE_LABELS[state]}`;
    write(label, x, 470, { size: 23, colour: line, align: "center", width: column - 12 });
  }
  const time = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  write("ethereal-query", MARGIN, 555, { size: 26, weight: 640, colour: COLOURS.done[0] });
  write(`as of ${time}`, WIDTH - MARGIN, 555, { size: 24, colour: MUTED, align: "right" });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
