// `watchTransfer` and `waitForTransfer` of the built package, over a virtual clock and a service made of a script.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Client, EtherealQueryError, isEtherealQueryError, routeOf } from "../../pkg/dist/index.js";
import { Clock, counted } from "./clock.mjs";

const HASH = `0x${"6f".repeat(32)}`;
const OTHER = `0x${"7e".repeat(32)}`;
const LATENCY = 100;
const record = (status, more) => ({ _id: "1", status, fromChain: 1, toChain: 42161, ...more });
const failure = (kind, more) => new EtherealQueryError({ kind, code: kind, message: kind, retryable: false, ...more });

let clock;
const random = Math.random;
const clients = [];
beforeEach(() => {
  clock = new Clock();
  // No jitter.
  Math.random = () => 0.5;
});
afterEach(() => {
  // Whatever a test did: nothing is left.
  assert.equal(clock.timers.size, 0, "no timer is left");
  for (const client of clients.splice(0)) assert.equal(client.open, 0, "no request is left");
  Math.random = random;
  clock.restore();
});

/** A client whose answers come from `answer(hash, time, number)`: a record, null, or an error. */
class Scripted extends Client {
  asked = [];
  open = 0;

  constructor(answer, latency = LATENCY) {
    super({ baseUrl: "https://api.example.com" });
    Object.assign(this, { answer, latency });
    clients.push(this);
  }

  bridgeTransfer(hash, query, { signal }) {
    assert.ok(!signal.aborted, "no request after the end");
    this.asked.push({ hash, query, at: clock.now });
    this.open++;
    const number = this.asked.length;
    return new Promise((resolve, reject) => {
      const leave = (settle, value) => {
        this.open--;
        clearTimeout(timer);
        signal.removeEventListener("abort", aborted);
        settle(value);
      };
      const aborted = () => leave(reject, failure("aborted"));
      const timer = setTimeout(() => {
        const answer = this.answer(hash, clock.now, number);
        if (answer !== "hang") leave(answer instanceof Error ? reject : resolve, answer);
      }, this.latency);
      signal.addEventListener("abort", aborted);
    });
  }

  get times() {
    return this.asked.map(({ at }) => at);
  }
}

/** A client whose answers come one after the other; the last one stays. */
const script = (...answers) => new Scripted((_hash, _now, number) => answers[Math.min(number, answers.length) - 1]);

/** The outcome of a promise, once time has gone by. */
async function settled(promise, ms = 4_000_000) {
  const result = promise.then((value) => ({ value }), (error) => ({ error }));
  await clock.pass(ms);
  return Promise.race([result, Promise.resolve({})]);
}

/** All changes of a watch, and what it ends with. */
async function all(iterator, updates = []) {
  for await (const update of iterator) updates.push(update);
  return updates;
}

const brief = (updates) => updates.map(({ phase, transfer }) => [phase, transfer?.status]);

test("a wait resolves with the record that is done, and tells each change", async () => {
  const client = script(null, null, record("wait-wh"), record("wait-wh"), record("wait-rb"), record("done"));
  const told = [];
  const onProgress = (update) => told.push(update);
  const { value } = await settled(client.waitForTransfer(HASH, { chain: "sepolia", onProgress }));
  assert.deepEqual(value, record("done"));
  const phases = [["missing", undefined], ["pending", "wait-wh"], ["pending", "wait-rb"], ["done", "done"]];
  assert.deepEqual(brief(told), phases);
  assert.deepEqual(client.asked[0], { hash: HASH, query: { chain: "sepolia" }, at: 0 });
  // Answers take 100 ms; the waits are 5,000 after a change, half as much again where there was none.
  assert.deepEqual(client.times, [0, 5_100, 12_700, 17_800, 25_400, 30_500]);
});

