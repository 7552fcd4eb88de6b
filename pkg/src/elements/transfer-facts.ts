// The facts of a transfer, below its route.
import type { TRANSFER_TYPES } from "../generated/values.js";
import type { TransferInput } from "../types/transfer.js";
import { lookUp } from "../words/labels.js";
import { type Fact, account, copyButton, facts, h, plain, time, untrusted } from "./shared.js";

/** The types of the specification in words. */
const TYPE_LABELS: Record<(typeof TRANSFER_TYPES)[number], string> = {
  NATIVE: "Native currency",
  ERC20: "ERC-20 token",
  ERC721: "NFT (ERC-721)",
  ERC1155: "NFT (ERC-1155)",
  TXN: "Transaction",
};

/** Lists the facts of a transfer. `amountRows` are those about its amount. */
export function transferFacts(transfer: TransferInput, amountRows: readonly Fact[]): HTMLElement {
  const { _id, type, originTimestamp, fromAddress, fromChain, toAddress, toChain, tokenContract } = transfer;
  const isSame = String(toAddress).toLowerCase() === String(fromAddress).toLowerCase();
  return facts([
    ["Started", originTimestamp !== undefined && time(originTimestamp)],
    ["From", fromAddress && account(fromAddress, "sender", fromChain)],
    [
      "To",
      toAddress && [account(toAddress, "receiver", toChain), isSame && h("span", { class: "muted" }, " (the same)")],
    ],
    ["Type", untrusted(lookUp(TYPE_LABELS, type) ?? type ?? "not given", 40)],
    ...amountRows,
    ["Token contract", tokenContract && account(tokenContract, "token contract", fromChain)],
    ["Transfer id", _id !== undefined && transferId(_id)],
  ]);
}

/** Returns the id of a transfer, with a button that copies it. */
export function transferId(id: unknown): HTMLElement {
  return h("span", { class: "id" }, untrusted(id, 80), copyButton(plain(id), "the transfer id"));
}
