//! The limits of a call and its headers in TypeScript, and the retryable statuses in JavaScript.

use crate::text::{comment, sentences, trimmed_lines, ts_example};
use ethereal_query::{
    CALL_HEADERS, LIMITS, Limit, Limits, PAGINATION_STALLED, RESPONSE_HEADERS,
    retry::RETRYABLE_STATUSES,
};

const OPTIONS_HEAD: &str = "\
// Written from the limits and headers of Rust by `npm run generate`; do not edit.

import type { RequestHeaders } from \"../types/request-headers.js\";
";
const HEADER_OPTIONS_HEAD: &str = "
/**
 * The headers of a call, and the options of a call that become headers.
 * @example
 * const options: CallHeaders = { headers: { \"x-trace-id\": \"7\" } };
 * await client.project(options);
 */
export interface CallHeaders {
  /** Headers of the call. They replace headers of the client with the same name. */
  headers?: RequestHeaders | undefined;
";
const CALLS_HEAD: &str = "\
// Written from the limits and headers of Rust by `npm run generate`; do not edit.

/** The defaults of the limits. */
export const DEFAULTS = {
";

const STATUSES_HEAD: &str = "\
// Written from the retryable statuses of Rust by `npm run generate`; do not edit.

/** The statuses after which the client makes another attempt. */
export const RETRYABLE_STATUSES = [";

/// The file `options.ts`.
pub(crate) fn options_ts() -> String {
    let members = LIMITS.iter().map(|limit| {
        comment("  ", &docs_of(limit)) + &format!("  {}?: number | undefined;\n", limit.name)
    });
    let docs = trimmed_lines(Limits::DOCS);
    let docs = comment(
        "",
        &[sentences(&docs), ts_example("Limits", &docs)].concat(),
    );
    let limits = format!(
        "{OPTIONS_HEAD}\n{docs}export interface CallLimits {{\n{}}}\n",
        members.collect::<String>()
    );
    limits + &header_options()
}

/// The options of a call that become headers. The first row of `CALL_HEADERS` is the API key, which
/// is an option of the client.
fn header_options() -> String {
    let members = CALL_HEADERS.iter().skip(1).map(|header| {
        let docs = comment("  ", &trimmed_lines(header.docs));
        format!(
            "{docs}  {}?: {} | undefined;\n",
            header.option, header.typescript
        )
    });
    format!("{HEADER_OPTIONS_HEAD}{}}}\n", members.collect::<String>())
}

const MEBIBYTE: u32 = 1 << 20;

/// The documentation of a limit, with the rule and the default at the end of the first paragraph.
fn docs_of(
    Limit {
        docs,
        expectation,
        default,
        ..
    }: &Limit,
) -> Vec<String> {
    let mut lines = trimmed_lines(docs);
    // Only sizes in bytes are multiples of 1 MiB: no default is 0.
    let is_size = default % MEBIBYTE == 0;
    let mebibytes = if is_size {
        format!(" ({} MiB)", default / MEBIBYTE)
    } else {
        String::new()
    };
    // The expectation begins with `an integer`; here it begins a sentence.
    let rule = format!("A{}. Default: {default}{mebibytes}.", &expectation[1..]);
    let end = lines
        .iter()
        .position(String::is_empty)
        .unwrap_or(lines.len());
    lines.insert(end, with_commas(&rule));
    lines
}

/// The file `calls.ts`.
pub(crate) fn calls_ts() -> String {
    let defaults: String = LIMITS
        .iter()
        .map(|limit| format!("  {}: {},\n", limit.name, limit.default))
        .collect();
    let call_headers: Vec<&str> = CALL_HEADERS.iter().map(|header| header.name).collect();
    format!(
        "{CALLS_HEAD}{defaults}}} as const;\n\n/** The headers that the client itself sets for a \
         call. */\nexport const CALL_HEADERS = {};\n\n/** The headers of a response that the client reads. */\n\
         export const RESPONSE_HEADERS = {};\n\n/** The message of `pagination_stalled`. */\n\
         export const PAGINATION_STALLED = \"{PAGINATION_STALLED}\";\n",
        list(&call_headers),
        list(&RESPONSE_HEADERS)
    )
}

fn list(names: &[&str]) -> String {
    format!(
        "[{}]",
        names
            .iter()
            .map(|name| format!("\"{name}\""))
            .collect::<Vec<_>>()
            .join(", ")
    )
}

/// The retryable statuses. The timeline of a program on the site reads them, without the package.
pub(crate) fn statuses_mjs() -> String {
    let statuses: Vec<String> = RETRYABLE_STATUSES.iter().map(u16::to_string).collect();
    format!("{STATUSES_HEAD}{}];\n", statuses.join(", "))
}

/// The text with commas in its numbers: `10,485,760` for `10485760`.
fn with_commas(text: &str) -> String {
    // A comma separates a digit from groups of three digits.
    let needs_comma = |index: usize| {
        let digits = text[index..].bytes().take_while(u8::is_ascii_digit).count();
        digits > 0
            && digits % 3 == 0
            && text[..index].ends_with(|before: char| before.is_ascii_digit())
    };
    let mut result = String::new();
    for (index, character) in text.char_indices() {
        if needs_comma(index) {
            result.push(',');
        }
        result.push(character);
    }
    result
}
