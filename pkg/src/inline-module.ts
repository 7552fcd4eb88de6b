// WebAssembly within a string of JavaScript, one character per byte: after compression 4 % more than the file, where base64
// is 37 % more.
//
// A byte from 240 to 255 or from 0 to 78 is a printable ASCII character: space stands for 240, "0" for 0. The two that a
// string would have to escape (" and \) and all other bytes are the letter U+0100 + byte. scripts/inline.mjs writes such
// strings.

/** Compiles the module in `text`. */
export function decodeModule(text: string): WebAssembly.Module {
  return new WebAssembly.Module(decodeBytes(text));
}

/** The bytes in `text`. */
export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // A Uint8Array keeps the lowest eight bits.
    bytes[i] = code < 256 ? code - 48 : code;
  }
  return bytes;
}
