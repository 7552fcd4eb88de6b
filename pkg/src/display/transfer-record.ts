// The fields of a transfer that people see.
import { itemsOf, memberOf, scalarText } from "../errors/unknown-value.js";
import type { TransferInput } from "../types/transfer.js";

/** The fields that are one text or number. A service may add the symbol and the decimals of a token. */
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

/** More ids than an array of a real record has. */
const MAX_IDS = 100_000;

/** The texts of a transfer, as far as its record has them. */
export type TransferRecord = Readonly<Partial<Record<(typeof TEXT_FIELDS)[number], string>>> & {
  readonly tokenIds: readonly string[];
};

/** Reads a record of any source. It treats a field of another type as absent, as `routeOf` does. */
export function readTransfer(transfer: TransferInput): TransferRecord {
  const texts = TEXT_FIELDS.map((field) => [field, scalarText(memberOf(transfer, field))]).filter(
    ([, text]) => text,
  );
  const ids = itemsOf(memberOf(transfer, "tokenIds"), MAX_IDS);
  const tokenIds = ids.map(scalarText).filter((id) => id !== undefined);
  return { ...Object.fromEntries(texts), tokenIds } as TransferRecord;
}
