// Reads the objects that a program passes to an embedded service.

import { similarName } from "../arguments/checked-options.js";
import { invalidArgument, invalidValue, readObject } from "../errors/error.js";
import { readOr } from "../errors/unknown-value.js";

/**
 * Returns a copy of an object. Throws if the object has a member that is not in `names`. `noun` is the word for a
 * member in the error, such as "option".
 */
export function readMembers<T extends object>(
  name: string,
  value: T | undefined,
  names: readonly string[],
  noun: string,
): Partial<T> {
  const object: Partial<T> = readObject(name, value);
  const unknown = Object.keys(object).find((key) => !names.includes(key));
  if (unknown === undefined) return object;
  const similar = similarName(unknown, names);
  const advice = similar ? `Did you mean "${similar}"?` : `Known ${noun}s: ${names.join(", ")}.`;
  throw invalidArgument(name, `Unknown ${noun} "${unknown}". ${advice}`);
}

/** Returns an integer from `min` to `max`; `fallback` when it is absent. */
export function readInteger<F>(
  name: string,
  value: unknown,
  min: number,
  max: number,
  fallback: F,
): number | F {
  if (value === undefined || value === null) return fallback;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max)
    return value;
  throw invalidValue(name, value, `an integer from ${min} to ${max}`);
}

/**
 * Returns the first line of an error's message for another message: `Cannot serialise … (LINE).` If the error's message
 * cannot be read, the line is `it throws`.
 */
export function messageOf(thrown: unknown): string {
  return readOr("it throws", () => String((thrown as Error).message).split("\n", 1)[0]!);
}
