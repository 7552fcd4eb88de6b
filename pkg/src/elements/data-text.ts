// The text by which an element compares two values of a property.
import { readOr } from "../errors/unknown-value.js";

/**
 * Returns the JSON text of a value that is only data. Returns `undefined` for a value that contains a function, or an
 * instance of a class without `toJSON`: two such values can differ although their texts are equal. A `bigint` becomes
 * its digits.
 */
export function dataText(value: unknown): string | undefined {
  return readOr(undefined, () =>
    JSON.stringify(value, (_, item: unknown) => {
      if (typeof item === "bigint") return String(item);
      // An instance with `toJSON`, such as a Date, does not arrive here: `JSON.stringify` first calls `toJSON`, and
      // passes the result.
      if (!isData(item)) throw new TypeError("The value is not only data.");
      return item;
    }),
  );
}

function isData(item: unknown): boolean {
  if (typeof item === "function") return false;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return true;
  const prototype: unknown = Object.getPrototypeOf(item);
  if (prototype === null) return true;
  // Each realm, such as an `iframe`, has a separate `Object.prototype`, which itself has no prototype.
  return Object.getPrototypeOf(prototype) === null;
}
