// Reads the forms that headers may have, and the options of a call with them.

import { readObject, unreadableArgument } from "../errors/error.js";
import type { CallOptions } from "../types/options.js";

/**
 * Converts `Headers`, an array of pairs, or another iterable of pairs to an object. Returns any other value unchanged,
 * and an iterable of anything else as an array. Rust checks them.
 */
export function headersObject(headers: unknown): unknown {
  try {
    if (!isIterable(headers)) return headers;
    const pairs = Array.from(headers, (pair) => (isIterable(pair) ? Array.from(pair) : []));
    return pairs.every(({ length }) => length === 2) ? Object.fromEntries(pairs as [string, unknown][]) : pairs;
  } catch (thrown) {
    throw unreadableArgument("headers", thrown);
  }
}

/** Returns whether a value is an iterable object, as the Fetch standard requires it of headers and of each pair. */
function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

/** Returns a copy of the options of a call. Several calls can use it, because its headers are no iterator. */
export function readCallOptions<T extends Pick<CallOptions, "headers">>(options: T | null | undefined): T {
  const all = readObject("options", options);
  if (all.headers) all.headers = headersObject(all.headers) as Record<string, string>;
  return all;
}
