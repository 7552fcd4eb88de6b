// Under a virtual clock: the time calls spend waiting is what the model says, to the millisecond, and so is all else.
import { virtualClock } from "./clock.mjs";
import { Budget, RULES, play } from "./model.mjs";
import { Client } from "./package.mjs";
import { stream } from "./random.mjs";
import { drawAttempt, scripted } from "./script.mjs";
import { CANARY } from "./truth.mjs";

const TIMEOUT_MS = 10_000;
const CALLS = [
  (client, n) => client.tokenUri(`0x${"ab".repeat(20)}`, n, { chainId: 1 }),
  (client, n) => client.bridgeTransfer(`0x${String(n).padStart(64, "0")}`),
  (client) => client.project(),
  (client, n) => client.ethereals({ sourceChains: [n], pageSize: 5 }).page(),
];

function* compare({ error, waitedMs, stalls, sent, expected, elapsed }) {
  const waits = expected.waits.reduce((sum, ms) => sum + ms, 0);
  if (sent !== expected.attempts) yield `${sent} attempts, not ${expected.attempts}`;
  if (waitedMs !== waits) yield `waited ${waitedMs} ms, not ${waits} (${expected.waits})`;
  if (expected.ok !== !error) yield expected.ok ? `failed: ${error}` : "succeeded";
  if (!error) return;
  if (!(expected.gaveUp.length ? expected.gaveUp.includes(error.gaveUp) : error.gaveUp === undefined)) {
    yield `gaveUp ${error.gaveUp}, not ${expected.gaveUp}`;
  }
  const told = error.attempts?.map(({ delayMs }) => delayMs).filter((ms) => ms !== undefined);
  if (String(told) !== String(expected.waits)) yield `told waits ${told}, not ${expected.waits}`;
  if (error.attempts?.length !== sent) yield `told ${error.attempts?.length} attempts of ${sent}`;
  if (Math.abs(error.elapsedMs - elapsed) > 1) yield `told ${error.elapsedMs} ms of ${elapsed}`;
  if (stalls > 0 && error.code === "deadline_exceeded") yield "hit the deadline";
}

/** One client's calls, one after the other; `maxRetries` and the service's badness are drawn. */
async function oneClient(clock, random, calls, report) {
  const limits = { maxRetries: random.pick([RULES.maxRetries, RULES.maxRetries, 0, 1, 7]) };
  const badness = random.pick([0.1, 0.3, 0.3, 0.3, 0.6, 0.95]);
  const service = scripted();
  const baseUrl = "https://waits.test/v1";
  const client = new Client({
    baseUrl, apiKey: CANARY, fetch: service.fetch, timeoutMs: TIMEOUT_MS, deadlineMs: 2 ** 31 - 1, ...limits,
  });
  const budget = new Budget();
  for (let n = 0; n < calls; n++) {
    service.script = Array.from({ length: limits.maxRetries + 2 }, () => drawAttempt(random, badness));
    service.sent = 0;
    // Eighths of the bases are whole milliseconds: no rounding to agree on.
    const chance = random.int(0, 7) / 8;
    clock.random = () => chance;
    const from = clock.now();
    const error = await clock.run(() => random.pick(CALLS)(client, n).then(() => undefined, (thrown) => thrown));
    const expected = play(service.script, chance, budget, limits);
    const tries = service.script.slice(0, service.sent);
    const stalls = tries.filter(({ what }) => what?.startsWith("stalled")).length;
    const elapsed = clock.now() - from;
    report({ error, expected, stalls, elapsed, sent: service.sent, waitedMs: elapsed - stalls * TIMEOUT_MS }, tries);
  }
  client.dispose();
}

/** `calls` calls altogether, two hundred on each client. */
export async function soakWaits({ seed = 1, calls = 10_000 } = {}) {
  const result = { complaints: [], calls: 0, attempts: 0, waits: 0, waitedMs: 0, modelMs: 0, timersLeft: 0 };
  const gaveUp = {};
  const report = (call, tries) => {
    result.calls++;
    result.attempts += call.sent;
    result.waits += call.expected.waits.length;
    result.waitedMs += call.waitedMs;
    result.modelMs += call.expected.waits.reduce((sum, ms) => sum + ms, 0);
    const why = call.expected.gaveUp[0] ?? (call.expected.ok ? "success" : "not_retryable");
    gaveUp[why] = (gaveUp[why] ?? 0) + 1;
    for (const text of compare(call)) result.complaints.push(`call ${result.calls} ${JSON.stringify(tries)}: ${text}`);
  };
  const started = performance.now();
  const clock = virtualClock();
  try {
    for (let client = 0; client * 200 < calls; client++) {
      await oneClient(clock, stream(seed, `client ${client}`), Math.min(200, calls - client * 200), report);
    }
    result.timersLeft = clock.timers();
  } finally {
    clock.restore();
  }
  return { ...result, gaveUp, seconds: (performance.now() - started) / 1000 };
}
