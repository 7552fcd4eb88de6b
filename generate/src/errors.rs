//! The kinds, codes and fields of errors in TypeScript.

use crate::{
    source::{docs_of, items_of, struct_of},
    text::{Docs, Lines, camel_case, comment, example, sentences, text, ts_example, union},
};
use ethereal_query::{Attempt, ErrorCode, ErrorKind, retry::GiveUpReason};
use syn::{Fields, Item, ItemStruct, Type};

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

/// The file `errors.ts`.
pub(crate) fn errors_ts() -> String {
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
    parts.join("\n")
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
        out += &format!("  {name}: ErrorsOfKind<{}, {fields}>;\n", names(codes.collect()));
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
