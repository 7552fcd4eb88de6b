// The texts of documents and URIs.

/** Removes ASCII white space and zero bytes around a text. A regular expression for its end would take quadratic time. */
export function trimAscii(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (start < end && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Removes what contracts write around a URI: white space, zero bytes, and quotation marks around the whole. */
export function trimUri(text: string): string {
  const trimmed = trimAscii(text);
  return trimAscii(trimmed.replace(/^(["'])([^]*)\1$/, "$2"));
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x00 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
}

/** Returns a text with U+FFFD in place of each lone surrogate, as `toWellFormed` does in newer hosts. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/** Returns whether a text begins with `start`, which is in lower case. Upper and lower case are equal. */
export function startsWith(text: string, start: string): boolean {
  return asciiLower(text.slice(0, start.length)) === start;
}

/** Converts the ASCII letters of a text to lower case. `toLowerCase` also maps other letters to ASCII. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns the number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
