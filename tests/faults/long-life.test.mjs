// Counts only: `npm run test:soak` also compares processor times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runClients, runEmbedded, runForgottenClients, runLists, runProxy } from "./long-life.mjs";

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
