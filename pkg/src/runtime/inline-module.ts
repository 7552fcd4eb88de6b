// WebAssembly in a string with one character per byte. After compression it is 2 % larger than the file; base64 is 37 %
// larger.
//
// The frequent bytes are printable ASCII characters: 253 to 255 and 0 to 65 are those from space ("#" is 0) to "d", and
// 101 to 126 stay "e" to "~". Two of them need an escape in a string: " and \ would be 255 and 57, which are rare in a
// module. These two and all other bytes are the character U+0100 + byte. scripts/inline.mjs writes the string.

/** The last character of those that are shifted: "d". */
const LAST_SHIFTED = 100;

/** Compiles the module in `text`. */
export function decodeModule(text: string): WebAssembly.Module {
  return new WebAssembly.Module(decodeBytes(text));
}

/** Returns the bytes in `text`. */
export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // The array stores the lowest eight bits of a number.
    bytes[i] = code <= LAST_SHIFTED ? code - 35 : code;
  }
  return bytes;
}
