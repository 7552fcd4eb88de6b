// The forms of addresses and hashes. `src/rules.rs` has the same rules for the parameters of calls.

/** Returns whether a value is the text of an address: `0x` and 40 hexadecimal digits. */
export function isAddress(value: unknown): value is string {
  return typeof value === "string" && /^0x[\da-f]{40}$/i.test(value);
}

/** Returns whether a value is the text of a transaction hash: `0x` and 64 hexadecimal digits. */
export function isHash(value: unknown): value is string {
  return typeof value === "string" && /^0x[\da-f]{64}$/i.test(value);
}

/** Returns whether a text is `0x` with zeros or without digits, which some services write where there is no hash. */
export function isZeroHash(text: string): boolean {
  return /^0x0*$/i.test(text);
}
