// The bytes must survive being a string, whatever they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alphabetFor, decode, encode } from "../../scripts/inline.mjs";

const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);

for (const [name, bytes] of [
  ["nothing", new Uint8Array()],
  ["every byte", all],
  ["rare bytes first", Uint8Array.from([...all].reverse().flatMap((byte) => [byte, byte, 255]))],
  ["one byte", new Uint8Array(100_000).fill(0xe9)],
]) {
  test(`comes back: ${name}`, () => {
    const alphabet = alphabetFor([bytes]);
    const text = encode(alphabet, bytes);
    assert.equal(text.length, bytes.length);
    assert.deepEqual(decode(alphabet, text), bytes);
  });
}

test("needs no escape, and no character more than two bytes", () => {
  const alphabet = alphabetFor([all.slice(0, 200), all]);
  assert.equal(new Set(alphabet).size, 256);
  assert.equal(JSON.stringify(alphabet), `"${alphabet}"`);
  assert.match(alphabet, /^[ !#-[\]-~\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]+$/);
});
