// The simulated transfers of `ethereal-query/embedded/simulation`, with the clock of the test.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { simulateTransfers, simulatedTransfersAt } from "../../pkg/dist/embedded/simulation.js";
import { Client } from "../../pkg/dist/index.js";

/** The start of an interval of ten seconds. */
const START_MS = 1_790_000_000_000;
/** The duration of the longest simulated transfer. */
const LONGEST_SECONDS = 40;
const HOUR_SECONDS = 3600;
const unknownHash = `0x${"ab".repeat(32)}`;

/** Returns a function that sets the clock to `second` seconds after the start, and finds the transfer with `hash`. */
function simulate() {
  let nowMs = START_MS;
  const service = new EmbeddedService({ keys: [{ key: "k", requestOwner: "me", auth: {} }] });
  const fetch = simulateTransfers(service, { now: () => nowMs });
  const client = new Client({
    baseUrl: "https://embedded.invalid",
    apiKey: "k",
    fetch,
    maxRetries: 0,
  });
  return (second, hash) => {
    nowMs = START_MS + second * 1000;
    return client.bridgeTransfer(hash);
  };
}

test("finds a simulated transfer by each hash of its route", async () => {
  const transferAt = simulate();
  for (const { hash, lastStatus, durationMs } of simulatedTransfersAt(START_MS)) {
    assert.equal(await transferAt(-1, hash), null);
    const records = [];
    for (let second = 0; second <= LONGEST_SECONDS; second++) {
      records.push(await transferAt(second, hash));
    }
    const last = records.at(-1);
    assert.ok(new Set(records.map(({ status }) => status)).size >= 2, hash);
    let completedSteps = 0;
    for (const { simulated, route } of records) {
      assert.ok(simulated);
      assert.ok(route.length >= completedSteps);
      completedSteps = route.length;
    }
    assert.equal(
      records.findIndex(({ status }) => status === lastStatus),
      durationMs / 1000,
    );
    assert.ok(["done", "error"].includes(lastStatus));
    assert.deepEqual(await transferAt(HOUR_SECONDS, hash), last);
    for (const { txHash } of last.route) {
      const upperCaseHash = txHash.toUpperCase().replace("0X", "0x");
      assert.deepEqual(await transferAt(HOUR_SECONDS, upperCaseHash), last);
    }
    assert.equal(
      last.deliveryTxnHash,
      lastStatus === "done" ? last.route.at(-1).txHash : undefined,
    );
  }
});

test("each interval of ten seconds has its own transfers", () => {
  const hashesAt = (second) =>
    simulatedTransfersAt(START_MS + second * 1000).map(({ hash }) => hash);
  assert.deepEqual(hashesAt(0), hashesAt(9));
  assert.equal(new Set([0, 10, 20].flatMap(hashesAt)).size, 3 * hashesAt(0).length);
});

test("finds nothing by a hash that no simulated transfer has", async () => {
  const transferAt = simulate();
  for (const hash of [
    unknownHash,
    // A simulated hash has the mark 5eed after a checksum of eight digits. Then comes a digit for the kind.
    // Here the kind f is unknown.
    `0x000000005eed${"f".repeat(52)}`,
    // Here the checksum is wrong.
    `0x000000005eed00${"0".repeat(50)}`,
  ]) {
    assert.equal(await transferAt(0, hash), null, hash);
  }
});

test("takes a URL, a Request and the clock of the host", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: START_MS });
  const fetch = simulateTransfers(
    new EmbeddedService({ keys: [{ key: "k", requestOwner: "me", auth: {} }] }),
  );
  const [{ hash }] = simulatedTransfersAt(Date.now());
  const url = new URL(`https://embedded.invalid/bridge/transfers/transactions/${hash}`);
  const headers = { "x-api-key": "k" };
  for (const response of [
    await fetch(url, { headers }),
    await fetch(new Request(url, { headers })),
  ]) {
    assert.match(await response.text(), /"status":"wait-rb"/);
  }
});

test("a watch follows a simulated transfer to its end", async () => {
  let nowMs = START_MS;
  const service = new EmbeddedService({ keys: [{ key: "k", requestOwner: "me", auth: {} }] });
  // Each request comes five seconds after the last one.
  const now = () => {
    nowMs += 5000;
    return nowMs;
  };
  const fetch = simulateTransfers(service, { now });
  const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: "k", fetch });
  // The second simulated transfer has four statuses.
  const [, { hash }] = simulatedTransfersAt(nowMs);
  const seen = [];
  for await (const { transfer } of client.watchTransfer(hash, { intervalMs: 1 }))
    seen.push(transfer.status);
  assert.deepEqual(seen, ["wait-wh", "wait-rb", "wait-cc", "done"]);
});

test("refuses invalid options", () => {
  const service = new EmbeddedService();
  assert.throws(
    () => simulateTransfers(service, { clock: () => 0 }),
    /Unknown option "clock"\. Known options: now\./,
  );
  assert.throws(() => simulateTransfers(service, { now: 5 }), {
    parameter: "now",
    message: "Invalid now: 5. Expected a function.",
  });
});
