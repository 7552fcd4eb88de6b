//! The names of the kinds of records, for the package and for scripts.

use ethereal_query::service::RecordKind;

const HEAD: &str =
    "// Written from the kinds of records of Rust by `npm run generate`; do not edit.\n";

/// The list of the names. `suffix` follows the array, such as ` as const`.
fn names(suffix: &str) -> String {
    let names: Vec<String> = RecordKind::ALL
        .iter()
        .map(|kind| format!("\"{}\"", kind.name()))
        .collect();
    let docs = "/** The kinds of records, in the order in which Rust takes their lists. */";
    format!(
        "{HEAD}\n{docs}\nexport const RECORD_KINDS = [{}]{suffix};\n",
        names.join(", ")
    )
}

/// The file `records.ts`.
pub(crate) fn records_ts() -> String {
    let kind =
        "\n/** A kind of records. */\nexport type RecordKind = (typeof RECORD_KINDS)[number];\n";
    names(" as const") + kind
}

/// The names for scripts and pages, which run without a build of the package.
pub(crate) fn kinds_mjs() -> String {
    let files = "\n/** The names of the files of the sample data, by the kind of their records. */\n\
                 export const SEED_FILES = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, `${kind}.ndjson`]));\n\n\
                 /** The name of the file with the keys of the sample data. */\n\
                 export const KEYS_FILE = \"keys.json\";\n";
    names("") + files
}
