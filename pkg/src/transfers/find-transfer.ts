// `chain: "auto"`: looks for a transfer on one chain type after the other.

import type { BridgeTransfer } from "../generated/models.js";
import type { ChainType } from "../values.js";

const CHAIN_TYPES: readonly ChainType[] = ["mainnet", "sepolia"];

/** A transfer, `null` for an unknown one, and the chain type of the last look. */
export interface FoundTransfer {
  transfer: BridgeTransfer | null;
  chain: ChainType | undefined;
}

/** Looks for a transfer by `find` on `chain`, or on each chain type until one has it. A failure of `find` ends it. */
export async function findTransfer(
  chain: ChainType | "auto" | undefined,
  find: (chain: ChainType | undefined) => Promise<BridgeTransfer | null>,
): Promise<FoundTransfer> {
  let found: FoundTransfer = { transfer: null, chain: undefined };
  for (const type of chain === "auto" ? CHAIN_TYPES : [chain]) {
    found = { transfer: await find(type), chain: type };
    if (found.transfer) break;
  }
  return found;
}
