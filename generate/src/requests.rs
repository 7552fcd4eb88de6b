//! The types and names of requests in TypeScript, and the tables of their parameters in the documents.

use crate::text::{comment, example, text, ts_example};
use ethereal_query::{ParameterDescription, Place, Presence, REQUESTS, RequestDescription};

const ENDPOINTS_HEAD: &str = "\
// Written from the requests of Rust by `npm run generate`; do not edit.

/** The endpoints by the names of their calls. */
export const ENDPOINTS = {
";
const ALLOW: &str = "const allow: ProxyEndpoint[] = [\"tokenUri\", \"bridgeTransfer\"];";
const REQUESTS_HEAD: &str = "\
// Written from the requests of Rust by `npm run generate`; do not edit.

import type { ChainType } from \"../values.js\";
import type { EtherealStatus } from \"./models.js\";
";

/// The file `endpoints.ts`.
pub(crate) fn endpoints_ts() -> String {
    let mut file = ENDPOINTS_HEAD.to_owned();
    for RequestDescription { route, .. } in REQUESTS {
        file += &format!("  {}: \"{}\",\n", route.method, route.name);
    }
    file += "} as const;\n\n";
    file += &comment("", &[text(&["An endpoint, by the name of its call."]), example(&[ALLOW])].concat());
    let methods: Vec<String> = REQUESTS.iter().map(|request| format!("\"{}\"", request.route.method)).collect();
    file += &format!("export type ProxyEndpoint = {};\n\n", methods.join(" | "));
    file += "/** The names of the parameters of each call that are members of its query or its options. */\n";
    file += "export const NAMES: Record<ProxyEndpoint, readonly string[]> = {\n";
    for RequestDescription { route, parameters, .. } in REQUESTS {
        let named = parameters.iter().filter(|parameter| parameter.place != Place::Path);
        let names: Vec<String> = named.map(|parameter| format!("\"{}\"", parameter.name)).collect();
        file += &format!("  {}: [{}],\n", route.method, names.join(", "));
    }
    file + "};\n"
}

/// The file `requests.ts`.
pub(crate) fn requests_ts() -> String {
    let mut parts = vec![REQUESTS_HEAD.to_owned()];
    parts.extend(REQUESTS.iter().filter(|request| !request.query.is_empty()).map(|request| query_type(request)));
    parts.join("\n")
}

fn query_type(RequestDescription { route, query, docs, parameters }: &RequestDescription) -> String {
    let sentence = format!("Query of {{@link Client.{}}}.", route.method);
    let mut file = comment("", &[vec![sentence], ts_example(query, &text(docs))].concat());
    file += &format!("export interface {query} {{\n");
    for parameter in parameters.iter().filter(|parameter| parameter.place == Place::Query) {
        file += &comment("  ", &text(parameter.docs));
        let ty = typescript(parameter);
        file += &match parameter.presence {
            Presence::Required => format!("  {}: {ty};\n", parameter.name),
            _ => format!("  {}?: {ty} | undefined;\n", parameter.name),
        };
    }
    file + "}\n"
}

fn typescript(ParameterDescription { presence, typescript, or, .. }: &ParameterDescription) -> String {
    let or = or.map_or(String::new(), |word| format!(" | \"{word}\""));
    match presence {
        Presence::List if typescript.contains('|') => format!("readonly ({typescript})[] | {typescript}{or}"),
        Presence::List => format!("readonly {typescript}[] | {typescript}{or}"),
        _ => format!("{typescript}{or}"),
    }
}

/// Returns the specification with the parameters of each endpoint.
pub(crate) fn with_tables(document: &str) -> String {
    let mut document = document.to_owned();
    for RequestDescription { route, parameters, .. } in REQUESTS {
        let rows: String = parameters.iter().filter(|one| one.place != Place::Option).map(row).collect();
        if !rows.is_empty() {
            let table = format!("| Parameter | In | Meaning |\n|---|---|---|\n{rows}\n");
            document = replaced(&document, &section_of(route.name, &document), "| Parameter |", "\n\n", &table);
        }
    }
    document
}

/// The line of the heading of an endpoint.
fn section_of(name: &str, document: &str) -> String {
    let heading = document.lines().find(|line| line.starts_with("### ") && line.ends_with(name));
    format!("{}\n", heading.unwrap_or_else(|| panic!("docs/specification.md has no section {name}")))
}

fn row(parameter: &ParameterDescription) -> String {
    let place = match parameter {
        ParameterDescription { place: Place::Path, .. } => "path".to_owned(),
        ParameterDescription { presence: Presence::Required, .. } => "query, required".to_owned(),
        ParameterDescription { default: Some(words), .. } if is_value(parameter) => format!("query, default `{words}`"),
        ParameterDescription { default, .. } => format!("query, default {}", default.unwrap_or("none")),
    };
    let other =
        if parameter.name == parameter.wire { String::new() } else { format!(" `{}` in the client.", parameter.name) };
    format!("| `{}` | {place} | {}{other} |\n", parameter.wire, meaning(parameter))
}

/// Whether the default is a value that a request may have, instead of a description.
fn is_value(ParameterDescription { presence, default, .. }: &ParameterDescription) -> bool {
    *presence == Presence::Optional && default.is_some_and(|default| !default.contains(' '))
}

/// The first paragraph of the documentation.
fn meaning(parameter: &ParameterDescription) -> String {
    text(parameter.docs).into_iter().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the description of the service with the parameters of each endpoint.
pub(crate) fn with_arrays(document: &str) -> String {
    let mut document = document.to_owned();
    for RequestDescription { route, parameters, .. } in REQUESTS {
        let lines: Vec<String> = parameters.iter().filter(|one| one.place != Place::Option).map(openapi).collect();
        if !lines.is_empty() {
            let operation = format!("\"operationId\": \"{}\",\n", route.method);
            let array = format!("\"parameters\": [\n{}\n        ],\n", lines.join(",\n"));
            document = replaced(&document, &operation, "\"parameters\": [\n", "\n        ],\n", &array);
        }
    }
    document
}

fn openapi(parameter: &ParameterDescription) -> String {
    let place = if parameter.place == Place::Path { "path" } else { "query" };
    let required = if parameter.presence == Presence::Required { " \"required\": true," } else { "" };
    let limit = if parameter.limit > 0 { format!(" At most {}.", parameter.limit) } else { String::new() };
    let description = meaning(parameter).replace('`', "") + &limit;
    format!(
        "          {{ \"name\": \"{}\", \"in\": \"{place}\",{required} \"description\": \"{description}\", \"schema\": {} }}",
        parameter.wire,
        schema(parameter)
    )
}

fn schema(parameter: &ParameterDescription) -> String {
    if let Some(list) = parameter.example {
        return format!("{{ \"type\": \"string\", \"examples\": [\"{list}\"] }}");
    }
    match parameter.default.filter(|_| is_value(parameter)) {
        None => parameter.schema.to_owned(),
        Some(default) => {
            let quote = if parameter.schema.contains("\"string\"") { "\"" } else { "" };
            parameter.schema.replace(" }", &format!(", \"default\": {quote}{default}{quote} }}"))
        }
    }
}

/// Replaces the text from `start` to `end` by `part`, at the first such place after `before`.
fn replaced(all: &str, before: &str, start: &str, end: &str, part: &str) -> String {
    let find = |text: &str, from: usize| {
        all.get(from..)
            .and_then(|rest| rest.find(text))
            .map_or_else(|| panic!("Missing after {before:?}: {text:?}"), |at| from + at)
    };
    let begin = find(start, find(before, 0) + before.len());
    let finish = find(end, begin) + end.len();
    [&all[..begin], part, &all[finish..]].concat()
}
