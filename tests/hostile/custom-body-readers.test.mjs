// Bodies of custom fetch functions whose readers and buffers do not follow the standard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";
import { bytesOf, createPage } from "./client.mjs";

const responseOf = (body) => ({ status: 200, headers: new Headers(), body });
const clientOf = (bodies, options) => {
  let next = 0;
  const fetch = async () => responseOf(bodies[next++]());
  const fixed = { baseUrl: "https://service.invalid/api", apiKey: "key", fetch, maxRetries: 0 };
  return new Client({ ...fixed, timeoutMs: 300, deadlineMs: 600, ...options });
};
const TOKEN = ["0x" + "ab".repeat(20), "1", { chainId: 1 }];

/** A body that detaches the buffer of each chunk at the next read. */
function detachingBody(bytes, size) {
  let at = 0;
  let last;
  const read = async () => {
    if (last) structuredClone(0, { transfer: [last.buffer] });
    last = at < bytes.length ? bytes.slice(at, (at += size)) : undefined;
    return last ? { done: false, value: last } : { done: true };
  };
  return { getReader: () => ({ read, cancel: async () => {} }) };
}

const small = bytesOf(createPage("small", 5));
const large = bytesOf(createPage("large", 5000));
const CALLS = {
  "a list": (client) => client.ethereals().page(),
  "a document": async (client) => (await client.tokenUri(...TOKEN)).etherealData,
};
for (const [name, call] of Object.entries(CALLS)) {
  for (const size of [100, small.length]) {
    test(`reads all of ${name} when chunks of ${size} bytes are detached after each read`, async () => {
      const expected = await call(clientOf([() => new Response(small).body]));
      const result = await call(clientOf([() => detachingBody(small, size)]));
      assert.deepEqual([...(result.items ?? result)], [...(expected.items ?? expected)]);
    });
  }
}

/** A body whose readers fill the buffer of the caller without detaching it. */
function fillingBody(bytes) {
  let at = 0;
  return {
    getReader: ({ mode } = {}) => ({
      async read(view) {
        if (mode === "byob" && !ArrayBuffer.isView(view)) throw new TypeError("No view.");
        if (at === bytes.length) return { done: true, value: view?.subarray(0, 0) };
        const into = mode === "byob" ? view : new Uint8Array(1_000_000);
        const part = bytes.subarray(at, at + into.length);
        into.set(part);
        at += part.length;
        return { done: false, value: into.subarray(0, part.length) };
      },
      releaseLock() {},
      async cancel() {},
    }),
  };
}

/** A body whose readers wrap the readers of the host and never release the lock. */
function wrappingBody(bytes) {
  const { body } = new Response(bytes);
  return {
    getReader(options) {
      const reader = body.getReader(options);
      return { read: (view) => reader.read(view), cancel: () => reader.cancel() };
    },
  };
}

for (const [title, createBody] of [
  ["fill", fillingBody],
  ["wrap", wrappingBody],
]) {
  test(`reads lists by readers that ${title} a buffer`, async () => {
    const client = clientOf([small, large, small, large].map((bytes) => () => createBody(bytes)));
    for (const [name, count] of [
      ["small", 5],
      ["large", 5000],
      ["small", 5],
      ["large", 5000],
    ]) {
      assert.deepEqual(
        (await client.ethereals().page()).items,
        createPage(name, count).etherealData,
      );
    }
  });
}
