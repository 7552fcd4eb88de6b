// Records of many kilobytes: a page ends at a number of bytes.
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
const long = (bytes) => ({ ...ethereal(random), chainType: "mainnet", note: "n".repeat(bytes) });

for (const store of await stores()) {
  describe(`long records: ${store.name}`, { skip: store.skip }, () => {
    const records = [
      ...Array.from({ length: 120 }, () => long(100_000)),
      long(6 * 2 ** 20),
      long(10),
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
      // With ten combinations of filters, PostgreSQL first looks for matches among the next records.
      ["of many chains and statuses", { sourceChains: CHAINS.join(), statuses: STATUSES.join() }],
    ]) {
      test(`pages ${name} end at their number of bytes, and have every record once`, async () => {
        const sorted = [...records].sort((a, b) => byBytes(a._id, b._id));
        assertSame(await readList(service, query), sorted);
        const { text, json } = await sendRequest(
          service,
          `/ethereals?page_size=500&${new URLSearchParams(query)}`,
        );
        const bytes = json.etherealData.map((record) => JSON.stringify(record).length);
        const sum = bytes.reduce((all, one) => all + one, 0);
        assert.ok(bytes.length === 1 || sum <= MAX_PAGE_BYTES, `${sum} bytes`);
        assert.ok(text.length < sum + 1000);
        const next = JSON.stringify(sorted[bytes.length]).length;
        assert.ok(sum + next > MAX_PAGE_BYTES, "the page is full");
      });
    }
  });
}