test("a watch yields changes only, each with the route and the counts", async () => {
  const moved = record("wait-wh", { route: [{ step: 1, txHash: "0xa" }] });
  const client = script(record("wait-wh"), record("wait-wh"), moved, record("done"));
  const { value } = await settled(all(client.watchTransfer(HASH)));
  assert.deepEqual(value.map(({ phase, polls, elapsedMs }) => [phase, polls, elapsedMs]), [
    ["pending", 1, 100], ["pending", 3, 12_800], ["done", 4, 17_900],
  ]);
  for (const update of value) {
    assert.deepEqual(Object.keys(update), ["transfer", "phase", "steps", "polls", "elapsedMs", "state"]);
    assert.deepEqual(update.steps, routeOf(update.transfer));
    assert.match(update.state, /^1(\.\d+){7}\.$/);
  }
});

test("what is missing has no record and no steps, and is told once", async () => {
  const client = script(null, null, null, record("done"));
  const { value } = await settled(all(client.watchTransfer(HASH)));
  assert.deepEqual(brief(value), [["missing", undefined], ["done", "done"]]);
  assert.deepEqual([value[0].transfer, value[0].steps], [null, []]);
});

test("a transfer that fails is told, then thrown with its record", async () => {
  const client = script(record("wait-rb"), record("error"));
  const updates = [];
  const watch = client.watchTransfer(HASH);
  const { error } = await settled(all(watch, updates));
  assert.deepEqual(brief(updates), [["pending", "wait-rb"], ["failed", "error"]]);
  assert.ok(isEtherealQueryError(error, "transfer_failed"));
  assert.equal(error.code, "transfer_failed");
  assert.deepEqual(error.transfer, record("error"));
  assert.equal(error.message, `The transfer ${HASH} failed; its last status is "error".`);
  assert.equal(error.endpoint, "GET /bridge/transfers/transactions/:hash");
  assert.deepEqual(error.toJSON().transfer, record("error"));
  assert.deepEqual(await watch.next(), { done: true, value: undefined });
  const waited = await settled(script(record("error")).waitForTransfer(HASH));
  assert.equal(waited.error.code, "transfer_failed");
});

test("a status nobody knows is waited through", async () => {
  const { value } = await settled(all(script(record("wait-zk"), record("done")).watchTransfer(HASH)));
  assert.deepEqual(brief(value), [["pending", "wait-zk"], ["done", "done"]]);
});

test("transient failures never end it", async () => {
  const failures = [
    failure("network"), failure("timeout"), failure("rate_limited"), failure("server"),
    failure("unexpected_status", { retryable: true }),
  ];
  const client = script(...failures, record("wait-rb"), ...failures, record("done"));
  const { value } = await settled(all(client.watchTransfer(HASH)));
  assert.deepEqual(brief(value), [["pending", "wait-rb"], ["done", "done"]]);
  assert.equal(client.asked.length, 12);
});

test("permanent failures end it at once, as they are", async () => {
  const kinds = [
    "invalid_argument", "bad_request", "unauthenticated", "forbidden", "not_found", "unexpected_status", "decode",
    "response_too_large", "redirect_blocked", "internal",
  ];
  for (const kind of kinds) {
    const thrown = failure(kind);
    const client = script(record("wait-rb"), thrown);
    const { error } = await settled(client.waitForTransfer(HASH));
    assert.equal(error, thrown);
    assert.deepEqual([client.asked.length, "transfer" in error], [2, false], kind);
  }
});

test("what is no error of this package becomes one", async () => {
  const defect = new TypeError("boom");
  const { error } = await settled(script(defect).waitForTransfer(HASH));
  assert.ok(isEtherealQueryError(error, "internal"));
  assert.equal(error.cause, defect);
});

test("the next poll waits as long as the service asks, even together with others", async () => {
  const limited = failure("rate_limited", { retryAfterMs: 30_000 });
  const client = script(limited, record("done"));
  await settled(client.waitForTransfer(HASH));
  assert.deepEqual(client.times, [0, 30_100]);
});

