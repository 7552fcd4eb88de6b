// The fields of a transfer that people see.
import { itemsOf, memberOf, scalarText } from "../errors/unknown-value.js";
import type { TransferInput } from "../types/transfer.js";

/** The fields with a text or a number. A service may add the symbol and the decimals of a token. */
const TEXT_FIELDS = [
  "_id",
  "status",
  "type",
  "fromChain",
  "toChain",
  "fromAddress",
  "toAddress",
  "originTimestamp",
  "nativeAmount",
  "tokenContract",
  "tokenAmount",
  "tokenSymbol",
  "tokenDecimals",
] as const;

/** Maximum number of ids to read. No real record has as many ids. */
const MAX_IDS = 100_000;

/** The texts of a transfer, as far as its record has them. */
export type TransferRecord = Readonly<Partial<Record<(typeof TEXT_FIELDS)[number], string>>> & {
  readonly tokenIds: readonly string[];
};

/** Reads a record of any source. It treats a field of another type as absent, as `routeOf` does. */
export function readTransfer(transfer: TransferInput): TransferRecord {
  const texts: Partial<Record<(typeof TEXT_FIELDS)[number], string>> = {};
  for (const field of TEXT_FIELDS) {
    const text = scalarText(memberOf(transfer, field));
    if (text) texts[field] = text;
  }
  const ids = itemsOf(memberOf(transfer, "tokenIds"), MAX_IDS);
  const tokenIds = ids.map(scalarText).filter((id) => id !== undefined);
  return { ...texts, tokenIds };
}
