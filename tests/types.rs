//! The TypeScript types of the models, written from the same declarations as the Rust types and the body checker.
//!
//! `UPDATE_TYPES=1 cargo test --test types` writes `pkg/src/generated/models.ts`; without it the test compares.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::expect_used)]

use ethereal_query::{ErrorCode, ErrorKind, MODELS, TypeScript, service::Proxy};
use std::{env, fs};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/pkg/src/generated/models.ts");
const HEAD: &str = "\
// Written from the Rust models by `UPDATE_TYPES=1 cargo test --test types`; do not edit.

import type { Address, Hash } from \"../values.js\";

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

type Lines = &'static [&'static str];

/// The documentation of a type.
struct Docs {
    sentences: Vec<String>,
    /// The lines of its `@example`.
    example: Vec<String>,
}

#[test]
fn models_ts_is_up_to_date() {
    let text = rendered();
    if env::var_os("UPDATE_TYPES").is_some_and(|value| value == "1") {
        fs::write(FILE, &text).expect("the file can be written");
    }
    let committed = fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        committed == text,
        "pkg/src/generated/models.ts is out of date: run UPDATE_TYPES=1 cargo test --test types"
    );
}

fn rendered() -> String {
    let kinds: Vec<(&str, Lines)> = ErrorKind::ALL.iter().map(|(_, name, docs)| (*name, *docs)).collect();
    let codes: Vec<(&str, Lines)> = ErrorCode::ALL.iter().map(|(_, name, docs)| (*name, *docs)).collect();
    let mut parts = vec![HEAD.to_owned()];
    parts.extend(MODELS.iter().map(|model| declaration(model)));
    parts.push(union("ErrorKind", error_kind_docs(), &kinds, false));
    parts.push(union("ErrorCode", error_code_docs(), &codes, false));
    parts.push(error_kinds());
    parts.push(endpoints());
    parts.join("\n")
}

fn declaration(model: &TypeScript) -> String {
    if model.values.is_empty() {
        return interface(model);
    }
    union(model.name, Docs { sentences: sentences_of(model), example: example_of(model) }, model.values, true)
}

fn error_kind_docs() -> Docs {
    Docs {
        sentences: text(&["The class of an error, on which a program branches."]),
        example: example(&[
            "const offline: ErrorKind[] = [\"network\", \"timeout\"];",
            "const isOffline = (error: unknown) => isEtherealQueryError(error, offline);",
        ]),
    }
}

fn error_code_docs() -> Docs {
    Docs {
        sentences: text(&["The exact reason of an error, finer than the kind."]),
        example: example(&[
            "const error = await client.tokenUri(\"0x12\", 2, { chainId: 1 }).catch((error) => error);",
            "const code: ErrorCode = error.code;",
            "console.log(code); // invalid_argument",
        ]),
    }
}

/// An interface with the codes and the fields of each kind of error.
fn error_kinds() -> String {
    let names = |names: Vec<&str>| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" | ");
    let mut docs = text(&["Codes of each kind of error, and the fields that its errors always have."]);
    docs.push("{@link EtherealQueryErrorOf} uses them.".to_owned());
    docs.extend(example(&["const code: ErrorKinds[\"timeout\"][\"codes\"] = \"attempt_timeout\";"]));
    let mut out = comment("", &docs);
    out += "export interface ErrorKinds {\n";
    for (kind, name, docs) in ErrorKind::ALL {
        let codes = ErrorCode::ALL.iter().filter(|(code, ..)| code.kind() == *kind).map(|(_, name, _)| *name);
        let fields: Vec<&str> = kind.fields().collect();
        let fields = if fields.is_empty() { "never".to_owned() } else { names(fields) };
        out += &comment("  ", &text(docs));
        let line = format!("  {name}: ErrorsOfKind<{}, {fields}>;\n", names(codes.collect()));
        out += &if line.len() <= 121 {
            line
        } else {
            let codes = ErrorCode::ALL.iter().filter(|(code, ..)| code.kind() == *kind).map(|(_, name, _)| *name);
            format!("  {name}: ErrorsOfKind<\n    {},\n    {fields}\n  >;\n", names(codes.collect()))
        };
    }
    out + "}\n"
}

/// The names of the endpoints by the methods of the package.
fn endpoints() -> String {
    let mut out = comment("", &["@internal The endpoints by the methods that call them.".to_owned()]);
    out += "export const ENDPOINTS = {\n";
    for (method, route) in Proxy::ENDPOINTS {
        out += &format!("  {method}: \"{}\",\n", route.name);
    }
    out + "} as const;\n"
}

/// The lines of an `@example`.
fn example(lines: &[&str]) -> Vec<String> {
    [vec!["@example".to_owned()], text(lines)].concat()
}

/// The example in the documentation of a model: its block of code in TypeScript. Rust has an example of its own.
fn example_of(model: &TypeScript) -> Vec<String> {
    let code = model.docs.iter().skip_while(|line| line.trim() != "```ts").skip(1);
    let lines: Vec<&str> = code.copied().take_while(|line| line.trim() != "```").collect();
    assert!(!lines.is_empty(), "the documentation of {} has no block ```ts: add an example", model.name);
    example(&lines)
}

/// The sentences in the documentation of a model, which come before the examples.
fn sentences_of(model: &TypeScript) -> Vec<String> {
    let lines: Vec<&str> = model.docs.iter().copied().take_while(|line| !line.trim().starts_with("```")).collect();
    text(lines.strip_suffix(&[""]).unwrap_or(&lines))
}

/// A record.
fn interface(model: &TypeScript) -> String {
    let mut docs = sentences_of(model);
    docs.push("The client keeps all other fields of the service; {@link Loose} is their type.".to_owned());
    docs.extend(example_of(model));
    let mut out = comment("", &docs);
    out += &format!("export interface {} {{\n", model.name);
    for property in model.members {
        let mark = if property.required { "" } else { "?" };
        out += &comment("  ", &text(property.docs));
        out += &format!("  {}{mark}: {};\n", property.name, property.ty);
    }
    out + "}\n"
}

/// A union of names with their meanings. An open union also accepts other strings, and editors still suggest the names.
fn union(name: &str, docs: Docs, values: &[(&str, Lines)], open: bool) -> String {
    let mut lines = docs.sentences;
    lines.extend([String::new(), "| Value | Meaning |".to_owned(), "|---|---|".to_owned()]);
    lines.extend(
        values.iter().map(|(value, docs)| format!("| `{value}` | {} |", text(docs).join(" ").replace('|', "\\|"))),
    );
    lines.push(String::new());
    lines.extend(docs.example);
    let mut members: Vec<String> = values.iter().map(|(value, _)| format!("\"{value}\"")).collect();
    if open {
        members.push("(string & {})".to_owned());
    }
    let one_line = format!("export type {name} = {};\n", members.join(" | "));
    let ty = if one_line.len() <= 121 {
        one_line
    } else {
        format!("export type {name} =\n  | {};\n", members.join("\n  | "))
    };
    comment("", &lines) + &ty
}

fn text(docs: &[&str]) -> Vec<String> {
    docs.iter().map(|line| line.trim().to_owned()).collect()
}

fn comment(indent: &str, lines: &[String]) -> String {
    assert!(!lines.iter().any(|line| line.contains("*/")), "a comment cannot hold its own end");
    match lines {
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let body = lines.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n");
            format!("{indent}/**\n{}{indent} */\n", body.collect::<String>())
        }
    }
}