test("the interval grows to its longest and falls back at a change; jitter is a fifth", async () => {
  const client = new Scripted((_hash, now) => record(now < 300_000 ? "wait-wh" : "wait-rb"), 0);
  await settled(client.waitForTransfer(HASH, { timeoutMs: 400_000 }));
  const waits = client.times.slice(1).map((at, i) => at - client.times[i] - 1);
  assert.deepEqual(waits.slice(0, 9), [5_000, 7_500, 11_250, 16_875, 25_313, 37_970, 56_955, 60_000, 60_000]);
  assert.deepEqual(waits.slice(10, 12), [5_000, 7_500]);
  for (const [value, wait] of [[0, 8_000], [1 - 2 ** -32, 12_000]]) {
    Math.random = () => value;
    const jittered = script(record("wait-wh"), record("done"));
    await settled(jittered.waitForTransfer(HASH, { intervalMs: 10_000 }));
    assert.equal(jittered.times[1] - LATENCY - jittered.times[0], wait);
  }
});

test("not being found is forgiven for a while", async () => {
  const client = script(null);
  const told = [];
  const onProgress = ({ phase }) => told.push(phase);
  const { error } = await settled(client.waitForTransfer(HASH, { notFoundGraceMs: 9_000, onProgress }));
  assert.ok(isEtherealQueryError(error, "not_found"));
  assert.deepEqual([error.code, "transfer" in error, told], ["transfer_not_found", false, ["missing"]]);
  const said = "was not found within notFoundGraceMs = 9000; its last status is unknown.";
  assert.equal(error.message, `The transfer ${HASH} ${said}`);
  assert.deepEqual(client.times, [0, 5_100, 9_100], "the last look is at the end of the grace");
  const none = script(null);
  assert.equal((await settled(none.waitForTransfer(HASH, { notFoundGraceMs: 0 }))).error.code, "transfer_not_found");
  assert.equal(none.asked.length, 1);
});

test("a record that vanishes for a moment is no change", async () => {
  const client = script(record("wait-rb"), null, record("wait-rb"), record("done"));
  const { value } = await settled(all(client.watchTransfer(HASH)));
  assert.deepEqual(brief(value), [["pending", "wait-rb"], ["done", "done"]]);
});

test("the whole wait ends between two polls to the millisecond", async () => {
  const client = script(record("wait-rb"));
  const wait = client.waitForTransfer(HASH, { timeoutMs: 20_000 });
  let error;
  wait.catch((thrown) => (error = thrown));
  await clock.pass(19_999);
  assert.equal(error, undefined);
  await clock.pass(1);
  assert.ok(isEtherealQueryError(error, "timeout"));
  assert.deepEqual([error.code, error.retryable, error.cause], ["wait_timeout", true, undefined]);
  assert.deepEqual(error.transfer, record("wait-rb"));
  const said = 'did not end within timeoutMs = 20000; its last status is "wait-rb".';
  assert.equal(error.message, `The transfer ${HASH} ${said}`);
});

test("the whole wait ends in the middle of a poll", async () => {
  const client = script(record("wait-rb"), "hang");
  const { error } = await settled(client.waitForTransfer(HASH, { timeoutMs: 20_000 }), 20_000);
  assert.equal(error.code, "wait_timeout");
  assert.equal(client.asked.length, 2);
});

test("the default is an hour", async () => {
  const client = script(record("wait-rb"));
  const wait = client.waitForTransfer(HASH);
  assert.deepEqual(await settled(wait, 3_599_999), {});
  assert.equal((await settled(wait, 1)).error.code, "wait_timeout");
});

test("a time limit says what failed last", async () => {
  const down = failure("network");
  const { error } = await settled(script(record("wait-rb"), down).waitForTransfer(HASH, { timeoutMs: 20_000 }));
  assert.deepEqual([error.code, error.cause], ["wait_timeout", down]);
  const never = await settled(script(down).waitForTransfer(HASH, { timeoutMs: 20_000 }));
  assert.deepEqual([never.error.cause, "transfer" in never.error], [down, false]);
  assert.match(never.error.message, /its last status is unknown\.$/);
});

test("a limit longer than a timer can be", async () => {
  const client = script(record("wait-rb"));
  const wait = client.waitForTransfer(HASH, { timeoutMs: 2 ** 32, intervalMs: 2 ** 31 - 1 });
  const { error } = await settled(wait, 2 ** 32);
  assert.equal(error.code, "wait_timeout");
  assert.ok(client.asked.length < 4);
});

