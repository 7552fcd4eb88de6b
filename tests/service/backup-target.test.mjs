// Tests which files `backup` may replace. A backup that is refused must change no file and lose no record.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { follow, growingFile } from "./imports.mjs";
import { start, temporary, until } from "./processes.mjs";
import { lines, randomSource, transfer } from "./records.mjs";
import { createKey, importText, run, serve, startCommand } from "./service.mjs";
import { fileOf, stores } from "./stores.mjs";

const random = randomSource(1, "backup-target");
const newTransfers = (count) => Array.from({ length: count }, () => transfer(random));
const store = (await stores()).find(({ name }) => name === "sqlite");
/** The number of records in the database that the tests copy. */
const RECORDS = 350;
const COUNT = "select count(*) from transfer";
/** A Python program that reads a database in a transaction, for a minute. */
const READER = `
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("begin")
db.execute("select count(*) from sqlite_master").fetchone()
print("reading", flush=True)
time.sleep(60)`;

/** The reason to skip the tests, or false. */
const skip = store ? store.noSql : "SQLite is not among STORES";

describe("the target of a backup", { skip }, () => {
  let url;
  /** Copies the database `from` to the file `to`. */
  const backup = (to, args = ["--force"], from = url) =>
    run(["backup", "--to", to, ...args], { url: from });
  const count = (file) => Number(store.sql(`sqlite:${file}`, COUNT));
  /** Asserts that the backup is refused with this reason, and that every file in the folder is as before. */
  const assertRefused = async (to, reason, { args, from, folder = join(to, "..") } = {}) => {
    const list = () =>
      readdirSync(folder).map((name) => {
        const { ino, mode, size, uid } = lstatSync(join(folder, name));
        // Programs that use the database may change the size of its shared memory.
        const isSharedMemory = name.endsWith("-shm");
        return [name, ino, mode, uid, isSharedMemory ? 0 : size];
      });
    const files = list();
    const { status, stdout, stderr } = await backup(to, args, from);
    assert.deepEqual([status, stdout], [1, ""], `${to}: ${stderr}`);
    assert.match(stderr, reason);
    assert.deepEqual(list(), files, to);
  };
  before(async () => {
    url = store.fresh();
    // 35 MB, so that the tests find the incomplete copy while a backup runs.
    const note = "n".repeat(100_000);
    const records = newTransfers(RECORDS).map((record) => ({ ...record, note }));
    assert.equal((await importText("transfers", lines(records), url)).status, 0);
  });

  test("no file of the database itself is replaced, by any name, and no row is lost", async (t) => {
    const folder = temporary("own-files");
    const database = join(folder, "own.db");
    const from = `sqlite:${database}`;
    await createKey(from);
    const service = await serve({ url: from });
    const file = growingFile(temporary("own-files"));
    const child = follow(file.path, { url: from });
    t.after(() => [service, child].forEach((program) => program.kill("SIGKILL")));
    file.append(lines(newTransfers(500)));
    await child.reached(500);
    const inFolder = (name) => join(folder, name);
    symlinkSync(folder, inFolder("same"));
    symlinkSync("own.db-wal", inFolder("symbolic-log"));
    symlinkSync("own.db", inFolder("symbolic.db"));
    linkSync(database, inFolder("hard"));
    linkSync(`${database}-wal`, inFolder("hardwal"));
    linkSync(`${database}-shm`, inFolder("hardshm"));
    const targets = [
      "own.db",
      "own.db-wal",
      "own.db-shm",
      "own.db-journal",
      "symbolic-log",
      "symbolic.db",
      "hard",
      "hardwal",
      "hardshm",
      "symbolic.db-wal",
      "same/own.db",
      "same/own.db-wal",
    ];
    for (const source of [
      from,
      `sqlite:${inFolder("symbolic.db")}`,
      `sqlite:${inFolder("same/own.db")}`,
    ]) {
      for (const target of targets) {
        const reason =
          /is the database itself|a file of the database itself|SQLite keeps its own files under names/;
        await assertRefused(inFolder(target), reason, { from: source, folder });
      }
    }
    child.kill("SIGKILL");
    await service.kill();
    await child.ended;
    // After the programs have ended, the files of the database are absent or orphaned.
    await assertRefused(inFolder("own.db-wal"), /a file of the database itself/, { from, folder });
    await assertRefused(inFolder("own.db-journal"), /names that end with -journal/, {
      from,
      folder,
      args: [],
    });
    assert.equal(count(database), 500);
  });

  test("with --force only a SQLite database is replaced", async (t) => {
    const folder = temporary("no-database");
    const file = growingFile(folder, "followed.ndjson");
    const child = follow(file.path, { url: store.fresh() });
    t.after(() => child.kill("SIGKILL"));
    const reason =
      /followed\.ndjson \(--to\): it is not a SQLite database\. --force replaces only a SQLite database\./;
    await assertRefused(file.path, reason);
    file.append(lines(newTransfers(20)));
    await child.reached(20);
    await assertRefused(file.path, reason);
    file.append(lines(newTransfers(20)));
    await child.reached(40);
    await child.stop();
    assert.equal(readFileSync(file.path, "utf8").trimEnd().split("\n").length, 40);
  });

  test("nothing but a regular file is replaced, and no link is followed", async () => {
    const folder = temporary("no-file");
    const inFolder = (name) => join(folder, name);
    copyFileSync(fileOf(url), inFolder("linked.db"));
    symlinkSync("linked.db", inFolder("link.db"));
    symlinkSync("nowhere.db", inFolder("dangling.db"));
    mkdirSync(inFolder("folder.db"));
    assert.equal(spawnSync("mkfifo", [inFolder("pipe.db")]).status, 0);
    const targets = ["link.db", "dangling.db", "folder.db", "pipe.db"];
    if (process.getuid() === 0) {
      // The numbers of /dev/null.
      assert.equal(spawnSync("mknod", [inFolder("device.db"), "c", "1", "3"]).status, 0);
      targets.push("device.db");
    }
    for (const target of targets) {
      await assertRefused(
        inFolder(target),
        /it is not a regular file\. --force replaces only a SQLite database\./,
      );
      await assertRefused(inFolder(target), /exists \(--to\)\. Use another name, or --force/, {
        args: [],
      });
    }
  });

  for (const mode of ["wal", "delete"]) {
    test(`a database that another program reads is not replaced (journal mode ${mode})`, async (t) => {
      const folder = temporary("read");
      const to = join(folder, "read.db");
      store.sql(`sqlite:${to}`, `pragma journal_mode = ${mode}`, "create table one (value)");
      const reader = start("python3", ["-c", READER, to]);
      t.after(() => reader.kill("SIGKILL"));
      await until("a reader", () => reader.output.stdout.includes("reading"));
      await assertRefused(
        to,
        mode === "wal"
          ? /read\.db-wal exists: a program uses/
          : /a program uses this database\. Stop/,
      );
    });
  }

  test("a database is not replaced while the files of a killed program are next to it", async () => {
    for (const end of ["-wal", "-shm", "-journal"]) {
      const to = join(temporary("left"), "left.db");
      copyFileSync(fileOf(url), to);
      writeFileSync(to + end, "orphaned");
      await assertRefused(
        to,
        new RegExp(`left\\.db${end} exists: a program uses the file of --to, or was killed`),
      );
    }
  });

  test("the copy has mode 0600, even when it replaces a file with another mode", async () => {
    const folder = temporary("mode");
    const to = join(folder, "copy.db");
    copyFileSync(fileOf(url), to);
    linkSync(to, join(folder, "other-name.db"));
    chmodSync(to, 0o666);
    // A user other than the user of the tests.
    if (process.getuid() === 0) chownSync(to, 12345, 12345);
    const old = statSync(to);
    const { status, stderr } = await backup(to);
    assert.equal(status, 0, stderr);
    const { mode, uid, ino } = statSync(to);
    assert.deepEqual([(mode & 0o777).toString(8), uid], ["600", process.getuid()]);
    assert.notEqual(ino, old.ino);
    assert.equal(statSync(join(folder, "other-name.db")).mode, old.mode);
    assert.equal(count(to), RECORDS);
  });

  test("the temporary file is a new one with a random name and mode 0600", async () => {
    const folder = temporary("random");
    const to = join(folder, "copy.db");
    const precious = join(folder, "precious");
    writeFileSync(precious, "precious");
    symlinkSync("precious", `${to}.tmp`);
    // Two backups, each with a different name of its temporary file.
    const names = [];
    for (let i = 0; i < 2; i++) {
      const child = startCommand(["backup", "--to", to], { url });
      const find = () =>
        readdirSync(folder).find(
          (name) => /^copy\.db\..{12}\.tmp$/.test(name) && !names.includes(name),
        );
      const name = await until("the incomplete copy", find, { intervalMs: 1 });
      assert.equal((lstatSync(join(folder, name)).mode & 0o7777).toString(8), "600");
      names.push(name);
      child.kill("SIGKILL");
      await child.ended;
      assert.ok(!existsSync(to));
    }
    assert.equal((await backup(to, [])).status, 0);
    assert.equal(readFileSync(precious, "utf8"), "precious");
    assert.ok(lstatSync(`${to}.tmp`).isSymbolicLink());
    assert.equal(count(to), RECORDS);
  });

  test("a file that appears under the name of the target during the copy is not replaced", async () => {
    const cases = [
      ["early.db", [], /early\.db exists \(--to\)/],
      ["early.db", ["--force"], /it is not a SQLite database/],
      ["early.db-wal", ["--force"], /early\.db-wal exists: a program uses the file/],
    ];
    for (const [name, args, message] of cases) {
      const folder = temporary("early");
      const child = startCommand(["backup", "--to", join(folder, "early.db"), ...args], { url });
      await until("the incomplete copy", () => readdirSync(folder).length > 0, { intervalMs: 1 });
      writeFileSync(join(folder, "new"), "precious");
      renameSync(join(folder, "new"), join(folder, name));
      assert.equal((await child.ended).status, 1);
      assert.match(child.output.stderr, message);
      assert.deepEqual(readdirSync(folder), [name]);
      assert.equal(readFileSync(join(folder, name), "utf8"), "precious");
    }
  });

  test("of two backups to one name, one is refused and the other is complete", async () => {
    const to = join(temporary("two"), "copy.db");
    const ended = await Promise.all([backup(to, []), backup(to, [])]);
    assert.deepEqual(ended.map(({ status }) => status).sort(), [0, 1]);
    assert.match(ended.map(({ stderr }) => stderr).join(""), /exists/);
    assert.equal(count(to), RECORDS);
    assert.deepEqual(readdirSync(join(to, "..")), ["copy.db"]);
  });
});
