// `import --follow`: files that grow, are renamed or truncated; pipes; signals.
import assert from "node:assert/strict";
import { appendFileSync, createWriteStream, existsSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { follow, growingFile } from "./followed-file.mjs";
import { rejectedLines, startImportTarget } from "./import-target.mjs";
import { output, sleep, temporary, until } from "./processes.mjs";
import { findTransfer, lines } from "./records.mjs";
import { run } from "./service.mjs";
import { stores } from "./stores.mjs";

for (const store of await stores()) {
  describe(`follow: ${store.name}`, { skip: store.skip, timeout: 120_000 }, () => {
    let url, service, newTransfers, assertServed, file;
    const children = [];
    const start = (options = {}) => {
      const child = follow(options.path ?? file.path, { url, ...options });
      children.push(child);
      return child;
    };
    before(async () => ({ url, service, newTransfers, assertServed } = await startImportTarget(store, "follow")));
    after(async () => {
      for (const child of children) child.kill("SIGKILL");
      await service?.stop();
    });
    const isServed = async (record) => (await findTransfer(service, record.originTxnHash)) !== null;

    test("serves a record soon after its line is complete", async (t) => {
      file = growingFile(temporary("follow"));
      const [first, ...records] = newTransfers(12);
      file.append(lines([first]));
      const child = start();
      await child.reached(1);
      const delays = [];
      for (const record of records) {
        const text = lines([record]);
        file.append(text.slice(0, 40));
        await sleep(60);
        assert.equal(await isServed(record), false);
        file.append(text.slice(40));
        const from = performance.now();
        await until("the record", () => isServed(record), { every: 5, ms: 5000 });
        delays.push(performance.now() - from);
      }
      delays.sort((a, b) => a - b);
      t.diagnostic(`${store.name}: served after ${delays.map(Math.round).join(", ")} ms`);
      // The median, because other programs may have the processor for a while.
      assert.ok(delays[Math.floor(delays.length / 2)] < 400, delays.join(" "));
      const { status, stdout, stderr } = await child.stop();
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^Imported 12 of 12 transfers; 0 lines rejected/);
    });

    test("--max-delay-ms delays a commit; a full batch and SIGINT commit at once", async () => {
      file = growingFile(temporary("follow"));
      const records = newTransfers(8);
      const child = start({ args: ["--max-delay-ms", "60000", "--batch", "5"] });
      file.append(lines(records.slice(0, 4)));
      await sleep(600);
      assert.equal(child.committed(), 0, child.output.stderr);
      file.append(lines(records.slice(4)));
      await child.reached(5);
      await sleep(300);
      assert.equal(child.committed(), 5);
      // An import leaves out a line without its end.
      file.append('{"_id":"half","status":"do');
      await sleep(200);
      const { status, stdout, stderr } = await child.stop("SIGINT");
      assert.deepEqual([status, rejectedLines(stderr)], [0, []], stderr);
      assert.match(stdout, /^Imported 8 of 8/);
      for (const record of records) await assertServed(record);
    });

    test("reports invalid lines by number and continues", async () => {
      file = growingFile(temporary("follow"));
      const [a, b] = newTransfers(2);
      const child = start();
      file.append(`${lines([a])}{\n`);
      await child.reached(2);
      file.append(`\n[]\n${lines([b])}`);
      await child.reached(5);
      const { status, stdout, stderr } = await child.stop();
      assert.deepEqual([status, rejectedLines(stderr)], [1, [2, 4]], stderr);
      assert.match(stdout, /^Imported 2 of 4 transfers; 2 lines rejected/);
      for (const record of [a, b]) await assertServed(record);
    });

    test("reads a renamed file to its end, then the new one from its start", async () => {
      file = growingFile(temporary("follow"));
      const records = newTransfers(5);
      const text = (index) => lines([records[index]]);
      const child = start({ args: ["--checkpoint", file.checkpoint] });
      file.append(text(0));
      await child.reached(1);
      renameSync(file.path, `${file.path}.1`);
      await sleep(150);
      // The writing program still has the old file open. The last line there has no newline.
      appendFileSync(`${file.path}.1`, text(1));
      writeFileSync(file.path, "");
      await sleep(150);
      appendFileSync(`${file.path}.1`, text(2).trimEnd());
      writeFileSync(file.path, `${text(3)}{\n`);
      file.append(text(4));
      await child.reached(6);
      await until("the checkpoint", () => file.offset() === file.size());
      const { stderr } = await child.stop();
      assert.deepEqual(rejectedLines(stderr), [2], stderr);
      assert.match(stderr, /^Another file has the name of FILE/m);
      for (const record of records) await assertServed(record);
    });

    test("reads a truncated file from its start", async () => {
      file = growingFile(temporary("follow"));
      const [a, b, c] = newTransfers(3);
      const child = start({ args: ["--checkpoint", file.checkpoint] });
      file.append(`${lines([a, b])}{"half":`);
      await child.reached(2);
      truncateSync(file.path, 0);
      await until("a message", () => /^FILE was truncated/m.test(child.output.stderr));
      file.append(lines([c]));
      await child.reached(3);
      await until("the checkpoint", () => file.offset() === file.size());
      const { status, stderr } = await child.stop();
      assert.deepEqual([status, rejectedLines(stderr)], [0, []], stderr);
      for (const record of [a, b, c]) await assertServed(record);
    });

    for (const [name, path, within] of [
      ["a pipe", "FIFO", undefined],
      ["standard input", "-", ["sh", "-c", 'exec "$@" < "$FIFO"', "sh"]],
    ]) {
      test(`reads ${name} until its end`, async () => {
        const fifo = join(temporary("follow"), "fifo");
        output("mkfifo", [fifo]);
        const child = start({
          path: path === "-" ? path : fifo,
          within: within?.map((word) => word.replace("$FIFO", fifo)),
        });
        const writer = createWriteStream(fifo);
        const [a, b] = newTransfers(2);
        writer.write(lines([a]));
        await until("the record", () => isServed(a));
        assert.equal(child.isOver, false);
        writer.end(lines([b]).trimEnd());
        await once(writer, "close");
        const { status } = await child.ended;
        assert.equal(status, 0, child.output.stderr);
        assert.match(child.output.stdout, /^Imported 2 of 2/);
        await assertServed(b);
      });
    }

    test("a signal ends an import from a pipe that stays open", async () => {
      const fifo = join(temporary("follow"), "fifo");
      output("mkfifo", [fifo]);
      const child = start({ path: fifo, args: ["--max-delay-ms", "60000"] });
      const writer = createWriteStream(fifo);
      const [a] = newTransfers(1);
      writer.write(`${lines([a])}{"half":`);
      await once(writer, "open");
      await sleep(300);
      const { status, stderr } = await child.stop();
      writer.destroy();
      assert.deepEqual([status, rejectedLines(stderr)], [0, []], stderr);
      await assertServed(a);
    });
  });
}

