// One exchange is kept for ever (`pkg/js/call.js`), so that V8 keeps the code it has optimised for all of them. That
// works only while all of them have one shape, whatever they were used for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { Exchange } from "../../pkg/js/exchange.js";

setFlagsFromString("--allow-natives-syntax");
const haveOneShape = new Function("a", "b", "return %HaveSameMap(a, b)");

const ANSWERS = {
  "an answer": async () => new Response("[]", { headers: { "x-request-id": "1" } }),
  "no answer": async () => Promise.reject(new Error("offline")),
};

for (const [name, fetch] of Object.entries(ANSWERS)) {
  for (const time of [5, 5.5]) {
    test(`an exchange made at ${time} ms has the shape of the one that is kept, also after ${name}`, async (context) => {
      const kept = new Exchange();
      context.mock.method(performance, "now", () => time);
      const exchange = new Exchange({ fetch, hooks: {}, tokens: 500 }, { url: "" }, time === 5 ? "1" : "", undefined);
      exchange.key = "key";
      exchange.resume = () => {};
      await exchange.send(new Request("https://service.invalid/", exchange.init(true)), 1000, 1000);
      assert.equal(exchange.attempts.length, 1);
      assert.equal(exchange.failure === 0, name === "an answer");
      assert.ok(haveOneShape(kept, exchange));
      assert.ok(!haveOneShape(kept, Object.assign(new Exchange(), { more: 1 })));
    });
  }
}

test("only what needs a key is sent with one", () => {
  for (const keyed of ["1", ""]) {
    const exchange = new Exchange({ hooks: {} }, {}, keyed, undefined);
    exchange.key = "key";
    const { headers, redirect } = exchange.init(true);
    assert.deepEqual(headers, keyed ? { "x-api-key": "key" } : undefined);
    assert.equal(redirect, keyed ? "error" : undefined);
  }
});
