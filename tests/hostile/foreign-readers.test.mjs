// Bodies of foreign fetch functions, whose readers and memory are not those of the standard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";

const page = (name, count) => ({
  etherealData: Array.from({ length: count }, (_, i) => ({ _id: `${name} ${i}`, status: "active" })),
  nextCursor: null,
});
const bytesOf = (value) => new TextEncoder().encode(JSON.stringify(value));
const answer = (body) => ({ status: 200, headers: new Headers(), body });
const clientOf = (bodies, options) => {
  let next = 0;
  const fetch = async () => answer(bodies[next++]());
  const fixed = { baseUrl: "https://service.invalid/api", apiKey: "key", fetch, maxRetries: 0 };
  return new Client({ ...fixed, timeoutMs: 300, deadlineMs: 600, ...options });
};
const TOKEN = ["0x" + "ab".repeat(20), "1", { chainId: 1 }];

/** Gives chunks of `size`, and at the next read detaches the memory of the last one. */
function takingBack(bytes, size) {
  let at = 0;
  let last;
  const read = async () => {
    if (last) structuredClone(0, { transfer: [last.buffer] });
    last = at < bytes.length ? bytes.slice(at, (at += size)) : undefined;
    return last ? { done: false, value: last } : { done: true };
  };
  return { getReader: () => ({ read, cancel: async () => {} }) };
}

const small = bytesOf(page("small", 5));
const large = bytesOf(page("large", 5000));
const CALLS = {
  "a list": (client) => client.ethereals().page(),
  "an opened list": (client) => client.ethereals().open(),
  "a document": async (client) => (await client.tokenUri(...TOKEN)).etherealData,
};
for (const [name, call] of Object.entries(CALLS)) {
  for (const size of [100, small.length]) {
    test(`${name} whose bytes are detached after each read, ${size} at a time, is complete`, async () => {
      const expected = await call(clientOf([() => new Response(small).body]));
      const result = await call(clientOf([() => takingBack(small, size)]));
      assert.deepEqual([...(result.items ?? result)], [...(expected.items ?? expected)]);
    });
  }
}

/** Readers that fill the memory they are given, and leave it to whoever gave it. */
function filling(bytes) {
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

/** Readers of the host in others, which do not give the body free. */
function wrapping(bytes) {
  const { body } = new Response(bytes);
  return {
    getReader(options) {
      const reader = body.getReader(options);
      return { read: (view) => reader.read(view), cancel: () => reader.cancel() };
    },
  };
}

for (const make of [filling, wrapping]) {
  test(`a list by readers that are ${make.name} others' memory has its records`, async () => {
    const client = clientOf([small, large, small, large].map((bytes) => () => make(bytes)));
    for (const [name, count] of [["small", 5], ["large", 5000], ["small", 5], ["large", 5000]]) {
      assert.deepEqual((await client.ethereals().page()).items, page(name, count).etherealData);
    }
  });
}

test("the text of a kept document is what was checked, whatever becomes of the memory it came in", async () => {
  const memory = bytesOf({ name: "x".repeat(200) });
  const text = new TextDecoder().decode(memory);
  const pieces = [memory.subarray(0, 50), memory.subarray(50)];
  const read = async () => ({ done: pieces.length === 0, value: pieces.shift() });
  const client = clientOf([() => ({ getReader: () => ({ read, cancel: async () => {} }) })], { cache: { maxEntries: 5 } });
  assert.equal((await client.tokenUri(...TOKEN, { raw: true })).text, text);
  memory.fill(0x20);
  assert.equal((await client.tokenUri(...TOKEN, { raw: true })).text, text);
});
