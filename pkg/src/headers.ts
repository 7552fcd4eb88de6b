// The forms that headers may have.

import { unreadableArgument } from "./error.js";

/**
 * Converts an object, `Headers` or another iterable of pairs to an array of pairs. Returns any other value unchanged,
 * because Rust checks it.
 */
export function pairsOf(headers: unknown): unknown {
  if (typeof headers !== "object" || headers === null) return headers;
  try {
    return Symbol.iterator in headers ? Array.from(headers as Iterable<unknown>) : Object.entries(headers);
  } catch (thrown) {
    throw unreadableArgument("headers", thrown);
  }
}
