// The fault server: its correct responses, its log, its random faults.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { EXPECTED_BODY, TOKEN_PATH, startFaultByPath } from "./fault-by-path.mjs";
import { FAULTS } from "./fault-list.mjs";
import { until } from "./sleep.mjs";
import { splitResponse, rawGet } from "./raw-request.mjs";
import { startFaultServer } from "./fault-server.mjs";
import { CANARY, page, project, transfer } from "./expected-responses.mjs";

let faulty;
before(async () => (faulty = await startFaultByPath()));
after(() => faulty?.close());

test("responds correctly without a fault, and requires a valid key on three endpoints", async () => {
  const hash = `0x${"cd".repeat(32)}`;
  const request = async (path, key) => {
    const response = await fetch(faulty.server.url + path, { headers: key ? { "x-api-key": key } : {} });
    return [response.status, await response.json()];
  };
  assert.deepEqual(await request(TOKEN_PATH), [200, JSON.parse(EXPECTED_BODY)]);
  for (const [path, body] of [
    [`/bridge/transfers/transactions/${hash}`, { bridgeData: { bridgeData: [transfer(hash)], nextCursor: null } }],
    ["/project", project()],
    ["/ethereals?sourceChains=5&page_size=30&cursor=c990", page(5, 30, "c990")],
  ]) {
    assert.deepEqual(await request(path, `${CANARY}1`), [200, body]);
    assert.equal((await request(path, "wrong"))[0], 401);
    assert.equal((await request(path))[0], 401);
  }
  assert.deepEqual([page(5, 30, "c990").etherealData.length, page(5, 30, "c990").nextCursor], [10, null]);
});

test("lets pages of other origins send a key and read every response", async () => {
  const preflight = await fetch(faulty.server.url + TOKEN_PATH, { method: "OPTIONS" });
  assert.equal(preflight.headers.get("access-control-allow-headers"), "x-api-key");
  for (const fault of FAULTS.filter((name) => !/^(reset:before|refused|stall:headers)$/.test(name))) {
    const { head } = splitResponse((await faulty.raw(fault, { ms: 500 })).text);
    assert.match(head, /access-control-allow-origin: \*/, fault);
    assert.match(head, /access-control-expose-headers: retry-after, x-request-id/, fault);
  }
});

test("injects the faults of a plan in order, logs requests and counts connections", async () => {
  const own = await startFaultServer({ plan: ["status:503", null, "stall:headers"] });
  try {
    await fetch(own.url + TOKEN_PATH);
    await fetch(own.url + TOKEN_PATH, { headers: { "x-api-key": "k" } });
    const waiting = rawGet(own.url, "/project", { ms: 500, headers: "x-api-key: p\r\n" });
    assert.ok(await until(() => own.sockets() === 1, 400));
    await waiting;
    assert.ok(await until(() => own.sockets() === 0, 2000));
    const logged = own.log.map(({ path, key, attempt, fault, requestId }) => [path, key, attempt, fault, requestId]);
    assert.deepEqual(logged, [
      [TOKEN_PATH, null, 0, "status:503", "request-0"],
      [TOKEN_PATH, "k", 1, null, "request-1"],
      ["/project", "p", 0, "stall:headers", "request-2"],
    ]);
    assert.ok(own.log.every(({ at, gone }) => gone >= at));
  } finally {
    await own.close();
  }
});

/** The faults of the requests for these tokens, sorted by path. */
async function faultsOf(seed, ids) {
  const own = await startFaultServer({ seed, rate: 0.3, allowed: (name) => /^(status|body):/.test(name) });
  try {
    for (const id of ids) await (await fetch(`${own.url}/tokens/0x1/${id}/uri?b=1`)).arrayBuffer();
    return own.log.map(({ path, fault }) => `${path} ${fault}`).sort();
  } finally {
    await own.close();
  }
}

test("the same seed gives the same faults in any order of requests, with about the given rate", async () => {
  const ids = Array.from({ length: 200 }, (_, i) => i);
  const first = await faultsOf(7, ids);
  assert.deepEqual(await faultsOf(7, [...ids].reverse()), first);
  assert.notDeepEqual(await faultsOf(8, ids), first);
  const bad = first.filter((line) => !line.endsWith("null")).length;
  assert.ok(bad > 40 && bad < 80, `${bad} of 200`);
});
