// Chains as people name them in an argument.

import { CHAIN_WORDS } from "../generated/chains.js";
import { chainIdOf as knownChainId } from "../chains/chain-words.js";
import { closest } from "./closest.js";
import { CommandError } from "./command.js";
import { EXIT } from "./exit-code.js";

/**
 * Returns the id of a chain that an option names by its id or by a name, such as `base` or `op-mainnet`. The client
 * checks the range of an id.
 * @throws {CommandError} with exit code 2 for a name that no known chain has
 */
export function chainIdOf(option: string, text: string): string {
  if (/^-?\d+$/.test(text)) return text;
  const id = knownChainId(text.toLowerCase().replaceAll(" ", ""));
  if (id !== undefined) return String(id);
  // The other words are ids, and hosts of block explorers.
  const names = CHAIN_WORDS.split(" ").filter((word) => !/^\d+$/.test(word) && !word.includes("."));
  const suggestion = closest(text, names);
  const advice =
    suggestion === undefined
      ? "Expected a chain id, such as 8453, or a name, such as base."
      : `Did you mean ${suggestion}?`;
  throw new CommandError(
    EXIT.usage,
    `Invalid --${option}: unknown chain ${JSON.stringify(text)}. ${advice}`,
  );
}
