// What a card of a transfer says before its route: the amount, the chains, the status, and what the user can do.
import type { TransferInput, TransferStep } from "../types/transfer.js";
import { STATUS_ADVICE, lookUp } from "../words/labels.js";
import { type Child, badge, chainName, h, sentence, untrusted } from "./shared.js";
import type { TransferAmount } from "./transfer-amount.js";
import { transferId } from "./transfer-facts.js";

/** Draws the amount as a heading of a level, the control of its decimals, the chains, and the status. */
export function heading(transfer: TransferInput, { title, control }: TransferAmount, level: number): HTMLElement {
  const chain = (id: unknown): HTMLElement => untrusted(chainName(id), 60);
  return h(
    "header",
    {},
    h(
      "div",
      {},
      h(`h${level}`, { class: "title", part: "title" }, title),
      control,
      h("p", { class: "path" }, chain(transfer.fromChain), " → ", chain(transfer.toChain)),
    ),
    badge(transfer.status),
  );
}

/** Draws the status as a sentence, and advice for a transfer that does not move by itself. */
export function summary(transfer: TransferInput, steps: readonly TransferStep[]): HTMLElement {
  const done = steps.filter((step) => step.state === "done").length;
  return h(
    "div",
    { class: "now" },
    h(
      "p",
      { part: "sentence" },
      untrusted(sentence(transfer)),
      h("span", { class: "muted" }, ` ${done} of ${steps.length} steps done.`),
    ),
    advice(transfer),
  );
}

function advice({ status, _id }: TransferInput): Child {
  const text = lookUp(STATUS_ADVICE, status);
  return text && h("p", { class: "advice", part: "advice" }, text, " ", transferId(_id ?? "not given"));
}