describe("--checkpoint", () => {
  const folder = temporary("checkpoint");
  const url = `sqlite:${join(folder, "records.db")}`;
  const checkpointed = (file, more = ["--follow"]) =>
    run(["import", "transfers", file.path, "--checkpoint", file.checkpoint, ...more], { url, input: "" });
  const line = '{"_id":"t1","type":"NATIVE","chainType":"mainnet","status":"done"}\n';

  async function imported(name) {
    const file = growingFile(folder, name);
    file.append(line);
    const child = follow(file.path, { url, args: ["--checkpoint", file.checkpoint] });
    await child.reached(1);
    await child.stop();
    assert.equal(file.offset(), line.length);
    return file;
  }

  test("rejects a file that was replaced or truncated while no import followed it", async () => {
    const replaced = await imported("replaced.ndjson");
    renameSync(replaced.path, `${replaced.path}.1`);
    writeFileSync(replaced.path, line.repeat(2));
    const truncated = await imported("truncated.ndjson");
    truncateSync(truncated.path, 0);
    const rewritten = await imported("rewritten.ndjson");
    writeFileSync(rewritten.path, line.replace("t1", "t2").repeat(2));
    for (const file of [replaced, truncated, rewritten]) {
      const { status, stderr } = await checkpointed(file);
      assert.equal(status, 1, stderr);
      assert.ok(stderr.includes(`${file.path} is not the file of the checkpoint ${file.checkpoint}: `), stderr);
    }
  });

  test("rejects a pipe, a file that is no checkpoint, and a checkpoint without --follow", async () => {
    const file = growingFile(folder, "pipe.ndjson");
    const pipe = await checkpointed({ ...file, path: "-" });
    assert.match(pipe.stderr, /^error: Invalid FILE: "-"\. Expected a regular file/m);
    const plain = await checkpointed(file, []);
    assert.match(plain.stderr, /--follow/);
    writeFileSync(file.checkpoint, "{}");
    const broken = await checkpointed(file);
    assert.match(broken.stderr, /is no checkpoint: .+ Delete it to import FILE from its start/);
    assert.deepEqual(
      [pipe, plain, broken].map(({ status }) => status),
      [1, 2, 1],
    );
    assert.ok(!existsSync(`${file.checkpoint}.tmp`));
  });
});
