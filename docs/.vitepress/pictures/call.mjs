// Draws a call with its attempts, waits and deadline: `docs/pictures/call.json`, the timeline of a real call.
import { bar, line, picture, text } from "../../../scripts/svg.mjs";

const [WIDTH, LABELS, ROW, TOP] = [640, 80, 34, 36];
const OPTIONS = { timeoutMs: 900, deadlineMs: 2500, maxRetries: 4 };

/** Makes a call that meets failures and then its deadline. Returns its options, its attempts and its end. */
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
  const x = (ms) => LABELS + ((WIDTH - LABELS - 20) * ms) / options.deadlineMs;
  const bottom = TOP + attempts.length * ROW;
  const parts = attempts.flatMap((attempt, index) => {
    const y = TOP + index * ROW;
    const endMs = attempt.startedMs + attempt.elapsedMs;
    const next = attempts[index + 1];
    return [
      text(0, y + 15, `Attempt ${index + 1}`),
      bar(x(attempt.startedMs), y, x(endMs) - x(attempt.startedMs), 20, "failed"),
      ...(next ? [line(x(endMs), y + 10, x(next.startedMs), y + 10, "wait")] : []),
      next
        ? text(
            x(next.startedMs) + 8,
            y + 15,
            `${outcomeOf(attempt)}, wait ${attempt.delayMs} ms`,
            "note",
          )
        : text(x(attempt.startedMs) - 8, y + 15, outcomeOf(attempt), "note end"),
    ];
  });
  const deadline = [
    line(x(options.deadlineMs), 26, x(options.deadlineMs), bottom, "grid"),
    text(x(options.deadlineMs), bottom + 16, `deadlineMs: ${options.deadlineMs}`, "note end"),
  ];
  const outcomes = attempts.map(outcomeOf).join(", ");
  const end = `the call ends after ${Math.round(elapsedMs)} ms with ${code}`;
  const label = `${attempts.length} attempts: ${outcomes}; ${end}`;
  const title = "A call that ends at its deadline: its attempts, and the waits between them";
  return picture({ width: WIDTH, height: bottom + 22, title, label }, [...deadline, ...parts]);
}
