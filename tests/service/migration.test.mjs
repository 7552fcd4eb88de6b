// Tests that the program migrates a database of the first schema version to the present version, even after `kill -9`.
// The program must refuse a database that a newer program has migrated, and must not change such a database.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test, before } from "node:test";
import { root } from "../../scripts/run.mjs";
import { sleep, temporary } from "./processes.mjs";
import { findTransfer, lines, randomSource, transfer } from "./records.mjs";
import { createKey, importText, run, runOrThrow, serve, startCommand } from "./service.mjs";
import { stores, fileOf } from "./stores.mjs";

const STORES = await stores();
const TRANSFERS = 30_000;
/** The number of kills during the time that a whole migration takes. */
const KILLS = 24;
const folder = join(root, "service/src/store/migrations");
const firstMigration = readFileSync(join(folder, "1-tables.sql"), "utf8");
/** The present version: the number of migrations. */
const LAST = readdirSync(folder).length;

/** A command that migrates the tables and changes no record. */
const MIGRATE = ["import", "tokens", "-"];

/**
 * For each store: the values of `{text}` and `{rows}` in a migration, the SQL that stores version 1 (`version`), and
 * the SQL that reads the version (`read`).
 */
const SET_UP = {
  sqlite: {
    text: "TEXT",
    rows: "WITHOUT ROWID",
    version: ["pragma journal_mode = wal", "pragma user_version = 1"],
    read: "pragma user_version",
  },
  postgres: {
    text: 'TEXT COLLATE "C"',
    rows: "",
    version: [
      "create table schema_version (applied timestamptz not null)",
      "insert into schema_version values (now())",
    ],
    read: "select count(*) from schema_version",
  },
};

/** Creates an empty database of the first schema version, and returns its URL. */
function createOldDatabase(store) {
  const url = store.fresh();
  const { text, rows, version } = SET_UP[store.name];
  const sql = firstMigration
    .replaceAll("{text}", text)
    .replaceAll("{rows}", rows)
    .replace(/--.*$/gm, "");
  const statements = sql
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);
  for (const statement of [...statements, ...version]) store.sql(url, statement);
  return url;
}

/** Inserts the rows that the first schema version has for a transfer. */
function insertOld(store, url, record) {
  const hashes = [record.originTxnHash, record.whTxnHash, record.rbTxnHash, record.deliveryTxnHash];
  store.sql(url, `insert into transfer values ('${record._id}', '${JSON.stringify(record)}')`);
  const rows = hashes.map(
    (hash) => `('mainnet', '${hash}', ${record.originTimestamp}, '${record._id}')`,
  );
  store.sql(url, `insert into transfer_hash values ${rows.join(", ")}`);
}

/** SQL for a table `n` with a column `i`, which has the numbers from 1 to TRANSFERS. */
const NUMBERS_SQL = `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${TRANSFERS}) select i from n) as n`;
/** SQL for the hash of transfer `i`: 0x, then 1, zeros and the digits of `i`, 64 digits in all. */
const HASH_SQL = `'0x' || substr('1${"0".repeat(63)}', 1, 64 - length(cast(i as text))) || i`;
/** SQL for the document of transfer `i`. */
const DOCUMENT_SQL = `'{"_id":"t' || i || '","status":"done","originTxnHash":"' || ${HASH_SQL} || '"}'`;

test("a released migration does not change", () => {
  assert.equal(
    createHash("sha256").update(firstMigration).digest("hex"),
    "3957b719aea9109e9f1ae33cc87c45f2de6c3bbd2efb16acae029447f221d058",
  );
});

