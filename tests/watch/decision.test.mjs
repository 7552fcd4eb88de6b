// Tests the decision after a poll: phases, limits and intervals. One test simulates whole watches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mulberry32 } from "../../seed/generate/mulberry32.mjs";
import { importSource } from "../source.mjs";
import { HASH, MISSING, START, failure, record, watchWith } from "./decisions.mjs";

const { addJitter } = await importSource("watch/decision");
const { forgetRecord, readState, stateText } = await importSource("watch/state");

/** The phase of each status. The specification does not have the last two statuses. */
const PHASES = {
  "wait-wh": "pending",
  "wait-rb": "pending",
  "wait-cc": "pending",
  manual: "manual",
  done: "done",
  error: "failed",
  "wait-zk": "pending",
  "": "pending",
};

test("every status may follow every outcome", () => {
  const previousOutcomes = [
    undefined,
    MISSING,
    failure("server"),
    ...Object.keys(PHASES).map((status) => record(status)),
  ];
  for (const previous of previousOutcomes) {
    for (const stopsAtManual of [false, true]) {
      for (const [status, phase] of Object.entries(PHASES)) {
        const watch = watchWith({ stopsAtManual });
        if (previous) watch.decide(previous, 1);
        const { reports, end, delayMs, state } = watch.decide(record(status), 2);
        const isChange = previous?.transfer?.status !== status;
        assert.deepEqual(
          [reports, state.phase],
          [isChange, phase],
          `${previous?.transfer?.status} then ${status}`,
        );
        /** Why a watch ends at a status. Any other status does not end the watch. */
        const ends = { done: "done", error: "failed", ...(stopsAtManual && { manual: "manual" }) };
        assert.equal(end, ends[status]);
        // The interval is 5,000 ms after a change, and otherwise grows by half.
        assert.equal(delayMs, isChange ? 5_000 : 7_500);
      }
    }
  }
});

test("reports a change of the record with the same status", () => {
  const watch = watchWith();
  const routes = [[], [], [1], [1], []];
  const reports = routes.map((route) => watch.decide(record("wait-rb", { route }), 0).reports);
  assert.deepEqual(reports, [true, false, true, false, true]);
});

test("a watch that continues after its end ends again for the same reason, without a report", () => {
  const watch = watchWith({ notFoundGraceMs: 0, stopsAtManual: true });
  for (const [outcome, end] of [
    [MISSING, "not_found"],
    [record("manual"), "manual"],
    [record("done"), "done"],
    [record("error"), "failed"],
  ]) {
    const first = watch.decide(outcome, 5);
    assert.deepEqual([first.reports, first.end], [true, end]);
    const second = watch.decide(outcome, 5);
    assert.deepEqual([second.reports, second.end], [false, end]);
  }
});

test("a missing transfer is reported once, and ends the watch after the grace period", () => {
  const watch = watchWith({ notFoundGraceMs: 9_000, intervalMs: 4_000 });
  // The grace period ends 9,000 ms after the first poll, at 9,010 ms. The interval would grow to 6,000 ms at the second
  // poll, but one poll is always due at the end of the grace period.
  const decisions = [10, 4_010, 9_009].map((ms) => watch.decide(MISSING, ms));
  assert.deepEqual(
    decisions.map(({ reports, delayMs, end }) => [reports, delayMs, end]),
    [
      [true, 4_000, undefined],
      [false, 5_000, undefined],
      [false, 1, undefined],
    ],
  );
  assert.equal(watch.decide(MISSING, 9_010).end, "not_found");
});

test("a record that disappears is not reported as missing, and has its own grace period", () => {
  const watch = watchWith({ notFoundGraceMs: 5_000 });
  assert.equal(watch.decide(record("wait-rb"), 0).reports, true);
  assert.equal(watch.decide(MISSING, 100_000).reports, false);
  assert.equal(watch.state.phase, "pending");
  assert.equal(watch.decide(record("wait-rb"), 104_000).reports, false);
  // A failed poll does not begin the grace period again.
  assert.equal(watch.decide(MISSING, 110_000).end, undefined);
  assert.equal(watch.decide(failure("server"), 114_000).end, undefined);
  assert.equal(watch.decide(MISSING, 115_000).end, "not_found");
});

test("every watch ends at its time limit", () => {
  for (const outcome of [record("wait-rb"), MISSING, failure("server"), record("manual")]) {
    const watch = watchWith({ timeoutMs: 60_000, notFoundGraceMs: Number.MAX_SAFE_INTEGER });
    assert.equal(watch.decide(outcome, 59_999).end, undefined);
    assert.equal(watch.decide(outcome, 60_000).end, "timeout");
  }
});

