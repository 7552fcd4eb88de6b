// Values on their way into Rust, as text, and out of it. Taking objects apart costs less here than in WebAssembly.

import { refuse } from "./error.js";

/** Between texts; no encoded value holds it. */
export const SEPARATOR = "\0";
// Marks what is no text: only a rule of its own accepts it, and errors show what follows.
const OTHER = "\u0001";

// What Rust cannot be told as it is: the separator, the mark, and half of a surrogate pair, which no URL can hold.
const UNTOLD = /^\u0001|\0|\p{Cs}/u;

/** A value as text: numbers and lists as well, anything else marked. */
export function encode(value) {
  if (typeof value === "string") return UNTOLD.test(value) ? OTHER + JSON.stringify(value.slice(0, 64)) : value;
  if (typeof value === "bigint" || (Number.isSafeInteger(value) && value >= 0)) return String(value);
  if (value instanceof URL) return value.href;
  if (Array.isArray(value)) {
    // A list in a list is no value of any option, and may hold itself.
    const items = value.map((item) => (Array.isArray(item) ? `${OTHER}a list` : encode(item)));
    const other = items.find((item) => item.startsWith(OTHER));
    return other === undefined ? items.join() : `${OTHER}a list with ${other.slice(1)}`;
  }
  return OTHER + (value !== null && typeof value === "object" ? "an object" : String(value));
}

/** What an export of Rust takes: values, then options, as one text. */
export function pack(values, options) {
  return [...values.map(encode), ...(options ? [encodeOptions(options)] : [])].join(SEPARATOR);
}

/** Several values as one text; an absent one is empty. */
export function encodeAll(values) {
  return values.map((value) => (value === undefined || value === null ? "" : encode(value))).join(SEPARATOR);
}

/** Options as names and values in turn; absent ones are left out. */
export function encodeOptions(options) {
  return Object.entries(options).filter(([, value]) => value !== undefined && value !== null).flat().map(encode)
    .join(SEPARATOR);
}

/** Options as an object; absent means none. */
export function object(name, value) {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw refuse(name, `\`${name}\` must be an object.`);
}

// Rust marks an integer that no double can hold as a string that begins with U+0001 (and doubles the mark of a string
// that has one by itself). Walked by hand: for records, a reviver of JSON.parse takes far longer.
function unmark(value) {
  if (typeof value === "string") {
    return value[0] !== "\u0001" ? value : value[1] === "\u0001" ? value.slice(1) : BigInt(value.slice(1));
  }
  if (typeof value === "object" && value) {
    for (const key of Object.keys(value)) {
      const plain = unmark(value[key]);
      if (plain !== value[key]) value[key] = plain;
    }
  }
  return value;
}

/** An answer as objects; null where the service has nothing. */
export function build({ text, tagged }) {
  const value = text === "" ? null : JSON.parse(text);
  return tagged ? unmark(value) : value;
}

let decoder;
/** Bytes that Rust has checked, or the host has received, as text. */
export const text = (bytes) => (decoder ??= new TextDecoder()).decode(bytes);
