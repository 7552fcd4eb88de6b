// kill -9 during imports: acknowledged batches are stored, stored batches are whole, and a second import completes
// them. The service reads the same database all the time.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { sleep, temporary, until } from "./processes.mjs";
import { assertSame, ethereal, findTransfer, lines, randomSource, transfer, readList } from "./records.mjs";
import { startCommand, createKey, runOrThrow, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

const ROUNDS = { sqlite: Number(process.env.KILLS ?? 24), postgres: 6 };
const BATCH = 40;
const LINES = 1000;
const random = randomSource(Number(process.env.SEED ?? 1), "kill");
const folder = temporary("kill");

/** Collections with their own contract, in the order of their ids. */
function collections(round) {
  const sourceContract = `0x${String(round).padStart(40, "0")}`;
  const id = (i) => `${String(round).padStart(3, "0")}-${String(i).padStart(5, "0")}`;
  return Array.from({ length: LINES }, (_, i) => ({
    ...ethereal(random, { id: id(i) }),
    chainType: "mainnet",
    sourceContract,
  }));
}

/** Starts an import and kills it after some time or after a batch. Returns the last acknowledged number. */
async function killImport(url, list, file, duration) {
  const child = startCommand(["import", list, file, "--batch", String(BATCH)], { url });
  const acknowledged = () => Number([...child.output.stderr.matchAll(/^(\d+) lines? committed$/gm)].at(-1)?.[1] ?? 0);
  let over = false;
  child.ended.then(() => (over = true));
  if (random.chance(0.5)) {
    await sleep(random.next() * duration);
  } else {
    const at = random.int(1, LINES / BATCH - 1) * BATCH;
    await until("a batch", () => over || acknowledged() >= at, { every: 1 });
  }
  child.kill("SIGKILL");
  const { signal } = await child.ended;
  return { acknowledged: acknowledged(), inTime: signal === "SIGKILL" };
}

for (const store of await stores()) {
  describe(`kill -9: ${store.name}`, { skip: store.skip }, () => {
    let url, service, duration;
    before(async () => {
      url = store.fresh();
      const key = await createKey(url);
      service = { ...(await serve({ url, log: "warn" })), key };
      const file = join(folder, "whole.ndjson");
      writeFileSync(file, lines(collections(999)));
      const from = performance.now();
      await runOrThrow(["import", "ethereals", file, "--batch", String(BATCH)], { url });
      duration = performance.now() - from;
    });
    after(() => service?.stop());

    const present = (records) => readList(service, { sourceContracts: records[0].sourceContract });

    test(`an import of collections that is killed loses no committed batch, ${ROUNDS[store.name]} times`, async (t) => {
      const totals = { inTime: 0, acknowledged: 0, missing: 0 };
      for (let round = 1; round <= ROUNDS[store.name]; round++) {
        const records = collections(round);
        const file = join(folder, `${round}.ndjson`);
        writeFileSync(file, lines(records));
        const { acknowledged, inTime } = await killImport(url, "ethereals", file, duration);
        await store.settled();
        const found = await present(records);
        // Each batch is stored as a whole or not at all, and in order.
        assertSame(found, records.slice(0, found.length));
        assert.equal(found.length % BATCH, 0, `${found.length} rows`);
        assert.ok(found.length >= acknowledged, `${acknowledged} acknowledged, ${found.length} there`);
        if (round % 4 === 0) {
          await runOrThrow(["import", "ethereals", file], { url });
          assertSame(await present(records), records);
        }
        totals.inTime += inTime;
        totals.acknowledged += acknowledged;
        totals.missing += LINES - found.length;
      }
      const rounds = ROUNDS[store.name];
      t.diagnostic(
        `${store.name}: ${totals.inTime} of ${rounds} killed at work, ${totals.acknowledged} lines acknowledged, ` +
          `${totals.missing} not yet there`,
      );
      assert.ok(totals.inTime >= rounds / 3 && totals.acknowledged > 0 && totals.missing > 0, JSON.stringify(totals));
    });

    test("transfers: stores a record with all of its hashes, or none", async () => {
      for (let round = 0; round < 3; round++) {
        const records = Array.from({ length: LINES }, () => transfer(random));
        const file = join(folder, "transfers.ndjson");
        writeFileSync(file, lines(records));
        const { acknowledged } = await killImport(url, "transfers", file, duration);
        await store.settled();
        // The last stored record is one of these.
        const near = records.slice(Math.max(0, acknowledged - 3), acknowledged + BATCH + 3);
        let last = true;
        for (const { originTxnHash, whTxnHash, rbTxnHash, deliveryTxnHash } of near) {
          const hits = await Promise.all(
            [originTxnHash, whTxnHash, rbTxnHash, deliveryTxnHash].map((hash) => findTransfer(service, hash)),
          );
          const hitCount = hits.filter(Boolean).length;
          assert.ok(hitCount === 0 || hitCount === 4, `${hitCount} of 4 hashes`);
          assert.ok(last || hitCount === 0, "a later record without an earlier one");
          last = hitCount === 4;
        }
        const sample = records.slice(0, acknowledged).filter((_, i) => i % 37 === 0);
        for (const record of sample) assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
      }
    });

    test("the database is intact", { skip: store.noSql }, () => {
      if (store.name === "sqlite") assert.equal(store.sql(url, "PRAGMA integrity_check"), "ok");
      const lost = "select count(*) from transfer_hash h left join transfer t on t.id = h.id where t.id is null";
      assert.equal(store.sql(url, lost), "0");
    });
  });
}
