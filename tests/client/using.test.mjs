// Objects with `using` and `await using`, which dispose of them at the end of the block.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, errorOf, valueOf } from "./assertions.mjs";
import { HASH, PROJECT, createClient, start } from "./calls.mjs";
import { respondWith } from "./service.mjs";

const PAGE = '{"etherealData":[{"_id":"1","status":"active"}],"nextCursor":"next"}';

const CASES = [
  ["the records of a list", PAGE, (client) => client.ethereals()[Symbol.asyncIterator]()],
  ["the pages of a list", PAGE, (client) => client.ethereals().pages()],
  ["a watch", '{"_id":"1","status":"wait-wh"}', (client) => client.watchTransfer(HASH)],
];
// WebKit knows neither symbol.
const knowsUsing = Symbol.dispose && Symbol.asyncDispose;

for (const [name, body, open] of knowsUsing ? CASES : []) {
  test(`leaving the block ends ${name}`, async () => {
    const iterator = open(createClient(respondWith(200, body)));
    assert.equal((await valueOf(iterator.next())).done, false);
    assert.equal(await valueOf(iterator[Symbol.asyncDispose]()), undefined);
    assert.equal((await valueOf(iterator.next())).done, true);
  });
}

test(knowsUsing ? "leaving the block ends the use of a client" : "a host without `using` has `dispose`", async () => {
  const client = createClient(respondWith(200, "{}"));
  client[knowsUsing ? Symbol.dispose : "dispose"]();
  assertRefused(await errorOf(start(client, PROJECT)), "client");
  assert.ok(!("undefined" in client));
});
