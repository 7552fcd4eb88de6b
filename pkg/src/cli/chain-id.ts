// Chains as people name them in an argument.

import { CHAINS } from "../metadata/chains.js";
import { chains } from "../words/chains.js";

/** Returns the id of a chain with this name, such as `base` or `op-mainnet`. Any other text stays as it is. */
export function chainIdOf(text: string): string {
  const name = text.toLowerCase().replace(/[-_ ]/g, "");
  const known = chains.find((chain) => chain.name.toLowerCase().replaceAll(" ", "") === name);
  return known?.id ?? CHAINS.get(name)?.toString() ?? text;
}
