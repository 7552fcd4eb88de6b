// Reads values of unknown type. Every access may throw, because of a getter or a Proxy.

/** Returns whether a value is an object or an array. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns whether a value is an array; `false` for a proxy that throws. */
export function isArray(value: unknown): value is unknown[] {
  return readOr(false, () => Array.isArray(value));
}

/** Returns a member of an object; `undefined` when it is absent or throws. */
export function memberOf(value: unknown, name: string | number): unknown {
  return isObject(value)
    ? readOr(undefined, () => (value as Record<string | number, unknown>)[name])
    : undefined;
}

/**
 * Returns at most `limit` items of an array; none for any other value. An item that throws is `undefined`, and an array
 * whose length throws has one such item.
 */
export function itemsOf(value: unknown, limit: number): unknown[] {
  if (!isArray(value)) return [];
  const length = readOr(1, () => Math.min(value.length, limit));
  return Array.from({ length }, (_, index) => memberOf(value, index));
}

/** Returns at most `limit` names and values of an object that is not an array; none for any other value. */
export function entriesOf(value: unknown, limit: number): [string, unknown][] {
  return isObject(value) && !isArray(value)
    ? readOr([], () => Object.entries(value).slice(0, limit))
    : [];
}

/** Returns the text of a string, a number or a bigint; `undefined` for any other value. */
export function scalarText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
}

/** Returns a string, or the text of a bigint or of a safe integer from 0; `undefined` for any other value. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "bigint" || (Number.isSafeInteger(value) && Number(value) >= 0)
    ? String(value)
    : undefined;
}

/** Returns what `read` returns; `otherwise` when it throws. */
export function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
