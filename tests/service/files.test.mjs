// Tests the files of SQLite: their modes, and the errors when a file cannot be written. The last test shrinks a file
// with the command of docs/growing.md.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { temporary } from "./processes.mjs";
import { sendRequest, findTransfer, lines, randomSource, transfer } from "./records.mjs";
import { createKey, run, serve, importText } from "./service.mjs";
import { fileOf, stores } from "./stores.mjs";

// Root may write every file, unless it drops this capability.
const within = process.getuid() === 0 ? ["setpriv", "--bounding-set", "-dac_override", "--"] : [];
/** Commands that read a database and do not create it. */
const COMMANDS = [
  ["serve", "--bind", "127.0.0.1:0"],
  ["key", "list"],
];

describe("files", () => {
  let folder;
  before(() => (folder = temporary("files")));

  test("only the owner can read the database and the files next to it", async () => {
    const url = `sqlite:${join(folder, "new.db")}`;
    const key = await createKey(url);
    const service = await serve({ url });
    try {
      assert.equal((await sendRequest({ ...service, key }, "/project")).status, 200);
      const modes = readdirSync(folder).map((name) => [
        name,
        (statSync(join(folder, name)).mode & 0o777).toString(8),
      ]);
      assert.deepEqual(modes.sort(), [
        ["new.db", "600"],
        ["new.db-shm", "600"],
        ["new.db-wal", "600"],
      ]);
    } finally {
      await service.stop();
    }
  });

  test("the mode of an existing file does not change", async () => {
    const path = join(folder, "shared.db");
    writeFileSync(path, "");
    chmodSync(path, 0o640);
    await createKey(`sqlite:${path}`);
    assert.equal((statSync(path).mode & 0o777).toString(8), "640");
  });

  test("a name that begins with file: is a name, not a URI", async () => {
    const inFolder = ["env", "-C", folder];
    const options = { url: "sqlite:file:named.db", within: inFolder };
    assert.equal((await run(["key", "create", "--owner", "a"], options)).status, 0);
    assert.match((await run(["key", "list"], options)).stdout, /"a"/);
    const copied = await run(["backup", "--to", "file:copy.db"], options);
    assert.equal(copied.status, 0, copied.stderr);
    for (const name of ["file:named.db", "file:copy.db"])
      assert.ok(statSync(join(folder, name)).size > 0);
  });

  test("ignores a newline at the end of a database URL, and refuses a parameter in the URL", async () => {
    const path = join(folder, "secret.db");
    await createKey(`sqlite:${path}`);
    const listed = await run(["key", "list"], { env: { DATABASE_URL: `sqlite:${path}\n` } });
    assert.equal(listed.status, 0, listed.stderr);
    for (const command of [
      ...COMMANDS,
      ["import", "tokens", "-"],
      ["backup", "--to", `${path}.copy`],
    ]) {
      const { status, stderr } = await run(command, { url: `sqlite:${path}?mode=ro`, input: "" });
      assert.equal(status, 1);
      assert.match(
        stderr,
        /^error: Invalid --database-url: .*\?mode=ro"\. Expected the path of a file without parameters/m,
      );
    }
    assert.ok(!existsSync(`${path}?mode=ro`));
  });

  test("commands that need an existing database do not create one", async () => {
    const path = join(folder, "missing.db");
    for (const command of [...COMMANDS, ["verify"], ["key", "revoke", "eqk_00000000"]]) {
      const { status, stdout, stderr } = await run(command, { url: `sqlite:${path}` });
      assert.deepEqual([status, stdout], [1, ""], command.join(" "));
      assert.match(
        stderr,
        /missing\.db \(--database-url\) does not exist\. Check the path, or create/,
      );
      assert.ok(!existsSync(path), command.join(" "));
    }
  });

  test("no command changes an empty file or the database of another program", async () => {
    const sqlite = (await stores()).find(({ name, noSql }) => name === "sqlite" && !noSql);
    const other = join(folder, "other.db");
    const empty = join(folder, "empty.db");
    writeFileSync(empty, "");
    const cases = [
      [
        empty,
        [...COMMANDS, ["verify"], ["key", "revoke", "eqk_00000000"]],
        /is empty\. Check the path/,
      ],
    ];
    if (sqlite) {
      sqlite.sql(`sqlite:${other}`, "create table ethereal (x)", "pragma user_version = 1");
      const commands = [
        ...COMMANDS,
        ["verify"],
        ["verify", "--repair"],
        ["key", "create", "--owner", "a"],
      ];
      cases.push([
        other,
        [...commands, ["import", "tokens", "-"]],
        /database of another program\. Check the path/,
      ]);
    }
    for (const [path, commands, reason] of cases) {
      const before = readFileSync(path);
      for (const command of commands) {
        const { status, stderr } = await run(command, { url: `sqlite:${path}`, input: "" });
        assert.equal(status, 1, command.join(" "));
        assert.ok(stderr.includes(path), stderr);
        assert.match(stderr, reason, command.join(" "));
      }
      assert.ok(readFileSync(path).equals(before), "no byte has changed");
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}-`)),
        [],
      );
    }
    // `import` and `key create` make the tables of an empty file.
    await createKey(`sqlite:${empty}`);
    assert.equal((await run(["verify"], { url: `sqlite:${empty}` })).status, 0);
    assert.equal(readFileSync(empty).subarray(68, 72).toString(), "eqry", "application_id");
  });

  test("the error for a damaged file has its path and says what to do", async () => {
    const path = join(folder, "damaged.db");
    await createKey(`sqlite:${path}`);
    const bytes = readFileSync(path);
    // First the test damages the first page (8192 bytes) after the header of 100 bytes. This page has the schema. Then
    // the test also damages the start of the header.
    for (const [start, end, reason] of [
      [100, 8192, /malformed/],
      [0, 16, /not a database/],
    ]) {
      writeFileSync(path, bytes.fill(0xee, start, end));
      for (const command of [...COMMANDS, ["backup", "--to", join(folder, "copy.db")]]) {
        const { status, stderr } = await run(command, { url: `sqlite:${path}` });
        assert.equal(status, 1, stderr);
        assert.match(stderr, reason);
        assert.match(stderr, /damaged\.db.*\. The file is damaged.*: .*restore a backup\.$/m);
        assert.doesNotMatch(stderr, /writable/);
      }
    }
  });

  for (const [name, fileMode, folderMode] of [
    ["file", 0o400, 0o700],
    ["folder", 0o600, 0o500],
  ]) {
    test(`the error for a ${name} that cannot be written has its path and the reason`, async () => {
      const parent = join(folder, name);
      mkdirSync(parent);
      const path = join(parent, "records.db");
      await createKey(`sqlite:${path}`);
      chmodSync(path, fileMode);
      chmodSync(parent, folderMode);
      for (const command of COMMANDS) {
        const { status, stderr } = await run(command, { url: `sqlite:${path}`, within });
        assert.equal(status, 1, stderr);
        assert.ok(stderr.includes(path), stderr);
        assert.match(
          stderr,
          name === "file"
            ? /Permission denied .+ writes to the file and its folder/
            : /SQLite: .+\. Even to read, SQLite needs a writable file in a writable folder/,
        );
      }
    });
  }
});

const store = (await stores()).find(({ name }) => name === "sqlite");

test(
  "VACUUM shrinks a file while a service reads it",
  { skip: store?.noSql ?? "SQLite is not among STORES" },
  async () => {
    const random = randomSource(1, "shrink");
    const url = store.fresh();
    const key = await createKey(url);
    const records = Array.from({ length: 2000 }, () => ({
      ...transfer(random),
      note: "n".repeat(2000),
    }));
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
      // `sql` blocks Node.js. During the wait, Node.js notices that the service has closed an idle connection.
      await wait(100);
      assert.deepEqual(await findTransfer(service, first.originTxnHash), first);
      assert.ok(bytes() < before / 10, `${bytes()} of ${before} bytes`);
      assert.equal((await run(["verify"], { url })).status, 0);
    } finally {
      await service.stop();
    }
  },
);
