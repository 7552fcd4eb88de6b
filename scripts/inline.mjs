// WebAssembly inside a JavaScript string, one character per byte: the bytes that occur most become printable ASCII, the
// others letters from U+00C0 on (two bytes of UTF-8). Compressed it costs a tenth of what base64 adds, and reading it
// takes one short loop.
import { readFileSync } from "node:fs";

/** Everything that may stand in a double-quoted string as it is, then letters without the two signs among them. */
function characters() {
  const all = [];
  for (let code = 0x20; code < 0x7f; code++) all.push(code);
  for (let code = 0xc0; all.length < 256 + 4; code++) all.push(code);
  const banned = [0x22, 0x5c, 0xd7, 0xf7];
  return all.filter((code) => !banned.includes(code));
}

/** The character of each byte: one alphabet for all of `modules`, so that what repeats in them repeats in their texts. */
export function alphabetFor(modules) {
  const counts = new Array(256).fill(0);
  for (const bytes of modules) for (const byte of bytes) counts[byte]++;
  const codes = characters();
  const order = counts.map((count, byte) => ({ count, byte })).sort((a, b) => b.count - a.count || a.byte - b.byte);
  const ascii = codes.filter((code) => code < 0x80).length;
  const alphabet = new Array(256);
  // Within both groups bytes keep their order, so that neighbours stay neighbours for the compressor.
  for (const [group, from] of [[order.slice(0, ascii), 0], [order.slice(ascii), ascii]]) {
    group.sort((a, b) => a.byte - b.byte);
    group.forEach(({ byte }, index) => (alphabet[byte] = codes[from + index]));
  }
  return String.fromCharCode(...alphabet);
}

export function encode(alphabet, bytes) {
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
  const modules = Object.entries(files).map(([name, path]) => [name, readFileSync(path)]);
  const alphabet = alphabetFor(modules.map(([, bytes]) => bytes));
  const lines = modules.map(([name, bytes]) => {
    const text = encode(alphabet, bytes);
    if (!bytes.equals(decode(alphabet, text))) throw new Error(`The text made from ${files[name]} does not give its bytes back.`);
    return `let ${name}Module;\nexport const ${name} = () => ` +
      `(${name}Module ??= new WebAssembly.Module(decode(alphabet, ${JSON.stringify(text)})));\n`;
  });
  return `${decode}\nconst alphabet = ${JSON.stringify(alphabet)};\n${lines.join("")}`;
}
