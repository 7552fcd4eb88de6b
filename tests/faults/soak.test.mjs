// Short runs of the drivers of soak.mjs. The tests of a long life compare only memory. soak.mjs also compares processor
// times.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
// Must come before the package, because this module records the WebAssembly memories that the package creates.
import "../client/wasm-memory.mjs";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";
import { runAbort } from "./abort.mjs";
import { runCalls, runChromium } from "./calls.mjs";
import { CANARY } from "./expected-responses.mjs";
import { correctResponse } from "./fetch-responses.mjs";
import { runInput } from "./hostile-input.mjs";
import { runClients, runEmbedded, runForgottenClients, runLists, runProxy } from "./long-life.mjs";
import { Budget, simulateCall, runWaits, runStorm } from "./retries.mjs";
import { collectTexts, runSecrets } from "./secrets.mjs";

test("400 calls with 30 % faults end with the correct result or error, and no key reaches another origin", async () => {
  const result = await runCalls({ calls: 400 });
  assert.deepEqual(result.failures, []);
  assert.deepEqual(result.unhandled, []);
  const { calls, hung, openSockets, otherOriginKeys } = result;
  assert.deepEqual(
    { calls, hung, openSockets, otherOriginKeys },
    { calls: 400, hung: 0, openSockets: 0, otherOriginKeys: 0 },
  );
  // The assertions above also hold without faults, so this checks that there were some.
  assert.ok(
    result.faults > 100 && result.kindsOfFault > 30 && result.failed > 20,
    JSON.stringify(result),
  );
  assert.ok(
    result.otherOriginRequests > 0 && result.mostAttempts === 3 && result.waitedMs > 1000,
    JSON.stringify(result),
  );
});

test("240 calls in Chromium with 30 % faults end with the correct result or a fitting error", async () => {
  const result = await runChromium({ calls: 240 });
  assert.deepEqual(result.failures, []);
  assert.deepEqual(result.unhandled, []);
  const { calls, hung, otherOriginKeys } = result;
  assert.deepEqual({ calls, hung, otherOriginKeys }, { calls: 240, hung: 0, otherOriginKeys: 0 });
  assert.ok(
    result.faults > 50 && result.kindsOfFault > 30 && result.failed > 10,
    JSON.stringify(result),
  );
  assert.ok(result.preflights > 100 && result.mostAttempts === 3, JSON.stringify(result));
});

// The model is `simulateCall`, a second implementation of the retries. Its `gaveUp` lists the reasons that the client may
// report: none for an error that is not retryable.
test("the model has the documented backoff, hints, cap and costs", () => {
  const budget = new Budget();
  const down = { retryable: true, status: 503 };
  const threeFailures = { attempts: 3, waits: [100, 200], ok: false, gaveUp: ["attempts_used"] };
  assert.deepEqual(simulateCall([down, down, down], 0.5, budget), threeFailures);
  // The budget of 500 tokens, minus 14 for each of the two retries.
  assert.equal(budget.tokens, 472);
  assert.deepEqual(
    simulateCall([{ ...down, hintMs: 3000 }, { ok: true }], 0.5, budget).waits,
    [3000],
  );
  // The success after a retry returns the cost of this retry.
  assert.equal(budget.tokens, 472);
  assert.deepEqual(
    simulateCall([{ ...down, status: 429 }, { ok: true }], 0.5, budget).waits,
    [500],
  );
  assert.deepEqual(simulateCall([{ ...down, hintMs: 30_001 }], 0.5, budget).gaveUp, [
    "retry_after_too_long",
  ]);
  assert.deepEqual(simulateCall([{ retryable: false }], 0.5, budget), {
    attempts: 1,
    waits: [],
    ok: false,
    gaveUp: [],
  });
  // Half of 200 ms, doubled for each retry, up to half of the cap of 8000 ms. Seven retries are eight attempts.
  const { waits } = simulateCall(Array(8).fill(down), 0.5, budget, { maxRetries: 7 });
  assert.deepEqual(waits, [100, 200, 400, 800, 1600, 3200, 4000]);
  // The seven retries cost 14 tokens each. A success without a retry returns one token.
  simulateCall([{ ok: true }], 0, budget);
  assert.equal(budget.tokens, 472 - 7 * 14 + 1);
  // One token less than a retry costs.
  budget.tokens = 13;
  assert.deepEqual(simulateCall([down], 0.5, budget).gaveUp, ["budget_exhausted"]);
});

