// The text arguments of the helpers, and the errors for a text that breaks its rule.

import { type EtherealQueryError, invalidArgument, invalidValue } from "./error.js";
import { textOf } from "./unknown-value.js";

/** Maximum number of characters of a value that a message shows. */
const SHOWN_LENGTH = 64;

/** Matches the text of an argument with `pattern`. Throws an error with the rule `expectation` unless it matches. */
export function matchText(
  parameter: string,
  value: unknown,
  pattern: RegExp,
  expectation: string,
): RegExpExecArray {
  const match = pattern.exec(textOf(value) ?? "");
  if (!match) throw invalidText(parameter, value, expectation);
  return match;
}

/** Creates the error of a value that breaks its rule. Unlike `invalidValue`, its message shows a string. */
export function invalidText(
  parameter: string,
  value: unknown,
  expectation: string,
): EtherealQueryError {
  if (value === undefined || value === null) {
    return invalidArgument(parameter, `Missing ${parameter}. Expected ${expectation}.`);
  }
  if (typeof value !== "string") return invalidValue(parameter, value, expectation);
  return invalidArgument(
    parameter,
    `Invalid ${parameter}: ${quoted(value)}. Expected ${expectation}.`,
  );
}

/** Quotes a text for a message: shortened, and without characters that could forge lines of a log. */
export function quoted(text: string): string {
  // Enough code units for one character more than is shown: a character has one or two.
  const characters = [...text.slice(0, 2 * SHOWN_LENGTH + 2)];
  const shown = characters
    .slice(0, SHOWN_LENGTH)
    .join("")
    .replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd");
  return `"${shown}${characters.length > SHOWN_LENGTH ? "…" : ""}"`;
}
