// The arguments of a call in the form that Rust reads. Here are their shape, names and types, and in Rust the rules of
// their values.

import type { Arguments } from "../../wasm/client/ethereal_query.js";
import { shown } from "../errors/error.js";
import { textOf } from "../errors/text-argument.js";
import { isArray, memberOf } from "../errors/unknown-value.js";
import { CALL_OPTIONS, FLAGS } from "../generated/option-names.js";
import type { CallOptions } from "../types/options.js";
import { readCallOptions } from "./headers.js";
import { MAX_SHOWN_LENGTH, refuseUnknown } from "./options.js";

/** What a program passes to a call. */
export interface GivenArguments {
  /** The parameters that are no object, such as `address`. */
  values?: object;
  query?: object | undefined;
  /** Names that the options may have beside the declared ones. */
  names?: string[];
  options: CallOptions | null | undefined;
}

/**
 * Reads the arguments of a call, whose query and options may have the members `declared` and the options of every call.
 * The name of an option that has `secret` in it is not shown.
 */
export function readArguments(
  { values, query, names = [], options }: GivenArguments,
  declared: readonly string[],
  secret: unknown,
): { all: Arguments; signal: CallOptions["signal"] } {
  const named = { ...query, ...readCallOptions(options) };
  refuseUnknown(named, [...CALL_OPTIONS, ...declared, ...names], secret);
  const { signal, ...rest } = named;
  return { all: toArguments({ ...rest, ...values }), signal };
}

/** Converts named values. Their headers are pairs, as {@link readCallOptions} returns them. */
export function toArguments({ headers, ...values }: Record<string, unknown>): Arguments {
  const all: Arguments = { texts: [], unreadable: [], headers: headers as Arguments["headers"] };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const read = readerOf(name)(value);
    if ("text" in read) all.texts.push(name, read.text);
    else all.unreadable.push(name, read.shown);
  }
  return all;
}

/** The text of a value, or how a message shows a value that has none. */
type ReadValue = { text: string } | { shown: string };

function readerOf(name: string): (value: unknown) => ReadValue {
  if (name === "apiKey") return readKey;
  return FLAGS.includes(name) ? readFlag : readValue;
}

function readKey(value: unknown): ReadValue {
  return typeof value === "string" ? readString(value) : { shown: shown(value) };
}

function readFlag(value: unknown): ReadValue {
  return typeof value === "boolean" ? { text: String(value) } : { shown: shown(value) };
}

/** Reads a string, an integer, a URL, or an array of them. */
function readValue(value: unknown): ReadValue {
  if (typeof value === "string") return readString(value);
  const text = textOf(value) ?? hrefOf(value);
  if (text !== undefined) return { text };
  return isArray(value) ? readArray(value) : { shown: shown(value) };
}

/** Refuses a lone surrogate, which Rust would replace. Shows it only in a text that is too short for an API key. */
function readString(text: string): ReadValue {
  if (!/\p{Cs}/u.test(text)) return { text };
  return { shown: text.length > MAX_SHOWN_LENGTH ? "a string with a lone surrogate" : JSON.stringify(text) };
}

function readArray(list: unknown[]): ReadValue {
  const texts = [];
  // An array whose length throws has one item that throws.
  const length = Number(memberOf(list, "length") ?? 1);
  for (let index = 0; index < length; index++) {
    const item = memberOf(list, index);
    // An array in an array is never valid, and it could contain itself.
    const read = isArray(item) ? { shown: "an array" } : readValue(item);
    if ("shown" in read) return { shown: `an array with ${read.shown}` };
    texts.push(read.text);
  }
  return { text: texts.join(",") };
}

function hrefOf(value: unknown): string | undefined {
  try {
    return value instanceof URL ? value.href : undefined;
  } catch {
    // A proxy may throw.
    return undefined;
  }
}
