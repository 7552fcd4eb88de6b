// What Rust resolves a call to becomes objects, always by the engine's own JSON.parse.

import type { CallResult } from "../wasm/client/ethereal_query.js";

/** The value of a result; `undefined` when the service knows no record. */
export function parseResult(result: CallResult): unknown {
  if (result.json === undefined) return undefined;
  const value: unknown = JSON.parse(result.json);
  return result.hasExactIntegers ? restoreIntegers(value) : value;
}

/**
 * Rust writes an integer that no double can hold as a string that begins with U+0001, and doubles the U+0001 of a string
 * that begins with one by itself. A walk by hand: a reviver of JSON.parse takes far longer.
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
