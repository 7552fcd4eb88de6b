// The facts of a transfer, below its route.
import type { TransferInput } from "../types/transfer.js";
import { type Fact, account, copyButton, facts, h, plain, time, untrusted } from "./shared.js";

/** The types of the specification (4.1) in words. */
const TYPE_LABELS = new Map<string | undefined, string>([
  ["NATIVE", "Native currency"],
  ["ERC20", "ERC-20 token"],
  ["ERC721", "NFT (ERC-721)"],
  ["ERC1155", "NFT (ERC-1155)"],
  ["TXN", "Transaction"],
]);

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
    ["Type", untrusted(TYPE_LABELS.get(type) ?? type ?? "not given", 40)],
    ...amountRows,
    ["Token contract", tokenContract && account(tokenContract, "token contract", fromChain)],
    ["Transfer id", _id !== undefined && transferId(_id)],
  ]);
}

/** Returns the id of a transfer, with a button that copies it. */
export function transferId(id: unknown): HTMLElement {
  return h("span", { class: "id" }, untrusted(id, 80), copyButton(plain(id), "the transfer id"));
}
