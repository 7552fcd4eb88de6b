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

const FAST = { intervalMs: 600, maxIntervalMs: 600 };

/** Opens two tabs one after the other, so that their first polls are not simultaneous. */
async function openTabs(...options) {
  const tabs = [];
  for (const tabOptions of options) {
    const tab = await openTab(context, service, { watch: FAST, ...tabOptions });
    await until("the first status of a tab", async () => (await tab.statuses()).length === 1);
    tabs.push(tab);
  }
  return tabs;
}

/** The number of polls that the service gets within six seconds. */
async function countPolls() {
  const before = service.polls;
  await sleep(6_000);
  return service.polls - before;
}

const SHARED = { client: { shareWatches: "tabs" } };

test("two tabs share the polls of a transfer, and both see each change", async () => {
  const apart = await openTabs({}, {});
  const unshared = await countPolls();
  for (const { page } of apart) await page.close();
  const tabs = await openTabs(SHARED, SHARED);
  const shared = await countPolls();
  // Half, and the polls of two tabs whose timers end at the same time.
  assert.ok(shared > 5 && shared < 0.75 * unshared, `${shared} polls, and ${unshared} without sharing`);
  service.status = "manual";
  await sleep(2_000);
  service.status = "done";
  for (const { statuses } of tabs) await until("the last status", async () => (await statuses()).length === 3);
  for (const { statuses } of tabs) assert.deepEqual(await statuses(), ["wait-wh", "manual", "done"]);
});

test("when the tab that polls closes, the other polls", async () => {
  // The second tab waits longer than the first, so that it does not poll.
  const [poller, other] = await openTabs(SHARED, { ...SHARED, watch: { intervalMs: 2_500, maxIntervalMs: 2_500 } });
  assert.ok((await countPolls()) > 5);
  assert.equal(other.polls(), 1);
  await poller.page.close();
  service.status = "done";
  await until("the status of the other tab", async () => (await other.statuses()).length === 2);
  assert.deepEqual([await other.statuses(), other.polls()], [["wait-wh", "done"], 2]);
});

test("tabs with another key, base URL or name do not share", async () => {
  service.statusOf = ({ headers, url }) =>
    headers["x-api-key"] === "other-key" ? "wait-rb" : url.startsWith("/other") ? "wait-cc" : undefined;
  const clients = [{}, { apiKey: "other-key" }, { baseUrl: "/other" }, { shareWatches: "others" }];
  const tabs = await openTabs(...clients.map((client) => ({ client: { ...SHARED.client, ...client } })));
  const before = tabs.map(({ polls }) => polls());
  await countPolls();
  const statuses = await Promise.all(tabs.map((tab) => tab.statuses()));
  assert.deepEqual(statuses, [["wait-wh"], ["wait-rb"], ["wait-cc"], ["wait-wh"]]);
  const polls = tabs.map((tab, index) => tab.polls() - before[index]);
  assert.ok(polls.every((count) => count > 5), `each tab polls for itself: ${polls}`);
});
