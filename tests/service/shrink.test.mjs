// The command of docs/growing.md that shrinks a SQLite file.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { findTransfer, lines, randomSource, transfer } from "./records.mjs";
import { createKey, importText, run, serve } from "./service.mjs";
import { fileOf, stores } from "./stores.mjs";

const [store] = (await stores()).filter(({ name }) => name === "sqlite");

test(
  "VACUUM shrinks a file while a service reads it",
  { skip: store?.noSql ?? "SQLite is not among STORES" },
  async () => {
    const random = randomSource(1, "shrink");
    const url = store.fresh();
    const key = await createKey(url);
    const records = Array.from({ length: 2000 }, () => ({ ...transfer(random), note: "n".repeat(2000) }));
    assert.equal((await importText("transfers", lines(records), url)).status, 0);
    const service = { ...(await serve({ url })), key };
    const bytes = () => statSync(fileOf(url)).size;
    const [first] = records;
    try {
      assert.deepEqual(await findTransfer(service, first.originTxnHash), first);
      for (const table of ["transfer_hash", "transfer"])
        store.sql(url, `delete from ${table} where id <> '${first._id}'`);
      store.sql(url, "pragma wal_checkpoint");
      const before = bytes();
      store.sql(url, "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)");
      assert.deepEqual(await findTransfer(service, first.originTxnHash), first);
      assert.ok(bytes() < before / 10, `${bytes()} of ${before} bytes`);
      assert.equal((await run(["verify"], { url })).status, 0);
    } finally {
      await service.stop();
    }
  },
);
