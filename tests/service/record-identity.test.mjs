// Tests how `import` identifies and replaces records. The service must send the exact bytes of a record.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startImportTarget } from "./imports.mjs";
import {
  sendRequest,
  ethereal,
  findTransfer,
  hashOf,
  lines,
  transfer,
  readList,
} from "./records.mjs";
import { stores } from "./stores.mjs";

const token = (id, document) => ({
  chainId: 5,
  address: `0x${"Ab".repeat(20)}`,
  id,
  standard: "ERC721",
  uri: "data:,",
  document,
});
/** The path of a token. The address is `aBaB…` in the path, and `AbAb…` in the record; `b` is the chain id. */
const tokenPath = (id) => `/tokens/0x${"aB".repeat(20)}/${id}/uri?b=5`;

for (const store of await stores()) {
  describe(`identity: ${store.name}`, { skip: store.skip }, () => {
    let url, service, random, newTransfers, importAndCheck, assertServed;
    before(async () => {
      const target = await startImportTarget(store, "identity");
      ({ url, service, random, newTransfers, importAndCheck, assertServed } = target);
    });
    after(() => service?.stop());

    test("a second import of the same file changes nothing", async () => {
      const records = Array.from({ length: 40 }, () => ethereal(random));
      for (let round = 0; round < 2; round++)
        await importAndCheck(lines(records), { kind: "ethereals", imported: records.length });
      const ids = new Set(records.map(({ _id }) => _id));
      const stored = [
        ...(await readList(service)),
        ...(await readList(service, { chain: "sepolia" })),
      ];
      const imported = stored.filter(({ _id }) => ids.has(_id));
      assert.equal(imported.length, records.length);
    });

    test("a changed record replaces the old one and its hashes", async () => {
      const [old] = newTransfers(1);
      await importAndCheck(lines([old]), { imported: 1 });
      const changed = {
        ...transfer(random, { id: old._id }),
        whTxnHash: old.whTxnHash,
        status: "error",
      };
      await importAndCheck(lines([changed]), { imported: 1 });
      for (const hash of [old.originTxnHash, old.rbTxnHash, old.deliveryTxnHash])
        assert.equal(await findTransfer(service, hash), null);
      for (const hash of [changed.originTxnHash, changed.whTxnHash])
        assert.deepEqual(await findTransfer(service, hash), changed);
    });

    test(
      "imports a transfer again that other programs have deleted in part",
      { skip: store.noSql },
      async () => {
        const [withHashes, withoutHashes] = newTransfers(2);
        await importAndCheck(lines([withHashes, withoutHashes]), { imported: 2 });
        for (const { _id } of [withHashes, withoutHashes])
          store.sql(url, `delete from transfer where id = '${_id}'`);
        // The rows of `withHashes` in `transfer_hash` remain. They must not stop the import.
        store.sql(url, `delete from transfer_hash where id = '${withoutHashes._id}'`);
        assert.equal(await findTransfer(service, withHashes.originTxnHash), null);
        await importAndCheck(lines([withHashes, withoutHashes]), { imported: 2 });
        for (const record of [withHashes, withoutHashes]) {
          for (const hash of [record.originTxnHash, record.deliveryTxnHash]) {
            assert.deepEqual(await findTransfer(service, hash), record);
          }
        }
      },
    );

    test("accepts a record with texts that are not hashes, and finds it by its hashes", async () => {
      const long = "x".repeat(2000);
      const [record] = newTransfers(1);
      const odd = {
        ...record,
        whTxnHash: "pending",
        rbTxnHash: long,
        route: [{ step: 1, txHash: "" }],
      };
      await importAndCheck(lines([odd]), { imported: 1 });
      for (const hash of [odd.originTxnHash, odd.deliveryTxnHash])
        assert.deepEqual(await findTransfer(service, hash), odd);
      assert.equal(
        (await sendRequest(service, "/bridge/transfers/transactions/pending")).status,
        400,
      );
    });

    test("a record can move to the other chain type", async () => {
      const [record] = newTransfers(1);
      await importAndCheck(lines([record]), { imported: 1 });
      await importAndCheck(lines([{ ...record, chainType: "sepolia" }]), { imported: 1 });
      assert.equal(await findTransfer(service, record.originTxnHash), null);
      const moved = await findTransfer(service, record.originTxnHash, "sepolia");
      assert.equal(moved._id, record._id);
    });

    test("keeps the last record with the same _id", async () => {
      const [first] = newTransfers(1);
      const last = transfer(random, { id: first._id });
      await importAndCheck(lines([first, last]), { imported: 2 });
      await assertServed(last);
      assert.equal(await findTransfer(service, first.originTxnHash), null);
    });

    test("returns the newest transfer of a shared hash", async () => {
      const shared = hashOf(random);
      const records = [3, 9, 5].map((time) => ({
        ...transfer(random, { time }),
        whTxnHash: shared,
      }));
      await importAndCheck(lines(records), { imported: 3 });
      assert.equal((await findTransfer(service, shared)).originTimestamp, 9);
    });

    test('accepts _id as {"$oid": …}', async () => {
      const record = transfer(random);
      const id = record._id;
      await importAndCheck(lines([{ ...record, _id: { $oid: id } }]), { imported: 1 });
      // The service stores `{"$oid": …}` as the id itself.
      assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
      // `{"$oid": …}` and the same id as a string identify the same record.
      const replacement = transfer(random, { id });
      await importAndCheck(lines([replacement]), { imported: 1 });
      assert.equal(await findTransfer(service, record.originTxnHash), null);
      const wrong = [{ $oid: null }, { other: id }, [], [id]].map((_id) => ({ ...record, _id }));
      await importAndCheck(lines(wrong), { rejected: [1, 2, 3, 4], imported: 0 });
    });

    test("rejects NUL in a key column, which PostgreSQL cannot store", async () => {
      const [good] = newTransfers(1);
      await importAndCheck(lines([{ ...good, _id: "a\0b" }, good]), { rejected: [1], imported: 1 });
      await importAndCheck(lines([{ ...ethereal(random), sourceChain: "1\0" }]), {
        kind: "ethereals",
        rejected: [1],
        imported: 0,
      });
      await assertServed(good);
    });

    test("keeps an escaped NUL in other fields", async () => {
      const record = { ...transfer(random), note: "a\0b" };
      await importAndCheck(lines([record]), { imported: 1 });
      await assertServed(record);
    });

    test("returns the exact bytes of a record", async () => {
      const hash = hashOf(random);
      const upperCaseHash = hash.toUpperCase().replace("0X", "0x");
      const numbers = '"z" :-0.0e-7, "n":123456789012345678901234567890,"f":1.00';
      // To parse and write this text would change its spaces, numbers, escapes and the order of its names.
      const text = `{ "status":"done",${numbers},  "_id":"${random.hex(24)}", "u":"\\u00e9\\/\\ud83d\\ude00é",\t"originTxnHash":"${upperCaseHash}","2":{},"1":[ ] }`;
      await importAndCheck(`  ${text}\t\n`, { imported: 1 });
      const response = await sendRequest(service, `/bridge/transfers/transactions/${hash}`);
      assert.equal(response.text, `{"bridgeData":{"bridgeData":[${text}],"nextCursor":null}}`);
    });

    test("keeps numbers that no float can hold", async () => {
      for (const field of ["originTimestamp", "z"]) {
        const hash = hashOf(random);
        const text = `{"_id":"${random.hex(24)}","status":"done","${field}":1e400,"originTxnHash":"${hash}"}`;
        await importAndCheck(text, { imported: 1 });
        const response = await sendRequest(service, `/bridge/transfers/transactions/${hash}`);
        assert.ok(response.text.includes(text), response.text);
      }
    });

    test("returns the exact bytes of a token document, and replaces a changed one", async () => {
      for (const document of [
        '{ "b":1,"a":[1.0,2e5], "big":340282366920938463463374607431768211456,"a":null }',
        "[]",
        '"text\\u0000"',
      ]) {
        await importAndCheck(lines([token("7", document)]), { kind: "tokens", imported: 1 });
        assert.equal((await sendRequest(service, tokenPath("7"))).text, document);
      }
      const wrong = [
        token("8", "{"),
        { ...token("8", "{}"), standard: "ERC20" },
        { ...token("8", "{}"), address: "0x1" },
      ];
      await importAndCheck(lines(wrong), { kind: "tokens", rejected: [1, 2, 3], imported: 0 });
      assert.equal((await sendRequest(service, tokenPath("8"))).status, 404);
    });
  });
}
