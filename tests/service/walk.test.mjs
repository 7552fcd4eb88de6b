// Walking a list while its rows are inserted, changed and deleted: what stayed is there exactly once and in order.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CHAINS, STATUSES, byBytes, ethereal, lines, randomSource, walk } from "./records.mjs";
import { createKey, load, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

const WALKS = Number(process.env.WALKS ?? 12);
const ROWS = 400;
const seed = Number(process.env.SEED ?? 1);

/** What to ask for, and whether a record fits. */
function anyFilter(random) {
  const some = (list, share) => list.filter(() => random.chance(share));
  const chain = random.pick(["mainnet", "mainnet", "sepolia"]);
  const contracts = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => `0x${digit.repeat(40)}`);
  const lists = {
    sourceChains: random.chance(0.5) ? some(CHAINS, 0.4) : [],
    sourceContracts: random.chance(0.4) ? some(contracts, 0.5) : [],
    statuses: random.chance(0.5) ? some(STATUSES, 0.6) : [],
  };
  const query = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length).map(([name, list]) => [name, list.join(",")]));
  const has = (list, value) => list.length === 0 || list.includes(value);
  const fits = (record) => record.chainType === chain && has(lists.sourceChains, record.sourceChain)
    && has(lists.sourceContracts, record.sourceContract) && has(lists.statuses, record.status);
  return { query: { ...query, chain, page_size: String(random.pick([2, 3, 7, 20, 50, 500, random.int(1, 9)])) }, fits };
}

/** What the table holds, and what has happened to it since the walk began. */
function table(store, url, random) {
  const rows = new Map();
  let touched = new Set();
  let versions = new Map();
  let writing = Promise.resolve();

  function put(records) {
    for (const record of records) {
      touched.add(record._id);
      versions.set(record._id, [...(versions.get(record._id) ?? []), record]);
      rows.set(record._id, record);
    }
    writing = writing.then(async () => assert.equal((await load("ethereals", lines(records), url)).status, 0));
  }

  function remove(ids) {
    for (const id of ids) {
      touched.add(id);
      rows.delete(id);
    }
    store.sql(url, `delete from ethereal where id in (${ids.map((id) => `'${id}'`).join(",")})`);
  }

  const several = () => Array.from({ length: random.int(1, 15) }, () => random.pick([...rows.keys()]));
  const happenings = [
    async () => put(Array.from({ length: random.int(1, 15) }, () => ethereal(random))),
    async () => put(several().map((id) => ({ ...rows.get(id), status: random.pick(STATUSES), balance: "0" }))),
    // Only what has been written can be deleted.
    async () => { await writing; remove(several()); },
  ];
  return {
    put,
    /** From here on it is remembered what was touched. */
    begin() {
      touched = new Set();
      versions = new Map([...rows].map(([id, record]) => [id, [record]]));
    },
    /** Something happens, perhaps while the next page is already asked for. */
    async happen() {
      if (random.chance(0.6)) return;
      await random.pick(happenings)();
      if (random.chance(0.5)) await writing;
    },
    settled: () => writing,
    stayed: (fits) => [...rows.values()].filter((record) => fits(record) && !touched.has(record._id)),
    /** Whether a record has been like that at some time during the walk. */
    was: (record) => versions.get(record._id)?.some((version) => JSON.stringify(version) === JSON.stringify(record)),
  };
}

for (const store of await stores()) {
  describe(`walks: ${store.name}`, { skip: store.skip || store.noSql }, () => {
    let url, service;
    before(async () => {
      url = store.fresh();
      const key = await createKey(url);
      service = { ...(await serve({ url, log: "warn" })), key };
    });
    after(() => service?.stop());

    test(`${WALKS} walks with any filter and page size while rows come, change and go`, async (t) => {
      const random = randomSource(seed, `walk ${store.name}`);
      const data = table(store, url, random);
      data.put(Array.from({ length: ROWS }, () => ethereal(random)));
      await data.settled();
      const seen = { pages: 0, rows: 0, stayed: 0 };
      for (let number = 0; number < WALKS; number++) {
        const { query, fits } = anyFilter(random);
        data.begin();
        const what = `walk ${number} of seed ${seed}, ${JSON.stringify(query)}`;
        let changes = 0;
        const found = await walk(service, query, async () => {
          seen.pages += 1;
          // A walk of hundreds of pages needs no change at each of them.
          if (changes++ < 6) await data.happen();
        });
        await data.settled();
        const ids = found.map(({ _id }) => _id);
        assert.deepEqual(ids, [...new Set(ids)].sort(byBytes), `${what}: order, and nothing twice`);
        const stayed = data.stayed(fits).map(({ _id }) => _id).sort(byBytes);
        const there = new Set(ids);
        assert.deepEqual(stayed.filter((id) => !there.has(id)), [], `${what}: missing`);
        assert.deepEqual(found.filter((record) => !fits(record) || !data.was(record)), [], `${what}: never was there`);
        seen.rows += ids.length;
        seen.stayed += stayed.length;
      }
      t.diagnostic(`${store.name}: ${WALKS} walks, ${seen.pages} pages, ${seen.rows} rows, of which ${seen.stayed} had to be there`);
      assert.ok(seen.stayed > WALKS && seen.rows > seen.stayed);
    });
  });
}
