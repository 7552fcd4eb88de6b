// WebAssembly inside a JavaScript string, one character per byte: the bytes that occur most are printable ASCII, the
// others letters from U+00C0 on (two bytes of UTF-8). Compressed it costs a tenth of what base64 adds, and reading it
// takes one short loop.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Found by `npm run alphabet`: 0.4 kB (brotli) less for the four calls than with the bytes in their order. */
export const ALPHABET_FILE = join(root, "scripts", "alphabet.json");

/** The character of each byte. None needs an escape in a double-quoted string. */
export const ALPHABET = JSON.parse(readFileSync(ALPHABET_FILE, "utf8"));

export function encode(bytes, alphabet = ALPHABET) {
  let text = "";
  for (const byte of bytes) text += alphabet[byte];
  return text;
}

/** Runs in the package: its source goes into the bundle as it is, so it uses nothing from outside. */
export function decode(alphabet, text) {
  const byteOf = new Uint8Array(512);
  for (let byte = 0; byte < 256; byte++) byteOf[alphabet.charCodeAt(byte)] = byte;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = byteOf[text.charCodeAt(i)];
  return bytes;
}

/**
 * A script that exports, by the names given, functions that give the compiled modules of files; checked here: no engine
 * would say what went wrong. What of it nobody imports, bundlers leave out.
 */
export function inlineModules(files) {
  const lines = Object.entries(files).map(([name, path]) => {
    const bytes = readFileSync(path);
    const text = encode(bytes);
    if (!bytes.equals(decode(ALPHABET, text))) throw new Error(`The text made from ${path} does not give its bytes back.`);
    return `let ${name}Module;\nexport const ${name} = () => ` +
      `(${name}Module ??= new WebAssembly.Module(decode(alphabet, ${JSON.stringify(text)})));\n`;
  });
  return `${decode}\nconst alphabet = ${JSON.stringify(ALPHABET)};\n${lines.join("")}`;
}