test("manual is told; it goes on, or stops", async () => {
  const answers = [record("wait-rb"), record("manual"), record("done")];
  const on = await settled(all(script(...answers).watchTransfer(HASH)));
  assert.deepEqual(on.value.map(({ phase }) => phase), ["pending", "manual", "done"]);
  const stop = await settled(all(script(...answers).watchTransfer(HASH, { onManual: "stop" })));
  assert.deepEqual(stop.value.map(({ phase }) => phase), ["pending", "manual"]);
  const told = [];
  const onProgress = ({ phase }) => told.push(phase);
  const { error } = await settled(script(...answers).waitForTransfer(HASH, { onManual: "stop", onProgress }));
  assert.deepEqual(told, ["pending", "manual"]);
  assert.deepEqual([error.kind, error.code], ["transfer_failed", "manual_action_required"]);
  assert.deepEqual(error.transfer, record("manual"));
});

test("a hook that throws, now or later, or never returns, changes nothing", async () => {
  const fail = () => {
    throw new Error("a hook's own");
  };
  for (const onProgress of [fail, async () => fail(), () => new Promise(() => {})]) {
    const { value } = await settled(script(record("wait-rb"), record("done")).waitForTransfer(HASH, { onProgress }));
    assert.equal(value.status, "done");
  }
});

test("an abort at any moment ends it in the same moment, and nothing is asked after it", async () => {
  const run = async (form, at) => {
    const client = script(null, record("wait-wh"), failure("network"), record("wait-rb"));
    const { controller, signal, listeners } = counted();
    const reason = new Error("left");
    const end = form(client, signal).then(() => undefined, (error) => error);
    await clock.pass(at);
    const asked = client.asked.length;
    controller.abort(reason);
    // In the same turn, before the promise is rejected.
    assert.deepEqual([clock.timers.size, client.open, listeners.size], [0, 0, 0], `at ${at}`);
    const error = await Promise.race([end, clock.pass()]);
    assert.ok(isEtherealQueryError(error, "aborted"), `at ${at}`);
    assert.deepEqual([error.code, error.cause], ["aborted", reason]);
    await clock.pass(100_000);
    assert.equal(client.asked.length, asked, `at ${at}`);
  };
  const forms = [
    (client, signal) => client.waitForTransfer(HASH, { signal }),
    (client, signal) => all(client.watchTransfer(HASH, { signal })),
  ];
  for (const form of forms) for (let at = 0; at < 30_000; at += 50) await run(form, at);
});

test("a signal that is aborted already keeps anything from being asked", async () => {
  const client = script(record("done"));
  const signal = AbortSignal.abort("why");
  const ends = [client.waitForTransfer(HASH, { signal }), client.watchTransfer(HASH, { signal }).next()];
  for (const { reason } of await Promise.allSettled(ends)) {
    assert.deepEqual([reason.kind, reason.cause], ["aborted", "why"]);
  }
  assert.equal(client.asked.length, 0);
});

test("an abort while the program has the update ends the next step", async () => {
  const { controller, signal, listeners } = counted();
  const client = script(record("wait-rb"));
  const watch = client.watchTransfer(HASH, { signal });
  await settled(watch.next(), LATENCY);
  assert.deepEqual([listeners.size, clock.timers.size], [0, 0], "nothing is kept while nobody waits");
  controller.abort();
  assert.equal((await settled(watch.next(), 0)).error.kind, "aborted");
  assert.equal(client.asked.length, 1);
});

test("one signal ends a hundred watches, also those that wait for a place", async () => {
  const { controller, signal, listeners } = counted();
  const client = script("hang");
  const wait = () => client.waitForTransfer(HASH, { signal }).catch((error) => error.kind);
  const waits = Array.from({ length: 100 }, wait);
  await clock.pass(1_000);
  assert.deepEqual([client.asked.length, listeners.size], [4, 100]);
  controller.abort();
  assert.deepEqual(new Set(await Promise.all(waits)), new Set(["aborted"]));
  assert.deepEqual([client.asked.length, listeners.size], [4, 0]);
});

