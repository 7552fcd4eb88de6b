// The program refuses a database that a newer program has migrated, and changes nothing in it.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { join } from "node:path";
import { temporary } from "./processes.mjs";
import { lines, randomSource, transfer } from "./records.mjs";
import { createKey, importText, run } from "./service.mjs";
import { fileOf, stores } from "./stores.mjs";

const NEWER = {
  sqlite: "pragma user_version = 99",
  postgres:
    "insert into schema_version select now() from generate_series(1, 99 - (select count(*) from schema_version))",
};
const RECORDS = "select count(*) from transfer";
const random = randomSource(1, "schema-version");

for (const store of await stores()) {
  describe(`schema version: ${store.name}`, { skip: store.skip || store.noSql, timeout: 60_000 }, () => {
    let url;
    before(async () => {
      url = store.fresh();
      await createKey(url);
      store.sql(url, NEWER[store.name]);
    });

    for (const args of [
      ["serve", "--bind", "127.0.0.1:0"],
      ["key", "list"],
      ["key", "create", "--owner", "a"],
    ]) {
      test(`${args[0]} ${args[1]} refuses a newer database`, async () => {
        const { status, stderr, stdout } = await run(args, { url });
        assert.equal(status, 1, stdout);
        assert.match(
          stderr,
          /^error: The database has schema version 99, .+ this program \(\d+\.\d+\.\d+\) knows versions up to \d\. Use the newer/m,
        );
      });
    }

    test("import refuses a newer database and stores nothing", async () => {
      const { status, stderr } = await importText("transfers", lines([transfer(random)]), url);
      assert.deepEqual([status, /schema version 99/.test(stderr)], [1, true], stderr);
      assert.equal(store.sql(url, RECORDS), "0");
    });

    test("backup copies a newer database as it is", { skip: store.name !== "sqlite" && "SQLite only" }, async () => {
      const to = join(temporary("schema-version"), "copy.db");
      const { status, stderr } = await run(["backup", "--to", to], { url });
      assert.equal(status, 0, stderr);
      for (const file of [to, fileOf(url)]) assert.equal(store.sql(`sqlite:${file}`, "pragma user_version"), "99");
    });
  });
}
