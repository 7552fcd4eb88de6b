// Tests the errors of a database that fails after the start of the service. The log and the errors of commands name the
// database without its password. The response to a client does not name the database.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { until } from "./processes.mjs";
import { lines, randomSource, sendRequest, transfer } from "./records.mjs";
import { createKey, importText, run, serve } from "./service.mjs";
import { fileOf, stores } from "./stores.mjs";

for (const store of await stores()) {
  describe(`errors of a database: ${store.name}`, { skip: store.skip || store.noSql }, () => {
    const database = store.name === "sqlite" ? "SQLite" : "PostgreSQL";
    /** The database of a URL as errors name it: a path, or a URL without user and password. */
    const location = (url) => {
      if (store.name === "sqlite") return fileOf(url);
      const { hostname, port, pathname } = new URL(url);
      return `postgres://${hostname}:${port || "5432"}${pathname}`;
    };

    test("name the database in the log of the service and in the errors of commands", async () => {
      const url = store.fresh();
      const key = await createKey(url);
      const service = { ...(await serve({ url })), key };
      try {
        for (const table of ["ethereal", "transfer"])
          store.sql(url, `alter table ${table} rename to gone_${table}`);
        const response = await sendRequest(service, "/ethereals");
        assert.equal(response.status, 503);
        assert.doesNotMatch(response.text, /sqlite|postgres|gone|\//i);
        const namesDatabase = (text) => text.includes(`${location(url)}: ${database}: `);
        await until("a line in the log", () => /the store failed/.test(service.stderr()));
        assert.ok(namesDatabase(service.stderr()), service.stderr());
        const password = URL.canParse(url) && new URL(url).password;
        if (password) assert.ok(!service.stderr().includes(password));
        const text = lines([transfer(randomSource(1, "location"))]);
        for (const failed of [
          await importText("transfers", text, url),
          await run(["verify"], { url }),
        ]) {
          assert.equal(failed.status, 1);
          assert.ok(namesDatabase(failed.stderr), failed.stderr);
          if (password) assert.ok(!failed.stderr.includes(password));
        }
      } finally {
        await service.stop();
      }
    });
  });
}
