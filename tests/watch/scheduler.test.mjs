// Tests `pkg/src/watch/scheduler.ts` with a virtual clock.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { importSource } from "../source.mjs";
import { Clock } from "./clock.mjs";

const { Scheduler } = await importSource("watch/scheduler");

let clock;
let scheduler;
let ran;
beforeEach(() => {
  clock = new Clock();
  scheduler = new Scheduler();
  ran = [];
});
afterEach(() => clock.restore());

/**
 * Schedules a poll that takes `takesMs` and records its name and its start in `ran`. The first poll of a watch has
 * `fromMs: -Infinity`.
 */
const poll = (name, { delayMs = 0, takesMs = 0, fromMs = clock.now }) =>
  scheduler.schedulePoll({ fromMs, delayMs }, () => {
    ran.push([name, clock.now]);
    return takesMs ? new Promise((resolve) => setTimeout(resolve, takesMs)) : Promise.resolve();
  });
/** Schedules a callback at an exact time. The callback records its name and its time in `ran`. */
const exact = (name, delayMs) =>
  scheduler.scheduleAt(clock.now + delayMs, () => ran.push([name, clock.now]));

test("runs the first poll at once and later polls when they are due", async () => {
  poll("first", { fromMs: -Infinity });
  assert.deepEqual(ran, [["first", 0]]);
  poll("later", { delayMs: 700 });
  await clock.advance(699);
  assert.equal(ran.length, 1);
  await clock.advance(1);
  assert.deepEqual(ran[1], ["later", 700]);
  assert.equal(clock.timers.size, 0);
});

test("runs polls that are due within 250 ms together, and none early", async () => {
  poll("a", { delayMs: 1_000 });
  poll("b", { delayMs: 1_249 });
  poll("c", { delayMs: 1_250 });
  poll("d", { delayMs: 1_251 });
  await clock.advance(2_000);
  assert.deepEqual(ran, [
    ["a", 1_250],
    ["b", 1_250],
    ["c", 1_250],
    ["d", 1_251],
  ]);
});

test("delays no poll for more than 250 ms", async () => {
  for (let ms = 100; ms <= 2_000; ms += 100) poll(ms, { delayMs: ms });
  await clock.advance(3_000);
  assert.equal(ran.length, 20);
  for (const [due, at] of ran) assert.ok(at >= due && at <= due + 250, `${due} at ${at}`);
});

test("runs a callback with an exact time at that time, and not together with polls", async () => {
  poll("poll", { delayMs: 1_000 });
  poll("poll", { delayMs: 1_200 });
  exact("exact", 1_001);
  await clock.advance(2_000);
  assert.deepEqual(ran, [
    ["exact", 1_001],
    ["poll", 1_200],
    ["poll", 1_200],
  ]);
});

test("uses one timer for all polls", async () => {
  for (let i = 0; i < 100; i++) poll(i, { delayMs: 1_000 + 37 * i, takesMs: 20 });
  exact("exact", 5_000);
  assert.equal(clock.timers.size, 1);
  await clock.advance(10_000);
  assert.equal(ran.length, 101);
  assert.equal(clock.timers.size, 0);
});

test("runs four polls at the same time, the longest due first, even after failures", async () => {
  let activePolls = 0;
  let peak = 0;
  for (let i = 0; i < 10; i++) {
    // Poll 9 is due first, at 910 ms. The polls run together at 1,000 ms, when the last of them is due.
    scheduler.schedulePoll({ fromMs: 0, delayMs: 1_000 - 10 * i }, async () => {
      activePolls++;
      peak = Math.max(peak, activePolls);
      ran.push(i);
      await new Promise((resolve) => setTimeout(resolve, 100));
      activePolls--;
      // Every second poll fails.
      if (i % 2 === 1) throw new Error("lost");
    });
  }
  await clock.advance(1_000);
  assert.deepEqual(ran, [9, 8, 7, 6]);
  await clock.advance(100);
  assert.deepEqual(ran, [9, 8, 7, 6, 5, 4, 3, 2]);
  await clock.advance(1_000);
  assert.deepEqual([ran.length, peak, clock.timers.size], [10, 4, 0]);
});

test("has no timer while four polls run, except for exact times", async () => {
  for (let i = 0; i < 5; i++)
    scheduler.schedulePoll({ fromMs: -Infinity, delayMs: 0 }, () => new Promise(() => {}));
  assert.equal(clock.timers.size, 0);
  exact("exact", 500);
  assert.equal(clock.timers.size, 1);
  await clock.advance(500);
  assert.deepEqual(ran, [["exact", 500]]);
});

test("removes a cancelled poll and its timer", async () => {
  const cancel = poll("poll", { delayMs: 1_000 });
  const cancelExact = exact("exact", 2_000);
  cancel();
  cancelExact();
  // A second call changes nothing.
  cancelExact();
  assert.equal(clock.timers.size, 0);
  await clock.advance(5_000);
  assert.deepEqual(ran, []);
});

test("a poll may add and cancel polls while others start", async () => {
  const cancels = [];
  for (let i = 0; i < 3; i++) {
    cancels.push(
      scheduler.schedulePoll({ fromMs: 0, delayMs: 100 }, () => {
        ran.push([i, clock.now]);
        cancels[2]();
        if (i === 0) poll("new", { fromMs: -Infinity });
        return Promise.resolve();
      }),
    );
  }
  await clock.advance(1_000);
  assert.deepEqual(ran, [
    [0, 100],
    [1, 100],
    ["new", 100],
  ]);
});

test("waits longer than the maximum delay of a timer", async () => {
  poll("poll", { delayMs: 2 ** 32 });
  exact("exact", 2 ** 33);
  await clock.advance(2 ** 32 - 1);
  assert.deepEqual(ran, []);
  await clock.advance(1);
  assert.deepEqual(ran, [["poll", 2 ** 32]]);
  await clock.advance(2 ** 32);
  assert.equal(ran.length, 2);
});

test("waits four times as long in a hidden tab, except for exact times", async () => {
  clock.document("hidden");
  poll("poll", { delayMs: 1_000 });
  exact("exact", 1_500);
  await clock.advance(3_999);
  assert.deepEqual(ran, [["exact", 1_500]]);
  await clock.advance(1);
  assert.deepEqual(ran[1], ["poll", 4_000]);
});

test("runs overdue polls at once when the tab is shown", async () => {
  const page = clock.document("visible");
  poll("soon", { delayMs: 1_000 });
  poll("late", { delayMs: 9_000 });
  page.become("hidden");
  await clock.advance(3_000);
  assert.deepEqual(ran, []);
  page.become("visible");
  assert.deepEqual(ran, [["soon", 3_000]]);
  await clock.advance(10_000);
  assert.deepEqual(ran[1], ["late", 9_000]);
  assert.deepEqual([page.listeners(), clock.timers.size], [0, 0]);
});

test("listens to the document only while polls wait", async () => {
  const page = clock.document();
  assert.equal(page.listeners(), 0);
  poll("a", { delayMs: 1_000 });
  poll("b", { delayMs: 3_000 });
  assert.equal(page.listeners(), 1);
  await clock.advance(1_000);
  assert.equal(page.listeners(), 1);
  await clock.advance(2_000);
  assert.equal(page.listeners(), 0);
});

test("accepts a document without events, and uses its visibility", async () => {
  globalThis.document = { visibilityState: "hidden" };
  poll("poll", { delayMs: 1_000 });
  await clock.advance(4_000);
  assert.deepEqual(ran, [["poll", 4_000]]);
});
