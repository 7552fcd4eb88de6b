// Tests `backup`, which copies a SQLite database in use. A service must be able to use the copy.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { follow, growingFile } from "./imports.mjs";
import { temporary } from "./processes.mjs";
import { findTransfer, lines, randomSource, sendRequest, transfer } from "./records.mjs";
import { createKey, importText, run, runOrThrow, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

const random = randomSource(1, "backup");
const newTransfers = (count) => Array.from({ length: count }, () => transfer(random));
const store = (await stores()).find(({ name }) => name === "sqlite");
/** The reason to skip the tests, or false. */
const skip = store ? store.noSql : "SQLite is not among STORES";
/** The number of lines in a batch of the import. */
const BATCH = 10;
const COUNT = "select (select count(*) from transfer), (select count(*) from transfer_hash)";

describe("backup", { skip }, () => {
  let folder, url, key, records;
  const backup = (to, args = [], from = url) => run(["backup", "--to", to, ...args], { url: from });
  /** The numbers of transfers and of transaction hashes in a database. */
  const count = (file) => store.sql(`sqlite:${file}`, COUNT).split("|").map(Number);
  before(async () => {
    folder = temporary("backup");
    url = store.fresh();
    key = await createKey(url);
    const note = "n".repeat(200_000);
    // 70 MB. A backup copies 32 MiB in each step, so it needs more than two steps.
    records = newTransfers(350).map((record) => ({ ...record, note }));
    assert.equal((await importText("transfers", lines(records), url)).status, 0);
  });

  // The later tests also use this backup, one.db.
  test("a service serves the records and keys of a backup", async () => {
    const to = join(folder, "one.db");
    const { status, stdout, stderr } = await backup(to);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Copied .+ to .+one\.db: \d+ bytes, no errors found\.$/m);
    assert.equal((statSync(to).mode & 0o777).toString(8), "600");
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith("one")),
      ["one.db"],
    );
    const service = { ...(await serve({ url: `sqlite:${to}` })), key };
    try {
      assert.equal((await sendRequest(service, "/project")).status, 200);
      for (const record of records.slice(0, 20))
        assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
    } finally {
      await service.stop();
    }
  });

  test("is a consistent copy, made while an import and a service continue", async (t) => {
    const service = { ...(await serve({ url })), key };
    const file = growingFile(temporary("backup"));
    const child = follow(file.path, { url, args: ["--batch", String(BATCH)] });
    let isWriting = true;
    const writing = (async () => {
      // Waits only for the lines before the newest 1,000, so that the import never pauses.
      for (let linesBefore = 0; isWriting; linesBefore += 1000) {
        file.append(lines(newTransfers(1000)));
        await child.reached(linesBefore);
      }
    })();
    after(() => child.kill("SIGKILL"));
    try {
      await child.reached(50);
      const linesDuringBackups = [];
      for (let i = 0; i < 3; i++) {
        const to = join(folder, `moment-${i}.db`);
        const before = child.committed();
        const ended = backup(to);
        const read = findTransfer(service, records[i].originTxnHash);
        const { status, stderr } = await ended;
        assert.equal(status, 0, stderr);
        linesDuringBackups.push(child.committed() - before);
        assert.deepEqual(await read, records[i]);
        const [transfers, hashes] = count(to);
        const imported = transfers - records.length;
        // A copy has whole batches: those before the backup, and perhaps some that were committed during it.
        assert.equal(imported % BATCH, 0, `${imported}`);
        // The import reports a batch after the commit, so the copy may have one batch more than `committed()`.
        assert.ok(
          imported >= before && imported <= child.committed() + BATCH,
          `${before} ${imported} ${child.committed()}`,
        );
        // Each transfer has four hashes.
        assert.equal(hashes, 4 * transfers);
      }
      const shownCounts = linesDuringBackups.join(", ");
      t.diagnostic(`lines committed during the backups: ${shownCounts}`);
      assert.ok(
        linesDuringBackups.every((count) => count > 0),
        shownCounts,
      );
    } finally {
      isWriting = false;
      await writing;
      await child.stop();
      await service.stop();
    }
  });

  test("refuses an existing database without --force, and replaces it with --force", async () => {
    const to = join(folder, "existing.db");
    copyFileSync(join(folder, "one.db"), to);
    const before = readFileSync(to);
    const refused = await backup(to);
    assert.equal(refused.status, 1);
    assert.match(
      refused.stderr,
      /existing\.db exists \(--to\)\. Use another name, or --force to replace it\./,
    );
    assert.ok(readFileSync(to).equals(before));
    const { status, stderr } = await backup(to, ["--force"]);
    assert.equal(status, 0, stderr);
    // The test before has imported more records into `url` since the backup one.db.
    const [countBefore] = count(join(folder, "one.db"));
    const [countAfter] = count(to);
    assert.ok(countAfter > countBefore);
  });

  test("refuses to replace a database that a service uses", async () => {
    const to = join(folder, "served.db");
    const served = `sqlite:${to}`;
    await createKey(served);
    const service = await serve({ url: served });
    try {
      const { status, stderr } = await backup(to, ["--force"]);
      assert.equal(status, 1);
      assert.match(stderr, /served\.db-wal exists: a program uses the file/);
    } finally {
      await service.stop();
    }
  });

  test("reports a damaged database, a missing database, and a missing folder", async () => {
    const damaged = join(folder, "damaged.db");
    copyFileSync(join(folder, "one.db"), damaged);
    const bytes = readFileSync(damaged);
    // Overwrites the first half of each of 40 pages.
    const pageBytes = 8192;
    for (let page = 20; page < 60; page++) {
      const start = page * pageBytes;
      bytes.fill(0xee, start, start + pageBytes / 2);
    }
    writeFileSync(damaged, bytes);
    const to = join(folder, "copy.db");
    const missing = join(folder, "missing.db");
    const cases = [
      [await backup(to, [], `sqlite:${damaged}`), /The copy is damaged/],
      [await backup(to, [], `sqlite:${missing}`), /SQLite cannot open .+missing\.db/],
      [
        await backup(join(folder, "none", "copy.db")),
        /Cannot write .+copy\.db \(--to\): No such file/,
      ],
    ];
    for (const [{ status, stderr }, message] of cases) {
      assert.equal(status, 1);
      assert.match(stderr, message);
    }
    assert.deepEqual(
      readdirSync(folder).filter((name) => /^(copy|missing)/.test(name)),
      [],
    );
  });

  test("refuses a PostgreSQL database, and names the programs that can copy it", async () => {
    const help = await runOrThrow(["backup", "--help"]);
    assert.match(help, /sqlite:PATH/);
    assert.doesNotMatch(help, /postgres:/);
    const { status, stderr } = await backup(
      join(folder, "pg.db"),
      [],
      "postgres://u:secret@127.0.0.1/x",
    );
    assert.equal(status, 1);
    assert.match(
      stderr,
      /Invalid --database-url \(value hidden\)\. Expected sqlite:PATH\. For PostgreSQL, use pg_dump .+ pg_basebackup/,
    );
  });

  test("a backup has the position of an import, and the import continues there after a restore", async () => {
    const file = growingFile(temporary("restore"), "restored.ndjson");
    /** Imports the next `count` lines of the file. Returns what the import prints. */
    const importNext = async (database, count) => {
      const child = follow(file.path, { url: database, args: ["--checkpoint", file.checkpoint] });
      await child.reached(count);
      return (await child.stop()).stdout;
    };
    file.append(lines(newTransfers(3)));
    await importNext(url, 3);
    const to = join(folder, "position.db");
    assert.equal((await backup(to)).status, 0);
    file.append(lines(newTransfers(2)));
    await importNext(url, 2);
    file.append(lines(newTransfers(4)));
    // The backup has the position after line 3. After that position, the file has two lines and four lines.
    assert.match(await importNext(`sqlite:${to}`, 6), /^Imported 6 of 6/);
  });
});
