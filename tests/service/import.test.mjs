// Tests which lines `import` accepts and rejects, and its messages.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { committedLines, rejectedLines, startImportTarget } from "./imports.mjs";
import { temporary } from "./processes.mjs";
import { ethereal, findTransfer, lines, transfer } from "./records.mjs";
import { importText, run } from "./service.mjs";
import { stores } from "./stores.mjs";

const folder = temporary("import");

for (const store of await stores()) {
  describe(`import: ${store.name}`, { skip: store.skip }, () => {
    let url, service, random, newTransfers, importAndCheck, assertServed;
    before(async () => {
      const target = await startImportTarget(store, "import");
      ({ url, service, random, newTransfers, importAndCheck, assertServed } = target);
    });
    after(() => service?.stop());

    test("imports a file", async () => {
      const records = newTransfers(7);
      const file = join(folder, `${store.name}.ndjson`);
      writeFileSync(file, lines(records));
      const done = await run(["import", "transfers", file], { url });
      assert.equal(done.status, 0, done.stderr);
      assert.match(done.stdout, /^Imported 7 of 7 transfers/m);
      for (const record of records) {
        for (const hash of [
          record.originTxnHash,
          record.whTxnHash,
          record.rbTxnHash,
          record.deliveryTxnHash,
        ]) {
          assert.deepEqual(await findTransfer(service, hash), record);
        }
      }
    });

    test("rejects a file that does not exist, an unknown record kind and a missing argument", async () => {
      for (const args of [
        ["import", "transfers", join(folder, "none")],
        ["import", "planets", "-"],
        ["import", "transfers"],
      ]) {
        const { status, stderr } = await run(args, { url, input: "" });
        assert.ok(status > 0 && stderr.length > 10, `${status} ${stderr}`);
      }
    });

    test("reports invalid lines with number and reason, and imports the others", async () => {
      const records = newTransfers(3);
      const [a, b, c] = records.map((record) => JSON.stringify(record));
      const unknownChainType = '{"_id":"x","status":"done","chainType":"moon"}';
      const bad = [
        "{",
        "[]",
        "7",
        '{"type":"NATIVE"}',
        '{"_id":5,"status":"done"',
        unknownChainType,
        '{"_id":"x"}{"_id":"y"}',
      ];
      const { stderr } = await importAndCheck([a, ...bad, b, "nonsense", c, ""].join("\n"), {
        rejected: [2, 3, 4, 5, 6, 7, 8, 10],
        imported: 3,
      });
      // Line 1 is valid, so the first bad line is line 2.
      const lineNumber = bad.indexOf(unknownChainType) + 2;
      assert.match(stderr, new RegExp(`^line ${lineNumber}: .*chainType`, "m"));
      for (const record of records) await assertServed(record);
    });

    test("reports lines that are records of another kind, with their numbers", async () => {
      const transfers = newTransfers(2).map((record) => JSON.stringify(record));
      const ethereals = [1, 2].map((n) =>
        JSON.stringify(ethereal(random, { id: `other-${store.name}-${n}` })),
      );
      const token = '{"chainId":1,"address":"0x11","id":"7","standard":"ERC721","document":"{}"}';
      const first = await run(["import", "ethereals", "-"], {
        url,
        input: [...transfers, ethereals[0]].join("\n"),
      });
      assert.equal(first.status, 1);
      assert.match(first.stdout, /^Imported 1 of 3 ethereals/m);
      assert.match(
        first.stderr,
        /^line 1: .* fields of a transfer: fromChain, .*originTxnHash.*\. Expected an ethereal\.$/m,
      );
      assert.match(first.stderr, /^line 2: /m);
      const { stderr } = await importAndCheck(
        [ethereals[0], transfers[0], ethereals[1], token, transfers[1]].join("\n"),
        {
          rejected: [1, 3, 4],
          imported: 2,
        },
      );
      assert.match(
        stderr,
        /^line 1: .* fields of an ethereal: .*sourceContract.*\. Expected a transfer\.$/m,
      );
    });

    test("accepts CRLF, a byte order mark, empty lines and a missing last newline", async () => {
      const [a, b, c, d] = newTransfers(4);
      const text = (record) => JSON.stringify(record);
      await importAndCheck(
        `\ufeff${text(a)}\r\n\r\n   \r\n${text(b)}\n\n\t\n${text(c)}\r\n${text(d)}`,
        {
          imported: 4,
        },
      );
      for (const record of [a, b, c, d]) await assertServed(record);
    });

    test("accepts a byte order mark before any line, as in files joined by cat", async () => {
      const records = newTransfers(3);
      const text = records.map((record) => `\ufeff${JSON.stringify(record)}\r\n`).join("");
      await importAndCheck(text, { imported: 3 });
      // If the service sent the mark, the response would not be JSON.
      for (const record of records) await assertServed(record);
    });

    test("imports what mongoexport writes, relaxed and canonical, as the same record", async () => {
      const [record, otherRecord] = newTransfers(2);
      const date = new Date(record.originTimestamp * 1000).toISOString();
      const relaxed = { ...record, _id: { $oid: record._id }, originTimestamp: { $date: date } };
      const canonical = {
        ...relaxed,
        originTimestamp: { $date: { $numberLong: String(record.originTimestamp * 1000) } },
        fromChain: { $numberInt: String(record.fromChain) },
        toChain: { $numberLong: String(record.toChain) },
        route: record.route.map((step) => ({
          ...step,
          step: { $numberDouble: String(step.step) },
        })),
      };
      for (const extended of [relaxed, canonical]) {
        // The first line changes the stored record, so that only the second line can restore the record.
        const changed = { ...record, originTxnHash: otherRecord.originTxnHash, route: [] };
        await importAndCheck(lines([changed, extended]), { imported: 2 });
        await assertServed(record);
      }
    });

    test("finds hashes without 0x, in upper case or with spaces, and counts texts that cannot be hashes", async () => {
      const [record] = newTransfers(1);
      const hash = record.originTxnHash;
      for (const form of [hash.slice(2), hash.toUpperCase(), ` ${hash}\n`]) {
        const written = { ...record, originTxnHash: form, route: [] };
        const { stdout, stderr } = await importAndCheck(lines([written]), { imported: 1 });
        assert.doesNotMatch(stdout + stderr, /cannot be/);
        assert.deepEqual(await findTransfer(service, hash), written);
      }
      // The first text is Base58, which is not hexadecimal. `import` does not count an empty text.
      const texts = { whTxnHash: "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb", rbTxnHash: "" };
      const { stdout, stderr } = await importAndCheck(lines([{ ...record, ...texts }]), {
        imported: 1,
      });
      assert.match(stdout, /^Imported 1 of 1 .* Texts that cannot be transaction hashes: 1\.$/m);
      assert.match(stderr, /^Line 1 is imported, but "5VERv8NM\w+" cannot be a transaction hash/m);
    });

    test("counts empty lines and CRLF in line numbers", async () => {
      const [a] = newTransfers(1);
      await importAndCheck(`\r\n\n{\r\n\r\n${JSON.stringify(a)}\r\n}`, {
        rejected: [3, 6],
        imported: 1,
      });
    });

    test("accepts an empty input, empty lines, or a byte order mark alone", async () => {
      for (const text of ["", "\n\n\r\n", "\ufeff"]) await importAndCheck(text, { imported: 0 });
    });

    test("imports a line of 5 MB", async () => {
      const big = { ...transfer(random), note: "n".repeat(5 * 2 ** 20) };
      const [next] = newTransfers(1);
      await importAndCheck(lines([big, next]), { imported: 2 });
      for (const record of [big, next]) await assertServed(record);
    });

    test("rejects only the line with invalid UTF-8", async () => {
      const [a, b] = newTransfers(2);
      const broken = Buffer.from(JSON.stringify({ ...transfer(random), note: "XX" }));
      // 0xc3 begins a character of two bytes, and 0x28 cannot be its second byte.
      broken.set([0xc3, 0x28], broken.indexOf("XX"));
      await importAndCheck(
        Buffer.concat([Buffer.from(lines([a])), broken, Buffer.from(`\n${lines([b])}`)]),
        {
          rejected: [2],
          imported: 2,
        },
      );
      for (const record of [a, b]) await assertServed(record);
    });

    test("rejects a file of another format, and names the format", async () => {
      const text = lines(newTransfers(2));
      const array = `[\n${text.trim().replace("\n", ",\n")}\n]`;
      for (const [input, name] of [
        [gzipSync(text), "compressed by gzip"],
        [Buffer.from(`\ufeff${text}`, "utf16le"), "UTF-16"],
        [array, "a JSON array"],
        ["_id,status\na,done\n", "CSV"],
      ]) {
        const { status, stdout, stderr } = await importText("transfers", input, url);
        assert.deepEqual([status, stdout], [1, ""], stderr);
        assert.match(
          stderr,
          new RegExp(`^error: Invalid FILE: it is ${name}\\. Expected one JSON object per line`),
        );
      }
    });

    test("prints a hundred reasons and counts the others", async () => {
      const { status, stdout, stderr } = await importText("transfers", "{}\n".repeat(150), url);
      assert.equal(status, 1);
      assert.match(stdout, /^Imported 0 of 150 transfers; 150 lines rejected\.$/m);
      assert.equal(rejectedLines(stderr).length, 100);
      assert.match(stderr, /^More lines are rejected, without their reasons here\.$/m);
    });

    test("imports with --batch 1 and with a batch larger than the file", async () => {
      for (const size of ["1", "100000"]) {
        const records = newTransfers(3);
        const done = await run(["import", "transfers", "-", "--batch", size], {
          url,
          input: lines(records),
        });
        assert.equal(done.status, 0, done.stderr);
        assert.equal(committedLines(done.stderr), 3, done.stderr);
        for (const record of records) await assertServed(record);
      }
    });
  });
}
