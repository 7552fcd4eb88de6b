// A database, a service that reads it, and imports whose end is compared with what is expected.
import assert from "node:assert/strict";
import { find, randomSource, transfer } from "./records.mjs";
import { createKey, load, serve } from "./service.mjs";

/** The numbers of the lines that were refused. */
export const refused = (stderr) => [...stderr.matchAll(/^line (\d+): .{4,}$/gm)].map(([, number]) => Number(number));

export async function importing(store, seed) {
  const random = randomSource(1, seed);
  const url = store.fresh();
  const key = await createKey(url);
  const service = { ...(await serve({ url })), key };
  return {
    url, service, random,
    /** New transfers. */
    some: (count) => Array.from({ length: count }, () => transfer(random)),
    /** Imports text and expects so many good lines and these bad ones. */
    async take(input, { list = "transfers", bad = [], good }) {
      const done = await load(list, input, url);
      const seen = { status: done.status, bad: refused(done.stderr) };
      assert.deepEqual(seen, { status: bad.length ? 1 : 0, bad }, `${done.stderr.slice(0, 2000)}${done.stdout}`);
      const tail = bad.length ? `; ${bad.length} lines? refused` : "";
      assert.match(done.stdout, new RegExp(`^Imported ${good} of ${good + bad.length} ${list}${tail}`, "m"));
      return done;
    },
    async served(record) {
      assert.deepEqual(await find(service, record.originTxnHash), record);
    },
  };
}
