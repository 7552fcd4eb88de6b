// The message of a network error: where the request went, and why it failed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError, errorOf } from "./assertions.mjs";
import { API_KEY, ETHEREALS, PROJECT, createClient, start } from "./calls.mjs";
import { spy } from "./service.mjs";

const REASONS = "unreachable, connection lost, redirect, or missing CORS headers";

async function messageOf(thrown, call = PROJECT, options) {
  const error = await errorOf(start(createClient(spy(() => Promise.reject(thrown)), options), call));
  assertError(error, "network");
  assert.equal(error.cause, thrown);
  return error.message;
}

test("the message of a network error has the origin, the path and the message of the cause", async () => {
  const refused = new Error("connect ECONNREFUSED 127.0.0.1:1");
  for (const [thrown, cause] of [
    [new TypeError("Failed to fetch"), ": Failed to fetch"],
    [new TypeError("fetch failed", { cause: refused }), ": fetch failed: connect ECONNREFUSED 127.0.0.1:1"],
    ["no network.", ": no network"],
    [new Error(""), ""],
    [{ message: 5 }, ""],
    [7, ""],
    [null, ""],
    [{ get message() { throw new Error("hostile"); } }, ""],
  ]) {
    const expected = `Network error: no complete response (${REASONS}). GET https://api.example.com/v1/project${cause}.`;
    assert.equal(await messageOf(thrown), expected);
  }
});

test("the message of a network error has no query, no key, no header's value and no control character", async () => {
  const message = await messageOf(new Error("a\nb"), { ...ETHEREALS, query: { sourceChains: [42161], cursor: "next" } });
  assert.ok(message.endsWith("GET https://api.example.com/v1/ethereals: a\ufffdb."), message);
  for (const [secret, options] of [
    [API_KEY, {}],
    [encodeURIComponent(API_KEY), {}],
    ["gateway-token", { headers: { authorization: "Bearer gateway-token" } }],
  ]) {
    const hidden = await messageOf(new Error(`cannot send ${secret}`), PROJECT, options);
    assert.ok(hidden.endsWith("/v1/project: cannot send [redacted]."), hidden);
  }
});
