// Tests `routeOf`: the steps of a transfer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { routeOf } from "../../pkg/dist/index.js";
import { randomSource } from "../faults/random.mjs";
import { assertRefused, show, thrownBy } from "./assertions.mjs";
import { readFixture } from "./service.mjs";

/**
 * Each step as "kind role state step chainId txHash", with the first three characters of the hash. A step without a
 * chain id has two spaces instead.
 */
const describeSteps = (transfer) =>
  routeOf(transfer).map(
    ({ kind, role, state, step, chainId, txHash }) =>
      `${kind} ${role} ${state} ${step} ${chainId ?? ""} ${txHash?.slice(0, 3) ?? "none"}`,
  );

for (const [title, readTransfer, steps] of [
  [
    "a transfer that is done",
    () => readTransferFixture("transfer_native.json"),
    [
      "chain origin done 1 1 0x1",
      "relay relay done wormhole  0x2",
      "chain rollup done 42161 42161 0x3",
      "chain delivery done 45513 45513 0x4",
    ],
  ],
  [
    "a transfer that waits",
    () => readTransferFixture("transfer_token.json"),
    [
      "chain origin done 11145513 11145513 0x1",
      "relay rollup waiting rollup bridge  none",
      "chain delivery pending 421614 421614 none",
    ],
  ],
  [
    "a transfer that failed",
    () => ({ status: "error", fromChain: 1, toChain: 10, originTxnHash: "0x1" }),
    ["chain origin done 1 1 0x1", "chain delivery failed 10 10 none"],
  ],
]) {
  test(`routeOf returns the state of each step of ${title}`, async () => {
    assert.deepEqual(describeSteps(await readTransfer()), steps);
  });
}

async function readTransferFixture(name) {
  return JSON.parse(await readFixture(name)).bridgeData.bridgeData[0];
}

test("routeOf returns an array even if fields of the transfer throw", () => {
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return proxy;
  };
  const fail = () => {
    throw new Error("hostile");
  };
  const hostile = [
    revoked(),
    { route: revoked() },
    { route: [revoked()] },
    {
      get status() {
        return fail();
      },
      get route() {
        return fail();
      },
    },
    { route: Object.defineProperty([], 0, { get: fail }) },
    { route: new Proxy([{}], { get: fail }) },
    {
      route: [
        {
          get step() {
            return fail();
          },
          get txHash() {
            return fail();
          },
        },
      ],
    },
  ];
  for (const transfer of hostile) assert.ok(Array.isArray(routeOf(transfer)));
});

test("routeOf returns an array for any object", () => {
  for (const transfer of [
    {},
    { status: 7, route: "x" },
    { route: [null, 5, {}] },
    { toChain: Symbol("x") },
    // Texts with the control characters U+0000 and U+0001.
    { status: "\0" },
    { status: "\0\0\0\0\0\0\0\0\0" },
    { status: "done\0\0", fromChain: "\0", route: [{ step: "\0\0", txHash: "\0" }] },
    { status: "done", toChain: "\u0001an object", originTxnHash: "\0\0\0\0\0\0\0x" },
  ]) {
    const steps = routeOf(transfer);
    assert.ok(Array.isArray(steps), show(transfer));
    for (const { kind, role, state, step } of steps) {
      for (const field of [kind, role, state, step])
        assert.equal(typeof field, "string", show(transfer));
    }
  }
  for (const value of [[], null, undefined])
    assertRefused(
      thrownBy(() => routeOf(value)),
      "transfer",
    );
});

test("routeOf reads no field of another type, and at most 10,000 steps", () => {
  const [step] = routeOf({ status: "error", toChain: { toString: () => "10" } });
  assert.deepEqual(step, { kind: "chain", role: "delivery", state: "failed", step: "" });
  assert.equal(routeOf({ status: "done", route: Array(2 ** 32 - 1) }).length, 10_000);
});

/** The seed of the random values. Any number would do. */
const SEED = 7;
const HASH_FIELDS = ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"];
/** Complete routes. Each step has its name, and the fields of the record that have the hash of the step. */
const ORDERS = {
  "relay, rollup": [
    ["1", "originTxnHash"],
    ["wormhole", "whTxnHash"],
    ["42161", "rbTxnHash"],
    ["45513", "deliveryTxnHash"],
  ],
  rollup: [
    ["45513", "originTxnHash", "rbTxnHash"],
    ["42161", "deliveryTxnHash"],
  ],
  relay: [
    ["8453", "originTxnHash"],
    ["wormhole", "whTxnHash"],
    ["42161", "deliveryTxnHash"],
  ],
  "rollup, relay": [
    ["45513", "originTxnHash", "rbTxnHash"],
    ["42161"],
    ["wormhole", "whTxnHash"],
    ["8453", "deliveryTxnHash"],
  ],
};

/**
 * A record with `count` completed steps of the route `order`. A hash is in lower case in the fields, and in upper case
 * in the route.
 */
