//! The limits of a call, its headers and the retryable statuses in JavaScript, and the defaults of limits in the documents.

use super::{
    Field, assert_file, assert_up_to_date, comment, docs_of, fields_of, read, sentences, struct_of, ts_example,
};
use ethereal_query::{CALL_HEADERS, Limits, retry::RETRYABLE_STATUSES};

const OPTIONS_HEAD: &str = "\
// Written from the limits of Rust by `UPDATE_TYPES=1 cargo test --test types`; do not edit.

";
const CALLS_HEAD: &str = "\
// Written from the limits and headers of Rust by `UPDATE_TYPES=1 cargo test --test types`; do not edit.

import type { CallLimits } from \"./options.js\";

/** The names of the limits of a call. */
export const LIMITS = [";

const STATUSES_HEAD: &str = "\
// Written from the retryable statuses of Rust by `UPDATE_TYPES=1 cargo test --test types`; do not edit.

/** The statuses after which the client makes another attempt. */
export const RETRYABLE_STATUSES = [";

/// The limits with their defaults.
fn limits() -> Vec<(Field, u32)> {
    let Limits { timeout_ms, deadline_ms, max_body_bytes, retry } = Limits::default();
    let defaults = [timeout_ms, deadline_ms, max_body_bytes, retry.max_retries, retry.max_retry_after_ms];
    let fields = fields_of(struct_of("src/client.rs", "Limits")).filter(|field| field.name != "retry");
    let fields: Vec<_> = fields.chain(fields_of(struct_of("src/retry.rs", "Policy"))).collect();
    assert_eq!(fields.len(), defaults.len());
    fields.into_iter().zip(defaults).collect()
}

#[test]
fn options_ts_is_up_to_date() {
    let docs = docs_of(&struct_of("src/client.rs", "Limits").attrs);
    let mut text = OPTIONS_HEAD.to_owned();
    text += &comment("", &[sentences(&docs), ts_example("Limits", &docs)].concat());
    text += "export interface CallLimits {\n";
    for (field, _) in limits() {
        text += &comment("  ", &field.docs);
        text += &format!("  {}?: {} | undefined;\n", field.name, field.ty);
    }
    assert_up_to_date("options.ts", &(text + "}\n"));
}

#[test]
fn calls_ts_is_up_to_date() {
    let names: Vec<String> = limits().iter().map(|(field, _)| format!("\"{}\"", field.name)).collect();
    let headers: Vec<String> = CALL_HEADERS.iter().map(|name| format!("\"{name}\"")).collect();
    let defaults: String = limits().iter().map(|(field, default)| format!("  {}: {default},\n", field.name)).collect();
    let text = format!(
        "{CALLS_HEAD}{}] as const satisfies (keyof CallLimits)[];\n\n/** The defaults of the limits. */\nexport const \
         DEFAULTS = {{\n{defaults}}} as const satisfies CallLimits;\n\n/** The headers that the client itself sets for a \
         call. */\nexport const CALL_HEADERS = [{}];\n",
        names.join(", "),
        headers.join(", ")
    );
    assert_up_to_date("calls.ts", &text);
}

/// The timeline of a program on the site reads it, without the package.
#[test]
fn statuses_mjs_is_up_to_date() {
    let statuses: Vec<String> = RETRYABLE_STATUSES.iter().map(u16::to_string).collect();
    let text = format!("{STATUSES_HEAD}{}];\n", statuses.join(", "));
    assert_file("docs/.vitepress/run/statuses.mjs", &text);
}

#[test]
fn the_documentation_of_limits_has_their_defaults() {
    for (field, default) in limits() {
        let digits = field.docs.join(" ").replace(',', "");
        assert!(digits.contains(&format!("Default: {default}")), "{}: {default} is not in: {digits}", field.name);
    }
}

#[test]
fn the_table_of_options_has_the_defaults_of_limits() {
    let mut document = read("docs/options.md");
    for (field, default) in limits() {
        let start = format!("| `{}` | ", field.name);
        // The first row with the name is that of a client.
        let (before, rest) = document.split_once(&start).expect("docs/options.md has a row for each limit");
        let (_, after) = rest.split_once(" |").expect("a row has cells");
        document = format!("{before}{start}{} |{after}", with_commas(default));
    }
    assert_file("docs/options.md", &document);
}

/// The digits with a comma after each thousand.
fn with_commas(number: u32) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}
