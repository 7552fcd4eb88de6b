// Tests `import --follow` with files that grow, are renamed or truncated, with pipes, and with signals. Also tests
// `--checkpoint`, with which an import continues where an earlier import ended.
import assert from "node:assert/strict";
import {
  appendFileSync,
  createWriteStream,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { follow, growingFile, rejectedLines, startImportTarget } from "./imports.mjs";
import { handlesSignal, output, sleep, temporary, until } from "./processes.mjs";
import { findTransfer, lines } from "./records.mjs";
import { run, startCommand } from "./service.mjs";
import { stores } from "./stores.mjs";

/** Twenty times the default of --max-delay-ms, because the machine may be slow. */
const SOON_MS = 4000;

for (const store of await stores()) {
  describe(`follow: ${store.name}`, { skip: store.skip }, () => {
    let url, service, newTransfers, assertServed, file;
    const children = [];
    const start = (options = {}) => {
      const child = follow(options.path ?? file.path, { url, ...options });
      children.push(child);
      return child;
    };
    before(async () => {
      const target = await startImportTarget(store, "follow");
      ({ url, service, newTransfers, assertServed } = target);
    });
    after(async () => {
      for (const child of children) child.kill("SIGKILL");
      await service?.stop();
    });
    const isServed = async (record) => (await findTransfer(service, record.originTxnHash)) !== null;
    /**
     * Asserts that a new import with the checkpoint of `file` finds no record after the checkpoint. The appended empty
     * line is the only line that the import commits.
     */
    async function assertResumesAtEnd() {
      const child = start({ args: ["--checkpoint", file.checkpoint] });
      file.append("\n");
      await child.reached(1);
      assert.match((await child.stop()).stdout, /^Imported 0 of 0/);
    }

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
        // Longer than the interval between two polls, which is at most 50 ms.
        await sleep(60);
        assert.equal(await isServed(record), false);
        file.append(text.slice(40));
        const from = performance.now();
        await until("the record", () => isServed(record), { intervalMs: 5 });
        delays.push(performance.now() - from);
      }
      delays.sort((a, b) => a - b);
      t.diagnostic(`${store.name}: served after ${delays.map(Math.round).join(", ")} ms`);
      // A few delays may be long, because other programs use the processor. So the test checks the median.
      const median = delays[Math.floor(delays.length / 2)];
      assert.ok(median < SOON_MS, delays.join(" "));
      const { status, stdout, stderr } = await child.stop();
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^Imported 12 of 12 transfers; 0 lines rejected/);
    });

    test("--max-delay-ms delays a commit; a full batch and SIGINT commit at once", async () => {
      file = growingFile(temporary("follow"));
      const records = newTransfers(8);
      const child = start({ args: ["--max-delay-ms", "60000", "--batch", "5"] });
      file.append(lines(records.slice(0, 4)));
      // Longer than the default of --max-delay-ms, which is 200.
      await sleep(600);
      assert.equal(child.committed(), 0, child.output.stderr);
      file.append(lines(records.slice(4)));
      // The full batch is committed, and the three lines after it are not.
      await child.reached(5);
      await sleep(300);
      assert.equal(child.committed(), 5);
      // An import that ends by a signal leaves out a line without a newline.
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
      // Line 2 is `{` and line 4 is `[]`. Line 3 is empty, which is not a record and not an error.
      assert.deepEqual([status, rejectedLines(stderr)], [1, [2, 4]], stderr);
      assert.match(stdout, /^Imported 2 of 4 transfers; 2 lines rejected/);
      for (const record of [a, b]) await assertServed(record);
    });

    test("reads a renamed file to its end, then the new file from its start", async () => {
      file = growingFile(temporary("follow"), "renamed.ndjson");
      const records = newTransfers(5);
      const text = (index) => lines([records[index]]);
      const child = start({ args: ["--checkpoint", file.checkpoint] });
      file.append(text(0));
      await child.reached(1);
      renameSync(file.path, `${file.path}.1`);
      // Longer than the interval between two polls, which is at most 50 ms.
      await sleep(150);
      // The writing program still has the old file open. The last line there has no newline.
      appendFileSync(`${file.path}.1`, text(1));
      writeFileSync(file.path, "");
      await sleep(150);
      appendFileSync(`${file.path}.1`, text(2).trimEnd());
      writeFileSync(file.path, `${text(3)}{\n`);
      file.append(text(4));
      await child.reached(6);
      const { stderr } = await child.stop();
      await assertResumesAtEnd();
      assert.deepEqual(rejectedLines(stderr), [2], stderr);
      assert.match(stderr, /^Another file has the name of FILE/m);
      for (const record of records) await assertServed(record);
    });

    test("reads every file of several rotations between two polls, and reports the files that it cannot read", async () => {
      file = growingFile(temporary("follow"), "faster.ndjson");
      const records = newTransfers(5);
      const text = (index) => lines([records[index]]);
      const child = start();
      file.append(text(0));
      await child.reached(1);
      /** Calls `rotate` while the import is stopped. */
      const whileStopped = async (rotate) => {
        child.kill("SIGSTOP");
        // Without this pause, two files could have the same creation time. The import would then sort the files by the
        // numbers in their names.
        await sleep(20);
        await rotate();
        child.kill("SIGCONT");
      };
      await whileStopped(() => {
        renameSync(file.path, `${file.path}.2`);
        writeFileSync(`${file.path}.1`, text(1));
        writeFileSync(file.path, text(2));
      });
      await child.reached(3);
      assert.doesNotMatch(child.output.stderr, /compressed|no longer/);
      await whileStopped(async () => {
        renameSync(file.path, `${file.path}.0`);
        // A rotated file of which only the compressed file remains.
        writeFileSync(`${file.path}-1.gz`, "compressed");
        await sleep(20);
        writeFileSync(file.path, text(3));
      });
      await child.reached(4);
      assert.match(child.output.stderr, /faster\.ndjson-1\.gz was compressed before/);
      await whileStopped(() => {
        rmSync(file.path);
        writeFileSync(file.path, text(4));
      });
      await child.reached(5);
      const { status, stderr } = await child.stop();
      assert.match(stderr, /The file that had the name of FILE is no longer in its folder/);
      assert.equal(status, 0, stderr);
      for (const record of records) await assertServed(record);
    });

    test("reads a truncated file from its start", async () => {
      file = growingFile(temporary("follow"), "truncated.ndjson");
      const [a, b, c] = newTransfers(3);
      const child = start({ args: ["--checkpoint", file.checkpoint] });
      file.append(`${lines([a, b])}{"half":`);
      await child.reached(2);
      truncateSync(file.path, 0);
      await until("a message", () => /^FILE was truncated/m.test(child.output.stderr));
      file.append(lines([c]));
      await child.reached(3);
      const { status, stderr } = await child.stop();
      await assertResumesAtEnd();
      assert.deepEqual([status, rejectedLines(stderr)], [0, []], stderr);
      for (const record of [a, b, c]) await assertServed(record);
    });

    for (const [name, optionsFor] of [
      ["a pipe", (fifo) => ({ path: fifo })],
      [
        "standard input",
        // The shell opens the pipe as standard input, and then becomes the import.
        (fifo) => ({ path: "-", within: ["sh", "-c", `exec "$@" < "${fifo}"`, "sh"] }),
      ],
    ]) {
      test(`reads ${name} until its end`, async () => {
        const fifo = join(temporary("follow"), "fifo");
        output("mkfifo", [fifo]);
        const child = start(optionsFor(fifo));
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

    test("a signal ends an import from a named pipe that no program has opened", async () => {
      const fifo = join(temporary("follow"), "fifo");
      output("mkfifo", [fifo]);
      for (const signal of ["SIGTERM", "SIGINT"]) {
        const child = start({ path: fifo });
        await until(
          "handlers of SIGTERM and SIGINT",
          () => handlesSignal(child.pid, "SIGTERM") && handlesSignal(child.pid, "SIGINT"),
        );
        const { status, stdout, stderr } = await child.stop(signal);
        assert.equal(status, 0, stderr);
        assert.match(stdout, /^Imported 0 of 0/);
      }
    });
  });
}