test("a signal that ends some polls due together starts none of the others", async () => {
  const { controller, signal } = counted();
  const client = new Scripted(() => record("wait-rb"), 0);
  const waits = [];
  for (const intervalMs of [5_240, 5_000, 5_050]) {
    waits.push(client.waitForTransfer(HASH, { signal, intervalMs }));
    await clock.pass(1);
  }
  // The last two are due and wait for the first, whose listener comes before theirs.
  await clock.pass(5_100);
  assert.equal(client.asked.length, 3);
  controller.abort();
  await Promise.allSettled(waits);
  assert.equal(client.asked.length, 3);
});

test("a thousand waits on one signal leave no listener", async () => {
  const { signal, listeners } = counted();
  const client = script(record("done"));
  const waits = Array.from({ length: 1_000 }, () => client.waitForTransfer(HASH, { signal }));
  await settled(Promise.all(waits));
  assert.deepEqual([client.asked.length, listeners.size], [1_000, 0]);
});

test("break and return() end it at once, in a wait and in a poll", async () => {
  const client = script(record("wait-rb"));
  await settled((async () => {
    for await (const update of client.watchTransfer(HASH)) if (update.phase === "pending") break;
  })(), LATENCY);
  assert.deepEqual([client.asked.length, clock.timers.size], [1, 0]);
  for (const ms of [50, 2_000, 5_150]) {
    const fresh = script(record("wait-rb"));
    const watch = fresh.watchTransfer(HASH);
    const steps = [watch.next(), watch.next(), watch.next()];
    await clock.pass(ms);
    const asked = fresh.asked.length;
    assert.deepEqual(await watch.return("bye"), { done: true, value: "bye" });
    const last = await Promise.all(steps);
    assert.deepEqual(last.map(({ done }) => done), ms < LATENCY ? [true, true, true] : [false, true, true]);
    await clock.pass(100_000);
    assert.deepEqual([fresh.asked.length, fresh.open, clock.timers.size], [asked, 0, 0]);
    assert.equal((await watch.next()).done, true);
  }
});

test("return() before the first step asks nothing", async () => {
  const client = script(record("wait-rb"));
  const watch = client.watchTransfer(HASH);
  await watch.return();
  assert.deepEqual([await watch.next(), client.asked.length], [{ done: true, value: undefined }, 0]);
});

test("parallel next() are answered in turn", async () => {
  const watch = script(record("wait-wh"), record("wait-rb"), record("done")).watchTransfer(HASH);
  const { value } = await settled(Promise.all([watch.next(), watch.next(), watch.next(), watch.next()]));
  assert.deepEqual(value.map((step) => step.value?.transfer.status), ["wait-wh", "wait-rb", "done", undefined]);
  assert.equal(watch[Symbol.asyncIterator](), watch);
});

test("a program that comes back late polls at once, and never polls meanwhile", async () => {
  const client = script(record("wait-wh"), record("wait-rb"), record("done"));
  const watch = client.watchTransfer(HASH, { timeoutMs: 60_000 });
  await settled(watch.next(), LATENCY);
  await clock.pass(30_000);
  assert.deepEqual(client.times, [0]);
  await settled(watch.next(), LATENCY);
  assert.deepEqual(client.times, [0, 30_100]);
  await clock.pass(100_000);
  const { value } = await settled(watch.next(), LATENCY);
  assert.equal(value.value.phase, "done", "a poll that is due is made although the time is up");
  assert.deepEqual(await watch.next(), { done: true, value: undefined });
});

test("a machine that slept through the limit looks once more", async () => {
  for (const [status, code] of [["done", undefined], ["wait-rb", "wait_timeout"]]) {
    const client = new Scripted((_hash, now) => record(now - began < 60_000 ? "wait-rb" : status));
    const began = clock.now;
    const wait = client.waitForTransfer(HASH, { timeoutMs: 60_000 });
    await clock.pass(1_000);
    clock.sleep(7_200_000);
    const { value, error } = await settled(wait, 1_000);
    assert.deepEqual([value?.status, error?.code, client.asked.length], [code ? undefined : "done", code, 2]);
  }
});

