// What `import` does with identities, and that what was taken is served with exactly its bytes.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { importing } from "./importing.mjs";
import { ask, ethereal, find, hashOf, lines, transfer, walk } from "./records.mjs";
import { stores } from "./stores.mjs";

const token = (id, document) => ({ chainId: 5, address: `0x${"Ab".repeat(20)}`, id, standard: "ERC721", uri: "data:,", document });
const tokenPath = (id) => `/tokens/0x${"aB".repeat(20)}/${id}/uri?b=5`;

for (const store of await stores()) {
  describe(`identity: ${store.name}`, { skip: store.skip }, () => {
    let service, random, some, take, served;
    before(async () => ({ service, random, some, take, served } = await importing(store, "identity")));
    after(() => service?.stop());

    test("a second import changes nothing, and both count every line", async () => {
      const records = Array.from({ length: 40 }, () => ethereal(random));
      for (let round = 0; round < 2; round++) await take(lines(records), { list: "ethereals", good: 40 });
      const ids = new Set(records.map(({ _id }) => _id));
      const found = [...(await walk(service)), ...(await walk(service, { chain: "sepolia" }))];
      assert.equal(found.filter(({ _id }) => ids.has(_id)).length, 40);
    });

    test("a changed record replaces: hashes it had find it no more", async () => {
      const [old] = some(1);
      await take(lines([old]), { good: 1 });
      const changed = { ...transfer(random, { id: old._id }), whTxnHash: old.whTxnHash, status: "error" };
      await take(lines([changed]), { good: 1 });
      for (const hash of [old.originTxnHash, old.rbTxnHash, old.deliveryTxnHash]) assert.equal(await find(service, hash), null);
      for (const hash of [changed.originTxnHash, changed.whTxnHash]) assert.deepEqual(await find(service, hash), changed);
    });

    test("a record that moves to the other chain type is no longer in the first", async () => {
      const [one] = some(1);
      await take(lines([one]), { good: 1 });
      await take(lines([{ ...one, chainType: "sepolia" }]), { good: 1 });
      assert.equal(await find(service, one.originTxnHash), null);
      assert.equal((await find(service, one.originTxnHash, "sepolia"))._id, one._id);
    });

    test("the same _id twice in a file: the last one wins", async () => {
      const [first] = some(1);
      const last = transfer(random, { id: first._id });
      await take(lines([first, last]), { good: 2 });
      await served(last);
      assert.equal(await find(service, first.originTxnHash), null);
    });

    test("one hash in several transfers: the newest is served", async () => {
      const shared = hashOf(random);
      const made = [3, 9, 5].map((time) => ({ ...transfer(random, { time }), whTxnHash: shared }));
      await take(lines(made), { good: 3 });
      assert.equal((await find(service, shared)).originTimestamp, 9);
    });

    test('_id as {"$oid": …}, as document stores export it', async () => {
      const record = transfer(random);
      const id = record._id;
      await take(lines([{ ...record, _id: { $oid: id } }]), { good: 1 });
      const found = await find(service, record.originTxnHash);
      assert.equal(found._id.$oid ?? found._id, id);
      // It is the same identity as the plain text.
      const again = transfer(random, { id });
      await take(lines([again]), { good: 1 });
      assert.equal(await find(service, record.originTxnHash), null);
      const wrong = [{ $oid: null }, { other: id }, []].map((_id) => ({ ...record, _id }));
      await take(lines(wrong), { bad: [1, 2, 3], good: 0 });
    });

    test("NUL in a key column is refused: PostgreSQL could not hold it", async () => {
      const [good] = some(1);
      await take(lines([{ ...good, _id: "a\0b" }, good]), { bad: [1], good: 1 });
      await take(lines([{ ...ethereal(random), sourceChain: "1\0" }]), { list: "ethereals", bad: [1], good: 0 });
      await served(good);
    });

    test("an escaped NUL elsewhere comes back as it went in", async () => {
      const record = { ...transfer(random), note: "a\0b" };
      await take(lines([record]), { good: 1 });
      await served(record);
    });

    test("the bytes of a record come back exactly: spacing, order of keys, spelling of numbers and escapes", async () => {
      const hash = hashOf(random);
      const loud = hash.toUpperCase().replace("0X", "0x");
      const numbers = '"z" :-0.0e-7, "n":123456789012345678901234567890,"f":1.00';
      const text = `{ "status":"done",${numbers},  "_id":"${random.hex(24)}", "u":"\\u00e9\\/\\ud83d\\ude00é",\t"originTxnHash":"${loud}","2":{},"1":[ ] }`;
      await take(`  ${text}\t\n`, { good: 1 });
      const answer = await ask(service, `/bridge/transfers/transactions/${hash}`);
      assert.equal(answer.text, `{"bridgeData":{"bridgeData":[${text}],"nextCursor":null}}`);
    });

    test("a number beyond every float, in a field of the specification and in another", async () => {
      for (const field of ["originTimestamp", "z"]) {
        const hash = hashOf(random);
        const text = `{"_id":"${random.hex(24)}","status":"done","${field}":1e400,"originTxnHash":"${hash}"}`;
        await take(text, { good: 1 });
        const answer = await ask(service, `/bridge/transfers/transactions/${hash}`);
        assert.ok(answer.text.includes(text), answer.text);
      }
    });

    test("the bytes of a token's document come back exactly, and a changed one replaces it", async () => {
      for (const document of ['{ "b":1,"a":[1.0,2e5], "big":340282366920938463463374607431768211456,"a":null }', "[]", '"text\\u0000"']) {
        await take(lines([token("7", document)]), { list: "tokens", good: 1 });
        assert.equal((await ask(service, tokenPath("7"))).text, document);
      }
      const wrong = [token("8", "{"), { ...token("8", "{}"), standard: "ERC20" }, { ...token("8", "{}"), address: "0x1" }];
      await take(lines(wrong), { list: "tokens", bad: [1, 2, 3], good: 0 });
      assert.equal((await ask(service, tokenPath("8"))).status, 404);
    });
  });
}
