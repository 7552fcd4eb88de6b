// Reads lists while records are inserted, changed and deleted. Each unchanged record must come exactly once, in order.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CHAINS, STATUSES, byBytes, ethereal, lines, randomSource, readList } from "./records.mjs";
import { createKey, importText, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

/** The number of lists that the test reads. */
const WALKS = Number(process.env.WALKS ?? 12);
/** The number of records at the start. */
const ROWS = 400;
const seed = Number(process.env.SEED ?? 1);

/** A random query, and a function that checks whether a record matches it. */
function randomFilter(random) {
  const randomSubset = (list, share) => list.filter(() => random.chance(share));
  // About two of three lists are of mainnet.
  const chain = random.pick(["mainnet", "mainnet", "sepolia"]);
  const contracts = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(
    (digit) => `0x${digit.repeat(40)}`,
  );
  const lists = {
    sourceChains: random.chance(0.5) ? randomSubset(CHAINS, random.pick([0.4, 0.9])) : [],
    sourceContracts: random.chance(0.4) ? randomSubset(contracts, 0.5) : [],
    statuses: random.chance(0.5) ? randomSubset(STATUSES, 0.6) : [],
  };
  const query = {};
  for (const [name, list] of Object.entries(lists)) {
    if (list.length > 0) query[name] = list.join(",");
  }
  /** An empty list accepts every value. */
  const accepts = (list, value) => list.length === 0 || list.includes(value);
  const matches = (record) =>
    record.chainType === chain &&
    accepts(lists.sourceChains, record.sourceChain) &&
    accepts(lists.sourceContracts, record.sourceContract) &&
    accepts(lists.statuses, record.status);
  return {
    query: {
      ...query,
      chain,
      page_size: String(random.pick([2, 3, 7, 20, 50, 500, random.int(1, 9)])),
    },
    matches,
  };
}

/** The records of the table, and their changes since the start of a read. */
function trackTable(store, url, random) {
  const rows = new Map();
  /** The ids of the records that were inserted, changed or deleted during the read. */
  let touched = new Set();
  /** All versions that each record had during the read, by id. */
  let versions = new Map();
  /** Resolves when all records of `put` are written. */
  let writing = Promise.resolve();

  function put(records) {
    for (const record of records) {
      touched.add(record._id);
      versions.set(record._id, [...(versions.get(record._id) ?? []), record]);
      rows.set(record._id, record);
    }
    writing = writing.then(async () =>
      assert.equal((await importText("ethereals", lines(records), url)).status, 0),
    );
  }

  function remove(ids) {
    for (const id of ids) {
      touched.add(id);
      rows.delete(id);
    }
    store.sql(url, `delete from ethereal where id in (${ids.map((id) => `'${id}'`).join(",")})`);
  }

  const someIds = () =>
    Array.from({ length: random.int(1, 15) }, () => random.pick([...rows.keys()]));
  const changes = [
    async () => put(Array.from({ length: random.int(1, 15) }, () => ethereal(random))),
    async () =>
      put(
        someIds().map((id) => ({ ...rows.get(id), status: random.pick(STATUSES), balance: "0" })),
      ),
    // A record can be deleted only after it has been written.
    async () => {
      await writing;
      remove(someIds());
    },
  ];
  return {
    put,
    /** Forgets earlier changes, and records changes from now on. */
    startRecording() {
      touched = new Set();
      versions = new Map([...rows].map(([id, record]) => [id, [record]]));
    },
    /** Makes a random change, or none. Sometimes returns before the change is written. */
    async changeRandomly() {
      if (random.chance(0.6)) return;
      await random.pick(changes)();
      if (random.chance(0.5)) await writing;
    },
    written: () => writing,
    unchanged: (matches) =>
      [...rows.values()].filter((record) => matches(record) && !touched.has(record._id)),
    /** Whether a record had these values at some time during the read. */
    existed: (record) =>
      versions
        .get(record._id)
        ?.some((version) => JSON.stringify(version) === JSON.stringify(record)),
  };
}

for (const store of await stores()) {
  describe(`changing lists: ${store.name}`, { skip: store.skip || store.noSql }, () => {
    let url, service;
    before(async () => {
      url = store.fresh();
      const key = await createKey(url);
      service = { ...(await serve({ url, log: "warn" })), key };
    });
    after(() => service?.stop());

    test(`reads ${WALKS} lists while records are inserted, changed and deleted`, async (t) => {
      const random = randomSource(seed, `walk ${store.name}`);
      const data = trackTable(store, url, random);
      data.put(Array.from({ length: ROWS }, () => ethereal(random)));
      await data.written();
      const totals = { pages: 0, rows: 0, unchanged: 0 };
      for (let number = 0; number < WALKS; number++) {
        const { query, matches } = randomFilter(random);
        data.startRecording();
        const label = `walk ${number} of seed ${seed}, ${JSON.stringify(query)}`;
        let pages = 0;
        const records = await readList(service, query, async () => {
          pages++;
          // A list may have hundreds of pages. A change after each of the first six pages is enough.
          if (pages <= 6) await data.changeRandomly();
        });
        totals.pages += pages;
        await data.written();
        const ids = records.map(({ _id }) => _id);
        assert.deepEqual(
          ids,
          [...new Set(ids)].sort(byBytes),
          `${label}: order, and no duplicates`,
        );
        const unchanged = data
          .unchanged(matches)
          .map(({ _id }) => _id)
          .sort(byBytes);
        const returned = new Set(ids);
        assert.deepEqual(
          unchanged.filter((id) => !returned.has(id)),
          [],
          `${label}: missing`,
        );
        assert.deepEqual(
          records.filter((record) => !matches(record) || !data.existed(record)),
          [],
          `${label}: never existed`,
        );
        totals.rows += ids.length;
        totals.unchanged += unchanged.length;
      }
      t.diagnostic(
        `${store.name}: ${WALKS} walks, ${totals.pages} pages, ${totals.rows} rows, ${totals.unchanged} unchanged`,
      );
      // The reads returned unchanged records, and also records that were changed during the read.
      assert.ok(totals.unchanged > WALKS && totals.rows > totals.unchanged);
    });
  });
}
