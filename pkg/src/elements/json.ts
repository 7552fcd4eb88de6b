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
