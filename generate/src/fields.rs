//! The fields of records in `docs/specification.md` and `service/openapi.json`. A field that is there keeps its words;
//! a missing field gets the words of its model.

use crate::text::text;
use ethereal_query::{MODELS, Property, TypeScript};
use serde_json::Value;

/// Returns the specification with a row for each field.
pub(crate) fn add_rows(document: &str) -> String {
    missing(|_, field| document.contains(&format!("`{}`", field.name))).fold(document.to_owned(), |document, one| {
        let (model, field) = one;
        let (words, _) = type_of(field);
        let row = format!("\n| `{}` | {words} | {} |", field.name, meaning(field));
        inserted(&document, &[&section_of(model), "| Field |"], "\n\n", &row)
    })
}

/// Returns the description of the service with a property for each field.
pub(crate) fn add_properties(document: &str) -> String {
    let openapi: Value = serde_json::from_str(document).expect("JSON");
    let has = |model: &TypeScript, field: &Property| {
        openapi.pointer(&format!("/components/schemas/{}/properties/{}", model.name, field.name)).is_some()
    };
    missing(has).fold(document.to_owned(), |document, (model, field)| {
        let (_, schema) = type_of(field);
        let description = meaning(field).replace('`', "").replace('"', "\\\"");
        let property = format!(",\n          \"{}\": {{ {schema}, \"description\": \"{description}\" }}", field.name);
        let start = ["\"schemas\": {", &format!("\"{}\": {{\n", model.name), "\"properties\": {\n"];
        inserted(&document, &start, "\n        }\n", &property)
    })
}

/// Returns the fields of records that the document does not have.
fn missing(
    has: impl Fn(&TypeScript, &Property) -> bool,
) -> impl Iterator<Item = (&'static TypeScript, &'static Property)> {
    let fields = MODELS.iter().flat_map(|model| model.members.iter().map(move |field| (*model, field)));
    fields.filter(|(model, field)| !has(model, field)).collect::<Vec<_>>().into_iter()
}

/// Returns the beginning of the heading of the section that the documentation of a model names.
fn section_of(model: &TypeScript) -> String {
    let docs = text(model.docs).join(" ");
    let number = docs.split_once("(specification §").and_then(|(_, rest)| rest.split_once(')'));
    format!("### {} ", number.unwrap_or_else(|| panic!("{} names no section of the specification", model.name)).0)
}

/// Returns the type of a field in words, and as a JSON Schema.
fn type_of(field: &Property) -> (&'static str, &'static str) {
    match field.ty {
        "number" => ("number", r#""type": "number""#),
        "number | string" => ("number or string", r#""type": ["number", "string"]"#),
        list if list.ends_with("[]") => ("array", r#""type": "array""#),
        map if map.starts_with("Record<") => ("object", r#""type": "object""#),
        _ => ("string", r#""type": "string""#),
    }
}

/// Returns the first paragraph of the documentation of a field.
fn meaning(field: &Property) -> String {
    text(field.docs).into_iter().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the text with `part` before the first `end` that follows the texts of `start` in turn.
fn inserted(all: &str, start: &[&str], end: &str, part: &str) -> String {
    let (mut before, mut after) = ("", all);
    for text in start.iter().chain([&end]) {
        let at = after.find(text).unwrap_or_else(|| panic!("no {text:?} in {after:?}"));
        (before, after) = all.split_at(all.len() - after.len() + at);
    }
    [before, part, after].concat()
}
