// Tests `isEtherealQueryError`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EtherealQueryError, isEtherealQueryError } from "../../pkg/dist/index.js";
import { errorOf } from "./assertions.mjs";
import { PROJECT, createClient, start } from "./calls.mjs";
import { respondWith } from "./service.mjs";

const rateLimited = await errorOf(start(createClient(respondWith(429, "")), PROJECT));

test("matches the kind of an error, and a list that contains it", () => {
  assert.equal(isEtherealQueryError(rateLimited), true);
  assert.equal(isEtherealQueryError(rateLimited, undefined), true);
  assert.equal(isEtherealQueryError(rateLimited, "rate_limited"), true);
  assert.equal(isEtherealQueryError(rateLimited, ["network", "rate_limited"]), true);
  assert.equal(isEtherealQueryError(rateLimited, Object.freeze(["rate_limited"])), true);
});

test("does not match other kinds, or a list of them", () => {
  for (const kind of ["network", "rate", "", ["network", "server"], []]) {
    assert.equal(isEtherealQueryError(rateLimited, kind), false, JSON.stringify(kind));
  }
});

test("does not match values that are not errors of the package", () => {
  for (const value of [
    undefined,
    null,
    0,
    "rate_limited",
    {},
    { kind: "rate_limited" },
    new Error("no"),
    () => {},
  ]) {
    assert.equal(isEtherealQueryError(value), false);
    assert.equal(isEtherealQueryError(value, "rate_limited"), false);
    assert.equal(isEtherealQueryError(value, ["rate_limited"]), false);
  }
});

test("matches errors of another copy of the package", () => {
  const other = Object.assign(new Error("Busy."), {
    kind: "server",
    [Symbol.for("ethereal-query.error")]: true,
  });
  assert.equal(other instanceof EtherealQueryError, false);
  assert.equal(isEtherealQueryError(other, ["server"]), true);
});
