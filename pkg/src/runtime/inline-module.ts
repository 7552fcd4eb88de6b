// WebAssembly in a string with one character per byte. After compression it is 4 % larger than the file; base64 is 37 %
// larger.
//
// The bytes 253 to 255 and 0 to 91 are printable ASCII characters: space is 253, "#" is 0. Two of these characters
// would need an escape in a string: " (255) and \ (57). These two bytes, which are rare in a module, and all other
// bytes are the character U+0100 + byte. scripts/inline.mjs writes the string.

/** The character of "a", the second byte of every module. It is not in ASCII. */
const SECOND_CHARACTER = 0x161;

/** The code of "#", the character of the byte 0. */
const ZERO_CHARACTER = 35;

/** Compiles the module in `text`. */
export function decodeModule(text: string): WebAssembly.Module {
  // A page without `charset` may read the script in another encoding, or a tool may have changed the encoding.
  if (text.charCodeAt(1) !== SECOND_CHARACTER)
    throw new Error("serve this script with charset=utf-8");
  return new WebAssembly.Module(decodeBytes(text));
}

/** Returns the bytes in `text`. */
export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // The array stores the lowest eight bits of a number.
    bytes[i] = code < 256 ? code - ZERO_CHARACTER : code;
  }
  return bytes;
}
