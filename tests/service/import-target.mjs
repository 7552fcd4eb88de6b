// A database with a service, and functions that import records and check the results.
import assert from "node:assert/strict";
import { findTransfer, randomSource, transfer } from "./records.mjs";
import { createKey, importText, serve } from "./service.mjs";

/** The numbers of the rejected lines. */
export const rejectedLines = (stderr) =>
  [...stderr.matchAll(/^line (\d+): .{4,}$/gm)].map(([, number]) => Number(number));

export async function startImportTarget(store, seed) {
  const random = randomSource(1, seed);
  const url = store.fresh();
  const key = await createKey(url);
  const service = { ...(await serve({ url })), key };
  return {
    url, service, random,
    /** New transfers. */
    newTransfers: (count) => Array.from({ length: count }, () => transfer(random)),
    /** Imports text and checks the number of good lines and the numbers of the bad ones. */
    async importAndCheck(input, { list = "transfers", bad = [], good }) {
      const done = await importText(list, input, url);
      const outcome = { status: done.status, bad: rejectedLines(done.stderr) };
      assert.deepEqual(outcome, { status: bad.length ? 1 : 0, bad }, `${done.stderr.slice(0, 2000)}${done.stdout}`);
      const tail = bad.length ? `; ${bad.length} lines? rejected` : "";
      assert.match(done.stdout, new RegExp(`^Imported ${good} of ${good + bad.length} ${list}${tail}`, "m"));
      return done;
    },
    async assertServed(record) {
      assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
    },
  };
}
