// Written from the kinds of records of Rust by `npm run generate`; do not edit.

/** The kinds of records, in the order in which Rust takes their lists. */
export const RECORD_KINDS = ["tokens", "transfers", "ethereals"] as const;

/** A kind of records. */
export type RecordKind = (typeof RECORD_KINDS)[number];
