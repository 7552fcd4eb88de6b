// The judge lets nothing through: one call that is right, and each way in which it could be wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "./judge.mjs";
import { CANARY, PROJECT, project } from "./truth.mjs";
import { callOf } from "./workload.mjs";

const key = callOf(PROJECT, 0, 2).tag;
const request = (fault, attempt = 0) => ({
  endpoint: PROJECT, path: "/w0/project", key, fault, attempt, followed: false, requestId: `request-${attempt}`,
});
const error = (fields) => ({ ours: true, name: "EtherealQueryError", text: "an error", retryable: false, ...fields });
const server503 = error({
  kind: "server", status: 503, retryable: true, gaveUp: "attempts_used", requestId: "request-2", attempts: [{}, {}, {}],
});
const refused = error({ kind: "bad_request", status: 400, requestId: "request-0", attempts: [{}] });

/** Complaints about one call that met `faults`; `more` replaces fields of its record. */
function complaintsAbout(faults, more, extra = []) {
  const log = [...faults.map(request), ...extra];
  const record = {
    endpoint: PROJECT, worker: 0, n: 2, started: 1000, ended: 1010, hung: false,
    requests: faults.map(() => ({})), retries: faults.slice(1).map(() => ({ delayMs: 0 })), ...more,
  };
  const { complaints } = judge([record], { log, foreign: { requests: [] }, closures: [] });
  return complaints.map((text) => text.replace(/^.*\]: /, ""));
}

const THREE = ["status:503", "status:500", "status:503"];
const RIGHT = [
  ["an answer", [null], { value: project() }],
  ["an answer after two failures", ["status:503", "reset:before", null], { value: project() }],
  ["three failures", THREE, { error: server503 }],
  ["a refusal", ["status:400"], { error: refused }],
];
for (const [name, faults, more] of RIGHT) {
  test(`nothing to say about ${name}`, () => assert.deepEqual(complaintsAbout(faults, more), []));
}

const redirected = { ...request(null), followed: true, path: "/redirected/w0/project" };
const WRONG = [
  ["a wrong value", [null], { value: { ...project(), balance: "0.2" } }, /wrong value/],
  ["a value from nowhere", ["status:400"], { value: project() }, /wrong value/],
  ["a hung call", [null], { hung: true }, /never ended/],
  ["four requests", [null, null, null, null], { value: project() }, /4 requests/],
  ["a request nobody told of", ["status:503", null], { value: project(), requests: [{}] }, /1 requests told, 2 seen/],
  ["a retry after a refusal", ["status:400", null], { value: project() }, /tried again after status:400/],
  ["a retry after an hour was asked for", ["status:503:3600", null], { value: project() }, /tried again/],
  ["a wait that was too short", ["status:503:1", null], { value: project(), retries: [{ delayMs: 999 }] }, /999 ms/],
  ["a wrong kind", ["status:400"], { error: { ...refused, kind: "server" } }, /kind server/],
  ["a foreign error", ["status:400"], { error: { ...refused, ours: false } }, /no error of the package/],
  ["a wrong status", ["status:400"], { error: { ...refused, status: 401 } }, /status 401/],
  ["a wrong request id", ["status:400"], { error: { ...refused, requestId: "x" } }, /request id x/],
  ["attempts not told", ["status:400"], { error: { ...refused, attempts: undefined } }, /attempts told/],
  ["giving up too early", ["status:503"], { error: { ...server503, attempts: [{}] } }, /gave up after 1/],
  ["no reason for giving up", THREE, { error: { ...server503, gaveUp: undefined } }, /gaveUp undefined/],
  ["a key that followed a redirect", ["redirect:302:same"], { value: project() }, /key went along/, [redirected]],
];
for (const [name, faults, more, expected, extra] of WRONG) {
  test(`complains about ${name}`, () => assert.match(complaintsAbout(faults, more, extra).join("\n"), expected));
}

test("counts keys at another origin", () => {
  const requests = [{ headers: { "x-api-key": `${CANARY}1` } }, { headers: {} }];
  const { foreignKeys, foreignRequests } = judge([], { log: [], foreign: { requests }, closures: [] });
  assert.deepEqual([foreignKeys, foreignRequests], [1, 2]);
});