function recordOf(order, status, count, { hasRoute = true } = {}) {
  const steps = ORDERS[order];
  const [origin] = steps[0];
  const [destination] = steps.at(-1);
  const record = { status, fromChain: Number(origin), toChain: destination };
  const route = [];
  for (const [index, [name, ...fields]] of steps.slice(0, count).entries()) {
    for (const field of fields) record[field] = `0xa${index}`;
    const step = /^\d+$/.test(name) ? Number(name) : name;
    route.push({ step, txHash: `0xA${index}` });
  }
  if (hasRoute) record.route = route;
  return record;
}

/**
 * The steps as "role name state", with brackets around a relay, and a star after a step with a hash. Asserts that only
 * a step whose name is a number has a chain id.
 */
function summariseSteps(record) {
  const summaries = [];
  for (const { kind, role, step, state, chainId, txHash } of routeOf(record)) {
    assert.equal(chainId, /^\d+$/.test(step) ? step : undefined);
    const name = kind === "relay" ? `<${step}>` : step;
    const star = txHash === undefined ? "" : "*";
    summaries.push(`${role} ${name} ${state}${star}`);
  }
  return summaries.join(", ");
}

test("routeOf returns the recorded steps of a finished transfer", () => {
  for (const [order, expected] of [
    [
      "relay, rollup",
      "origin 1 done*, relay <wormhole> done*, rollup 42161 done*, delivery 45513 done*",
    ],
    ["rollup", "origin 45513 done*, delivery 42161 done*"],
    ["relay", "origin 8453 done*, relay <wormhole> done*, delivery 42161 done*"],
    [
      "rollup, relay",
      "origin 45513 done*, step 42161 done*, relay <wormhole> done*, delivery 8453 done*",
    ],
  ]) {
    assert.equal(summariseSteps(recordOf(order, "done", 4)), expected);
  }
});

test("routeOf adds the remaining steps of a transfer in progress", () => {
  for (const [order, status, count, expected] of [
    [
      "relay, rollup",
      "wait-wh",
      1,
      "origin 1 done*, relay <relay> waiting, delivery 45513 pending",
    ],
    [
      "relay, rollup",
      "wait-wh",
      2,
      "origin 1 done*, relay <wormhole> waiting*, delivery 45513 pending",
    ],
    [
      "relay, rollup",
      "wait-rb",
      2,
      "origin 1 done*, relay <wormhole> done*, rollup <rollup bridge> waiting, delivery 45513 pending",
    ],
    [
      "relay, rollup",
      "wait-cc",
      3,
      "origin 1 done*, relay <wormhole> done*, rollup 42161 done*, delivery 45513 waiting",
    ],
    ["relay, rollup", "manual", 2, "origin 1 done*, relay <wormhole> done*, delivery 45513 manual"],
    ["relay, rollup", "error", 1, "origin 1 done*, delivery 45513 failed"],
    [
      "rollup",
      "wait-rb",
      1,
      "origin 45513 done*, rollup <rollup bridge> waiting, delivery 42161 pending",
    ],
    ["rollup", "wait-cc", 1, "origin 45513 done*, delivery 42161 waiting"],
    ["rollup", "manual", 1, "origin 45513 done*, delivery 42161 manual"],
    ["rollup", "error", 1, "origin 45513 done*, delivery 42161 failed"],
    ["relay", "wait-wh", 1, "origin 8453 done*, relay <relay> waiting, delivery 42161 pending"],
    ["relay", "manual", 2, "origin 8453 done*, relay <wormhole> done*, delivery 42161 manual"],
    ["relay", "error", 2, "origin 8453 done*, relay <wormhole> done*, delivery 42161 failed"],
    [
      "rollup, relay",
      "wait-rb",
      1,
      "origin 45513 done*, rollup <rollup bridge> waiting, delivery 8453 pending",
    ],
    [
      "rollup, relay",
      "wait-wh",
      2,
      "origin 45513 done*, step 42161 done*, relay <relay> waiting, delivery 8453 pending",
    ],
    [
      "rollup, relay",
      "error",
      3,
      "origin 45513 done*, step 42161 done*, relay <wormhole> done*, delivery 8453 failed",
    ],
    // An unknown status.
    ["relay", "wait-moon", 1, "origin 8453 done*, delivery 42161 waiting"],
  ]) {
    assert.equal(
      summariseSteps(recordOf(order, status, count)),
      expected,
      `${status} after ${count}`,
    );
  }
});

test("routeOf derives the steps from the hashes of a record without a route", () => {
  for (const [order, status, count, expected] of [
    [
      "relay, rollup",
      "done",
      4,
      "origin 1 done*, relay <relay> done*, rollup <rollup bridge> done*, delivery 45513 done*",
    ],
    ["relay", "done", 3, "origin 8453 done*, relay <relay> done*, delivery 42161 done*"],
    ["relay", "wait-wh", 2, "origin 8453 done*, relay <relay> waiting*, delivery 42161 pending"],
    ["rollup", "wait-cc", 1, "origin 45513 done*, delivery 42161 waiting"],
    ["rollup, relay", "manual", 3, "origin 45513 done*, relay <relay> done*, delivery 8453 manual"],
    ["relay", "error", 0, "delivery 42161 failed"],
  ]) {
    assert.equal(
      summariseSteps(recordOf(order, status, count, { hasRoute: false })),
      expected,
      `${status} after ${count}`,
    );
  }
});

