// Tests `checkCalls`: it accepts correct calls, and reports each kind of failure.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkCalls } from "./check-calls.mjs";
import { CANARY, PROJECT, project } from "./expected-responses.mjs";
import { callOf } from "./workload.mjs";

/** The worker and the number of the call that all tests check. */
const [WORKER, N] = [0, 2];
/** The key by which `checkCalls` finds the requests of this call. */
const key = callOf(PROJECT, WORKER, N).tag;
/** A request in the log of the fault server. */
const request = (fault, attempt = 0) => ({
  endpoint: PROJECT,
  path: "/w0/project",
  key,
  fault,
  attempt,
  followed: false,
  requestId: `request-${attempt}`,
});
const error = (fields) => ({
  isPackageError: true,
  name: "EtherealQueryError",
  text: "an error",
  retryable: false,
  ...fields,
});
const server503 = error({
  kind: "server",
  status: 503,
  retryable: true,
  gaveUp: "attempts_used",
  requestId: "request-2",
  attempts: [{}, {}, {}],
});
const badRequest = error({
  kind: "bad_request",
  status: 400,
  requestId: "request-0",
  attempts: [{}],
});

/** The failures of a call whose attempts have these faults. `fields` replaces fields of the call's record. */
function failuresOf(faults, fields, otherRequests = []) {
  const attempts = faults.map((fault, attempt) => request(fault, attempt));
  const log = [...attempts, ...otherRequests];
  const record = {
    endpoint: PROJECT,
    worker: WORKER,
    n: N,
    started: 1000,
    ended: 1010,
    hung: false,
    requests: faults.map(() => ({})),
    retries: faults.slice(1).map(() => ({ delayMs: 0 })),
    ...fields,
  };
  const { failures } = checkCalls([record], { log, otherOrigin: { requests: [] }, closures: [] });
  // A failure begins with the call and its faults, as in "GET /project of worker 0, no. 2 [status:400]: ".
  const withoutNameOfCall = (text) => text.replace(/^.*\]: /, "");
  return failures.map(withoutNameOfCall);
}

// The faults of responses: `status:503:1` is status 503 with `Retry-After: 1`, `reset:before` resets the connection
// before the response, `redirect:302:same` redirects to the same origin, and `null` is a correct response.
const THREE_FAULTS = ["status:503", "status:500", "status:503"];
/** [name, faults, fields of the record] */
const CORRECT = [
  ["a response", [null], { value: project() }],
  ["a response after two failures", ["status:503", "reset:before", null], { value: project() }],
  ["three failures", THREE_FAULTS, { error: server503 }],
  ["a non-retryable status", ["status:400"], { error: badRequest }],
];
for (const [name, faults, fields] of CORRECT) {
  test(`accepts ${name}`, () => assert.deepEqual(failuresOf(faults, fields), []));
}

/** The request of the same call after a redirect. It has the key. */
const redirected = { ...request(null), followed: true, path: "/redirected/w0/project" };
/** [name, faults, fields of the record, expected failure, other requests in the log] */
const WRONG = [
  ["a wrong value", [null], { value: { ...project(), balance: "0.2" } }, /wrong value/],
  ["a value instead of an error", ["status:400"], { value: project() }, /wrong value/],
  ["a value without a request", [], { value: project() }, /no request/],
  ["a hung call", [null], { hung: true }, /never ended/],
  ["four requests", [null, null, null, null], { value: project() }, /4 requests/],
  [
    "a request without a hook call",
    ["status:503", null],
    { value: project(), requests: [{}] },
    /1 requests reported, 2 seen/,
  ],
  [
    "a retry after a non-retryable status",
    ["status:400", null],
    { value: project() },
    /retried after status:400/,
  ],
  [
    "a retry after a Retry-After of an hour",
    ["status:503:3600", null],
    { value: project() },
    /retried/,
  ],
  [
    "a delay that is too short",
    ["status:503:1", null],
    { value: project(), retries: [{ delayMs: 999 }] },
    /999 ms/,
  ],
  ["a wrong kind", ["status:400"], { error: { ...badRequest, kind: "server" } }, /kind server/],
  [
    "an error of another class",
    ["status:400"],
    { error: { ...badRequest, isPackageError: false } },
    /no error of the package/,
  ],
  ["a wrong status", ["status:400"], { error: { ...badRequest, status: 401 } }, /status 401/],
  [
    "a wrong request id",
    ["status:400"],
    { error: { ...badRequest, requestId: "x" } },
    /request id x/,
  ],
  [
    "missing attempts",
    ["status:400"],
    { error: { ...badRequest, attempts: undefined } },
    /attempts reported/,
  ],
  [
    "giving up too early",
    ["status:503"],
    { error: { ...server503, attempts: [{}] } },
    /gave up after 1/,
  ],
  [
    "no reason for giving up",
    THREE_FAULTS,
    { error: { ...server503, gaveUp: undefined } },
    /gaveUp undefined/,
  ],
  [
    "a key that followed a redirect",
    ["redirect:302:same"],
    { value: project() },
    /redirect carried the key/,
    [redirected],
  ],
];
for (const [name, faults, fields, expected, otherRequests] of WRONG) {
  test(`reports ${name}`, () =>
    assert.match(failuresOf(faults, fields, otherRequests).join("\n"), expected));
}

test("counts keys sent to another origin", () => {
  const requests = [{ headers: { "x-api-key": `${CANARY}1` } }, { headers: {} }];
  const { otherOriginKeys, otherOriginRequests } = checkCalls([], {
    log: [],
    otherOrigin: { requests },
    closures: [],
  });
  assert.deepEqual([otherOriginKeys, otherOriginRequests], [1, 2]);
});
