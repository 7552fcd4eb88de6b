// The bytes must survive being a string, whatever they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALPHABET, decode, encode } from "../../scripts/inline.mjs";

const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);

for (const [name, bytes] of [
  ["nothing", new Uint8Array()],
  ["every byte", all],
  ["rare bytes first", Uint8Array.from([...all].reverse().flatMap((byte) => [byte, byte, 255]))],
  ["one byte", new Uint8Array(100_000).fill(0xe9)],
]) {
  test(`comes back: ${name}`, () => {
    const text = encode(bytes);
    assert.equal(text.length, bytes.length);
    assert.deepEqual(decode(ALPHABET, text), bytes);
  });
}

test("needs no escape, and no character more than two bytes", () => {
  assert.equal(ALPHABET.length, 256);
  assert.equal(new Set(ALPHABET).size, 256);
  assert.equal(JSON.stringify(ALPHABET), `"${ALPHABET}"`);
  assert.match(ALPHABET, /^[ !#-[\]-~\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]+$/);
});