test("1500 calls wait as long as the model, to the millisecond", async () => {
  const { failures, ...figures } = await runWaits({ calls: 1500 });
  assert.deepEqual(failures.slice(0, 20), []);
  assert.deepEqual([figures.waitedMs, figures.timersLeft], [figures.modelMs, 0]);
  // This `gaveUp` counts all calls by their end, including the ends without a reason.
  const endsOfCalls = [
    "attempts_used",
    "budget_exhausted",
    "not_retryable",
    "retry_after_too_long",
    "success",
  ];
  assert.deepEqual(Object.keys(figures.gaveUp).sort(), endsOfCalls);
});

// The budget of 500 tokens allows 35 retries at 14 tokens, and 100 retries after a 429 at 5 tokens.
// A call makes at most two retries, so 18 or 50 calls empty the budget. The other calls run with an empty budget.
for (const [failure, calls, retries] of [
  ["reset", 40, 35],
  ["429", 60, 100],
]) {
  test(`fifty clients of a failing service (${failure}) make ${retries} retries each, spread in time`, async () => {
    const { failures, ...figures } = await runStorm({ clients: 50, calls, failure });
    assert.deepEqual(failures, []);
    // The last request of each client is a call that succeeds.
    assert.equal(figures.requests, 50 * (calls + retries + 1));
  });
}

test("an aborted call ends at once with the reason, and leaves no request or listener, at each of six stages", async () => {
  const { failures, ...figures } = await runAbort({ each: 20 });
  assert.deepEqual(failures, []);
  // Twenty calls at each of six stages.
  const { aborted, openSockets, unhandled } = figures;
  assert.deepEqual(
    { aborted, openSockets, unhandled },
    { aborted: 120, openSockets: 0, unhandled: [] },
  );
});

test("a thousand calls with one signal leave no listener, and the signal still aborts the next call", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const fetch = async (url, init) => correctResponse(new Request(url, init));
  const client = new Client({ baseUrl: "https://signal.test", apiKey: CANARY, fetch });
  // A hundred times ten calls.
  for (let round = 0; round < 100; round++) {
    await Promise.all(Array.from({ length: 10 }, () => client.project({ signal })));
    assert.equal(getEventListeners(signal, "abort").length, 0);
  }
  const last = client.project({ signal });
  controller.abort("enough");
  await assert.rejects(
    last,
    (error) => isEtherealQueryError(error, "aborted") && error.cause === "enough",
  );
});

test("finds a key in nested and hidden properties", () => {
  // A property that `defineProperty` creates is not enumerable, so JSON does not contain it.
  const inner = Object.defineProperty(new Error("inner"), "deep", { value: { key: "CANARY" } });
  const hidden = new Error("outer", { cause: inner });
  const texts = [];
  collectTexts(texts, "an error", {
    error: hidden,
    events: [["hook", new Map([["k", "CANARY"]])]],
    client: undefined,
  });
  const textsWithKey = texts.filter(([, text]) => text.includes("CANARY"));
  const names = textsWithKey.map(([name]) => name);
  assert.deepEqual(names, [
    "hook of an error",
    "inspection of an error",
    "cause of an error",
    "fields of an error",
  ]);
});

test("no text of a failed call contains the key", async () => {
  const { failures, texts, leaks, otherOriginRequests } = await runSecrets();
  assert.deepEqual(failures, []);
  assert.equal(leaks, 0);
  assert.ok(texts >= 500 && otherOriginRequests > 0, `${texts} texts`);
});

test("rejects hostile values by name before a request, or sends them exactly", async () => {
  const { failures, cases, refused, sent } = await runInput();
  assert.deepEqual(failures, []);
  assert.ok(cases > 1000 && refused > 800 && sent > 50, JSON.stringify({ cases, refused, sent }));
});

test("a client for each call keeps no memory", async () => {
  assert.deepEqual((await runClients({ calls: 3000 })).failures, []);
});

test("clients without dispose keep no memory", async () => {
  assert.deepEqual((await runForgottenClients({ calls: 10_000 })).failures, []);
});

test("lists keep no memory after other calls", async () => {
  assert.deepEqual((await runLists({ lists: 200, callsBetween: 2000 })).failures, []);
});

test("an embedded service keeps no memory", async () => {
  assert.deepEqual((await runEmbedded({ calls: 3000 })).failures, []);
});

test("a proxy keeps no memory", async () => {
  assert.deepEqual((await runProxy({ calls: 3000 })).failures, []);
});
