// `import`: which lines it takes, which it refuses, and how it says so.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { importing, refused } from "./importing.mjs";
import { temporary } from "./processes.mjs";
import { find, lines, transfer } from "./records.mjs";
import { load, run } from "./service.mjs";
import { stores } from "./stores.mjs";

const folder = temporary("import");

for (const store of await stores()) {
  describe(`import: ${store.name}`, { skip: store.skip }, () => {
    let url, service, random, some, take, served;
    before(async () => ({ url, service, random, some, take, served } = await importing(store, "import")));
    after(() => service?.stop());

    test("a good file, from disk", async () => {
      const records = some(7);
      const file = join(folder, `${store.name}.ndjson`);
      writeFileSync(file, lines(records));
      const done = await run(["import", "transfers", file], { url });
      assert.equal(done.status, 0, done.stderr);
      assert.match(done.stdout, /^Imported 7 of 7 transfers/m);
      for (const record of records) {
        for (const hash of [record.originTxnHash, record.whTxnHash, record.rbTxnHash, record.deliveryTxnHash]) {
          assert.deepEqual(await find(service, hash), record);
        }
      }
    });

    test("a file that is not there, a list that is none", async () => {
      for (const args of [["import", "transfers", join(folder, "none")], ["import", "planets", "-"], ["import", "transfers"]]) {
        const { status, stderr } = await run(args, { url, input: "" });
        assert.ok(status > 0 && stderr.length > 10, `${status} ${stderr}`);
      }
    });

    test("bad lines are named with number and reason, the good ones stay", async () => {
      const records = some(3);
      const [a, b, c] = records.map((record) => JSON.stringify(record));
      const moon = '{"_id":"x","status":"done","chainType":"moon"}';
      const bad = ["{", "[]", "7", '{"type":"NATIVE"}', '{"_id":5,"status":"done"', moon, '{"_id":"x"}{"_id":"y"}'];
      const { stderr } = await take([a, ...bad, b, "nonsense", c, ""].join("\n"), { bad: [2, 3, 4, 5, 6, 7, 8, 10], good: 3 });
      assert.match(stderr, /^line 7: .*chainType/m);
      for (const record of records) await served(record);
    });

    test("CRLF, a byte order mark, empty lines, no newline at the end", async () => {
      const [a, b, c, d] = some(4);
      const text = (record) => JSON.stringify(record);
      await take(`\ufeff${text(a)}\r\n\r\n   \r\n${text(b)}\n\n\t\n${text(c)}\r\n${text(d)}`, { good: 4 });
      for (const record of [a, b, c, d]) await served(record);
    });

    test("line numbers count empty lines and end at CRLF too", async () => {
      const [a] = some(1);
      await take(`\r\n\n{\r\n\r\n${JSON.stringify(a)}\r\n}`, { bad: [3, 6], good: 1 });
    });

    test("an empty input, one of empty lines, one that is only a byte order mark", async () => {
      for (const text of ["", "\n\n\r\n", "\ufeff"]) await take(text, { good: 0 });
    });

    test("a line of 5 MB", async () => {
      const big = { ...transfer(random), note: "n".repeat(5 * 2 ** 20) };
      const [next] = some(1);
      const { status, stderr } = await load("transfers", lines([big, next]), url);
      // Taken whole or refused by name; never cut, and the next line is taken in any case.
      if (status === 0) await served(big);
      else assert.deepEqual(refused(stderr), [1]);
      await served(next);
    });

    test("invalid UTF-8 costs its own line only", async () => {
      const [a, b] = some(2);
      const broken = Buffer.from(JSON.stringify({ ...transfer(random), note: "XX" }));
      broken.set([0xc3, 0x28], broken.indexOf("XX"));
      await take(Buffer.concat([Buffer.from(lines([a])), broken, Buffer.from(`\n${lines([b])}`)]), { bad: [2], good: 2 });
      for (const record of [a, b]) await served(record);
    });

    test("--batch 1 and a batch larger than the file", async () => {
      for (const size of ["1", "100000"]) {
        const records = some(3);
        const done = await run(["import", "transfers", "-", "--batch", size], { url, input: lines(records) });
        assert.equal(done.status, 0, done.stderr);
        const committed = [...done.stderr.matchAll(/^(\d+) lines? committed$/gm)].map(([, number]) => Number(number));
        assert.equal(committed.at(-1), 3, done.stderr);
        for (const record of records) await served(record);
      }
    });
  });
}
