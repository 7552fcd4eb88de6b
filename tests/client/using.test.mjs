// Objects with `using` and `await using`, which dispose of them at the end of the block.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stream } from "../../pkg/dist/index.js";
import { assertRefused, errorOf, valueOf } from "./assertions.mjs";
import { HASH, PROJECT, createClient, start } from "./calls.mjs";
import { respondWith } from "./service.mjs";

const PAGE = '{"etherealData":[{"_id":"1","status":"active"}],"nextCursor":"next"}';

for (const [name, body, open] of [
  ["the records of a list", PAGE, (client) => client.ethereals()[Symbol.asyncIterator]()],
  ["the pages of a list", PAGE, (client) => client.ethereals().pages()],
  ["a stream", PAGE, (client) => stream(client.ethereals())],
  ["a watch", '{"_id":"1","status":"wait-wh"}', (client) => client.watchTransfer(HASH)],
]) {
  test(`leaving the block ends ${name}`, async () => {
    const iterator = open(createClient(respondWith(200, body)));
    assert.equal((await valueOf(iterator.next())).done, false);
    assert.equal(await valueOf(iterator[Symbol.asyncDispose]()), undefined);
    assert.equal((await valueOf(iterator.next())).done, true);
  });
}

test("leaving the block ends the use of a client", async () => {
  const client = createClient(respondWith(200, "{}"));
  client[Symbol.dispose]();
  assertRefused(await errorOf(start(client, PROJECT)), "client");
});
