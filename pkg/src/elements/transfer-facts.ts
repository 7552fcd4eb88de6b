// The facts of a transfer, below its route.
import type { TransferInput } from "../types/transfer.js";
import { type Fact, account, facts, time, untrusted } from "./shared.js";

/** Lists the facts of a transfer. `amountRows` are those about its amount. */
export function transferFacts(transfer: TransferInput, amountRows: readonly Fact[]): HTMLElement {
  const { _id, type, originTimestamp, fromAddress, fromChain, toAddress, toChain, tokenContract } = transfer;
  return facts([
    ["Started", originTimestamp !== undefined && time(originTimestamp)],
    ["From", fromAddress && account(fromAddress, "sender", fromChain)],
    ["To", toAddress && account(toAddress, "receiver", toChain)],
    ["Type", untrusted(type ?? "not given", 40)],
    ...amountRows,
    ["Token contract", tokenContract && account(tokenContract, "token contract")],
    ["Transfer id", _id !== undefined && untrusted(_id, 80)],
  ]);
}
