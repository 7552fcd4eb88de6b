// Tests lists of long records. A page ends before its records exceed MAX_PAGE_BYTES, but has at least one record.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  CHAINS,
  STATUSES,
  assertSame,
  byBytes,
  ethereal,
  lines,
  randomSource,
  readList,
  sendRequest,
} from "./records.mjs";
import { createKey, importText, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

const MAX_PAGE_BYTES = 4 * 2 ** 20;
const random = randomSource(1, "long records");
/** A collection with a note of `bytes` bytes. */
const longRecord = (bytes) => ({
  ...ethereal(random),
  chainType: "mainnet",
  note: "n".repeat(bytes),
});

for (const store of await stores()) {
  describe(`long records: ${store.name}`, { skip: store.skip }, () => {
    const records = [
      ...Array.from({ length: 120 }, () => longRecord(100_000)),
      longRecord(6 * 2 ** 20),
      longRecord(10),
    ];
    let service;
    before(async () => {
      const url = store.fresh();
      const { status, stderr } = await importText("ethereals", lines(records), url);
      assert.equal(status, 0, stderr);
      service = { ...(await serve({ url })), key: await createKey(url) };
    });
    after(() => service?.stop());

    for (const [name, query] of [
      ["of all records", {}],
      ["of two statuses", { statuses: "active,unfunded" }],
      // Ten pairs of a chain and a status. From eight pairs on, the service first looks at the next records
      // (`look_ahead_query`).
      ["of many chains and statuses", { sourceChains: CHAINS.join(), statuses: STATUSES.join() }],
    ]) {
      test(`pages ${name} have every record once, and the first page is as long as allowed`, async () => {
        const sorted = [...records].sort((a, b) => byBytes(a._id, b._id));
        assertSame(await readList(service, query), sorted);
        const { text, json } = await sendRequest(
          service,
          `/ethereals?page_size=500&${new URLSearchParams(query)}`,
        );
        const pageLength = json.etherealData.length;
        let recordBytes = 0;
        for (const record of json.etherealData) recordBytes += JSON.stringify(record).length;
        assert.ok(pageLength === 1 || recordBytes <= MAX_PAGE_BYTES, `${recordBytes} bytes`);
        const otherBytes = text.length - recordBytes;
        assert.ok(otherBytes < 1000);
        const nextRecordBytes = JSON.stringify(sorted[pageLength]).length;
        assert.ok(recordBytes + nextRecordBytes > MAX_PAGE_BYTES, "the page is full");
      });
    }
  });
}
