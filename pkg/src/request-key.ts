// The parts that identify a request, each in one spelling. An invalid value keeps its text, and the call rejects it.

import type { TokenQuery } from "./token.js";
import type { TransferQuery } from "./types.js";

/** Returns the parts of a call of `tokenUri`. */
export function tokenKey(address: unknown, id: unknown, token: TokenQuery): Record<string, string> {
  const isErc1155 = token.standard === "ERC1155" || token.standard === 1;
  return {
    address: text(address).toLowerCase(),
    id: decimal(id),
    chainId: text(token.chainId),
    standard: isErc1155 ? "ERC1155" : "ERC721",
  };
}

/** Returns the parts of a call of `bridgeTransfer`. */
export function transferKey(hash: unknown, chain: TransferQuery["chain"] = "mainnet"): Record<string, string> {
  return { hash: text(hash).toLowerCase(), chain };
}

/** Returns the decimal digits of a token id; the text of an invalid one. */
function decimal(id: unknown): string {
  try {
    return String(BigInt(id as string));
  } catch {
    return text(id);
  }
}

/** Returns the text of a string or a number, and none of another value, because its `toString` may throw. */
function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint" ? String(value) : "";
}
