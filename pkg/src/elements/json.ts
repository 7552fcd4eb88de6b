// Values of unknown shape: the fields of a metadata document, or of a record that the page passed.

/** Whether a value is an object with named fields: no array, not `null`. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A string as it is, any other value as JSON text. */
export function plain(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}

/** A value as JSON text. A `bigint`, which `JSON.stringify` rejects, becomes its decimal digits. */
export function jsonText(value: unknown, space?: number): string {
  if (typeof value === "bigint") return String(value);
  return String(JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item), space));
}
