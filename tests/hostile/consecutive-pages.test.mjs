// Reads pages in sequence and in parallel. No result may contain data of another result.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";
import { bytesOf, createPage } from "./client.mjs";

/** Functions that turn bytes into the `body` of a Response. */
const BODIES = {
  "in one chunk": (bytes) => new Response(bytes).body,
  "in chunks, as a byte stream": (bytes) => createStream(bytes, 1000, { type: "bytes" }),
  "in chunks, as a default stream": (bytes) => createStream(bytes, 1000, {}),
  "in large chunks": (bytes) => createStream(bytes, 100_000, { type: "bytes" }),
  "by a reader of a custom fetch": (bytes) => ({
    getReader: () => createStream(bytes, 1000, {}).getReader(),
  }),
};

/** A stream of the bytes in chunks of `size`. The stream calls `onPull` at each pull. */
function createStream(bytes, size, options, onPull = () => {}) {
  let at = 0;
  return new ReadableStream({
    ...options,
    pull(controller) {
      onPull();
      if (at === bytes.length) {
        controller.close();
        return;
      }
      // A byte stream detaches the buffer that it receives, so this passes a copy.
      const chunk = bytes.slice(at, at + size);
      at += chunk.length;
      controller.enqueue(chunk);
    },
  });
}

/** A client of a service that responds with the pages in turn. */
function clientOf(toBody, pages) {
  let next = 0;
  const fetch = async () => {
    const page = pages[next % pages.length];
    next += 1;
    return { status: 200, headers: new Headers(), body: toBody(bytesOf(page)) };
  };
  return new Client({
    baseUrl: "https://service.invalid/api",
    apiKey: "key",
    fetch,
    maxRetries: 0,
  });
}

for (const [name, toBody] of Object.entries(BODIES)) {
  test(`pages ${name} have their own records, in sequence and in parallel`, async () => {
    const pages = [
      createPage("a", 2),
      createPage("b", 5000),
      createPage("c", 1),
      createPage("d", 60),
      createPage("e", 1500),
    ];
    const client = clientOf(toBody, pages);
    const results = [];
    // Two rounds of the five pages in sequence, and then one round in parallel. The cursors differ, because the client
    // joins equal requests that are in flight at the same time.
    for (let i = 0; i < 2 * pages.length; i++) {
      results.push(await client.ethereals({ cursor: `c${i}` }).page());
    }
    const calls = pages.map((_, i) => client.ethereals({ cursor: `d${i}` }).page());
    results.push(...(await Promise.all(calls)));
    for (const [i, { items }] of results.entries())
      assert.deepEqual(items, pages[i % pages.length].etherealData);
  });
}

test("a page that times out leaves no data in the next page", async () => {
  // About a third of the body.
  const firstBytes = bytesOf(createPage("stalled", 3000)).slice(0, 40_000);
  const whole = createPage("whole", 40);
  let isStalled = true;
  const stalledBody = () =>
    new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(firstBytes.slice()),
    });
  const fetch = async () => new Response(isStalled ? stalledBody() : bytesOf(whole));
  const client = new Client({
    baseUrl: "https://service.invalid/api",
    apiKey: "key",
    fetch,
    timeoutMs: 50,
    maxRetries: 0,
  });
  await assert.rejects(client.ethereals().page(), { code: "attempt_timeout" });
  isStalled = false;
  for (let i = 0; i < 3; i++)
    assert.deepEqual((await client.ethereals().page()).items, whole.etherealData);
});

test("a body that breaks off leaves no data in the next page", async () => {
  const whole = createPage("whole", 40);
  // About a quarter of the body.
  const firstBytes = bytesOf(createPage("broken", 3000)).slice(0, 30_000);
  let hasBroken = false;
  const brokenBody = () =>
    new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(firstBytes.slice()),
      pull(controller) {
        hasBroken = true;
        controller.error(new Error("broke off"));
      },
    });
  const fetch = async () => new Response(hasBroken ? bytesOf(whole) : brokenBody());
  const client = new Client({
    baseUrl: "https://service.invalid/api",
    apiKey: "key",
    fetch,
    maxRetries: 0,
  });
  await assert.rejects(client.ethereals().page(), { code: "network" });
  for (let i = 0; i < 3; i++)
    assert.deepEqual((await client.ethereals().page()).items, whole.etherealData);
});

test("a page in many small chunks needs little memory", async () => {
  // The body has 77 kB in 7,700 chunks. A copy of all earlier bytes for each chunk would be about 300 MB in total.
  const maxGrowth = 40 * 2 ** 20;
  const page = createPage("small", 2000);
  const bytes = bytesOf(page);
  const chunkSize = 10;
  assert.ok(bytes.length / chunkSize > 6000, "the page has many chunks");
  let peak = 0;
  const measure = () => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers);
  };
  const fetch = async () =>
    new Response(createStream(bytes, chunkSize, { type: "bytes" }, measure));
  const client = new Client({
    baseUrl: "https://service.invalid/api",
    apiKey: "key",
    fetch,
    maxRetries: 0,
  });
  const before = process.memoryUsage().arrayBuffers;
  assert.deepEqual((await client.ethereals().page()).items, page.etherealData);
  const growth = peak - before;
  assert.ok(growth < maxGrowth, `${growth} bytes more`);
});
