// The facts of a transfer, below its route.
import { TYPE_LABELS } from "../display/labels.js";
import { lookUp } from "../display/statuses.js";
import { type FactFormatters, factsOf } from "../display/transfer-facts.js";
import type { TransferRecord } from "../display/transfer-record.js";
import { type Child, account, copyButton, facts, h, time, untrusted } from "./shared.js";
import { idList } from "./transfer-amount.js";

/** Lists the facts of a transfer. `exactAmount` is the content of the fact `Amount`. */
export function transferFacts(record: TransferRecord, exactAmount: Child): HTMLElement {
  const formatters: FactFormatters<Child> = {
    time: ({ originTimestamp }) => originTimestamp && time(originTimestamp),
    account: (_, { field, what, chain }) => {
      const address = record[field];
      return (
        address && [
          account(address, what, record[chain]),
          field === "toAddress" && sameNote(record),
        ]
      );
    },
    contract: ({ tokenContract, fromChain }) =>
      tokenContract && account(tokenContract, "token contract", fromChain),
    type: ({ type }) => untrusted(lookUp(TYPE_LABELS, type) ?? type ?? "not given", 40),
    amount: () => exactAmount,
    ids: ({ tokenIds }) => tokenIds.length > 0 && idList(tokenIds),
    id: ({ _id }) => _id && transferId(_id),
  };
  return facts(factsOf(record, formatters));
}

/** Returns a note if the sender and the receiver are equal. */
function sameNote({ fromAddress, toAddress }: TransferRecord): Child {
  const isSame = fromAddress?.toLowerCase() === toAddress?.toLowerCase();
  return isSame && h("span", { class: "muted" }, " (the same)");
}

/** Returns the id of a transfer, with a button that copies it. */
export function transferId(id: string): HTMLElement {
  return h("span", { class: "id" }, untrusted(id, 80), copyButton(id, "the transfer id"));
}
