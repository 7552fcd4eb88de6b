// Turns values of unknown type, such as the fields of a metadata document, into plain text, and finds invisible
// characters in texts.

import { textStart } from "./text-start.js";

/**
 * Returns whether a value is an object that is neither an array nor `null`.
 * @example
 * console.log(isRecord({}), isRecord([]), isRecord(null)); // true false false
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a string unchanged, and any other value as JSON text.
 * @example
 * console.log(plain("Tree #7"), plain({ id: 7n })); // Tree #7 {"id":"7"}
 */
export function plain(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}

/**
 * Returns a value as JSON text. A `bigint`, for which `JSON.stringify` throws, becomes a string of its digits.
 * @example
 * console.log(jsonText({ id: 7n })); // {"id":"7"}
 */
export function jsonText(value: unknown, space?: number): string {
  if (typeof value === "bigint") return String(value);
  // `JSON.stringify` returns `undefined` for a value that JSON does not have, such as a function.
  return String(
    JSON.stringify(
      value,
      (_, item: unknown) => (typeof item === "bigint" ? String(item) : item),
      space,
    ),
  );
}

/**
 * Matches what a reader cannot see, or what covers other text. The alternatives of the pattern, in this order:
 * - A control character, a character that changes the direction of text, or a character without width.
 * - A joiner or a variation selector at the start or after ASCII. Elsewhere, scripts and emoji need these characters.
 *   A selector before U+20E3 does not match, because a keycap emoji begins with a digit and a selector.
 * - The fifth and all later combining marks on one letter, together. Many marks cover the lines above and below.
 */
export const INVISIBLE =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /([\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]|(?<=^|[\0-\x7f])(?:[\u200c\u200d]|[\ufe00-\ufe0f](?!\u20e3))|(?<=\p{M}{4})\p{M}+)/u;

/** Returns a text with `▯` for each match of {@link INVISIBLE}. */
export function visible(text: string): string {
  // `split` returns the matches of the group at odd indexes.
  const parts = text.split(INVISIBLE);
  return parts.map((part, index) => (index % 2 === 1 ? "▯" : part)).join("");
}

/**
 * Returns untrusted text for a place without markup, such as a title: at most `limit` characters, without invisible
 * characters, and isolated unless it is ASCII, so that it does not change the direction of the text around it.
 * @example
 * console.log(isolated("Tree #7", 60), isolated("عنب", 60).length); // Tree #7 5
 */
export function isolated(text: string, limit: number): string {
  const shown = visible(textStart(text, limit));
  // U+2068 begins an isolated text, and U+2069 ends it.
  return /^[ -~]*$/.test(shown) ? shown : `\u2068${shown}\u2069`;
}