for (const store of STORES) {
  describe(`migration: ${store.name}`, { skip: store.skip || store.noSql }, () => {
    const random = randomSource(1, "migration");
    const version = (url) => Number(store.sql(url, SET_UP[store.name].read));

    test("finds the transfers of the first schema, and replaces them", async () => {
      const url = createOldDatabase(store);
      const records = Array.from({ length: 3 }, () => transfer(random));
      // Records may have hashes that no request can ask for.
      records[0].whTxnHash = "pending";
      for (const record of records) insertOld(store, url, record);
      // `key create` migrates the database.
      const key = await createKey(url);
      assert.equal(version(url), LAST);
      // Three transfers have four hashes each, and "pending" is left out.
      assert.match(
        await runOrThrow(["verify"], { url }),
        /3 of transfer, .* 11 of transfer_hash, .* Found 0 faults/,
      );
      const service = { ...(await serve({ url })), key };
      try {
        for (const record of records) {
          for (const hash of [record.originTxnHash, record.rbTxnHash, record.deliveryTxnHash])
            assert.deepEqual(await findTransfer(service, hash), record);
        }
        const changed = transfer(random, { id: records[1]._id });
        assert.equal((await importText("transfers", lines([changed]), url)).status, 0);
        assert.equal(await findTransfer(service, records[1].originTxnHash), null);
        assert.deepEqual(await findTransfer(service, changed.originTxnHash), changed);
        await runOrThrow(["verify"], { url });
      } finally {
        await service.stop();
      }
    });

    test("commands that change nothing do not migrate an old database, and ask the user to migrate it", async () => {
      const url = createOldDatabase(store);
      for (const command of [["verify"], ["key", "list"]]) {
        const { status, stderr } = await run(command, { url });
        assert.equal(status, 1, command.join(" "));
        assert.match(
          stderr,
          /schema version 1, and this command changes nothing\. Migrate it to version \d first/,
        );
      }
      assert.equal(version(url), 1);
    });

    test("loses nothing when it is killed", async (t) => {
      const createFilledDatabase = () => {
        const url = createOldDatabase(store);
        store.sql(url, `insert into transfer select 't' || i, ${DOCUMENT_SQL} from ${NUMBERS_SQL}`);
        store.sql(
          url,
          `insert into transfer_hash select 'mainnet', ${HASH_SQL}, 0, 't' || i from ${NUMBERS_SQL}`,
        );
        return url;
      };
      const measuredUrl = createFilledDatabase();
      const start = performance.now();
      await runOrThrow(MIGRATE, { url: measuredUrl, input: "" });
      const duration = performance.now() - start;
      const versions = [];
      const url = createFilledDatabase();
      // Each run has a little more time before its kill, until the last version is reached.
      for (let attempt = 0; versions.at(-1) !== LAST; attempt++) {
        const child = startCommand(MIGRATE, { url, input: "" });
        await sleep(5 + (duration * attempt) / KILLS);
        child.kill("SIGKILL");
        await child.ended;
        await store.settled();
        versions.push(version(url));
        // Later versions store a hash as bytes. The query then prints another form, without 0x.
        const hash = store.sql(url, "select hash from transfer_hash limit 1");
        assert.equal(hash.startsWith("0x"), versions.at(-1) === 1, hash);
      }
      t.diagnostic(`${store.name}: the version after each kill: ${versions.join(", ")}`);
      assert.ok(versions.length > 2, "the first kills came too late");
      const { stdout } = await run(["verify"], { url });
      assert.match(
        stdout,
        new RegExp(`${TRANSFERS} of transfer, .* ${TRANSFERS} of transfer_hash, .* Found 0 faults`),
      );
      assert.equal(version(url), LAST);
    });
  });
}

/** The SQL that raises the schema version to 99. In PostgreSQL, the version is the number of rows. */
const NEWER = {
  sqlite: "pragma user_version = 99",
  postgres:
    "insert into schema_version select now() from generate_series(1, 99 - (select count(*) from schema_version))",
};

for (const store of STORES) {
  describe(`schema version: ${store.name}`, { skip: store.skip || store.noSql }, () => {
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
          /^error: (\S+: )?The database has schema version 99, .+ this program \(\d+\.\d+\.\d+\) knows versions up to \d\. Use the newer/m,
        );
      });
    }

    test("import refuses a newer database and stores nothing", async () => {
      const { status, stderr } = await importText(
        "transfers",
        lines([transfer(randomSource(1, "schema-version"))]),
        url,
      );
      assert.deepEqual([status, /schema version 99/.test(stderr)], [1, true], stderr);
      assert.equal(store.sql(url, "select count(*) from transfer"), "0");
    });

    test(
      "backup copies a newer database as it is",
      { skip: store.name !== "sqlite" && "SQLite only" },
      async () => {
        const to = join(temporary("schema-version"), "copy.db");
        const { status, stderr } = await run(["backup", "--to", to], { url });
        assert.equal(status, 0, stderr);
        for (const file of [to, fileOf(url)])
          assert.equal(store.sql(`sqlite:${file}`, "pragma user_version"), "99");
      },
    );
  });
}
