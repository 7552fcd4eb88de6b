// Written from the Rust models by `npm run generate`; do not edit.

/** The values of `TransferType` in the specification. */
export const TRANSFER_TYPES = ["NATIVE", "ERC20", "ERC721", "ERC1155", "TXN"] as const;

/** The values of `TransferStatus` in the specification. */
export const TRANSFER_STATUSES = [
  "done",
  "wait-wh",
  "wait-rb",
  "wait-cc",
  "manual",
  "error",
] as const;

/** The values of `EtherealStatus` in the specification. */
export const ETHEREAL_STATUSES = ["active", "unfunded"] as const;
