// Written from the kinds of records of Rust by `npm run generate`; do not edit.

/** The kinds of records, in the order in which Rust takes their lists. */
export const RECORD_KINDS = ["tokens", "transfers", "ethereals"];

/** The names of the files of the sample data, by the kind of their records. */
export const SEED_FILES = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, `${kind}.ndjson`]));

/** The name of the file with the keys of the sample data. */
export const KEYS_FILE = "keys.json";
