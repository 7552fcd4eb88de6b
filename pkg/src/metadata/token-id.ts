// Token ids.

import { invalidText, textOf } from "../errors/text-argument.js";

/** A longer text has leading zeros or overflows. The limit bounds the time that hostile input takes. */
const MAX_LENGTH = 98;

/** Parses decimal digits, or hexadecimal digits after `0x`; `undefined` for other texts and for more than 256 bits. */
export function parseTokenId(text: string): bigint | undefined {
  if (!/^(\d+|0x[\da-f]+)$/i.test(text) || text.length > MAX_LENGTH) return undefined;
  const id = BigInt(text.toLowerCase());
  return id < 2n ** 256n ? id : undefined;
}

/** Returns the token id in an argument: a string, a `bigint` or an integer. */
export function readTokenId(parameter: string, value: unknown): bigint {
  const id = parseTokenId(textOf(value) ?? "");
  if (id === undefined) throw invalidText(parameter, value, "an integer from 0 to 2^256-1, decimal or 0x-hexadecimal");
  return id;
}
