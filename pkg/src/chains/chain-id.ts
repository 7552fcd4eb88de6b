// Chain ids as services and wallets write them.

/**
 * Matches a decimal id, the hexadecimal id of `eth_chainId`, and a CAIP-2 id. A number of 256 bits has at most 78 decimal
 * digits, and a number of 64 bits at most 16 hexadecimal digits.
 */
const CHAIN_ID = /^(?:eip155:)?(\d{1,78}|0x[\da-f]{1,16})$/i;

/** Returns a chain id in decimal; `undefined` for a text that is not the id of a chain, such as the name of a relay. */
export function decimalChainId(text: string): string | undefined {
  const digits = CHAIN_ID.exec(text)?.[1];
  return digits === undefined ? undefined : BigInt(digits).toString();
}
