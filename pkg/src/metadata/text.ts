// The texts of documents and URIs.

/** Removes what contracts write around a URI: white space, zero bytes, and quotation marks around the whole. */
export function trimUri(text: string): string {
  // Leaves out zero bytes at both ends, and joins several in the middle to one. A regular expression for the end would
  // take quadratic time.
  const parts = text.split("\0").filter((part) => part.trim() !== "");
  return parts
    .join("\0")
    .trim()
    .replace(/^(["'])([^]*)\1$/, "$2")
    .trim();
}

/** Replaces each lone surrogate by U+FFFD, as `toWellFormed` does in newer hosts. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/** Converts the ASCII letters of a text to lower case. `toLowerCase` also maps the Kelvin sign to `k`. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
