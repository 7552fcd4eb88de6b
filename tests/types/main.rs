//! The TypeScript types of endpoints, requests, models, errors, events and limits, and the tables of parameters and of
//! events in the documents, written from the same declarations as the Rust types.
//!
//! `UPDATE_TYPES=1 cargo test --test types` writes them; without it the tests compare.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::expect_used)]

use ethereal_query::{MODELS, TypeScript};
use serde_json::{Map, Value};
use std::{env, fs, path::Path};
use syn::{Attribute, Item, ItemStruct};

mod errors;
mod events;
mod fields;
mod options;
mod records;
mod requests;

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
const MODELS_HEAD: &str = "\
// Written from the Rust models by `UPDATE_TYPES=1 cargo test --test types`; do not edit.

import type { Address, Hash } from \"../values.js\";
";
const VALUES_HEAD: &str = "// Written from the Rust models by `UPDATE_TYPES=1 cargo test --test types`; do not edit.\n";
type Lines = &'static [&'static str];

/// The documentation of a type.
struct Docs {
    sentences: Vec<String>,
    /// The lines of its `@example`.
    example: Vec<String>,
}

#[test]
fn models_ts_is_up_to_date() {
    let mut parts = vec![MODELS_HEAD.to_owned()];
    parts.extend(MODELS.iter().map(|model| declaration(model)));
    assert_up_to_date("models.ts", &parts.join("\n"));
}

/// The known values of each open string, for tables that need an entry for each.
#[test]
fn values_ts_is_up_to_date() {
    let mut text = VALUES_HEAD.to_owned();
    for TypeScript { name, values, .. } in MODELS.iter().filter(|model| !model.values.is_empty()) {
        let values: Vec<String> = values.iter().map(|(value, _)| format!("\"{value}\"")).collect();
        text += &format!("\n/** The values of `{name}` in the specification. */\n");
        text += &format!("export const {} = [{}] as const;\n", plural_constant(name), values.join(", "));
    }
    assert_up_to_date("values.ts", &text);
}

/// Returns the name of a list of the values of a type, such as `TRANSFER_STATUSES`.
fn plural_constant(name: &str) -> String {
    let words = name.chars().fold(String::new(), |words, letter| {
        let separator = if letter.is_uppercase() && !words.is_empty() { "_" } else { "" };
        words + separator + letter.to_uppercase().to_string().as_str()
    });
    words + if name.ends_with('s') { "ES" } else { "S" }
}

/// The fields of each record with their types, for tests that hold for every field.
#[test]
fn models_json_is_up_to_date() {
    let fields = |model: &TypeScript| model.members.iter().map(|field| (field.name.into(), field.ty.into())).collect();
    let records = MODELS.iter().filter(|model| !model.members.is_empty());
    let models: Map<String, Value> = records.map(|model| (model.name.into(), Value::Object(fields(model)))).collect();
    let text = serde_json::to_string_pretty(&models).expect("JSON");
    assert_file("tests/models.json", &format!("{text}\n"));
}

fn assert_up_to_date(name: &str, text: &str) {
    assert_file(&format!("pkg/src/generated/{name}"), text);
}

/// Compares a file with what it must be, or writes it.
fn assert_file(path: &str, text: &str) {
    let file = Path::new(FOLDER).join(path);
    if env::var_os("UPDATE_TYPES").is_some_and(|value| value == "1") {
        fs::write(&file, text).expect("the file can be written");
    }
    assert!(read(path) == text, "{path} is out of date: run UPDATE_TYPES=1 cargo test --test types");
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(FOLDER).join(path)).unwrap_or_default()
}

fn declaration(model: &TypeScript) -> String {
    if model.values.is_empty() {
        return interface(model);
    }
    let docs = text(model.docs);
    let docs = Docs { sentences: sentences(&docs), example: ts_example(model.name, &docs) };
    union(model.name, docs, model.values, true)
}

fn struct_of(file: &str, name: &str) -> ItemStruct {
    let found = items_of(file).into_iter().find_map(|item| match item {
        Item::Struct(item) if item.ident == name => Some(item),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{file} has no struct {name}"))
}

/// The declarations in a file of Rust.
fn items_of(file: &str) -> Vec<Item> {
    let source = fs::read_to_string(Path::new(FOLDER).join(file)).expect("the source can be read");
    syn::parse_file(&source).expect("the source is Rust").items
}

/// The lines of a documentation comment. A link of Rust becomes its text.
fn docs_of(attributes: &[Attribute]) -> Vec<String> {
    let without_links = |line: &String| line.replace("[`", "`").replace("`]", "`").replace("crate::", "");
    docs_with_links(attributes).iter().map(without_links).collect()
}

/// The lines of a documentation comment.
fn docs_with_links(attributes: &[Attribute]) -> Vec<String> {
    let lines = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).map(|attribute| {
        let syn::Meta::NameValue(value) = &attribute.meta else { panic!("a comment is a text") };
        let syn::Expr::Lit(literal) = &value.value else { panic!("a comment is a text") };
        let syn::Lit::Str(text) = &literal.lit else { panic!("a comment is a text") };
        text.value().trim().to_owned()
    });
    lines.collect()
}

/// The lines before the examples, without the references to examples of Rust.
fn sentences(docs: &[String]) -> Vec<String> {
    let lines = docs.iter().take_while(|line| !line.starts_with("```"));
    let lines: Vec<String> = lines.filter(|line| !line.starts_with("See the example of")).cloned().collect();
    lines.strip_suffix(&[String::new()]).unwrap_or(&lines).to_vec()
}

/// The lines of the block of TypeScript, as an `@example`.
fn ts_example(name: &str, docs: &[String]) -> Vec<String> {
    let code = docs.iter().skip_while(|line| *line != "```ts").skip(1).take_while(|line| *line != "```");
    let lines: Vec<&str> = code.map(String::as_str).collect();
    assert!(!lines.is_empty(), "the documentation of {name} has no block ```ts: add an example");
    example(&lines)
}

/// A text with each `_a` as `A`.
fn camel_case(text: &str) -> String {
    let mut words = text.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| {
        let (initial, rest) = word.split_at(1);
        all + &initial.to_ascii_uppercase() + rest
    })
}

/// The lines of an `@example`.
fn example(lines: &[&str]) -> Vec<String> {
    [vec!["@example".to_owned()], text(lines)].concat()
}

/// A record.
fn interface(model: &TypeScript) -> String {
    let docs = text(model.docs);
    let mut lines = sentences(&docs);
    lines.push("The client keeps all other fields of the service; {@link Loose} is their type.".to_owned());
    lines.extend(ts_example(model.name, &docs));
    let mut out = comment("", &lines);
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