test("another end takes precedence over the time limit", () => {
  const watch = watchWith({ timeoutMs: 1, notFoundGraceMs: 5 });
  const outcomes = [record("done"), record("error"), failure("unauthenticated"), MISSING];
  assert.deepEqual(
    outcomes.map((outcome) => watch.decide(outcome, 9).end),
    ["done", "failed", "rejected", "timeout"],
  );
  // The grace period of 5 ms began at 9 ms.
  assert.equal(watch.decide(MISSING, 14).end, "not_found");
});

test("the elapsed time never decreases, and a state with its largest value can be saved", () => {
  const watch = watchWith();
  watch.decide(record("wait-rb"), 7_000);
  watch.decide(record("wait-rb"), 10);
  assert.deepEqual([watch.state.elapsedMs, watch.state.polls], [7_000, 2]);
  watch.decide(record("wait-rb"), Infinity);
  const { state } = watch;
  watch.reload();
  assert.deepEqual(watch.state, state);
});

test("after a poll without a response, the next poll waits until the host is online", () => {
  const outcomes = [
    failure("network"),
    failure("timeout"),
    failure("server"),
    MISSING,
    record("wait-rb"),
  ];
  const watch = watchWith();
  assert.deepEqual(
    outcomes.map((outcome) => watch.decide(outcome, 0).waitsForOnline),
    [true, true, false, false, false],
  );
});

test("continues only after transient or retryable failures, and not before Retry-After", () => {
  /** Whether each kind of failure is transient. */
  const kinds = {
    network: true,
    timeout: true,
    rate_limited: true,
    server: true,
    redirect_blocked: true,
    decode: true,
    unexpected_status: true,
    not_found: false,
    forbidden: false,
    bad_request: false,
    unauthenticated: false,
    response_too_large: false,
    internal: false,
    aborted: false,
  };
  for (const [kind, isTransient] of Object.entries(kinds)) {
    assert.equal(
      watchWith().decide(failure(kind), 0).end,
      isTransient ? undefined : "rejected",
      kind,
    );
    const retryable = failure(kind, { retryable: true });
    assert.equal(watchWith().decide(retryable, 0).end, undefined, kind);
  }
  const delayMs = (retryAfterMs) => {
    const outcome = failure("rate_limited", { retryable: true, retryAfterMs });
    return watchWith().decide(outcome, 0).delayMs;
  };
  assert.equal(delayMs(30_000), 30_000);
  assert.equal(delayMs(1), 5_000, "the interval is longer");
});

test("ends after three polls in a row whose responses do not fit the service", () => {
  const doubtful = [
    failure("decode", { code: "unexpected_shape" }),
    failure("decode", { code: "too_deep" }),
    failure("unexpected_status"),
  ];
  const ends = (outcomes) => {
    const watch = watchWith();
    return outcomes.map((outcome) => watch.decide(outcome, 0).end);
  };
  assert.deepEqual(ends(doubtful), [undefined, undefined, "rejected"]);
  for (const outcome of doubtful) {
    assert.deepEqual(ends([outcome, outcome, outcome]), [undefined, undefined, "rejected"]);
    // Any other outcome interrupts the row.
    for (const other of [record("wait-rb"), MISSING, failure("network")]) {
      assert.deepEqual(ends([outcome, outcome, other, outcome, outcome]), Array(5).fill(undefined));
    }
  }
});

test("continues after a response from something between the client and the service", () => {
  for (const outcome of [
    failure("decode", { code: "invalid_json" }),
    failure("decode", { code: "invalid_utf8" }),
    failure("redirect_blocked"),
    failure("forbidden", { code: "request_blocked" }),
    failure("unexpected_status", { retryable: true }),
  ]) {
    const watch = watchWith();
    for (let n = 0; n < 100; n++) assert.equal(watch.decide(outcome, 0).end, undefined);
    assert.equal(watch.decide(outcome, watch.settings.timeoutMs).end, "timeout");
  }
});

test("the interval grows by half up to its maximum, and jitter is at most a fifth", () => {
  /** The delays after six polls without a change. */
  const delays = (settings) => {
    const watch = watchWith(settings);
    return Array.from({ length: 6 }, () => watch.decide(failure("server"), 0).delayMs);
  };
  assert.deepEqual(delays({ intervalMs: 1, maxIntervalMs: 5 }), [1, 2, 3, 5, 5, 5]);
  assert.deepEqual(
    delays({ intervalMs: 20_000 }),
    [20_000, 30_000, 45_000, 60_000, 60_000, 60_000],
  );
  assert.deepEqual(delays({ maxIntervalMs: 300 }), Array(6).fill(300));
  const largestRandom = 1 - 2 ** -32;
  // A fifth of the interval is rounded down, so an interval below 5 ms has no jitter.
  for (const [interval, least, most] of [
    [1, 1, 1],
    [4, 4, 4],
    [5, 4, 6],
    [5_000, 4_000, 6_000],
  ]) {
    assert.equal(addJitter(interval, 0), least);
    assert.equal(addJitter(interval, largestRandom), most);
  }
});

