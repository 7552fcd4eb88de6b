// `isEtherealQueryError` with and without a kind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EtherealQueryError, isEtherealQueryError } from "../../pkg/dist/index.js";
import { assertError, errorOf, thrownBy } from "./assertions.mjs";
import { PROJECT, createClient, start } from "./calls.mjs";
import { respondWith } from "./service.mjs";

const error = await errorOf(start(createClient(respondWith(429, "")), PROJECT));

test("matches the kind of an error, and a list that contains it", () => {
  assert.equal(isEtherealQueryError(error), true);
  assert.equal(isEtherealQueryError(error, undefined), true);
  assert.equal(isEtherealQueryError(error, "rate_limited"), true);
  assert.equal(isEtherealQueryError(error, ["network", "rate_limited"]), true);
  assert.equal(isEtherealQueryError(error, Object.freeze(["rate_limited"])), true);
});

test("does not match other kinds, or a list of them", () => {
  for (const kind of ["network", "rate", "", ["network", "server"], []]) {
    assert.equal(isEtherealQueryError(error, kind), false, JSON.stringify(kind));
  }
});

test("does not match values that are not errors of the package", () => {
  for (const value of [undefined, null, 0, "rate_limited", {}, { kind: "rate_limited" }, new Error("no"), () => {}]) {
    assert.equal(isEtherealQueryError(value), false);
    assert.equal(isEtherealQueryError(value, "rate_limited"), false);
    assert.equal(isEtherealQueryError(value, ["rate_limited"]), false);
  }
});

test("matches errors of another copy of the package", () => {
  const other = Object.assign(new Error("Busy."), { kind: "server", [Symbol.for("ethereal-query.error")]: true });
  assert.equal(other instanceof EtherealQueryError, false);
  assert.equal(isEtherealQueryError(other, ["server"]), true);
});

test("the error of an endless list names the endpoint", async () => {
  const body = '{"etherealData":[],"nextCursor":"again"}';
  const pages = createClient(respondWith(200, body)).ethereals().pages();
  await pages.next();
  await pages.next();
  const stalled = await errorOf(pages.next());
  assertError(stalled, "pagination_stalled");
  assert.equal(stalled.endpoint, "GET /ethereals");
});

test("the error of an invalid argument names the parameter", () => {
  const refused = thrownBy(() => createClient(respondWith(200, "{}")).ethereals("active"));
  assertError(refused, "invalid_argument");
  assert.equal(refused.parameter, "query");
});