test("a watch goes on from the state of an earlier one, in another client", async () => {
  const first = script(null, record("wait-wh"), record("wait-wh"));
  const updates = [];
  const watch = first.watchTransfer(HASH);
  for (const ms of [LATENCY, 6_000]) updates.push((await settled(watch.next(), ms)).value.value);
  await watch.return();
  const { state, elapsedMs } = JSON.parse(JSON.stringify(updates[1]));
  await clock.pass(1_000_000);
  const second = script(record("wait-wh"), record("wait-wh"), record("wait-rb"), record("done"));
  const rest = await settled(all(second.watchTransfer(HASH.toUpperCase().replace("0X", "0x"), { state })));
  assert.deepEqual(brief(rest.value), [["pending", "wait-rb"], ["done", "done"]], "nothing is told again");
  assert.deepEqual([rest.value[0].polls, rest.value[0].elapsedMs], [5, elapsedMs + 3 * LATENCY + 7_500 + 11_250]);
});

test("time limit and grace go on too", async () => {
  const { value: first } = await settled(script(null).watchTransfer(HASH, { notFoundGraceMs: 8_000 }).next(), LATENCY);
  const { state } = first.value;
  const begun = clock.now;
  const client = script(null);
  const wait = client.waitForTransfer(HASH, { state, notFoundGraceMs: 8_000 }).catch((error) => error.code);
  assert.equal((await settled(wait)).value, "transfer_not_found");
  assert.deepEqual(client.times.map((at) => at - begun), [0, 7_600, 8_000], "the interval grows on, too");
  const late = clock.now;
  const pending = script(record("wait-rb"));
  const { value } = await settled(pending.watchTransfer(HASH).next(), LATENCY);
  const limited = pending.waitForTransfer(HASH, { state: value.value.state, timeoutMs: 1_000 }).catch((error) => error);
  await clock.pass(899);
  assert.deepEqual(await settled(limited, 0), {});
  assert.equal((await settled(limited, 1)).value.code, "wait_timeout");
  assert.ok(clock.now > late);
});

test("a state of the end is the end, after one look", async () => {
  const done = (await settled(script(record("done")).watchTransfer(HASH).next())).value.value.state;
  const client = script(record("done"));
  assert.deepEqual((await settled(all(client.watchTransfer(HASH, { state: done })))).value, []);
  assert.deepEqual((await settled(client.waitForTransfer(HASH, { state: done }))).value, record("done"));
  assert.equal(client.asked.length, 2);
  const failed = (await settled(script(record("error")).watchTransfer(HASH).next())).value.value.state;
  const { error } = await settled(all(script(record("error")).watchTransfer(HASH, { state: failed })));
  assert.deepEqual([error.code, error.transfer], ["transfer_failed", record("error")]);
  const manual = (await settled(script(record("manual")).watchTransfer(HASH).next())).value.value.state;
  const stopped = script(record("manual"));
  assert.deepEqual((await settled(all(stopped.watchTransfer(HASH, { state: manual, onManual: "stop" })))).value, []);
  const waited = await settled(stopped.waitForTransfer(HASH, { state: manual, onManual: "stop" }));
  assert.equal(waited.error.code, "manual_action_required");
});

test("what is wrong with the options is said before anything is asked", async () => {
  const { value } = await settled(script(record("wait-rb")).watchTransfer(HASH).next(), LATENCY);
  const { state } = value.value;
  const client = script(record("done"));
  const cases = [
    ["timeoutMs", { timeoutMs: 0 }], ["timeoutMs", { timeoutMs: 1.5 }], ["timeoutMs", { timeoutMs: Infinity }],
    ["timeoutMs", { timeoutMs: 2 ** 53 }], ["timeoutMs", { timeoutMs: -1 }], ["timeoutMs", { timeoutMs: NaN }],
    ["intervalMs", { intervalMs: 0 }], ["intervalMs", { intervalMs: 2 ** 31 }], ["maxIntervalMs", { maxIntervalMs: 0 }],
    ["notFoundGraceMs", { notFoundGraceMs: -1 }], ["onManual", { onManual: "ask" }], ["onManual", { onManual: true }],
    ["state", { state: `${state}0` }], ["state", { state: "resume" }], ["state", { state: {} }], ["state", { state: 7 }],
    ["state", { state: state.replace(/^1/, "2") }], ["signal", { signal: {} }], ["options", { pollMs: 1 }],
    ["options", "soon"], ["options", []],
  ];
  for (const [parameter, options] of cases) {
    const ends = [client.waitForTransfer(HASH, options), client.watchTransfer(HASH, options).next()];
    for (const { reason } of await Promise.allSettled(ends)) {
      assert.ok(isEtherealQueryError(reason, "invalid_argument"), JSON.stringify(options));
      assert.equal(reason.parameter, parameter);
    }
  }
  const foreign = await settled(client.waitForTransfer(OTHER, { state }), 0);
  assert.equal(foreign.error.parameter, "state");
  const unknown = await settled(client.watchTransfer(HASH, { onProgress() {} }).next(), 0);
  assert.match(unknown.error.message, /^There is no option "onProgress" here/);
  assert.equal((await settled(client.waitForTransfer(HASH, { onProgress: 1 }), 0)).error.parameter, "onProgress");
  assert.equal(client.asked.length, 0);
  const absent = { state: null, signal: null, timeoutMs: undefined, onProgress: undefined, chain: null };
  assert.equal((await settled(client.waitForTransfer(HASH, absent))).value.status, "done");
});

