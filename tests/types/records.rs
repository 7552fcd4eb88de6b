//! The names of the kinds of records, for the package and for scripts.

use super::{assert_file, assert_up_to_date};
use ethereal_query::service::RecordKind;

const HEAD: &str =
    "// Written from the kinds of records of Rust by `UPDATE_TYPES=1 cargo test --test types`; do not edit.\n";

/// The list of the names. `suffix`: the end of its declaration.
fn names(suffix: &str) -> String {
    let names: Vec<String> = RecordKind::ALL.iter().map(|kind| format!("\"{}\"", kind.name())).collect();
    let docs = "/** The kinds of records, in the order in which Rust takes their lists. */";
    format!("{HEAD}\n{docs}\nexport const RECORD_KINDS = [{}]{suffix};\n", names.join(", "))
}

#[test]
fn records_ts_is_up_to_date() {
    let kind = "\n/** A kind of records. */\nexport type RecordKind = (typeof RECORD_KINDS)[number];\n";
    assert_up_to_date("records.ts", &(names(" as const") + kind));
}

/// Scripts and pages run without a build of the package.
#[test]
fn kinds_mjs_is_up_to_date() {
    let files = "\n/** The names of the files of the sample data, by the kind of their records. */\n\
                 export const SEED_FILES = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, `${kind}.ndjson`]));\n\n\
                 /** The name of the file with the keys of the sample data. */\n\
                 export const KEYS_FILE = \"keys.json\";\n";
    assert_file("seed/kinds.mjs", &(names("") + files));
}
