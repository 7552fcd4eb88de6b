// Watches in Chromium, in real time.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { launch } from "../page/browser.mjs";
import { openTab, startService } from "./tabs.mjs";

let browser;
let service;
let context;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());
beforeEach(async () => {
  [service, context] = [await startService(), await browser.newContext()];
});
afterEach(async () => {
  await context.close();
  service.close();
});

/** Waits until `check` returns true. */
async function until(what, check) {
  for (let i = 0; i < 200; i++) {
    if (await check()) return;
    await sleep(50);
  }
  assert.fail(`After 10 seconds, still not: ${what}`);
}

test("a watch pauses while the browser is offline, and polls at once when it is online", async () => {
  const watch = { intervalMs: 200, maxIntervalMs: 60_000 };
  const { polls, statuses } = await openTab(context, service, { watch, client: { maxRetries: 0 } });
  await until("the first status", async () => (await statuses()).length === 1);
  await context.setOffline(true);
  const before = polls();
  await until("a failed poll", () => polls() > before);
  // Without the pause, four more polls would be due.
  await sleep(3_000);
  assert.equal(polls(), before + 1);
  const received = service.polls;
  service.status = "done";
  await context.setOffline(false);
  await until("the last status", async () => (await statuses()).length === 2);
  assert.deepEqual([service.polls - received, await statuses()], [1, ["wait-wh", "done"]]);
});
