// Draws the steps and statuses of a simulated transfer over time. The clock of the simulation is a number in this file,
// so that nothing waits.
import { bar, line, picture, text } from "../../../scripts/svg.mjs";

// Lengths in pixels.
const WIDTH = 560;
/** Width of the names of the steps. */
const LABELS = 135;
/** Height of a row. */
const ROW = 34;
/** Height of a bar. */
const BAR = 20;
/** Position of the first row. */
const TOP = 62;
/** The time axis goes on after the end of the transfer, so that the last status has a column. */
const AXIS_FACTOR = 1.12;
/** The labels of steps. Any other step is its own label. */
const NAMES = { 8453: "Base (8453)", 45513: "Blessnet (45513)", 42161: "Arbitrum (42161)" };

/** Returns the states of the transfer, each with its start, status and steps, and the end of the time axis. */
async function statesOf({
  Client,
  routeOf,
  EmbeddedService,
  simulateTransfers,
  simulatedTransfersAt,
}) {
  let nowMs = 0;
  const service = new EmbeddedService({ keys: [{ key: "key", requestOwner: "me", auth: {} }] });
  const fetch = simulateTransfers(service, { now: () => nowMs });
  const client = new Client({ baseUrl: "https://service.invalid", apiKey: "key", fetch });
  const { hash, durationMs } = simulatedTransfersAt(0).find(
    ({ title }) => title === "ERC-20 token",
  );
  const states = [];
  // Reads the transfer at each second.
  for (; nowMs <= durationMs; nowMs += 1000) {
    const transfer = await client.bridgeTransfer(hash);
    if (states.at(-1)?.status !== transfer.status)
      states.push({ fromMs: nowMs, status: transfer.status, steps: routeOf(transfer) });
  }
  client.dispose();
  return { states, endMs: durationMs * AXIS_FACTOR };
}

export async function routePicture(modules) {
  const { states, endMs } = await statesOf(modules);
  const steps = states.at(-1).steps.map(({ step }) => step);
  const countDoneSteps = ({ steps }) => steps.filter(({ state }) => state === "done").length;
  // The steps become done in their order. So the step with index 2 is done from the first state with more than 2 done
  // steps.
  const doneMs = steps.map((_, row) => states.find((state) => countDoneSteps(state) > row).fromMs);
  const x = (ms) => LABELS + ((WIDTH - LABELS) * ms) / endMs;
  const bottom = TOP + steps.length * ROW;
  const columns = states.flatMap(({ fromMs, status }) => [
    line(x(fromMs), 30, x(fromMs), bottom, "grid"),
    text(x(fromMs) + 6, 44, status, "title"),
    text(x(fromMs) + 6, bottom + 14, `${fromMs / 1000} s`, "note"),
  ]);
  const rows = steps.flatMap((step, row) => {
    const y = TOP + row * ROW;
    const waitingMs = row === 0 ? 0 : doneMs[row - 1];
    const arrivedMs = doneMs[row];
    const parts = [text(LABELS - 12, y + 15, NAMES[step] ?? step, "end")];
    if (arrivedMs > waitingMs)
      parts.push(bar(x(waitingMs), y, x(arrivedMs) - x(waitingMs), BAR, "waiting"));
    parts.push(bar(x(arrivedMs), y, x(endMs) - x(arrivedMs), BAR, "ours"));
    return parts;
  });
  const label = `Statuses: ${states.map(({ fromMs, status }) => `${status} from ${fromMs / 1000} s`).join(", ")}`;
  const title = "A simulated transfer: amber steps wait, green ones are done";
  return picture({ width: WIDTH, height: bottom + 22, title, label }, [...columns, ...rows]);
}
