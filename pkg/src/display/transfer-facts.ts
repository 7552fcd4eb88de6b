// The facts of a transfer: one list for the element and the command line, which pass a formatter for each format.
import type { TransferRecord } from "./transfer-record.js";

/** A fact of a transfer: its label, the field with its value, and the format of the value. */
export type TransferFact = { readonly label: string; readonly field: keyof TransferRecord } & (
  | { readonly format: "time" | "type" | "contract" | "id" | "ids" }
  /** A transfer of native currency has the amount in `nativeAmount` instead of `field`. */
  | { readonly format: "amount" }
  /** `what` names the account for screen readers. `chain` is the field with the chain of the account. */
  | { readonly format: "account"; readonly what: string; readonly chain: "fromChain" | "toChain" }
);

/** The formatters of a program: for each format, a function that returns a fact in the form that the program shows. */
export type FactFormatters<Shown> = {
  [Format in TransferFact["format"]]: (
    record: TransferRecord,
    fact: Extract<TransferFact, { format: Format }>,
  ) => Shown;
};

export const TRANSFER_FACTS: readonly TransferFact[] = [
  { label: "Started", field: "originTimestamp", format: "time" },
  { label: "From", field: "fromAddress", format: "account", what: "sender", chain: "fromChain" },
  { label: "To", field: "toAddress", format: "account", what: "receiver", chain: "toChain" },
  { label: "Type", field: "type", format: "type" },
  { label: "Amount", field: "tokenAmount", format: "amount" },
  { label: "Token ids", field: "tokenIds", format: "ids" },
  { label: "Token contract", field: "tokenContract", format: "contract" },
  { label: "Transfer id", field: "_id", format: "id" },
];

/** Returns the facts of a record, each with its label. */
export function factsOf<Shown>(
  record: TransferRecord,
  formatters: FactFormatters<Shown>,
): (readonly [label: string, shown: Shown])[] {
  return TRANSFER_FACTS.map((fact) => {
    // TypeScript does not know that the formatter belongs to this fact.
    const format = formatters[fact.format] as (record: TransferRecord, fact: TransferFact) => Shown;
    return [fact.label, format(record, fact)];
  });
}
