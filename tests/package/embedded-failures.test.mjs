// The failures and the latency that a program simulates with the embedded service.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { Client } from "../../pkg/dist/index.js";
import { CALLS } from "../calls.mjs";
import { collectGarbage } from "../collect-garbage.mjs";

const keys = [{ key: "k", requestOwner: "me", auth: {} }];
const base = "https://embedded.invalid";
const headers = { "x-api-key": "k" };
const project = (service, init) => service.fetch(`${base}/project`, { headers, ...init });
const ethereals = (service, init) => service.fetch(`${base}/ethereals`, { headers, ...init });
const statuses = async (...responses) => (await Promise.all(responses)).map(({ status }) => status);

test("the next request fails with the body and headers of the service, and a later one succeeds", async () => {
  const service = new EmbeddedService({ keys });
  service.failNext({ status: 429, retryAfter: 3 });
  const response = await project(service);
  assert.equal(response.status, 429);
  assert.equal(response.headers.get("retry-after"), "3");
  assert.deepEqual(await response.json(), { message: "Simulated failure." });
  // Without an API key, the service responds with an error that is not simulated.
  const realFailure = await service.fetch(`${base}/project`);
  assert.equal(realFailure.status, 401);
  const headerNames = ({ headers }) => [...headers.keys()].filter((name) => name !== "retry-after");
  assert.deepEqual(headerNames(response), headerNames(realFailure));
  assert.deepEqual(await statuses(project(service)), [200]);
});

test("failures come in the order of the failNext calls, each as often as its `times`", async () => {
  const service = new EmbeddedService({ keys });
  service.failNext({ status: 500, times: 2, message: "Out of order." });
  service.failNext(503);
  assert.deepEqual(await (await project(service)).json(), { message: "Out of order." });
  assert.deepEqual(
    await statuses(project(service), project(service), project(service)),
    [500, 503, 200],
  );
});

test("a failure of one endpoint waits for a request to this endpoint", async () => {
  const service = new EmbeddedService({ keys, basePath: "/v1/" });
  const at = (path, init) => service.fetch(`${base}/v1${path}`, { headers, ...init });
  service.failNext({ status: 502, endpoint: "GET /ethereals" });
  service.failNext({ status: 500, endpoint: "GET /project" });
  const requests = [
    at("/project"),
    at("/nowhere"),
    at("/project"),
    at("/ethereals"),
    at("/ethereals"),
  ];
  assert.deepEqual(await statuses(...requests), [500, 404, 200, 502, 200]);
  service.failNext({ status: 418 });
  assert.deepEqual(await statuses(at("/nowhere"), at("/nowhere")), [418, 404]);
});

test("clearFailures ends failures without a limit", async () => {
  const service = new EmbeddedService({ keys });
  service.failNext({ status: 503, times: Infinity });
  for (let i = 0; i < 20; i++) assert.deepEqual(await statuses(project(service)), [503]);
  service.clearFailures();
  assert.deepEqual(await statuses(project(service)), [200]);
});

test("a preflight request succeeds and uses up no failure, and HEAD has no body", async () => {
  const service = new EmbeddedService({ keys });
  service.failNext({ status: 503 });
  assert.equal((await project(service, { method: "OPTIONS" })).status, 204);
  const head = await project(service, { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [503, ""]);
});

test("the client retries simulated failures, and reports them", async () => {
  const service = new EmbeddedService({ keys });
  const retries = [];
  const onRetry = ({ status, reason }) => retries.push(status ?? reason);
  const client = new Client({
    baseUrl: base,
    apiKey: "k",
    fetch: service.fetch,
    timeoutMs: 20,
    maxRetries: 3,
    onRetry,
  });
  service.failNext({ status: 503, retryAfter: 0 });
  service.failNext({ status: "network" });
  service.failNext({ status: "timeout" });
  assert.equal((await client.project()).requestOwner, "me");
  assert.deepEqual(retries, [503, "network", "timeout"]);
  service.failNext({ status: 401, message: "Key revoked." });
  const error = await client.project().catch((thrown) => thrown);
  assert.deepEqual([error.kind, error.serverMessage], ["unauthenticated", "Key revoked."]);
});

test("a network failure rejects with a TypeError, as fetch does", async () => {
  const service = new EmbeddedService({ keys });
  service.failNext({ status: "network" });
  await assert.rejects(project(service), {
    name: "TypeError",
    message: "Simulated network failure.",
  });
});

test("a request without a response rejects when it is aborted, even after a garbage collection", async () => {
  const service = new EmbeddedService({ keys });
  service.failNext({ status: "timeout", times: 2 });
  const controller = new AbortController();
  const reason = new Error("enough");
  const pending = [
    project(service, { signal: controller.signal }),
    service.fetch(new Request(base, { signal: controller.signal })),
  ].map((promise) => promise.catch((thrown) => thrown));
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    collectGarbage();
  }
  controller.abort(reason);
  for (const promise of pending) assert.equal(await promise, reason);
});

