// One exchange is kept for ever (`pkg/js/call.js`), so that V8 keeps the code it has optimised for all of them. That works
// only while all have the same fields in the same order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Exchange } from "../../pkg/js/exchange.js";

const ANSWERS = {
  "an answer": async () => new Response("[]", { headers: { "x-request-id": "1" } }),
  "no answer": async () => Promise.reject(new Error("offline")),
};

for (const [name, fetch] of Object.entries(ANSWERS)) {
  test(`an exchange has all its fields from the start, also after ${name}`, async () => {
    const exchange = new Exchange({ fetch, hooks: {}, tokens: 500 }, {}, "1", undefined);
    const fields = Object.keys(exchange);
    exchange.key = "key";
    exchange.resume = () => {};
    const request = new Request("https://service.invalid/", exchange.init(true));
    await exchange.send(request, 1000, 1000);
    assert.equal(exchange.attempts.length, 1);
    assert.equal(exchange.status, name === "an answer" ? 200 : 0);
    assert.equal(exchange.failure === 0, name === "an answer");
    assert.deepEqual(Object.keys(exchange), fields);
  });
}
