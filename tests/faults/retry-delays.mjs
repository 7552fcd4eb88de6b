// Compares the delays and results of calls with the model, to the millisecond, with a virtual clock.
import { virtualClock } from "./virtual-clock.mjs";
import { Budget, RULES, simulateCall } from "./retry-model.mjs";
import { Client } from "./package.mjs";
import { randomSource } from "./random.mjs";
import { randomAttempt, scriptedService } from "./scripted-service.mjs";
import { CANARY } from "./expected-responses.mjs";

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
  const reported = error.attempts?.map(({ delayMs }) => delayMs).filter((ms) => ms !== undefined);
  if (String(reported) !== String(expected.waits)) yield `reported delays ${reported}, not ${expected.waits}`;
  if (error.attempts?.length !== sent) yield `reported ${error.attempts?.length} attempts of ${sent}`;
  if (Math.abs(error.elapsedMs - elapsed) > 1) yield `reported ${error.elapsedMs} ms of ${elapsed}`;
  if (stalls > 0 && error.code === "deadline_exceeded") yield "hit the deadline";
}

/** Makes the calls of one client in sequence, with random `maxRetries` and a random failure rate. */
async function oneClient(clock, random, calls, report) {
  const limits = { maxRetries: random.pick([RULES.maxRetries, RULES.maxRetries, 0, 1, 7]) };
  const failureRate = random.pick([0.1, 0.3, 0.3, 0.3, 0.6, 0.95]);
  const service = scriptedService();
  const baseUrl = "https://waits.test/v1";
  const client = new Client({
    baseUrl, apiKey: CANARY, fetch: service.fetch, timeoutMs: TIMEOUT_MS, deadlineMs: 2 ** 31 - 1, ...limits,
  });
  const budget = new Budget();
  for (let n = 0; n < calls; n++) {
    service.script = Array.from({ length: limits.maxRetries + 2 }, () => randomAttempt(random, failureRate));
    service.sent = 0;
    // With eighths, all delays are whole milliseconds, so rounding does not matter.
    const jitter = random.int(0, 7) / 8;
    clock.random = () => jitter;
    const from = clock.now();
    const error = await clock.run(() => random.pick(CALLS)(client, n).then(() => undefined, (thrown) => thrown));
    const expected = simulateCall(service.script, jitter, budget, limits);
    const attempts = service.script.slice(0, service.sent);
    const stalls = attempts.filter(({ what }) => what?.startsWith("stalled")).length;
    const elapsed = clock.now() - from;
    report({ error, expected, stalls, elapsed, sent: service.sent, waitedMs: elapsed - stalls * TIMEOUT_MS }, attempts);
  }
  client.dispose();
}

/** Makes `calls` calls, two hundred on each client. */
export async function runWaits({ seed = 1, calls = 10_000 } = {}) {
  const result = { failures: [], calls: 0, attempts: 0, waits: 0, waitedMs: 0, modelMs: 0, timersLeft: 0 };
  const gaveUp = {};
  const report = (call, attempts) => {
    result.calls++;
    result.attempts += call.sent;
    result.waits += call.expected.waits.length;
    result.waitedMs += call.waitedMs;
    result.modelMs += call.expected.waits.reduce((sum, ms) => sum + ms, 0);
    const end = call.expected.gaveUp[0] ?? (call.expected.ok ? "success" : "not_retryable");
    gaveUp[end] = (gaveUp[end] ?? 0) + 1;
    for (const text of compare(call)) result.failures.push(`call ${result.calls} ${JSON.stringify(attempts)}: ${text}`);
  };
  const started = performance.now();
  const clock = virtualClock();
  try {
    for (let client = 0; client * 200 < calls; client++) {
      await oneClient(clock, randomSource(seed, `client ${client}`), Math.min(200, calls - client * 200), report);
    }
    result.timersLeft = clock.timers();
  } finally {
    clock.restore();
  }
  return { ...result, gaveUp, seconds: (performance.now() - started) / 1000 };
}
