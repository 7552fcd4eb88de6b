// Measures a call that reaches its deadline, and draws its attempts and waits. `docs/pictures/call.json` keeps the
// measured call.
import { bar, line, picture, text } from "../../../scripts/svg.mjs";

// Lengths in pixels.
const WIDTH = 640;
/** Width of the labels of the rows. */
const LABELS = 80;
/** Height of a row. */
const ROW = 34;
/** Height of a bar. */
const BAR = 20;
/** Position of the first row. */
const TOP = 36;
/** The space to the right of the deadline. */
const RIGHT = 20;
const OPTIONS = { timeoutMs: 900, deadlineMs: 2500, maxRetries: 4 };

/** Makes a call whose attempts fail until the deadline. Returns the options, the attempts and the end of the call. */
export async function measureCall({ Client, EmbeddedService }) {
  const service = new EmbeddedService({
    keys: [{ key: "key", requestOwner: "me", auth: {} }],
    latencyMs: 80,
  });
  service.failNext({ status: 503 });
  service.failNext({ status: "network" });
  service.failNext({ status: "timeout", times: 2 });
  const client = new Client({
    baseUrl: "https://service.invalid",
    apiKey: "key",
    fetch: service.fetch,
    ...OPTIONS,
  });
  const { code, attempts, elapsedMs } = await client.project().catch((error) => error);
  client.dispose();
  return { options: OPTIONS, code, elapsedMs, attempts };
}

/** Returns the end of an attempt in words. */
const outcomeOf = ({ status, code }) => (status === undefined ? code : `status ${status}`);

export function callPicture({ options, code, elapsedMs, attempts }) {
  const x = (ms) => LABELS + ((WIDTH - LABELS - RIGHT) * ms) / options.deadlineMs;
  const bottom = TOP + attempts.length * ROW;
  const parts = attempts.flatMap((attempt, index) => {
    const y = TOP + index * ROW;
    const endMs = attempt.startedMs + attempt.elapsedMs;
    const outcome = outcomeOf(attempt);
    const [left, right] = [x(attempt.startedMs), x(endMs)];
    const name = text(0, y + 15, `Attempt ${index + 1}`);
    const attemptBar = bar(left, y, right - left, BAR, "failed");
    const next = attempts[index + 1];
    // The last attempt ends at the deadline on the right, so the outcome is before the bar.
    if (!next) return [name, attemptBar, text(left - 8, y + 15, outcome, "note end")];
    const nextLeft = x(next.startedMs);
    const note = `${outcome}, wait ${attempt.delayMs} ms`;
    return [
      name,
      attemptBar,
      line(right, y + BAR / 2, nextLeft, y + BAR / 2, "wait"),
      text(nextLeft + 8, y + 15, note, "note"),
    ];
  });
  const deadlineX = x(options.deadlineMs);
  const deadline = [
    line(deadlineX, TOP - 10, deadlineX, bottom, "grid"),
    text(deadlineX, bottom + 16, `deadlineMs: ${options.deadlineMs}`, "note end"),
  ];
  const outcomes = attempts.map(outcomeOf).join(", ");
  const end = `the call ends after ${Math.round(elapsedMs)} ms with ${code}`;
  const label = `${attempts.length} attempts: ${outcomes}; ${end}`;
  const title = "A call that ends at its deadline: its attempts, and the waits between them";
  return picture({ width: WIDTH, height: bottom + 22, title, label }, [...deadline, ...parts]);
}