test("every response waits for latencyMs, and an aborted request does not", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const service = new EmbeddedService({ keys, latencyMs: 500 });
  /** The names of the calls that got a response, and the errors of the other calls. */
  const settled = [];
  const recordEnd = (name, promise) =>
    promise.then(
      () => settled.push(name),
      (thrown) => settled.push(thrown),
    );
  // All microtasks of a response run before the next turn of the event loop.
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  service.failNext({ status: 503, endpoint: "GET /ethereals" });
  service.failNext({ status: "network", endpoint: "GET /project" });
  const controller = new AbortController();
  const calls = [
    recordEnd("failure", ethereals(service)),
    recordEnd("network", project(service)),
    recordEnd("response", ethereals(service)),
    recordEnd("aborted", project(service, { signal: controller.signal })),
  ];
  t.mock.timers.tick(499);
  await turn();
  assert.deepEqual(settled, []);
  controller.abort("stop");
  await turn();
  assert.deepEqual(settled, ["stop"]);
  t.mock.timers.tick(1);
  await Promise.all(calls);
  assert.deepEqual(settled.map(String).sort(), [
    "TypeError: Simulated network failure.",
    "failure",
    "response",
    "stop",
  ]);
  service.latencyMs = 0;
  assert.equal(service.latencyMs, 0);
  assert.deepEqual(await statuses(project(service)), [200]);
});

test("an aborted request uses up no failure", async () => {
  const service = new EmbeddedService({ keys });
  service.failNext({ status: 503 });
  await assert.rejects(project(service, { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.deepEqual(await statuses(project(service), project(service)), [503, 200]);
});

test("a response that waits for latencyMs has the records from before a later update", async () => {
  const hash = `0x${"1".repeat(64)}`;
  const transfer = (status) => ({ transfers: [{ _id: "a", status, originTxnHash: hash }] });
  const service = new EmbeddedService({ keys, dataset: transfer("wait-rb"), latencyMs: 5 });
  const response = service.fetch(`${base}/bridge/transfers/transactions/${hash}`, { headers });
  service.update(transfer("done"));
  assert.match(await (await response).text(), /wait-rb/);
});

const STATUS_RULE = 'an integer from 400 to 599, "network" or "timeout"';
/** [argument of failNext, parameter that the error names, message] */
const INVALID_FAILURES = [
  [undefined, "status", `Missing status. Expected ${STATUS_RULE}.`],
  [[503], "options", "Invalid options: an array. Expected an object."],
  [5, "status", `Invalid status: 5. Expected ${STATUS_RULE}.`],
  [{ status: 200 }, "status", `Invalid status: 200. Expected ${STATUS_RULE}.`],
  [{ status: 600 }, "status", `Invalid status: 600. Expected ${STATUS_RULE}.`],
  [{ status: "offline" }, "status", `Invalid status: a string. Expected ${STATUS_RULE}.`],
  [
    { status: 503, times: 0 },
    "times",
    "Invalid times: 0. Expected an integer from 1, or Infinity.",
  ],
  [
    { status: 503, times: 1.5 },
    "times",
    "Invalid times: 1.5. Expected an integer from 1, or Infinity.",
  ],
  [
    { status: 503, retryAfter: -1 },
    "retryAfter",
    "Invalid retryAfter: -1. Expected an integer from 0 to 4294967295.",
  ],
  [{ status: 503, message: 5 }, "message", "Invalid message: 5. Expected a string."],
  [
    { status: 503, endpoint: "project" },
    "endpoint",
    `Invalid endpoint: a string. Expected one of ${CALLS.map(({ endpoint }) => endpoint).join(", ")}.`,
  ],
  [
    { status: "network", retryAfter: 1 },
    "retryAfter",
    'Invalid retryAfter: 1. Expected no value, because the status is "network".',
  ],
  [
    { status: 503, retryafter: 1 },
    "options",
    'Unknown option "retryafter". Did you mean "retryAfter"?',
  ],
  [
    { status: 503, code: 1 },
    "options",
    'Unknown option "code". Known options: status, retryAfter, message, times, endpoint.',
  ],
];

test("refuses an invalid failure, and the next request succeeds", async () => {
  const service = new EmbeddedService({ keys });
  for (const [failure, parameter, message] of INVALID_FAILURES) {
    const expected = { name: "EtherealQueryError", kind: "invalid_argument", parameter, message };
    assert.throws(() => service.failNext(failure), expected);
  }
  assert.deepEqual(await statuses(project(service)), [200]);
});

test("refuses an invalid latency, and keeps the previous latency", () => {
  const expected = (value) => {
    const message = `Invalid latencyMs: ${value}. Expected an integer from 0 to 2147483647.`;
    return { kind: "invalid_argument", parameter: "latencyMs", message };
  };
  assert.throws(() => new EmbeddedService({ latencyMs: -1 }), expected("-1"));
  assert.throws(
    () => new EmbeddedService({ latencyms: 1 }),
    /Unknown option "latencyms"\. Did you mean "latencyMs"\?/,
  );
  const service = new EmbeddedService({ latencyMs: 7 });
  assert.throws(() => (service.latencyMs = 2 ** 31), expected("2147483648"));
  assert.equal(service.latencyMs, 7);
});