test("of ten thousand simulated watches, each ends and reports each change once, even after reloads", () => {
  const seed = 7;
  const random = mulberry32(seed);
  const timeoutMs = 600_000;
  /** [upper limit of the random number, outcome] */
  const responses = [
    [0.3, failure("server")],
    [0.4, MISSING],
    [0.42, record("done")],
    [0.43, record("error")],
    [0.6, record("wait-rb")],
    [1, record("wait-wh")],
  ];
  for (let round = 0; round < 10_000; round++) {
    const watch = watchWith({ timeoutMs, notFoundGraceMs: 60_000 });
    const latencyMs = Math.floor(random() * 3_000);
    const reported = [];
    let ms = 0;
    let end;
    while (!end) {
      ms += latencyMs;
      const draw = random();
      const [, outcome] = responses.find(([limit]) => draw < limit);
      const decision = watch.decide(outcome, ms, random());
      if (decision.reports) reported.push(outcome.transfer?.status);
      end = decision.end;
      assert.notEqual(end, "rejected");
      const remainingMs = Math.max(timeoutMs - ms, 0);
      ms += Math.min(decision.delayMs, remainingMs);
      if (random() < 0.05) watch.reload();
    }
    // 150 of the shortest intervals, 4,000 ms, fit into the time limit. A grace period can end with an additional poll.
    assert.ok(
      ms <= timeoutMs + latencyMs && watch.state.polls < 200,
      `${round}: ${ms} ms, ${watch.state.polls} polls`,
    );
    for (let i = 1; i < reported.length; i++) {
      // Only the first report can be a missing transfer, which has no status.
      assert.ok(reported[i], `${round}: ${reported}`);
      assert.notEqual(reported[i], reported[i - 1], `${round}: ${reported}`);
    }
  }
});

test("a watch whose state has forgotten its record reports the current record once", () => {
  /** [outcome before the save, outcome of later polls, whether the two later polls report] */
  const cases = [
    [record("wait-rb"), record("wait-rb"), [true, false]],
    [record("wait-rb"), record("done"), [true, false]],
    [record("done"), record("done"), [true, false]],
    [MISSING, MISSING, [true, false]],
    [MISSING, record("manual"), [true, false]],
    // A known record that is missing now is not reported: an instance of the service may lag behind.
    [record("wait-rb"), MISSING, [false, false]],
    [record("wait-rb"), failure("server"), [false, false]],
  ];
  for (const [before, after, reports] of cases) {
    const watch = watchWith();
    watch.decide(before, 1_000);
    watch.state = forgetRecord(watch.state);
    watch.reload();
    assert.deepEqual(
      [6_000, 13_000].map((ms) => watch.decide(after, ms).reports),
      reports,
    );
  }
});

test("a state belongs to its hash, in upper or lower case", () => {
  const state = stateText(START, HASH);
  for (const sameHash of [HASH.toLowerCase(), HASH.toUpperCase()])
    assert.deepEqual(readState(state, sameHash), START);
  const message =
    "Invalid state: a string. Expected the state of an earlier update for the same hash.";
  for (const otherHash of [HASH.replace("6f", "6e"), HASH.slice(0, 65), ""]) {
    assert.throws(() => readState(state, otherHash), { parameter: "state", message });
  }
});

test("rejects a state with any character changed, removed or added", () => {
  const watch = watchWith();
  watch.decide(record("wait-rb"), 1_234);
  const state = stateText(watch.state, HASH);
  assert.match(state, /^[\d.]{20,80}$/);
  const assertRejected = (text) =>
    assert.throws(() => readState(text, HASH), { parameter: "state" }, text);
  for (let i = 0; i < state.length; i++) {
    for (const other of "0123456789.x") {
      if (other !== state[i]) assertRejected(state.slice(0, i) + other + state.slice(i + 1));
    }
    assertRejected(state.slice(0, i) + state.slice(i + 1));
  }
  for (const changed of [
    `${state}.`,
    `${state}0.`,
    `0${state}`,
    ` ${state}`,
    "null",
    // A number in a different notation.
    "1.1e3.0.0.0.0.0.0.",
  ]) {
    assertRejected(changed);
  }
});
