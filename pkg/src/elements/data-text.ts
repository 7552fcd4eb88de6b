// Whether two values of a property are equal.
import { readOr } from "../errors/unknown-value.js";

/**
 * Returns the JSON text of a value that is only data. It is `undefined` for a value with a function or an instance of a
 * class, which may be different although its text is the same. A `bigint` is its digits.
 */
export function dataText(value: unknown): string | undefined {
  return readOr(undefined, () =>
    JSON.stringify(value, (_, item: unknown) => {
      if (typeof item === "bigint") return String(item);
      if (!isData(item)) throw new TypeError("The value is not only data.");
      return item;
    }),
  );
}

function isData(item: unknown): boolean {
  if (typeof item !== "object" || item === null || Array.isArray(item))
    return typeof item !== "function";
  const prototype: unknown = Object.getPrototypeOf(item);
  // Each realm has an `Object.prototype`.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
