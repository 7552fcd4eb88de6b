// The encoding of WebAssembly as a string, which scripts/inline.mjs writes and the package reads.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { encode } from "../../scripts/inline.mjs";
import { importSource } from "../source.mjs";

const { decodeBytes, decodeModule } = await importSource("runtime/inline-module");

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const file = new Uint8Array(
  readFileSync(new URL("../../pkg/dist/ethereal_query.wasm", import.meta.url)),
);

for (const [name, bytes] of Object.entries({
  "no bytes": new Uint8Array(),
  "every byte": everyByte,
  "a module": file,
})) {
  test(`encodes and decodes ${name}`, () => {
    const text = encode(bytes);
    assert.equal(text.length, bytes.length);
    assert.deepEqual(decodeBytes(text), bytes);
  });
}

test("a decoded module compiles", () => {
  // The magic number and the version of WebAssembly are a complete module.
  const emptyModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  const { exports } = new WebAssembly.Instance(decodeModule(encode(emptyModule)));
  assert.deepEqual(Object.keys(exports), []);
});

test("writes characters that need no escape and at most two bytes in UTF-8", () => {
  const text = encode(everyByte);
  assert.equal(JSON.stringify(text), `"${text}"`);
  for (const character of text) {
    // Printable ASCII, or a character from U+0100 to U+01FF.
    assert.match(character, /[ -~\u0100-\u01ff]/);
    assert.ok(Buffer.byteLength(character) <= 2);
  }
});