for (const store of await stores()) {
  describe(`--checkpoint: ${store.name}`, { skip: store.skip }, () => {
    const folder = temporary("checkpoint");
    let url;
    before(() => {
      url = store.fresh();
    });

    const line = (id) => `{"_id":"${id}","type":"NATIVE","chainType":"mainnet","status":"done"}\n`;
    /** Imports a file with a checkpoint, until the import ends. */
    const importToEnd = (file, args = ["--follow"]) =>
      run(["import", "transfers", file.path, "--checkpoint", file.checkpoint, ...args], {
        url,
        input: "",
      });

    /** Follows a file with a checkpoint until `count` lines are committed. Returns the output of the import. */
    async function followUntil(file, count, database = url) {
      const child = follow(file.path, { url: database, args: ["--checkpoint", file.checkpoint] });
      await child.reached(count);
      return child.stop();
    }

    /** Follows a file with a checkpoint for a moment. Returns the output of the import. */
    async function followBriefly(file) {
      const child = follow(file.path, { url, args: ["--checkpoint", file.checkpoint] });
      await sleep(500);
      return child.stop();
    }

    /** Creates a file with one line, which is imported with a checkpoint. */
    async function importedFile(name) {
      const file = growingFile(folder, name);
      file.append(line(name));
      await followUntil(file, 1);
      return file;
    }

    test("rejects a file that was replaced or truncated while no import followed it", async () => {
      const replaced = await importedFile("replaced.ndjson");
      renameSync(replaced.path, join(temporary("archive"), "replaced.ndjson"));
      writeFileSync(replaced.path, line("replaced.ndjson").repeat(2));
      const truncated = await importedFile("truncated.ndjson");
      truncateSync(truncated.path, 0);
      const rewritten = await importedFile("rewritten.ndjson");
      writeFileSync(rewritten.path, line("other").repeat(20));
      for (const file of [replaced, truncated, rewritten]) {
        const { status, stderr } = await importToEnd(file);
        assert.equal(status, 1, stderr);
        const reason =
          "does not continue the file that was imported up to line 1 with --checkpoint";
        assert.ok(stderr.includes(`${file.path} ${reason} "${file.checkpoint}": `), stderr);
      }
    });

    test("continues in a file that was renamed while no import followed it, and then in the new file", async () => {
      const file = await importedFile("rotated.ndjson");
      const old = `${file.path}-20260101`;
      renameSync(file.path, old);
      writeFileSync(file.path, "");
      // The import starts after the rotation and ends before the new file has a line.
      assert.match((await followBriefly(file)).stdout, /^Imported 0 of 0/);
      appendFileSync(old, line("late"));
      file.append(line("new"));
      const { stdout, stderr } = await followUntil(file, 2);
      assert.match(stdout, /^Imported 2 of 2/, stderr);
      file.append(line("next"));
      assert.match((await followUntil(file, 1)).stdout, /^Imported 1 of 1/);
    });

    test("continues after several rotations while no import followed it, unless a file is compressed", async () => {
      const file = await importedFile("twice.ndjson");
      const rotate = (number, text) => {
        renameSync(file.path, `${file.path}.${number}`);
        writeFileSync(file.path, text);
      };
      rotate(3, line("a"));
      rotate(2, line("b"));
      rotate(1, "");
      // A suffix with letters, such as .bak, is not the suffix of a rotation.
      writeFileSync(`${file.path}.bak`, line("old"));
      file.append(line("c"));
      assert.match((await followUntil(file, 3)).stdout, /^Imported 3 of 3/);
      rotate(0, line("d"));
      // `.1.gz` would not count, because the file `.1` still exists.
      writeFileSync(`${file.path}.0-1.gz`, "compressed");
      const { status, stderr } = await importToEnd(file);
      assert.equal(status, 1, stderr);
      assert.match(
        stderr,
        /does not continue .*: \S+\.0-1\.gz had its name after that file\. Import that file, and/,
      );
    });

    test("rejects a file that is rewritten while an import follows it", async () => {
      const file = growingFile(folder, "rewritten-later.ndjson");
      file.append(line("a"));
      const child = follow(file.path, { url, args: ["--checkpoint", file.checkpoint] });
      await child.reached(1);
      writeFileSync(file.path, line("longer").repeat(2));
      const { status } = await child.ended;
      assert.equal(status, 1);
      assert.match(child.output.stderr, /FILE was rewritten after line 1 was imported/);
    });

    test(
      "rejects a pipe, a damaged checkpoint, and a checkpoint without --follow",
      { skip: store.noSql },
      async () => {
        const file = await importedFile("pipe.ndjson");
        const pipe = await importToEnd({ ...file, path: "-" });
        assert.match(pipe.stderr, /^error: Invalid FILE: "-"\. Expected a regular file/m);
        const plain = await importToEnd(file, []);
        assert.match(plain.stderr, /--follow/);
        store.sql(url, "update import_checkpoint set checkpoint = '{}' where name = 'pipe.ndjson'");
        const damaged = await importToEnd(file);
        assert.match(
          damaged.stderr,
          /The checkpoint "pipe.ndjson" in the database is damaged: .+ With another name/,
        );
        assert.deepEqual(
          [pipe, plain, damaged].map(({ status }) => status),
          // 2 is the status for wrong arguments.
          [1, 2, 1],
        );
      },
    );

    test("a checkpoint belongs to one kind of records and to one database", async () => {
      const file = await importedFile("again.ndjson");
      const ethereals = startCommand(
        ["import", "ethereals", "--follow", file.path, "--checkpoint", file.checkpoint],
        {
          url,
        },
      );
      await until("the line", () => ethereals.output.stderr.includes("1 lines committed"));
      ethereals.kill("SIGTERM");
      assert.equal((await ethereals.ended).status, 0);
      assert.match((await followUntil(file, 1, store.fresh())).stdout, /^Imported 1 of 1/);
    });

    test("of two imports with the same checkpoint, one ends", async () => {
      const file = growingFile(folder, "shared.ndjson");
      const first = follow(file.path, { url, args: ["--checkpoint", file.checkpoint] });
      const second = follow(file.path, { url, args: ["--checkpoint", file.checkpoint] });
      for (let id = 0; !first.isOver && !second.isOver; id++) {
        file.append(line(`shared-${id}`));
        await sleep(50);
      }
      const [refused, remaining] = first.isOver ? [first, second] : [second, first];
      assert.equal((await refused.ended).status, 1);
      assert.match(
        refused.output.stderr,
        /^error: \S+: Another import uses --checkpoint "shared\.ndjson"\./m,
      );
      assert.equal((await remaining.stop()).status, 0, remaining.output.stderr);
    });
  });
}