test("routeOf has at most one waiting, manual or failed step for every order, status and number of steps", () => {
  for (const [order, steps] of Object.entries(ORDERS)) {
    for (const status of [
      "done",
      "wait-wh",
      "wait-rb",
      "wait-cc",
      "manual",
      "error",
      "wait-moon",
    ]) {
      for (let count = 0; count <= steps.length; count++) {
        assertConsistent(recordOf(order, status, count), count);
        // A record without a route shows only the completed steps that have a hash in a field.
        const stepsWithHash = steps.slice(0, count).filter(([, ...fields]) => fields.length > 0);
        assertConsistent(recordOf(order, status, count, { hasRoute: false }), stepsWithHash.length);
      }
    }
  }
});

/**
 * Asserts the properties of every route, for a record with `completed` completed steps. A transfer that is not done has
 * one waiting, manual or failed step, and ends with its delivery.
 */
function assertConsistent(record, completed) {
  const steps = routeOf(record);
  const count = (...states) => steps.filter(({ state }) => states.includes(state)).length;
  const { status } = record;
  // The numbers of waiting steps, and of manual or failed steps.
  const countsByStatus = { done: [0, 0], manual: [0, 1], error: [0, 1] };
  const waitingCounts = [1, 0];
  const expected = countsByStatus[status] ?? waitingCounts;
  assert.deepEqual([count("waiting"), count("manual", "failed")], expected, summariseSteps(record));
  if (status === "done") {
    assert.deepEqual([count("done"), steps.length], [completed, completed]);
  } else {
    assert.equal(steps.filter(({ role }) => role === "delivery").length, 1);
    assert.equal(steps.at(-1).role, "delivery", summariseSteps(record));
  }
}

test("routeOf returns the steps of incomplete records", () => {
  for (const [record, expected] of [
    [{ status: "done" }, ""],
    [
      { status: "wait-rb", fromChain: 5, originTxnHash: "0xAB", rbTxnHash: "0xab" },
      "origin 5 done*, rollup <rollup bridge> waiting",
    ],
    [{ status: "wait-wh" }, "relay <relay> waiting"],
    [{ status: "error" }, "delivery  failed"],
    [{ status: "wait-cc", toChain: "Moon" }, "delivery Moon waiting"],
    [
      { status: "done", route: [{ step: "42161", txHash: "0x1" }, {}] },
      "origin 42161 done*, step <> pending",
    ],
    [
      { status: "done", route: [{ step: "relay-x", txHash: "0xAB" }], whTxnHash: "0xab" },
      "relay <relay-x> done*",
    ],
  ]) {
    assert.equal(summariseSteps(record), expected, show(record));
  }
});

test("routeOf keeps the order and the hashes of recorded steps", () => {
  const random = randomSource(SEED, "routes");
  const hash = () => random.pick([undefined, "0x1", "0x2", "0x3", "0x4"]);
  for (let i = 0; i < 5000; i++) {
    const names = ["1", "42161", "", "wormhole", "relay"];
    const route = Array.from({ length: random.int(0, 4) }, () => ({
      step: random.pick(names),
      txHash: hash(),
    }));
    const status = random.pick([
      "done",
      "wait-wh",
      "wait-rb",
      "wait-cc",
      "manual",
      "error",
      "moon",
    ]);
    const record = {
      status,
      toChain: 1,
      route,
      ...Object.fromEntries(HASH_FIELDS.map((field) => [field, hash()])),
    };
    const steps = routeOf(record);
    const returned = steps.map(({ step, txHash }) => `${step} ${txHash}`);
    let nextIndex = 0;
    for (const { step, txHash } of route) {
      const index = returned.indexOf(`${step} ${txHash}`, nextIndex);
      assert.ok(index >= 0, `${show(record)} ${show(steps)}`);
      nextIndex = index + 1;
    }
    // Without a route, each hash is a step. routeOf adds at most the current step and the delivery.
    const maxRecordedSteps = Math.max(route.length, HASH_FIELDS.length);
    assert.ok(steps.length <= maxRecordedSteps + 2, show(steps));
  }
});

test("routeOf reads chain ids as wallets write them, and a hash of zeros as none", () => {
  const zeros = `0x${"0".repeat(64)}`;
  const transfer = {
    status: "wait-cc",
    fromChain: "0x1",
    toChain: "eip155:10",
    originTxnHash: "0x6f",
  };
  assert.deepEqual(describeSteps({ ...transfer, deliveryTxnHash: zeros, whTxnHash: "0x" }), [
    "chain origin done 0x1 1 0x6",
    "chain delivery waiting eip155:10 10 none",
  ]);
  const route = [
    { step: "0xA4B1", txHash: "0x6f" },
    { step: "eip155:8453", txHash: zeros },
    { step: "0xwormhole", txHash: "0x" },
  ];
  assert.deepEqual(describeSteps({ status: "done", route }), [
    "chain origin done 0xA4B1 42161 0x6",
    "chain step pending eip155:8453 8453 none",
    "relay step pending 0xwormhole  none",
  ]);
});
