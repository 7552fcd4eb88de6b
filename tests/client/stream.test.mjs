// `stream` yields the records of a page while the page arrives.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stream } from "../../pkg/dist/index.js";
import { valueOf } from "./assertions.mjs";
import { createClient } from "./calls.mjs";
import { encode, spy, streamResponse } from "./service.mjs";
import { wait } from "./time.mjs";

const CHUNK_BYTES = 700;
const records = Array.from({ length: 100 }, (_, n) => ({ _id: `r${n}`, status: "active", tokenName: "é" }));
const page = encode(JSON.stringify({ etherealData: records, nextCursor: null }));

/**
 * Reads a page of 100 records that arrives in small chunks.
 * @param breaksOff whether the body of the first request fails in the middle
 * @returns the ids of the records, how many of them came before the last chunk was sent, and the number of requests
 */
async function readPage({ breaksOff }) {
  let isSent = false;
  const fetch = spy(() => {
    const end = breaksOff && fetch.calls.length === 1 ? page.length / 2 : page.length;
    let offset = 0;
    return streamResponse({
      async pull(body) {
        await wait(1);
        body.enqueue(page.slice(offset, Math.min(end, offset + CHUNK_BYTES)));
        offset += CHUNK_BYTES;
        if (offset < end) return;
        if (end < page.length) return body.error(new TypeError("broke off"));
        isSent = true;
        body.close();
      },
    });
  });
  const ids = [];
  let early = 0;
  // With the default `maxRetries`.
  for await (const { _id } of stream(createClient(fetch, { maxRetries: undefined }).ethereals())) {
    ids.push(_id);
    if (!isSent) early++;
  }
  return { ids, early, requests: fetch.calls.length };
}

test("yields records before the end of their page", async () => {
  const { ids, early } = await valueOf(readPage({ breaksOff: false }));
  assert.deepEqual(ids, records.map(({ _id }) => _id));
  assert.ok(early > 50, `${early} records`);
});

test("continues a page that breaks off at the next record", async () => {
  const { ids, early, requests } = await valueOf(readPage({ breaksOff: true }));
  assert.deepEqual(ids, records.map(({ _id }) => _id));
  assert.ok(early > 50, `${early} records`);
  assert.equal(requests, 2);
});
