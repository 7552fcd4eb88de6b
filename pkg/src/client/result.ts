// Converts the result of a call in Rust to objects, by `JSON.parse`.

import type { CallResult } from "../../wasm/client/ethereal_query.js";

/** Returns the value of a result; `undefined` when the service knows no record. */
export function parseResult(result: CallResult): unknown {
  if (result.json === undefined) return undefined;
  const value: unknown = JSON.parse(result.json);
  return result.hasExactIntegers ? restoreIntegers(value) : value;
}

/**
 * Restores the integers that a JavaScript number cannot hold. Rust writes such an integer as a string that begins with
 * U+0001, and adds a U+0001 to any other string that begins with one. A reviver of `JSON.parse` is much slower than
 * this function.
 */
function restoreIntegers(value: unknown): unknown {
  if (typeof value === "string") {
    if (!value.startsWith("\u0001")) return value;
    return value[1] === "\u0001" ? value.slice(1) : BigInt(value.slice(1));
  }
  if (typeof value === "object" && value) {
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) {
      const restored = restoreIntegers(object[key]);
      if (restored !== object[key]) object[key] = restored;
    }
  }
  return value;
}
