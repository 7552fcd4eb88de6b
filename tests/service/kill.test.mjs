// Kills imports with `kill -9`. Acknowledged batches must be stored, stored batches must be whole, and a second import
// must store the remaining records. A service reads the same database all the time. An import that follows a file
// continues at its checkpoint. Its database must be the same as after a plain import of the whole file.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { committedLines, follow, growingFile } from "./imports.mjs";
import { sleep, temporary, until } from "./processes.mjs";
import {
  assertSame,
  ethereal,
  findTransfer,
  lines,
  randomSource,
  transfer,
  readList,
} from "./records.mjs";
import { startCommand, createKey, runOrThrow, serve, run } from "./service.mjs";
import { stores } from "./stores.mjs";

const STORES = await stores();
const ROUNDS = { sqlite: Number(process.env.KILLS ?? 24), postgres: 6 };
const BATCH = 40;
const LINES = 1000;
/** The round of the import that measures the duration. No test has this round. */
const MEASURED_ROUND = 999;
const random = randomSource(Number(process.env.SEED ?? 1), "kill");
const folder = temporary("kill");

/** Collections of a contract that only this round has, in the order of their ids. */
function collections(round) {
  const sourceContract = `0x${String(round).padStart(40, "0")}`;
  const id = (i) => `${String(round).padStart(3, "0")}-${String(i).padStart(5, "0")}`;
  return Array.from({ length: LINES }, (_, i) => ({
    ...ethereal(random, { id: id(i) }),
    chainType: "mainnet",
    sourceContract,
  }));
}

/**
 * Starts an import and kills it after some time or after a batch. Returns the number of `acknowledged` lines, and
 * whether the kill was `inTime`: before the end of the import.
 */
async function killImport(url, list, file, duration) {
  const child = startCommand(["import", list, file, "--batch", String(BATCH)], { url });
  const acknowledged = () => committedLines(child.output.stderr);
  let isOver = false;
  child.ended.then(() => {
    isOver = true;
  });
  if (random.chance(0.5)) {
    await sleep(random.next() * duration);
  } else {
    const wantedLines = random.int(1, LINES / BATCH - 1) * BATCH;
    await until("a batch", () => isOver || acknowledged() >= wantedLines, { intervalMs: 1 });
  }
  child.kill("SIGKILL");
  const { signal } = await child.ended;
  return { acknowledged: acknowledged(), inTime: signal === "SIGKILL" };
}

for (const store of STORES) {
  describe(`kill -9: ${store.name}`, { skip: store.skip }, () => {
    let url, service, duration;
    before(async () => {
      url = store.fresh();
      const key = await createKey(url);
      service = { ...(await serve({ url, log: "warn" })), key };
      const file = join(folder, "whole.ndjson");
      writeFileSync(file, lines(collections(MEASURED_ROUND)));
      const from = performance.now();
      await runOrThrow(["import", "ethereals", file, "--batch", String(BATCH)], { url });
      duration = performance.now() - from;
    });
    after(() => service?.stop());

    /** Reads the stored collections of a round. `records` are all collections of the round. */
    const readStored = (records) =>
      readList(service, { sourceContracts: records[0].sourceContract });

    test(`an import of collections that is killed loses no committed batch, ${ROUNDS[store.name]} times`, async (t) => {
      const totals = { inTime: 0, acknowledged: 0, missing: 0 };
      for (let round = 1; round <= ROUNDS[store.name]; round++) {
        const records = collections(round);
        const file = join(folder, `${round}.ndjson`);
        writeFileSync(file, lines(records));
        const { acknowledged, inTime } = await killImport(url, "ethereals", file, duration);
        await store.settled();
        const stored = await readStored(records);
        // Each batch is stored as a whole or not at all, and in order.
        assertSame(stored, records.slice(0, stored.length));
        assert.equal(stored.length % BATCH, 0, `${stored.length} rows`);
        assert.ok(
          stored.length >= acknowledged,
          `${acknowledged} acknowledged, ${stored.length} there`,
        );
        // In every fourth round, a second import stores the remaining records.
        if (round % 4 === 0) {
          await runOrThrow(["import", "ethereals", file], { url });
          assertSame(await readStored(records), records);
        }
        if (inTime) totals.inTime++;
        totals.acknowledged += acknowledged;
        totals.missing += LINES - stored.length;
      }
      const rounds = ROUNDS[store.name];
      t.diagnostic(
        `${store.name}: ${totals.inTime} of ${rounds} killed at work, ${totals.acknowledged} lines acknowledged, ` +
          `${totals.missing} not yet there`,
      );
      assert.ok(
        totals.inTime >= rounds / 3 && totals.acknowledged > 0 && totals.missing > 0,
        JSON.stringify(totals),
      );
    });

    test("transfers: stores a record with all of its hashes, or none", async () => {
      for (let round = 0; round < 3; round++) {
        const records = Array.from({ length: LINES }, () => transfer(random));
        const file = join(folder, "transfers.ndjson");
        writeFileSync(file, lines(records));
        const { acknowledged } = await killImport(url, "transfers", file, duration);
        await store.settled();
        // The import has stored the acknowledged lines, and perhaps one more batch. The candidates are this batch, and
        // a few records before and after it.
        const margin = 3;
        const candidates = records.slice(
          Math.max(0, acknowledged - margin),
          acknowledged + BATCH + margin,
        );
        let isPreviousStored = true;
        for (const { originTxnHash, whTxnHash, rbTxnHash, deliveryTxnHash } of candidates) {
          const hits = await Promise.all(
            [originTxnHash, whTxnHash, rbTxnHash, deliveryTxnHash].map((hash) =>
              findTransfer(service, hash),
            ),
          );
          const hitCount = hits.filter(Boolean).length;
          assert.ok(hitCount === 0 || hitCount === 4, `${hitCount} of 4 hashes`);
          assert.ok(isPreviousStored || hitCount === 0, "a later record without an earlier one");
          isPreviousStored = hitCount === 4;
        }
        // Steps of 37 reach different positions in the batches of 40.
        const sample = records.slice(0, acknowledged).filter((_, i) => i % 37 === 0);
        for (const record of sample)
          assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
      }
    });

    test("the database is intact", { skip: store.noSql }, () => {
      if (store.name === "sqlite") assert.equal(store.sql(url, "PRAGMA integrity_check"), "ok");
      const countOrphanedHashes =
        "select count(*) from transfer_hash h left join transfer t on t.id = h.id where t.id is null";
      assert.equal(store.sql(url, countOrphanedHashes), "0");
    });
  });
}

