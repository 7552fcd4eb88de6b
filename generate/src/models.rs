//! The records and their values in TypeScript, and the fields of records for tests.

use crate::text::{Docs, comment, members, sentences, trimmed_lines, ts_example, union};
use ethereal_query::{Kind, MODELS, Property, PropertyType, TypeScript};
use serde_json::{Map, Value};

const MODELS_HEAD: &str = "\
// Written from the Rust models by `npm run generate`; do not edit.

import type { Address, Hash } from \"../values.js\";
";
const VALUES_HEAD: &str = "// Written from the Rust models by `npm run generate`; do not edit.\n";

/// The file `models.ts`.
pub(crate) fn models_ts() -> String {
    let mut parts = vec![MODELS_HEAD.to_owned()];
    parts.extend(MODELS.iter().map(|model| declaration(model)));
    parts.join("\n")
}

/// The known values of each open string, for tables that need an entry for each.
pub(crate) fn values_ts() -> String {
    let mut text = VALUES_HEAD.to_owned();
    for TypeScript { name, values, .. } in MODELS.iter().filter(|model| !model.values.is_empty()) {
        let values: Vec<String> = values
            .iter()
            .map(|(value, _)| format!("\"{value}\""))
            .collect();
        text += &format!("\n/** The values of `{name}` in the specification. */\n");
        text += &format!(
            "export const {} = [{}] as const;\n",
            plural_constant(name),
            values.join(", ")
        );
    }
    text
}

/// Returns the name of a list of the values of a type, such as `TRANSFER_STATUSES`.
fn plural_constant(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.extend(letter.to_uppercase());
    }
    words + if name.ends_with('s') { "ES" } else { "S" }
}

/// The fields of each record with their kinds, for tests that hold for every field.
pub(crate) fn models_json() -> String {
    let fields = |model: &TypeScript| {
        model
            .members
            .iter()
            .map(|field| (field.name.into(), kind_of(field).name().into()))
            .collect()
    };
    let records = MODELS.iter().filter(|model| !model.members.is_empty());
    let models: Map<String, Value> = records
        .map(|model| (model.name.into(), Value::Object(fields(model))))
        .collect();
    let text = serde_json::to_string_pretty(&models).expect("JSON");
    format!("{text}\n")
}

fn declaration(model: &TypeScript) -> String {
    if model.values.is_empty() {
        return interface(model);
    }
    let docs = trimmed_lines(model.docs);
    let docs = Docs {
        sentences: sentences(&docs),
        example: ts_example(model.name, &docs),
    };
    union(model.name, docs, model.values, true)
}

/// A record.
fn interface(model: &TypeScript) -> String {
    let docs = trimmed_lines(model.docs);
    let mut lines = sentences(&docs);
    lines.push(
        "The client keeps all other fields of the service; {@link Loose} is their type.".to_owned(),
    );
    lines.extend(ts_example(model.name, &docs));
    comment("", &lines)
        + &format!(
            "export interface {} {{\n{}}}\n",
            model.name,
            members(model.members, <[_]>::to_vec)
        )
}

/// The kind of a field of a record.
pub(crate) fn kind_of(field: &Property) -> &Kind {
    match &field.ty {
        PropertyType::Kind(kind) => kind,
        PropertyType::TypeScript(_) => panic!("{} is not a field of a record", field.name),
    }
}
