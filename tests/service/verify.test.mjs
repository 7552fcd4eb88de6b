// Tests `verify`, which must find every kind of damage in a database, and nothing in a database that `import` wrote.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { ethereal, hashOf, lines, randomSource, transfer } from "./records.mjs";
import { until } from "./processes.mjs";
import { createKey, importText, run, startCommand } from "./service.mjs";
import { fileOf, stores } from "./stores.mjs";

/** Faults of the table `transfer_hash`. Each of the four hashes of the transfer t1 can have one. */
const MISSING_ROW = /^transfer_hash "mainnet" 0x[0-9a-f]{64} \d+ "t1": Missing row\./;
const ORPHANED_ROW = /^transfer_hash .* "t1": Orphaned row/;
/** A document of the transfer t1 with only one hash, which is not in the table. */
const documentWithOtherHash = JSON.stringify({
  ...transfer(randomSource(2, "other"), { id: "t1", hashes: [] }),
  originTxnHash: hashOf(randomSource(3, "other")),
  route: [],
});

/**
 * A name, the SQL that damages the database, and the faults that `verify` must print. `verify` prints a fault `count`
 * times, or once without `count`.
 */
const DAMAGES = [
  [
    "a changed key column",
    "update ethereal set status = 'x' where id = 'e1'",
    [/^ethereal "mainnet" "e1": Invalid status: "x"\. Expected "active", as the record says\.$/],
  ],
  [
    "another chain type",
    "update ethereal set chain = 'sepolia' where id = 'e1'",
    [/^ethereal "sepolia" "e1": Invalid chain: "sepolia"/],
  ],
  [
    "another contract",
    "update ethereal set source_contract = '' where id = 'e1'",
    [/^ethereal "mainnet" "e1": Invalid source_contract: ""/],
  ],
  [
    "a document that is not JSON",
    "update ethereal set doc = '{' where id = 'e1'",
    [/^ethereal "mainnet" "e1": Invalid JSON at byte 1\./],
  ],
  [
    "a document that does not fit its model",
    'update ethereal set doc = \'{"_id":"e1","status":[]}\' where id = \'e1\'',
    [/^ethereal "mainnet" "e1": Invalid \/status\./],
  ],
  [
    // Responses have the address in two members: `ethereal`, and `the service`, as the specification prints the name.
    // Byte 45 is the last `}`, before which the member `the service` is missing.
    "a document without the second name of the address",
    'update ethereal set doc = \'{"_id":"e1","status":"active","ethereal":"0x"}\' where id = \'e1\'',
    [/Invalid source_chain/, /Invalid source_contract/, /Invalid doc at byte 45: .* Expected /],
  ],
  [
    // The note adds 150 bytes: 140 bytes for 70 times "é", and 10 bytes for its name, quotes and comma.
    "a long document without the second name of the address",
    `update ethereal set doc = '{"_id":"e1","status":"active","note":"${"é".repeat(70)}","ethereal":"0x"}'
      where id = 'e1'`,
    [
      /Invalid source_chain/,
      /Invalid source_contract/,
      /Invalid doc at byte 195: …",.+"0x\\"}"\. Expected …",.+the service.+ as the record says\.$/,
    ],
  ],
  [
    "a transfer with another id",
    "update transfer set id = 'u1' where id = 't1'",
    [/^transfer "u1": Invalid id: "u1"\. Expected "t1"/],
  ],
  [
    "a transfer document that is not JSON",
    "update transfer set doc = 'x' where id = 't1'",
    [/^transfer "t1": Invalid JSON/],
  ],
  [
    "a document with other hashes",
    `update transfer set doc = '${documentWithOtherHash}' where id = 't1'`,
    [MISSING_ROW, { fault: ORPHANED_ROW, count: 4 }],
  ],
  [
    "missing hashes",
    "delete from transfer_hash where id = 't1'",
    [{ fault: MISSING_ROW, count: 4 }],
  ],
  [
    "hashes with another time",
    "update transfer_hash set ts = ts + 1 where id = 't1'",
    [
      { fault: MISSING_ROW, count: 4 },
      { fault: ORPHANED_ROW, count: 4 },
    ],
  ],
  [
    "hashes of the other chain type",
    "update transfer_hash set chain = 'sepolia' where id = 't1'",
    [
      { fault: MISSING_ROW, count: 4 },
      { fault: /^transfer_hash "sepolia" .*Orphaned row/, count: 4 },
    ],
  ],
  [
    "hashes of another transfer",
    "insert into transfer_hash select chain, hash, ts, 't2' from transfer_hash where id = 't1'",
    [{ fault: /"t2": Orphaned row/, count: 4 }],
  ],
  [
    "hashes without a transfer",
    "delete from transfer where id = 't1'",
    [{ fault: ORPHANED_ROW, count: 4 }],
  ],
  [
    "a token document that is not JSON",
    "update token set doc = '{'",
    [/^token "5" "0x(ab){20}" "7" "ERC721": Invalid document/],
  ],
  [
    "a chain id that is not normalised",
    "update token set chain_id = '05'",
    [/^token "05" .*: Invalid (chain_id: "05"\. Expected "5"|chainId: "05")/],
  ],
  [
    "an address in upper case",
    "update token set address = upper(address)",
    [/^token "5" "0X(AB){20}".*: Invalid address/],
  ],
  ["an unknown standard", "update token set standard = 'ERC20'", [/^token .*: Invalid standard/]],
  [
    "a key without an owner",
    "update api_key set record = '{}'",
    [/^api_key "eqk_\w+": Missing requestOwner/],
  ],
  [
    "a key with a short hash",
    "update api_key set hash = 'abc'",
    [/^api_key "eqk_\w+": Invalid hash \(value hidden\)/],
  ],
  [
    "a key with a hash in upper case",
    "update api_key set hash = upper(hash)",
    [/^api_key "eqk_\w+": Invalid hash \(value hidden\)/],
  ],
];
/** Only SQLite stores values of every type in every column. */
const SQLITE_DAMAGES = [
  [
    "text that is not UTF-8",
    "update transfer set doc = cast(x'ff' as text) where id = 't1'",
    [/^transfer "t1": Invalid value: 0xff\. Expected text in UTF-8\./],
  ],
  [
    "hashes as text",
    "update transfer_hash set hash = lower(hex(hash)) where id = 't1'",
    [
      { fault: MISSING_ROW, count: 4 },
      { fault: /"[0-9a-f]{64}" \d+ "t1": Orphaned row/, count: 4 },
    ],
  ],
];