test("many hashes share one timer and four places", async () => {
  const client = new Scripted((hash, now) => record(now > 100_000 ? "done" : "wait-rb", { hash }));
  let most = 0;
  const hashes = Array.from({ length: 50 }, (_, i) => `0x${String(i).padStart(64, "0")}`);
  Math.random = random;
  const waits = Promise.all(hashes.map((hash) => client.waitForTransfer(hash)));
  for (let i = 0; i < 2_000; i++) {
    await clock.pass(100);
    most = Math.max(most, client.open);
  }
  const { value } = await settled(waits);
  assert.deepEqual(value.map(({ hash }) => hash), hashes, "each has its own record");
  assert.equal(most, 4);
  assert.ok(clock.most <= 5, "one timer, and those of the four requests");
});

test("a hidden tab polls a quarter as often, and at once when it is seen again", async () => {
  const page = clock.document("hidden");
  const client = script(record("wait-rb"), record("wait-rb"), record("done"));
  const wait = client.waitForTransfer(HASH);
  await clock.pass(20_099);
  assert.equal(client.asked.length, 1);
  await clock.pass(1);
  assert.deepEqual(client.times, [0, 20_100]);
  await clock.pass(10_000);
  assert.equal(client.asked.length, 2);
  page.become("visible");
  assert.deepEqual(client.times, [0, 20_100, 30_100]);
  assert.equal((await settled(wait)).value.status, "done");
  assert.equal(page.listeners(), 0);
});

test("a client that is disposed of ends its watches at their next poll", async () => {
  const sent = [];
  const fetch = async (request) => {
    sent.push(request.url);
    return Response.json({ bridgeData: { bridgeData: [record("wait-rb")] } });
  };
  const client = new Client({ baseUrl: "https://api.example.com", apiKey: "key", fetch });
  const wait = client.waitForTransfer(HASH, { chain: "sepolia" }).catch((error) => error);
  await clock.pass(1_000);
  assert.deepEqual(sent, [`https://api.example.com/bridge/transfers/transactions/${HASH}?chain=sepolia`]);
  client.dispose();
  const { value } = await settled(wait);
  assert.deepEqual([value.kind, value.parameter, sent.length], ["invalid_argument", "client", 1]);
});

test("what the call itself refuses is refused here, and not sent", async () => {
  const fetch = () => assert.fail("nothing is sent");
  const client = new Client({ baseUrl: "https://api.example.com", apiKey: "key", fetch });
  const cases = [["hash", "0x1"], ["hash", 7], ["hash", undefined], ["chain", HASH, { chain: "ropsten" }]];
  for (const [parameter, hash, options] of cases) {
    const { error } = await settled(client.waitForTransfer(hash, options), 0);
    assert.deepEqual([error.kind, error.parameter], ["invalid_argument", parameter]);
  }
  const keyless = new Client({ baseUrl: "https://api.example.com", fetch });
  assert.equal((await settled(keyless.waitForTransfer(HASH), 0)).error.parameter, "apiKey");
});
