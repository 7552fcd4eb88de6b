// Converts the arguments of a call to the form that Rust reads. This module checks the shape, the names and the types
// of the arguments. Rust checks the values by their rules.

import type * as wasm from "../../wasm/client/ethereal_query.js";
import { shown, unreadableArgument } from "../errors/error.js";
import { MAX_SHOWN_LENGTH } from "../errors/text-argument.js";
import { textOf } from "../errors/unknown-value.js";
import { CALL_OPTIONS, FLAGS } from "../generated/option-names.js";
import type { CallOptions } from "../types/options.js";
import { refuseUnknown } from "./checked-options.js";
import { readCallOptions } from "./headers.js";

/** What a program passes to a call. */
export interface CallInput {
  /** The parameters that are not in an object, such as `address`. */
  values?: object;
  query?: object | undefined;
  /** Names that the options may have in addition to the declared ones. */
  names?: string[];
  options: CallOptions | null | undefined;
}

/** A value for Rust by its name. */
type Values = Record<string, wasm.ListArgument>;

/**
 * Reads the arguments of a call. The query and the options may have the members `declared` and the options that every
 * call has. An error does not show the name of an option that contains `secret`, the API key.
 */
export function readArguments(
  { values, query, names = [], options }: CallInput,
  declared: readonly string[],
  secret: unknown,
): { parameters: Values; options: wasm.CallOptions | undefined; signal: CallOptions["signal"] } {
  const queryAndOptions = { ...query, ...readCallOptions(options) };
  refuseUnknown(queryAndOptions, [...CALL_OPTIONS, ...declared, ...names], secret);
  const { signal, ...members } = queryAndOptions;
  const parameters: Record<string, unknown> = { ...values };
  const callOptions: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const target = CALL_OPTIONS.includes(name) ? callOptions : parameters;
    target[name] = value;
  }
  const hasOptions = Object.keys(callOptions).length > 0;
  return {
    parameters: toArguments(parameters),
    options: hasOptions ? toArguments(callOptions) : undefined,
    signal,
  };
}

/** Converts each value by its name. The API key and the headers stay as they are: the headers are already pairs. */
export function toArguments({ headers, apiKey, ...values }: Record<string, unknown>): Values {
  const converted: Record<string, unknown> = { headers, apiKey };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    try {
      converted[name] = FLAGS.includes(name) ? flagArgument(value) : toArgument(value);
    } catch (thrown) {
      throw unreadableArgument(name, thrown);
    }
  }
  return converted as Values;
}

function flagArgument(value: unknown): wasm.Argument {
  return typeof value === "boolean" ? value : { shown: shown(value) };
}

function toArgument(value: unknown): wasm.ListArgument {
  if (!Array.isArray(value)) return itemArgument(value);
  const items: wasm.Argument[] = [];
  for (const item of value as unknown[]) {
    const argument = itemArgument(item);
    if (typeof argument === "object") return { shown: `an array with ${argument.shown}` };
    items.push(argument);
  }
  return items;
}

/** Converts a string, an integer or a URL. Any other value becomes its description for a message. */
function itemArgument(value: unknown): wasm.Argument {
  if (typeof value === "string") return stringArgument(value);
  if (value instanceof URL) return value.href;
  const digits = textOf(value);
  if (digits === undefined) return { shown: shown(value) };
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/**
 * Returns the text. If it has a lone surrogate, which Rust would replace, returns a description for an error message.
 * The description shows only a text that is too short for an API key.
 */
function stringArgument(text: string): wasm.Argument {
  if (!/\p{Cs}/u.test(text)) return text;
  return {
    shown: text.length > MAX_SHOWN_LENGTH ? "a string with a lone surrogate" : JSON.stringify(text),
  };
}