/** Creates a database with the collections e1 and e2, the transfers t1 and t2, a token and a key. Returns its URL. */
async function newDatabase(store, random) {
  const url = store.fresh();
  const ethereals = ["e1", "e2"].map((id) => ({
    ...ethereal(random, { id }),
    chainType: "mainnet",
    status: "active",
  }));
  const token = {
    chainId: 5,
    address: `0x${"Ab".repeat(20)}`,
    id: "7",
    standard: "ERC721",
    document: "{}",
  };
  const kinds = {
    ethereals,
    transfers: ["t1", "t2"].map((id) => transfer(random, { id })),
    tokens: [token],
  };
  for (const [kind, records] of Object.entries(kinds))
    assert.equal((await importText(kind, lines(records), url)).status, 0);
  await createKey(url);
  return url;
}

for (const store of await stores()) {
  const random = randomSource(1, "verify");
  describe(`verify: ${store.name}`, { skip: store.skip || store.noSql }, () => {
    let imported;
    before(async () => {
      imported = await newDatabase(store, random);
      await store.settled();
    });

    test("finds nothing after imports, and counts the rows", async () => {
      const { status, stdout } = await run(["verify"], { url: store.copy(imported) });
      assert.match(stdout, /^Checked rows: .*\. Found 0 faults\.\n$/);
      const counts = [...stdout.matchAll(/(\d+) of (\w+)/g)].map(([, count, table]) => [
        table,
        count,
      ]);
      const { token, transfer, ethereal, transfer_hash, api_key } = Object.fromEntries(counts);
      assert.deepEqual([token, transfer, ethereal], ["1", "2", "2"]);
      assert.deepEqual([transfer_hash, api_key], ["8", "1"]);
      assert.equal(status, 0);
    });

    const damages = store.name === "sqlite" ? [...DAMAGES, ...SQLITE_DAMAGES] : DAMAGES;
    for (const [name, sql, expected] of damages) {
      test(`finds ${name}`, async () => {
        const url = store.copy(imported);
        store.sql(url, sql);
        const { status, stdout, stderr } = await run(["verify"], { url });
        assert.equal(status, 1, stderr);
        const faults = stdout.trimEnd().split("\n");
        const summary = faults.pop();
        let total = 0;
        for (const item of expected) {
          const { fault, count } = item instanceof RegExp ? { fault: item, count: 1 } : item;
          const matches = faults.filter((line) => fault.test(line));
          assert.equal(matches.length, count, `${fault}\n${stdout}`);
          total += count;
        }
        assert.equal(faults.length, total, stdout);
        assert.match(summary, new RegExp(`Found ${total} faults?\\.$`));
      });
    }

    test("--repair writes records again as imports do, and leaves damaged documents", async () => {
      const url = store.copy(imported);
      const e1 = (doc) => `update ethereal set doc = ${doc} where id = 'e1'`;
      // U+FEFF is the byte order mark.
      const byteOrderMark = store.name === "sqlite" ? "char(65279)" : "chr(65279)";
      for (const sql of [
        e1(`${byteOrderMark} || doc`),
        "update ethereal set status = 'x' where id = 'e2'",
        "delete from transfer_hash where id = 't1'",
        "insert into transfer_hash select chain, hash, ts + 1, id from transfer_hash where id = 't2'",
      ])
        store.sql(url, sql);
      const verified = await run(["verify"], { url });
      assert.match(verified.stdout, /^ethereal "mainnet" "e1": Invalid doc at byte 0: .*feff/m);
      // One of e1, one of e2, four hashes of t1 without a row, and four rows of t2 without a hash.
      assert.match(verified.stdout, /Found 10 faults\.$/m);
      const repaired = await run(["verify", "--repair"], { url });
      assert.equal(repaired.status, 0, repaired.stdout);
      assert.match(
        repaired.stdout,
        /Found 10 faults\.\nRepaired .*\nChecked rows: .* Found 0 faults\.\n$/,
      );
      assert.equal((await run(["verify"], { url })).status, 0);
      // The hashes of a transfer that cannot be read stay and are not reported: they may be right.
      store.sql(url, "update transfer set doc = 'x' where id = 't1'");
      const damaged = await run(["verify", "--repair"], { url });
      assert.equal(damaged.status, 1);
      assert.match(damaged.stdout, /, 8 of transfer_hash, .* Found 1 fault\.\n$/);
    });

    test("counts texts that cannot be transaction hashes, without calling them faults", async () => {
      const url = store.copy(imported);
      const record = { ...transfer(random, { id: "t3" }), whTxnHash: "none", rbTxnHash: "?" };
      assert.equal((await importText("transfers", lines([record]), url)).status, 0);
      const { status, stdout } = await run(["verify"], { url });
      assert.equal(status, 0, stdout);
      assert.match(
        stdout,
        / Texts that cannot be transaction hashes: 2, the first "none" of the transfer "t3"\.\n$/,
      );
    });

    const onlySqlite = { skip: store.name === "sqlite" ? false : "PostgreSQL has pg_amcheck" };
    test("finds indexes without a row", onlySqlite, async () => {
      const url = store.copy(imported);
      const indexes = "tbl_name = 'ethereal' and type = 'index' and sql is not null";
      const changeSchema = "pragma writable_schema = on";
      store.sql(url, `create table definitions as select * from sqlite_schema where ${indexes}`);
      // SQLite writes no rows to an index that is missing from its schema.
      store.sql(url, changeSchema, `delete from sqlite_schema where ${indexes}`);
      store.sql(
        url,
        `insert into ethereal select chain, 'e3', source_chain, source_contract, status, replace(doc, '"e1"', '"e3"')
         from ethereal where id = 'e1'`,
      );
      store.sql(url, changeSchema, "insert into sqlite_schema select * from definitions");
      const { status, stdout } = await run(["verify"], { url });
      assert.equal(status, 1);
      assert.match(
        stdout,
        /^Damaged database: row \d missing from index ethereal_by_source_chain_and_status\.\n/m,
      );
      assert.match(
        stdout,
        /^ethereal: Found 3 rows by the primary key, but counted 2\. An index is damaged\./m,
      );
      assert.match(stdout, /, 3 of ethereal, /);
      assert.ok(stdout.startsWith("Damaged database: "), "before the other faults");
    });

    test("finds damaged pages", onlySqlite, async () => {
      const url = store.fresh();
      const records = Array.from({ length: 250 }, () => ({
        ...ethereal(random),
        note: "n".repeat(500),
      }));
      assert.equal((await importText("ethereals", lines(records), url)).status, 0);
      const bytes = readFileSync(fileOf(url));
      // The service creates databases with this page size.
      const pageBytes = 8192;
      // Page 21, because the first page has the number 1.
      bytes.fill(0xee, 20 * pageBytes, 21 * pageBytes);
      writeFileSync(fileOf(url), bytes);
      const { status, stdout } = await run(["verify"], { url });
      assert.equal(status, 1);
      assert.match(stdout, /^Damaged database: Tree \d+ page 21.+\.\n/);
    });

    test("has few documents in memory at once, even while it looks for orphaned hashes", async () => {
      const url = store.fresh();
      const note = "n".repeat(3 * 2 ** 20);
      const records = Array.from({ length: 40 }, () => ({ ...transfer(random), note }));
      for (const record of records)
        assert.equal((await importText("transfers", lines([record]), url)).status, 0);
      store.sql(
        url,
        `insert into transfer_hash select chain, hash, ts + 1, id from transfer_hash where id = '${records[0]._id}'`,
      );
      const child = startCommand(["verify"], { url });
      let isOver = false;
      child.ended.then(() => {
        isOver = true;
      });
      let peak = 0;
      await until(
        "the end of verify",
        () => {
          // The files in /proc can be gone before `child.ended` resolves.
          if (child.exitCode !== null) return isOver;
          // VmHWM is the peak of the memory that the process has used.
          const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
          peak = Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? peak);
          return false;
        },
        { intervalMs: 2 },
      );
      assert.match(child.output.stdout, /^transfer_hash .*: Orphaned row/m);
      assert.match(
        child.output.stdout,
        /Checked rows: 0 of token, 40 of transfer, .* Found 4 faults\.\n$/,
      );
      // The documents together have 126 MB. With PostgreSQL the process uses 90 to 100 MB. It would use 180 MB or more
      // with all documents in memory.
      assert.ok(peak > 0 && peak < 130_000, `${peak} kB`);
    });

    test("prints at most 100 faults, from more rows than it reads at once", async () => {
      const url = store.fresh();
      const records = Array.from({ length: 250 }, () => ({
        ...ethereal(random),
        status: "active",
      }));
      assert.equal((await importText("ethereals", lines(records), url)).status, 0);
      store.sql(url, "update ethereal set status = 'x'");
      const { status, stdout } = await run(["verify"], { url });
      assert.equal(status, 1);
      const printedLines = stdout.trimEnd().split("\n");
      // After 100 faults, `verify` prints the number of other faults and a summary.
      assert.equal(printedLines.length, 102);
      assert.equal(printedLines[100], "… and 150 more.");
    });
  });
}
