// `ethereal-query transfer --watch`.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { until } from "../service/processes.mjs";
import {
  launch,
  launchOnTerminal,
  noTerminal,
  run,
  scriptedService,
  transferBody,
} from "./program.mjs";

const HASH = `0x${"a".repeat(64)}`;
const DELIVERY = `0x${"b".repeat(64)}`;
const base = {
  _id: "1",
  fromChain: 1,
  toChain: 10,
  originTxnHash: HASH,
  route: [{ step: 1, txHash: HASH }],
};
const waiting = { ...base, status: "wait-rb" };
const done = {
  ...base,
  status: "done",
  deliveryTxnHash: DELIVERY,
  route: [...base.route, { step: 10, txHash: DELIVERY }],
};

const services = [];
after(() => services.forEach((service) => service.close()));

/**
 * Starts a service that responds to each request with the next record, and to all later requests with the last record.
 * For the record `null`, the response is a 404.
 */
async function sequence(...records) {
  const service = await scriptedService((_, count) => {
    const record = records[Math.min(count, records.length) - 1];
    return record ? [200, transferBody(record)] : [404, { message: "Unknown." }];
  });
  services.push(service);
  return service;
}

const watchArgs = (url, ...args) => [
  "transfer",
  HASH,
  "--watch",
  "--interval-ms",
  "20",
  "--base-url",
  url,
  ...args,
];

describe("a watch of a transfer that arrives", () => {
  test("prints a line for each change, and the record at the end", async () => {
    const { url } = await sequence(null, waiting, waiting, done);
    const { status, stdout, stderr } = await run(watchArgs(url));
    assert.deepEqual(
      [status, stderr],
      [0, "Watching until the transfer ends. Ctrl-C ends the watch.\n"],
    );
    // The line of a change begins with the time of the change, which the test removes.
    const changes = stdout
      .split("\n")
      .filter((line) => /^\d{4}-/.test(line))
      .map((line) => line.replace(/^\S+ +/, ""));
    assert.equal(changes.length, 3);
    assert.equal(changes[0], "Not found yet");
    assert.match(changes[1], /^On its way +✓ Ethereum \(1\) → … .* → · OP Mainnet \(10\)$/);
    assert.match(changes[2], /^Delivered +✓ Ethereum \(1\) → ✓ OP Mainnet \(10\)$/);
    assert.equal(
      changes[2].indexOf("✓"),
      changes[1].indexOf("✓"),
      "the routes of all phases begin at the same column",
    );
    assert.match(
      stdout,
      new RegExp(
        `^Status +Delivered \\(done\\)\\n[^]*✓ Delivery +OP Mainnet \\(10\\) +${DELIVERY}\\n$`,
        "m",
      ),
    );
  });

  test("--json prints one update a line", async () => {
    const { url } = await sequence(waiting, done);
    const { status, stdout, stderr } = await run(watchArgs(url, "--json"));
    assert.deepEqual([status, stderr], [0, ""]);
    const updates = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      updates.map(({ phase, transfer }) => [phase, transfer.status]),
      [
        ["pending", "wait-rb"],
        ["done", "done"],
      ],
    );
    assert.deepEqual(Object.keys(updates[0]).sort(), [
      "elapsedMs",
      "phase",
      "polls",
      "state",
      "steps",
      "transfer",
    ]);
  });
});

describe("a watch that ends before the transfer arrives", () => {
  test("a failed transfer ends with 5, after its record", async () => {
    const { url } = await sequence(waiting, { ...base, status: "error" });
    const { status, stdout, stderr } = await run(watchArgs(url));
    assert.equal(status, 5);
    assert.match(stdout, /^Status +Failed \(error\)$/m);
    assert.match(stderr, /\nethereal-query: .*error/);
  });

  test("a transfer that waits for a person ends with 5 if --on-manual is stop", async () => {
    const { url } = await sequence({ ...base, status: "manual" });
    assert.equal((await run(watchArgs(url, "--on-manual", "stop"))).status, 5);
  });

  test("an unknown transfer ends with 3 after --not-found-grace-ms", async () => {
    const { url } = await sequence(null);
    const { status, stdout } = await run(watchArgs(url, "--not-found-grace-ms", "50"));
    assert.equal(status, 3);
    assert.match(stdout, /Not found yet\n$/);
  });

  test("a watch that reaches its time limit ends with 1", async () => {
    const { url } = await sequence(waiting);
    const { status, stderr } = await run(watchArgs(url, "--watch-timeout-ms", "300"));
    assert.equal(status, 1);
    assert.match(stderr, /300/, "the message shows the time limit");
  });

  test("SIGINT ends with 130, without a message", async () => {
    const { url } = await sequence(waiting);
    const child = launch(watchArgs(url, "--json"));
    await until("the first update", () => child.output.stdout);
    child.kill("SIGINT");
    assert.deepEqual(await child.ended, { status: 130, signal: null });
    const { stdout, stderr } = child.output;
    assert.match(stdout, /^.+\n$/, "one line: the first update");
    assert.equal(stderr, "");
  });

  test(
    "Ctrl-C on a terminal ends with 130, and leaves the cursor at the beginning of a line",
    { skip: noTerminal },
    async () => {
      const { url } = await sequence(waiting);
      const child = launchOnTerminal(watchArgs(url));
      await until("the first update", () => child.text.includes("On its way"));
      const ctrlC = "\x03";
      child.stdin.write(ctrlC);
      assert.equal(await child.ended, 130);
      // The terminal may print ^C.
      assert.match(child.text, /\n(\^C)?\r?\n$/);
      assert.doesNotMatch(child.text, /\x1b\[\?/, "no mode of the terminal was changed");
    },
  );
});
