// Token ids.

/** The rule of a token id, for messages. */
export const TOKEN_ID_RULE = "an integer from 0 to 2^256-1, decimal or 0x-hexadecimal";
/**
 * 96 digits after `0x`. A longer text has leading zeros or overflows, because 2^256-1 has 78 decimal digits. The limit
 * bounds the time that hostile input takes.
 */
const MAX_LENGTH = 98;

/** Parses decimal digits, or hexadecimal digits after `0x`; `undefined` for other texts and for more than 256 bits. */
export function parseTokenId(text: string): bigint | undefined {
  if (!/^(\d+|0x[\da-f]+)$/i.test(text) || text.length > MAX_LENGTH) return undefined;
  const id = BigInt(text.toLowerCase());
  return id < 2n ** 256n ? id : undefined;
}
