// Checks of options: their names, integers, choices and functions.

import { type EtherealQueryError, invalidArgument, invalidValue } from "../errors/error.js";
import { MAX_SHOWN_LENGTH, invalidText, quoted } from "../errors/text-argument.js";
import { textOf } from "../errors/unknown-value.js";

/**
 * Refuses an option that is not in `known`, because the caller must learn of a mistyped name. The error does not show a
 * name that contains `secret`, the API key of the client, unless the name is like a known name.
 */
export function refuseUnknown(options: object, known: readonly string[], secret?: unknown): void {
  const key = typeof secret === "string" ? secret.trim() : "";
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || known.includes(name)) continue;
    const similar = similarName(name, known);
    const advice = similar ? `Did you mean "${similar}"?` : `Known options: ${known.join(", ")}.`;
    const hasKey = key !== "" && name.includes(key);
    const isShown = similar !== undefined || (name.length <= MAX_SHOWN_LENGTH && !hasKey);
    const shown = isShown ? quoted(name) : `of ${name.length} characters`;
    throw invalidArgument("options", `Unknown option ${shown}. ${advice}`);
  }
}

/** Reads an integer of milliseconds: a number, or a string of digits. Returns `undefined` for an absent value. */
export function readMilliseconds(
  name: string,
  value: unknown,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (value === undefined || value === null) return undefined;
  const text = textOf(value) ?? "";
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  throw invalidOption(name, value, `an integer from ${min} to ${max} (milliseconds)`);
}

/** Reads a value that must be one of `choices`. Returns `undefined` for an absent value. */
export function readChoice<T>(name: string, value: unknown, choices: readonly T[]): T | undefined {
  if (value === undefined || value === null) return undefined;
  if (choices.includes(value as T)) return value as T;
  throw invalidOption(name, value, choices.map((choice) => JSON.stringify(choice)).join(" or "));
}

/** Reads a function. Returns `undefined` for an absent value, and for any other falsy value. */
export function readFunction<F>(name: string, value: F): F | undefined {
  if (!value) return undefined;
  if (typeof value === "function") return value;
  throw invalidValue(name, value, "a function");
}

/** Creates the error of an option that breaks its rule. */
export function invalidOption(
  name: string,
  value: unknown,
  expectation: string,
): EtherealQueryError {
  const isShown = typeof value === "string" && value.length <= MAX_SHOWN_LENGTH;
  if (isShown) return invalidText(name, value, expectation);
  return invalidValue(name, value, expectation);
}

/** Returns the known name from which `name` differs only in case, underscores, or the plural. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const mistyped = letters(name);
  return known.find((knownName) => {
    const expected = letters(knownName);
    return ["", "s", "es"].some(
      (ending) => mistyped === expected + ending || mistyped + ending === expected,
    );
  });
}

/** Returns the letters by which `refuseUnknown` compares names: in lower case, without `_`. */
function letters(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}
