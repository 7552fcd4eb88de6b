// `chain: "auto"`: looks for a transfer on one chain type after the other.

import type { BridgeTransfer } from "../generated/models.js";
import type { ChainType } from "../values.js";

const CHAIN_TYPES: readonly ChainType[] = ["mainnet", "sepolia"];

/** Looks for a transfer on each chain type, until `find` returns the transfer. An error of `find` ends the search. */
export async function findTransfer(
  find: (chain: ChainType) => Promise<BridgeTransfer | null>,
): Promise<{ transfer: BridgeTransfer; chain: ChainType } | null> {
  for (const chain of CHAIN_TYPES) {
    const transfer = await find(chain);
    if (transfer) return { transfer, chain };
  }
  return null;
}
