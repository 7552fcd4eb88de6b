// Accounts.
import { explorerUrl } from "./chains.js";
import { helpers } from "./helpers.js";
import { hex } from "./hex.js";
import { untrusted } from "./untrusted.js";

/** An account as its shortened EIP-55 address. A value that is not an address is shown as text. */
export function account(value: unknown, what: string, chainId?: unknown): HTMLElement {
  return typeof value === "string" && /^0x[0-9a-f]{40}$/i.test(value)
    ? hex(helpers.checksumAddress(value), what, explorerUrl(chainId, "address", value))
    : untrusted(value ?? "not given", 80);
}
