// Converts the result of a call in Rust to objects, by `JSON.parse`.

import type { CallResult } from "../../wasm/client/ethereal_query.js";

/** Returns the value of a result; `undefined` when the service knows no record. */
export function parseResult({ json, exactJson }: CallResult): unknown {
  if (json === undefined) return undefined;
  const value: unknown = JSON.parse(json);
  return exactJson === undefined ? value : withExactIntegers(value, JSON.parse(exactJson));
}

/**
 * Returns `value` with a BigInt in each place where `value` has a number and `exact` has a string of digits. Apart from
 * these strings, `value` and `exact` are equal. The function changes the objects and arrays of `value` in place. A
 * reviver of `JSON.parse` is much slower than this function.
 */
function withExactIntegers(value: unknown, exact: unknown): unknown {
  if (typeof value === "number" && typeof exact === "string") return BigInt(exact);
  if (typeof value === "object" && value) {
    const members = value as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      const restored = withExactIntegers(members[key], (exact as Record<string, unknown>)[key]);
      if (restored !== members[key]) members[key] = restored;
    }
  }
  return value;
}
