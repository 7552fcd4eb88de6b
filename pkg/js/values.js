// Values on their way into Rust and out of it.

import { refuse } from "./error.js";

/** The value with what Rust does not know made plain: BigInt to digits, URL to text. */
export function plain(value) {
  if (typeof value === "bigint") return String(value);
  if (value instanceof URL) return value.href;
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

/** Options as an object; absent means none. */
export function object(name, value) {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw refuse(name, `\`${name}\` must be an object.`);
}

// Rust marks an integer that no double can hold as a string that begins with U+0001 (and doubles the mark of a string
// that has one by itself).
function revive(_, value) {
  if (typeof value !== "string" || value[0] !== "\u0001") return value;
  return value[1] === "\u0001" ? value.slice(1) : BigInt(value.slice(1));
}

export function parse(text, tagged) {
  return tagged ? JSON.parse(text, revive) : JSON.parse(text);
}
