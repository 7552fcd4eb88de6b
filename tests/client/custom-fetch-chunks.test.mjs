// Tests how the client reads the body of a custom `fetch`: which chunks it accepts, and which responses it refuses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError, errorOf, show, valueOf, toJson } from "./assertions.mjs";
import { PROJECT, createClient, start } from "./calls.mjs";
import { encode, responseOfChunks, spy, streamResponse } from "./service.mjs";
import { wasmMemoryBytes } from "./wasm-memory.mjs";

const BODY = '{"balance":"1"}';

/**
 * The custom fetch reads chunks before it returns the response. The client must refuse the response, even if the
 * remaining chunks are valid JSON.
 */
for (const [title, read] of [
  ["a response whose text was read", (response) => response.text()],
  ["a response whose body was cancelled", (response) => response.body.cancel()],
  [
    "a response whose first chunk was read",
    async ({ body }) => {
      const reader = body.getReader();
      await reader.read();
      reader.releaseLock();
    },
  ],
  [
    "a response whose chunks were all read",
    async ({ body }) => {
      const reader = body.getReader();
      let isDone = false;
      while (!isDone) isDone = (await reader.read()).done;
      reader.releaseLock();
    },
  ],
]) {
  test(`${title} is a network error`, async () => {
    const fetch = spy(async () => {
      const response = responseOfChunks(['{"a":1},', BODY].map(encode));
      await read(response);
      return response;
    });
    const error = await errorOf(start(createClient(fetch), PROJECT));
    assert.equal(error.kind, "network", show(error));
  });
}

/** The global object of another realm, which has its own classes. */
function createRealm() {
  // Not an import: this file also runs in a browser, where `node:vm` does not exist.
  if (typeof document === "undefined")
    return process.getBuiltinModule("vm").runInNewContext("globalThis");
  const frame = document.createElement("iframe");
  document.body.append(frame);
  return frame.contentWindow;
}

test("a chunk may be an ArrayBuffer, or a view of a part of an ArrayBuffer", async () => {
  // The first chunk is a view that begins after the bytes `xx`, which do not belong to the body.
  const bytes = encode(`xx${BODY}`);
  const chunks = [bytes.subarray(2, 5), new ArrayBuffer(0), bytes.slice(5).buffer];
  const fetch = spy(() => responseOfChunks(chunks));
  assert.equal(toJson(await valueOf(start(createClient(fetch), PROJECT))), BODY);
});

/** Bytes of another realm come, for example, from the `fetch` of an iframe, or of the program around a sandbox. */
for (const [title, respond] of [
  [
    "a streamed body",
    (bytes) =>
      streamResponse({
        start(body) {
          body.enqueue(bytes);
          body.close();
        },
      }),
  ],
  ["arrayBuffer()", (bytes) => ({ status: 200, arrayBuffer: () => bytes.buffer })],
]) {
  test(`bytes of another realm are accepted from ${title}`, async () => {
    const { Uint8Array: ForeignUint8Array } = createRealm();
    const bytes = new ForeignUint8Array([...encode(BODY)]);
    assert.equal(bytes instanceof Uint8Array, false);
    const fetch = spy(() => respond(bytes));
    assert.equal(toJson(await valueOf(start(createClient(fetch), PROJECT))), BODY);
  });
}

/** A copy of a very large chunk would exhaust the memory of the WebAssembly module. */
for (const [title, respond] of [
  ["a chunk", (bytes) => streamResponse({ start: (body) => body.enqueue(bytes) })],
  ["an arrayBuffer()", (bytes) => ({ status: 200, arrayBuffer: () => bytes.buffer })],
]) {
  test(`${title} beyond maxBodyBytes is not copied into the WebAssembly memory`, async () => {
    const chunkBytes = 64 * 2 ** 20;
    // This call starts the WebAssembly module, unless an earlier test has started it.
    await valueOf(start(createClient(spy(() => new Response(BODY))), PROJECT));
    const bytesBefore = wasmMemoryBytes();
    assert.ok(bytesBefore > 0);
    const fetch = spy(() => respond(new Uint8Array(chunkBytes)));
    const error = await errorOf(start(createClient(fetch, { maxBodyBytes: 1000 }), PROJECT));
    assertError(error, "response_too_large");
    const growth = wasmMemoryBytes() - bytesBefore;
    // A copy would need `chunkBytes`. The call may need less than half as much memory for other data.
    assert.ok(growth < chunkBytes / 2, `the memory grew by ${growth} bytes`);
  });
}
