//! The kinds, codes and fields of errors in TypeScript.

use crate::text::{
    Docs, Lines, camel_case, comment, example, members, sentences, trimmed_lines, ts_example, union,
};
use ethereal_query::{
    Attempt, ErrorCode, ErrorDetails, ErrorKind, TypeScript, retry::GiveUpReason,
};

const ERRORS_HEAD: &str = "\
// Written from the errors of Rust by `npm run generate`; do not edit.

import type { BridgeTransfer } from \"./models.js\";

/**
 * The codes and fields of a kind of error.
 * @inline
 */
interface ErrorsOfKind<Codes, Fields> {
  /** Codes of the kind. */
  codes: Codes;
  /** Fields that every error of the kind has. */
  fields: Fields;
}\n";

/// The last sentence of the documentation of `ErrorFields`.
const NARROWING: &str = "{@link isEtherealQueryError} with a kind tells TypeScript which optional fields the errors of that kind always have.";

/// The file `errors.ts`.
pub(crate) fn errors_ts() -> String {
    let kinds: Vec<(&str, Lines)> = ErrorKind::ALL
        .iter()
        .map(|(_, name, docs)| (*name, *docs))
        .collect();
    let codes: Vec<(&str, Lines)> = ErrorCode::ALL
        .iter()
        .map(|(_, name, docs)| (*name, *docs))
        .collect();
    let parts = [
        ERRORS_HEAD.to_owned(),
        union("ErrorKind", error_kind_docs(), &kinds, false),
        union("ErrorCode", error_code_docs(), &codes, false),
        error_kinds(),
        fields_of(&ErrorDetails::TYPESCRIPT, "ErrorFields", NARROWING),
        fields_of(&Attempt::TYPESCRIPT, "Attempt", ""),
        gave_up(),
    ];
    parts.join("\n")
}

fn error_kind_docs() -> Docs {
    Docs {
        sentences: trimmed_lines(&["The class of an error, on which a program branches."]),
        example: example(&[
            "const offline: ErrorKind[] = [\"network\", \"timeout\"];",
            "const isOffline = (error: unknown) => isEtherealQueryError(error, offline);",
        ]),
    }
}

fn error_code_docs() -> Docs {
    Docs {
        sentences: trimmed_lines(&["The exact reason of an error, finer than the kind."]),
        example: example(&[
            "const error = await client.tokenUri(\"0x12\", 2, { chainId: 1 }).catch((error) => error);",
            "const code: ErrorCode = error.code;",
            "console.log(code); // invalid_argument",
        ]),
    }
}

/// An interface with the codes and the fields of each kind of error.
fn error_kinds() -> String {
    let union_of = |names: Vec<&str>| {
        names
            .iter()
            .map(|name| format!("\"{name}\""))
            .collect::<Vec<_>>()
            .join(" | ")
    };
    let mut docs = trimmed_lines(&[
        "Codes of each kind of error, and the fields that its errors always have.",
    ]);
    docs.push("{@link EtherealQueryErrorOf} uses them.".to_owned());
    docs.extend(example(&[
        "const code: ErrorKinds[\"timeout\"][\"codes\"] = \"attempt_timeout\";",
    ]));
    let mut out = comment("", &docs);
    out += "export interface ErrorKinds {\n";
    for (kind, name, docs) in ErrorKind::ALL {
        let codes = ErrorCode::ALL
            .iter()
            .filter(|(code, ..)| code.kind() == *kind)
            .map(|(_, name, _)| *name);
        let fields: Vec<&str> = kind.fields().collect();
        let fields = if fields.is_empty() {
            "never".to_owned()
        } else {
            union_of(fields)
        };
        out += &comment("  ", &trimmed_lines(docs));
        out += &format!(
            "  {name}: ErrorsOfKind<{}, {fields}>;\n",
            union_of(codes.collect())
        );
    }
    out + "}\n"
}

/// The reasons that errors have, as a union.
fn gave_up() -> String {
    let docs = trimmed_lines(GiveUpReason::DOCS);
    let mut lines = sentences(&docs);
    lines.extend([
        String::new(),
        "| Value | Meaning |".to_owned(),
        "|---|---|".to_owned(),
    ]);
    // The client never retries a permanent failure, whose error has no reason.
    let reasons: Vec<_> = GiveUpReason::ALL
        .iter()
        .filter(|(reason, ..)| *reason != GiveUpReason::Permanent)
        .collect();
    lines.extend(reasons.iter().map(|(_, name, docs)| {
        format!(
            "| `{name}` | {} |",
            camel_case(&trimmed_lines(docs).join(" "))
        )
    }));
    lines.push(String::new());
    lines.extend(ts_example("GiveUpReason", &docs));
    let names: Vec<String> = reasons
        .iter()
        .map(|(_, name, _)| format!("\"{name}\""))
        .collect();
    comment("", &lines) + &format!("export type GaveUp = {};\n", names.join(" | "))
}

/// The fields of an error or of an attempt, as the interface `name`. `note` is a further sentence.
fn fields_of(object: &TypeScript, name: &str, note: &str) -> String {
    let docs = trimmed_lines(object.docs);
    let mut lines = sentences(&docs);
    if !note.is_empty() {
        lines.push(note.to_owned());
    }
    lines.extend(ts_example(name, &docs));
    comment("", &lines)
        + &format!(
            "export interface {name} {{\n{}}}\n",
            members(object.members, <[_]>::to_vec)
        )
}