const FOLLOW_KILLS = { sqlite: Math.ceil(Number(process.env.KILLS ?? 24) / 2), postgres: 5 };
const FOLLOW_BATCH = 50;
const FOLLOW_ARGS = ["--batch", String(FOLLOW_BATCH), "--max-delay-ms", "20"];
const TABLE_QUERIES = [
  "select id, doc from transfer order by id",
  "select * from transfer_hash order by id, hash",
];
const followRandom = randomSource(Number(process.env.SEED ?? 1), "follow-kill");

/** Returns 1 to 60 lines. Some are invalid, and some replace a record of `knownIds`. Adds the new ids to `knownIds`. */
function randomLines(knownIds) {
  const line = () => {
    if (followRandom.chance(0.05)) return "{\n";
    const replacesRecord = knownIds.length > 0 && followRandom.chance(0.3);
    const options = replacesRecord ? { id: followRandom.pick(knownIds) } : {};
    const record = transfer(followRandom, options);
    knownIds.push(record._id);
    return lines([record]);
  };
  return Array.from({ length: followRandom.int(1, 60) }, line).join("");
}

for (const store of STORES) {
  describe(`follow, kill -9: ${store.name}`, { skip: store.skip || store.noSql }, () => {
    test(`loses no line when it is killed ${FOLLOW_KILLS[store.name]} times`, async (t) => {
      const file = growingFile(temporary("follow-kill"));
      const url = store.fresh();
      const args = [...FOLLOW_ARGS, "--checkpoint", file.checkpoint];
      const offset = () => file.offset((sql) => store.sql(url, sql));
      // This import of an empty file creates the tables.
      await runOrThrow(["import", "transfers", file.path], { url });
      let isWriting = true;
      const write = async () => {
        const knownIds = [];
        while (isWriting) {
          const text = randomLines(knownIds);
          // Write two parts: the first mostly ends within a line.
          const middle = followRandom.int(0, text.length);
          file.append(text.slice(0, middle));
          await sleep(followRandom.int(0, 5));
          file.append(text.slice(middle));
          await sleep(followRandom.int(1, 40));
        }
      };
      const writing = write();
      let killsAtWork = 0;
      let committed = 0;
      try {
        for (let round = 0; round < FOLLOW_KILLS[store.name]; round++) {
          const child = follow(file.path, { url, args });
          if (followRandom.chance(0.7))
            await until("a commit", () => child.committed() > 0 || child.isOver, { intervalMs: 1 });
          await sleep(followRandom.int(0, 120));
          const { signal, stderr } = await child.stop("SIGKILL");
          assert.equal(signal, "SIGKILL", stderr);
          committed += child.committed();
          await store.settled();
          if (offset() < file.size()) killsAtWork++;
        }
      } finally {
        isWriting = false;
        await writing;
      }
      const last = follow(file.path, { url, args });
      await until("the end of the file", () => last.isOver || offset() === file.size());
      const { stderr } = await last.stop();
      committed += last.committed();

      const plainUrl = store.fresh();
      const { stdout } = await run(["import", "transfers", file.path], { url: plainUrl });
      const [, lineCount, rejectedCount] = /of (\d+) transfers; (\d+) lines? rejected/.exec(stdout);
      assert.ok(Number(rejectedCount) > 0, stdout);
      for (const query of TABLE_QUERIES)
        assert.ok(store.sql(url, query) === store.sql(plainUrl, query), `${query}\n${stderr}`);
      t.diagnostic(
        `${store.name}: ${lineCount} lines, ${committed} committed, ${killsAtWork} kills with lines left`,
      );
      assert.ok(killsAtWork > 0, "no import was killed at work");
      assert.ok(
        committed <= Number(lineCount),
        `a line was committed twice: ${committed} of ${lineCount}`,
      );
    });
  });
}
