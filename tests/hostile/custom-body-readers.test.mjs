// Tests bodies of custom fetch functions whose readers and buffers do not follow the standard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";
import { bytesOf, createPage } from "./client.mjs";

const responseOf = (body) => ({ status: 200, headers: new Headers(), body });
/** A client of a service that responds to each request with the next body. `bodies` has functions that create them. */
const clientOf = (bodies) => {
  let next = 0;
  const fetch = async () => {
    const createBody = bodies[next];
    next += 1;
    return responseOf(createBody());
  };
  return new Client({
    baseUrl: "https://service.invalid/api",
    apiKey: "key",
    fetch,
    maxRetries: 0,
    timeoutMs: 300,
    deadlineMs: 600,
  });
};
const TOKEN_ARGUMENTS = ["0x" + "ab".repeat(20), "1", { chainId: 1 }];

/** A body that detaches the buffer of each chunk at the next read. */
function detachingBody(bytes, size) {
  let at = 0;
  let previousChunk;
  const read = async () => {
    // A transfer detaches the buffer. The cloned value 0 is not used.
    if (previousChunk) structuredClone(0, { transfer: [previousChunk.buffer] });
    previousChunk = undefined;
    if (at === bytes.length) return { done: true };
    const chunk = bytes.slice(at, at + size);
    at += chunk.length;
    previousChunk = chunk;
    return { done: false, value: chunk };
  };
  return { getReader: () => ({ read, cancel: async () => {} }) };
}

const smallBytes = bytesOf(createPage("small", 5));
/** Calls that return the records of the body. The document of a token may be any JSON, such as a page of records. */
const CALLS = {
  "a list": async (client) => (await client.ethereals().page()).items,
  "a document": async (client) => (await client.tokenUri(...TOKEN_ARGUMENTS)).etherealData,
};
for (const [name, call] of Object.entries(CALLS)) {
  for (const size of [100, smallBytes.length]) {
    test(`reads all of ${name} when each read detaches the previous chunk of ${size} bytes`, async () => {
      const result = await call(clientOf([() => detachingBody(smallBytes, size)]));
      assert.deepEqual(result, createPage("small", 5).etherealData);
    });
  }
}

/** A body whose readers wrap the readers of the host and never release the lock. */
function wrappingBody(bytes) {
  const { body } = new Response(bytes);
  return {
    getReader() {
      const reader = body.getReader();
      return { read: () => reader.read(), cancel: () => reader.cancel() };
    },
  };
}

test("reads lists with readers that wrap the readers of the host", async () => {
  const small = createPage("small", 5);
  const large = createPage("large", 5000);
  const pages = [small, large, small, large];
  const client = clientOf(pages.map((page) => () => wrappingBody(bytesOf(page))));
  for (const page of pages) {
    const { items } = await client.ethereals().page();
    assert.deepEqual(items, page.etherealData);
  }
});
