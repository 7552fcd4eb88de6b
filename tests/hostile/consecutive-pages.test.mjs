// Pages read one after the other and at the same time: no result may show anything of another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";

const page = (name, count) => ({
  etherealData: Array.from({ length: count }, (_, i) => ({ _id: `${name} ${i}`, status: "active" })),
  nextCursor: null,
});
const bytesOf = (value) => new TextEncoder().encode(JSON.stringify(value));

/** How a body comes: `give(bytes)` is what `body` of its Response is. */
const BODIES = {
  "in one piece": (bytes) => new Response(bytes).body,
  "in pieces, as a stream of bytes": (bytes) => streamed(bytes, 1000, { type: "bytes" }),
  "in pieces, as a stream of anything": (bytes) => streamed(bytes, 1000, {}),
  "in large pieces": (bytes) => streamed(bytes, 100_000, { type: "bytes" }),
  "by a reader of a custom fetch": (bytes) => ({ getReader: () => streamed(bytes, 1000, {}).getReader() }),
};

function streamed(bytes, size, options) {
  let at = 0;
  return new ReadableStream({
    ...options,
    pull(to) {
      // A stream of bytes takes what it is given away from its owner.
      if (at < bytes.length) to.enqueue(bytes.slice(at, (at += size)));
      else {
        to.close();
        to.byobRequest?.respond(0);
      }
    },
  });
}

/** A client of a service that answers with the pages in turn. */
function asking(give, pages) {
  let next = 0;
  const fetch = async () => ({ status: 200, headers: new Headers(), body: give(bytesOf(pages[next++ % pages.length])) });
  return new Client({ baseUrl: "https://service.invalid/api", apiKey: "key", fetch, maxRetries: 0 });
}

for (const [name, give] of Object.entries(BODIES)) {
  test(`pages that come ${name} have their own records, one after the other and at once`, async () => {
    const pages = [page("a", 2), page("b", 5000), page("c", 1), page("d", 60), page("e", 1500)];
    const client = asking(give, pages);
    const seen = [];
    for (let i = 0; i < 10; i++) seen.push(await client.ethereals({ cursor: `c${i}` }).page());
    seen.push(...(await Promise.all(pages.map((_, i) => client.ethereals({ cursor: `d${i}` }).page()))));
    for (const [i, { items }] of seen.entries()) assert.deepEqual(items, pages[i % pages.length].etherealData);
  });
}

test("a page given up while it is read leaves nothing in the next", async () => {
  const half = bytesOf(page("half", 3000)).slice(0, 40_000);
  const sound = page("sound", 40);
  let isStuck = true;
  const stuck = () => new ReadableStream({ type: "bytes", start: (to) => to.enqueue(half.slice()) });
  const fetch = async () => new Response(isStuck ? stuck() : bytesOf(sound));
  const client = new Client({ baseUrl: "https://service.invalid/api", apiKey: "key", fetch, timeoutMs: 50, maxRetries: 0 });
  await assert.rejects(client.ethereals().page(), { code: "attempt_timeout" });
  isStuck = false;
  for (let i = 0; i < 3; i++) assert.deepEqual((await client.ethereals().page()).items, sound.etherealData);
});

test("a body that breaks off leaves nothing in the next", async () => {
  const sound = page("sound", 40);
  let calls = 0;
  const broken = () =>
    new ReadableStream({
      type: "bytes",
      pull(to) {
        if (calls++ === 0) to.enqueue(bytesOf(page("broken", 3000)).slice(0, 30_000));
        else to.error(new Error("broke off"));
      },
    });
  const fetch = async () => new Response(calls < 2 ? broken() : bytesOf(sound));
  const client = new Client({ baseUrl: "https://service.invalid/api", apiKey: "key", fetch, maxRetries: 0 });
  await assert.rejects(client.ethereals().page(), { code: "network" });
  for (let i = 0; i < 3; i++) assert.deepEqual((await client.ethereals().page()).items, sound.etherealData);
});

test("a page in very many small chunks needs little memory", async () => {
  const small = page("small", 2000);
  const bytes = bytesOf(small);
  let most = 0;
  let at = 0;
  const pull = (to) => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
    if (at < bytes.length) to.enqueue(bytes.slice(at, (at += 10)));
    else {
      to.close();
      to.byobRequest?.respond(0);
    }
  };
  const fetch = async () => new Response(new ReadableStream({ type: "bytes", pull }));
  const client = new Client({ baseUrl: "https://service.invalid/api", apiKey: "key", fetch, maxRetries: 0 });
  const before = process.memoryUsage().arrayBuffers;
  assert.deepEqual((await client.ethereals().page()).items, small.etherealData);
  assert.ok(bytes.length > 60_000);
  assert.ok(most - before < 40 * 1024 * 1024, `${most - before} bytes more`);
});
