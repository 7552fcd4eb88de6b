// Reads headers in each form that a caller may pass, and the options of a call, which may have headers.

import { invalidValue, readObject, unreadableArgument } from "../errors/error.js";
import type { CallOptions } from "../types/options.js";

/**
 * Converts `Headers`, another iterable of pairs, or an object to pairs. Returns `undefined` for an absent value. Rust
 * checks names and values. Errors name `parameter`.
 */
export function headerPairs(parameter: string, headers: unknown): [string, unknown][] | undefined {
  if (headers === undefined || headers === null) return undefined;
  let pairs: unknown[][] | undefined;
  try {
    if (isIterable(headers)) {
      // A value that is not a pair becomes an empty array, which the check of the length refuses.
      pairs = Array.from(headers, (pair) => (isIterable(pair) ? Array.from(pair) : []));
    } else if (typeof headers === "object") {
      pairs = Object.entries(headers);
    }
    if (pairs?.every(({ length }) => length === 2)) {
      const named: [string, unknown][] = [];
      for (const [name, value] of pairs) {
        if (value !== undefined) named.push([String(name), value]);
      }
      return named;
    }
  } catch (thrown) {
    throw unreadableArgument(parameter, thrown);
  }
  throw invalidValue(parameter, headers, "an object, Headers, or pairs of a name and a value");
}

/** Returns whether a value is an iterable object, as the Fetch standard requires it of headers and of each pair. */
function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

/**
 * Returns a copy of the options of a call. Several calls can use the copy, because its headers are an array and not an
 * iterator that the first call would exhaust.
 */
export function readCallOptions<T extends Pick<CallOptions, "headers">>(
  options: T | null | undefined,
): T {
  const callOptions = readObject("options", options);
  const headers = headerPairs("headers", callOptions.headers);
  return headers ? { ...callOptions, headers } : callOptions;
}
