//! The fields of records in `docs/specification.md` and `service/openapi.json`. A field that a
//! document already has keeps its words. A missing field gets the words of its model.

use crate::{models::kind_of, text::trimmed_lines};
use ethereal_query::{MODELS, Property, TypeScript};
use serde_json::Value;

/// The lines that end the object `schemas`, and the object `properties` of a schema, in the
/// description of the service.
const END_OF_SCHEMAS: &str = "\n    }\n";
const END_OF_PROPERTIES: &str = "\n        }\n";

/// Returns the specification with a row for each field.
pub(crate) fn add_rows(document: &str) -> String {
    let has = |model: &TypeScript, field: &Property| {
        table_of(model, document).contains(&format!("`{}`", field.name))
    };
    let mut text = document.to_owned();
    for (model, field) in missing(has) {
        let words = kind_of(field).words();
        let row = format!("\n| `{}` | {words} | {} |", field.name, meaning(field));
        text = inserted(&text, &[&section_of(model), "| Field |"], "\n\n", &row);
    }
    text
}

/// Returns the description of the service with a schema for each model, and a property for each field.
pub(crate) fn add_properties(document: &str) -> String {
    let openapi: Value = serde_json::from_str(document).expect("JSON");
    let schemas = openapi
        .pointer("/components/schemas")
        .expect("the schemas of the components");
    let mut text = document.to_owned();
    let records = MODELS.iter().filter(|model| !model.members.is_empty());
    for model in records.filter(|model| schemas.get(model.name).is_none()) {
        let schema = schema_of(model);
        text = inserted(&text, &["\"schemas\": {"], END_OF_SCHEMAS, &schema);
    }
    // A schema that was added just now has every field.
    let has = |model: &TypeScript, field: &Property| {
        let property = format!("/properties/{}", field.name);
        schemas
            .get(model.name)
            .is_none_or(|schema| schema.pointer(&property).is_some())
    };
    for (model, field) in missing(has) {
        let start = [
            "\"schemas\": {",
            &format!("\"{}\": {{\n", model.name),
            "\"properties\": {\n",
        ];
        let property = format!(",\n{}", property_of(field));
        text = inserted(&text, &start, END_OF_PROPERTIES, &property);
    }
    text
}

/// Returns the schema of a model. The text begins with a comma, because it is inserted after the last schema.
fn schema_of(model: &TypeScript) -> String {
    let required: Vec<String> = model
        .members
        .iter()
        .filter(|field| field.required)
        .map(|field| format!("\"{}\"", field.name))
        .collect();
    let properties: Vec<String> = model.members.iter().map(property_of).collect();
    format!(
        ",\n      \"{}\": {{\n        \"type\": \"object\",\n        \"required\": [{}],\n        \"properties\": {{\n{}\n        }}\n      }}",
        model.name,
        required.join(", "),
        properties.join(",\n")
    )
}

/// Returns the property of a field in the schema of its model.
fn property_of(field: &Property) -> String {
    let schema = kind_of(field).schema();
    let description = meaning(field).replace('`', "").replace('"', "\\\"");
    format!(
        "          \"{}\": {{ {schema}, \"description\": \"{description}\" }}",
        field.name
    )
}

/// Returns the fields of records that the document does not have.
fn missing(
    has: impl Fn(&TypeScript, &Property) -> bool,
) -> Vec<(&'static TypeScript, &'static Property)> {
    let fields = MODELS
        .iter()
        .flat_map(|model| model.members.iter().map(move |field| (*model, field)));
    fields.filter(|(model, field)| !has(model, field)).collect()
}

/// Returns the table of the fields in the section of a model.
fn table_of<'a>(model: &TypeScript, document: &'a str) -> &'a str {
    let heading = section_of(model);
    let section = document
        .split(&heading)
        .nth(1)
        .unwrap_or_else(|| panic!("no section {heading:?}"));
    let table = section
        .split("| Field |")
        .nth(1)
        .unwrap_or_else(|| panic!("no table | Field | in {heading:?}"));
    table.split("\n\n").next().unwrap_or_default()
}

/// Returns how the heading of a model's section begins, such as `### 2.1 `. The number is from the model's
/// documentation: `(specification §2.1)`.
fn section_of(model: &TypeScript) -> String {
    let docs = trimmed_lines(model.docs).join(" ");
    let number = docs
        .split_once("(specification §")
        .and_then(|(_, rest)| rest.split_once(')'));
    let (number, _) =
        number.unwrap_or_else(|| panic!("{} names no section of the specification", model.name));
    format!("### {number} ")
}

/// Returns the first paragraph of the documentation of a field.
fn meaning(field: &Property) -> String {
    trimmed_lines(field.docs)
        .into_iter()
        .take_while(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the text with `part` before the first `end` that follows the texts of `start` in turn.
fn inserted(document: &str, start: &[&str], end: &str, part: &str) -> String {
    let mut position = 0;
    for text in start.iter().chain([&end]) {
        let distance = document[position..]
            .find(text)
            .unwrap_or_else(|| panic!("Missing after {start:?}: {text:?}"));
        position += distance;
    }
    let (before, after) = document.split_at(position);
    [before, part, after].concat()
}
