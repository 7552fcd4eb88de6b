// Writes a WebAssembly module as a JavaScript string. pkg/src/runtime/inline-module.ts describes the encoding and
// decodes it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Encodes bytes as text. */
export function encode(bytes) {
  return Array.from(bytes, characterOf).join("");
}

function characterOf(byte) {
  // The bytes 253 to 255 become 0 to 2, and the byte 0 becomes 3. There are 95 printable characters from space (32) on.
  const shifted = (byte + 3) % 256;
  const ascii = String.fromCharCode(32 + shifted);
  const needsNoEscape = ascii !== '"' && ascii !== "\\";
  const isPrintable = shifted < 95;
  return isPrintable && needsNoEscape ? ascii : String.fromCharCode(256 + byte);
}

/** Writes `inline.js`, and its declaration, next to the module in `dir`. */
export function inlineModule(dir) {
  const text = encode(readFileSync(join(dir, "ethereal_query_bg.wasm")));
  writeFileSync(join(dir, "inline.js"), `export const text = "${text}";\n`);
  writeFileSync(join(dir, "inline.d.ts"), "export declare const text: string;\n");
}
