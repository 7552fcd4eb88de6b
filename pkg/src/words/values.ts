// Values of unknown type, such as the fields of a metadata document.

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
  return String(JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item), space));
}

/**
 * Matches invisible characters: control characters, characters that change the direction of text, and characters
 * without width. Many scripts and emoji need the two joiners, so they match only at the start and after ASCII. Many
 * combining marks on one letter cover the lines around it, so the fifth and later ones match.
 */
export const INVISIBLE =
  // eslint-disable-next-line no-control-regex
  /([\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=^|[\0-\x7f])[\u200c\u200d]|(?<=\p{M}{4})\p{M}+)/u;
