// Chains as people name them in an argument.

import { chainIdOf as knownChainId } from "../metadata/chain-id.js";

/** Returns the id of a chain with this name, such as `base` or `op-mainnet`. Any other text stays as it is. */
export function chainIdOf(text: string): string {
  return knownChainId(text.toLowerCase().replaceAll(" ", ""))?.toString() ?? text;
}
