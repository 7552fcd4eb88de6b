//! The TypeScript types of endpoints, requests, models, errors, events and limits, and the tables of parameters and of
//! events in the documents, written from the same declarations as the Rust types.
//!
//! `UPDATE_TYPES=1 cargo test --test types` writes them; without it the tests compare.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::expect_used)]

use ethereal_query::{Attempt, ErrorCode, ErrorKind, MODELS, TypeScript, retry::GiveUpReason};
use serde_json::{Map, Value};
use std::{env, fs, path::Path};
use syn::{Attribute, Fields, Item, ItemStruct, Type};

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
const ERRORS_HEAD: &str = "\
// Written from the errors of Rust by `UPDATE_TYPES=1 cargo test --test types`; do not edit.

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

#[test]
fn errors_ts_is_up_to_date() {
    let kinds: Vec<(&str, Lines)> = ErrorKind::ALL.iter().map(|(_, name, docs)| (*name, *docs)).collect();
    let codes: Vec<(&str, Lines)> = ErrorCode::ALL.iter().map(|(_, name, docs)| (*name, *docs)).collect();
    let parts = [
        ERRORS_HEAD.to_owned(),
        union("ErrorKind", error_kind_docs(), &kinds, false),
        union("ErrorCode", error_code_docs(), &codes, false),
        error_kinds(),
        struct_interface("ErrorDetails", "ErrorFields", NARROWING, &[TRANSFER]),
        struct_interface("Attempt", "Attempt", "", &[]),
        gave_up(),
    ];
    assert_up_to_date("errors.ts", &parts.join("\n"));
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

/// A field that only errors in JavaScript have: its name, type and documentation.
const TRANSFER: (&str, &str, &str) =
    ("transfer", "BridgeTransfer", "The last record of a watch that failed; absent when the watch received none.");

const NARROWING: &str = "{@link isEtherealQueryError} with a kind tells TypeScript which optional ones the errors of that kind always have.";

/// The declaration of the struct `name` as an interface. Optional fields and those of `more` may be absent.
fn struct_interface(name: &str, interface: &str, note: &str, more: &[(&str, &str, &str)]) -> String {
    let item = struct_of("src/error/details.rs", name);
    let docs = docs_of(&item.attrs);
    let mut lines = sentences(&docs);
    lines.extend((!note.is_empty()).then(|| note.to_owned()));
    lines.extend(ts_example(name, &docs));
    let mut out = comment("", &lines);
    out += &format!("export interface {interface} {{\n");
    for Field { name, mark, mut ty, docs } in fields_of(item) {
        if interface == "Attempt" && name == "code" {
            ty = Attempt::CODES.iter().map(|code| format!("\"{code}\"")).collect::<Vec<_>>().join(" | ");
        }
        out += &comment("  ", &docs);
        out += &format!("  {name}{mark}: {ty};\n");
    }
    for (name, ty, docs) in more {
        out += &format!("  /** {docs} */\n  {name}?: {ty};\n");
    }
    out + "}\n"
}

/// A field in TypeScript.
struct Field {
    name: String,
    ty: String,
    /// `?` if the field may be absent.
    mark: &'static str,
    docs: Vec<String>,
}

fn struct_of(file: &str, name: &str) -> ItemStruct {
    let found = items_of(file).into_iter().find_map(|item| match item {
        Item::Struct(item) if item.ident == name => Some(item),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{file} has no struct {name}"))
}

fn fields_of(item: ItemStruct) -> impl Iterator<Item = Field> {
    let Fields::Named(fields) = item.fields else { panic!("{} has no named fields", item.ident) };
    fields.named.into_iter().map(|field| {
        let (ty, mark) = type_of(&field.ty);
        let name = camel_case(&field.ident.expect("a named field").to_string());
        Field { name, ty, mark, docs: docs_of(&field.attrs) }
    })
}

/// The type of TypeScript for a type of Rust, and `?` if the field may be absent.
fn type_of(ty: &Type) -> (String, &'static str) {
    let path = match ty {
        Type::Path(path) => &path.path,
        Type::Reference(reference) => return type_of(&reference.elem),
        _ => panic!("a type that TypeScript does not have"),
    };
    let last = path.segments.last().expect("a type has a name");
    let inner = || match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(syn::GenericArgument::Type(ty)) => type_of(ty).0,
            _ => panic!("a generic type without a type"),
        },
        _ => panic!("a type without its argument"),
    };
    let name = match last.ident.to_string().as_str() {
        "Option" => return (inner(), "?"),
        "Vec" => format!("{}[]", inner()),
        "String" | "str" => "string".to_owned(),
        "u16" | "u32" | "u64" | "f64" => "number".to_owned(),
        "bool" => "boolean".to_owned(),
        "Cause" => "unknown".to_owned(),
        "GiveUpReason" => "GaveUp".to_owned(),
        other => other.to_owned(),
    };
    (name, "")
}

/// The reasons that errors have, as a union.
fn gave_up() -> String {
    let reasons = [GiveUpReason::Attempts, GiveUpReason::RetryAfter, GiveUpReason::Budget, GiveUpReason::Deadline];
    let found = items_of("src/error/give_up_reason.rs").into_iter().find_map(|item| match item {
        Item::Enum(item) if item.ident == "GiveUpReason" => Some(item),
        _ => None,
    });
    let item = found.expect("the file has the enum");
    let docs = docs_of(&item.attrs);
    let meaning = |reason: &GiveUpReason| {
        let variant = item.variants.iter().find(|variant| variant.ident == format!("{reason:?}").as_str());
        docs_of(&variant.expect("the enum has the variant").attrs).join(" ")
    };
    let mut lines = sentences(&docs);
    lines.extend([String::new(), "| Value | Meaning |".to_owned(), "|---|---|".to_owned()]);
    lines.extend(reasons.iter().map(|reason| format!("| `{}` | {} |", reason.as_str(), camel_case(&meaning(reason)))));
    lines.push(String::new());
    lines.extend(ts_example("GiveUpReason", &docs));
    let names: Vec<String> = reasons.iter().map(|reason| format!("\"{}\"", reason.as_str())).collect();
    comment("", &lines) + &format!("export type GaveUp = {};\n", names.join(" | "))
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
