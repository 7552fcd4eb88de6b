// The text arguments of the helpers, and the errors for a text that breaks its rule.

import { type EtherealQueryError, invalidArgument, invalidValue } from "./error.js";
import { textOf } from "./unknown-value.js";

/** Maximum number of characters of a number or a URI that a message shows. */
const MAX_QUOTED_LENGTH = 64;
/** Maximum number of characters of any other text that a message shows, because a longer text could be an API key. */
export const MAX_SHOWN_LENGTH = 15;

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

/** Matches a decimal or hexadecimal number, such as an address with the wrong number of digits. */
const NUMBER = /^(0x[\da-f]*|-?\d*)$/i;

/**
 * Creates the error of a value that breaks its rule. Unlike the message of `invalidValue`, its message shows the text
 * of a number, or a short text. A longer text could be an API key in the wrong place, so the message shows the length.
 */
export function invalidText(
  parameter: string,
  value: unknown,
  expectation: string,
): EtherealQueryError {
  if (value === undefined || value === null) {
    return invalidArgument(parameter, `Missing ${parameter}. Expected ${expectation}.`);
  }
  if (typeof value !== "string") return invalidValue(parameter, value, expectation);
  const { length } = [...value];
  const isShown = length <= MAX_SHOWN_LENGTH || (length <= MAX_QUOTED_LENGTH && NUMBER.test(value));
  const shown = isShown ? quoted(value) : `${length} characters (hidden: they could be an API key)`;
  return invalidArgument(parameter, `Invalid ${parameter}: ${shown}. Expected ${expectation}.`);
}

/**
 * Quotes a text for a message: shortened, and with U+FFFD instead of lone surrogates and of control characters, which
 * could forge lines of a log.
 */
export function quoted(text: string): string {
  // A character has one or two code units, so the slice of a longer text has at least MAX_QUOTED_LENGTH + 1 characters.
  const characters = [...text.slice(0, 2 * (MAX_QUOTED_LENGTH + 1))];
  const shown = characters
    .slice(0, MAX_QUOTED_LENGTH)
    .join("")
    .replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd");
  return `"${shown}${characters.length > MAX_QUOTED_LENGTH ? "…" : ""}"`;
}
