// Shows the address of an account.
import { withChecksum } from "../format/checksum.js";
import { isAddress } from "../format/hex.js";
import { explorerUrl } from "../chains/known-chains.js";
import { hex } from "./hex.js";
import { untrusted } from "./untrusted.js";

/**
 * Returns an element with a shortened address (EIP-55), a copy button, and a link to the block explorer of a known
 * chain. Any other value becomes text. `what` names the account for screen readers.
 * @example
 * const element = account(address, "sender", 1);
 * console.log(element.textContent); // 0xC1A6…ec47
 */
export function account(value: unknown, what: string, chainId?: unknown): HTMLElement {
  return isAddress(value)
    ? hex(withChecksum(value), what, explorerUrl(chainId, "address", value))
    : untrusted(value ?? "not given", 80);
}
