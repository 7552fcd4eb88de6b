// Finds the id of the chain that a text or a link names.

import { CHAIN_WORDS } from "../generated/chains.js";

/**
 * Returns the id of the chain with a name, or with a block explorer at a host; `undefined` for any other text. The text
 * is in lower case; in names, `-` and `_` do not matter. Blockscout runs its explorers at `NAME.blockscout.com`.
 */
export function chainIdOf(nameOrHost: string): number | undefined {
  const word = nameOrHost.replace(/\.blockscout\.com$/, "");
  const name = word.includes(".") ? word : word.replace(/[-_]/g, "");
  // In `CHAIN_WORDS`, the names and hosts of a chain follow the id of the chain.
  let id: number | undefined;
  for (const entry of CHAIN_WORDS.split(" ")) {
    if (/^\d+$/.test(entry)) id = Number(entry);
    else if (entry === name) return id;
  }
  return undefined;
}
