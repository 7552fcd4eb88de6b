// Tests commands while the reader of their output has ended or does not read. Such a reader must not end, stop or
// change the work of a command.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { follow, growingFile } from "./imports.mjs";
import { temporary, until } from "./processes.mjs";
import {
  findTransfer,
  lines,
  randomSource,
  startTraffic,
  stopTraffic,
  transfer,
} from "./records.mjs";
import { createKey, run, runOrThrow, serve } from "./service.mjs";

const folder = temporary("output");
const random = randomSource(1, "output");
/** A command line that runs the command after it with this redirection of the shell. The last "bash" is `$0`. */
const redirected = (redirection) => ["bash", "-c", `exec "$@" ${redirection}`, "bash"];
/** The redirection of stdout to a reader that ends at once. With `2` in front, it redirects stderr. */
const TO_ENDED_READER = "> >(head -c0)";

let databaseCount = 0;
/** Creates a database with a key. Returns `{ url, key }`. */
async function createDatabase() {
  databaseCount++;
  const url = `sqlite:${join(folder, `${databaseCount}.db`)}`;
  return { url, key: await createKey(url) };
}

describe("output", () => {
  after(stopTraffic);

  for (const [reader, redirection] of [
    ["has ended", `2${TO_ENDED_READER}`],
    ["does not read", "2> >(exec sleep 20 > /dev/null 2>&1)"],
  ]) {
    test(`serve responds and shuts down while the reader of its log ${reader}`, async () => {
      const { url, key } = await createDatabase();
      const service = await serve({ url, log: "trace", within: redirected(redirection) });
      // A long path makes long lines in the log.
      const contracts = Array(40).fill(`0x${"1".repeat(40)}`);
      const path = `/ethereals?sourceContracts=${contracts.join()}`;
      const { responses, stop } = startTraffic({ ...service, key }, Array(8).fill(path));
      await until("more lines than a pipe holds", () => responses.length >= 400);
      // The service stops while requests are in flight.
      const stopped = stop();
      const { status, signal } = await service.stop();
      await stopped;
      assert.deepEqual({ status, signal }, { status: 0, signal: null });
      const failed = responses.filter(({ status }) => status !== 200);
      assert.deepEqual(failed, []);
    });
  }

  test("import --follow commits lines without a reader", async () => {
    const { url, key } = await createDatabase();
    const file = growingFile(folder);
    const importing = follow(file.path, { url, within: redirected(`2${TO_ENDED_READER}`) });
    const service = { ...(await serve({ url })), key };
    const records = Array.from({ length: 3 }, () => transfer(random));
    for (const record of records) {
      file.append(`${lines([record])}no record\n`);
      await until("the record", () => findTransfer(service, record.originTxnHash));
    }
    const { status, stdout } = await importing.stop();
    assert.equal(status, 1, "lines were rejected");
    assert.match(stdout, /^Imported 3 of 6 transfers; 3 lines rejected\.$/m);
    await service.stop();
  });

  test("import stores every record when its reader ends", async () => {
    const { url, key } = await createDatabase();
    const file = join(folder, "all.ndjson");
    const records = Array.from({ length: 50 }, () => transfer(random));
    writeFileSync(file, lines(records));
    const args = ["import", "transfers", file, "--batch", "10"];
    const { status } = await run(args, { url, within: redirected(`${TO_ENDED_READER} 2>&1`) });
    assert.equal(status, 0);
    const service = { ...(await serve({ url })), key };
    for (const record of records)
      assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
    await service.stop();
  });

  test("key list and verify end as by SIGPIPE when their reader ends", async () => {
    const { url } = await createDatabase();
    for (const command of [["key", "list"], ["verify"]]) {
      // The reader has ended when the command begins.
      const script = `(
        sleep 0.3
        "$@"
        echo "status $?" >&2
      ) | true`;
      const { stderr } = await run(command, { url, within: ["bash", "-c", script, "bash"] });
      // The shell adds 128 to the number of the signal, and SIGPIPE has the number 13.
      assert.equal(stderr, "status 141\n", command.join(" "));
    }
  });

  test("a result that cannot be written is an error, and a key that cannot be printed is revoked", async () => {
    const { url } = await createDatabase();
    const within = redirected("> /dev/full");
    const listed = await run(["key", "list"], { url, within });
    assert.equal(listed.status, 1);
    assert.match(
      listed.stderr,
      /^error: Cannot write to standard output: No space left on device/m,
    );
    const created = await run(["key", "create", "--owner", "full"], { url, within });
    assert.equal(created.status, 1);
    assert.match(
      created.stderr,
      /^error: Cannot write the key to standard output: .* It is revoked\.$/m,
    );
    assert.match(await runOrThrow(["key", "list"], { url }), /"full" {2}created \S+ {2}revoked /);
  });
});
