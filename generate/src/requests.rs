//! The types and names of requests in TypeScript, and the tables of their parameters in the documents.

use crate::text::{camel_case, comment, example, trimmed_lines, ts_example};
use ethereal_query::{
    CALL_HEADERS, LIMITS, Parameter, Place, Presence, REQUESTS, ROUTES, RequestDescription,
};
use serde_json::Value;

const ENDPOINTS_HEAD: &str = "\
// Written from the requests of Rust by `npm run generate`; do not edit.

/** The endpoints by the names of their calls. */
export const ENDPOINTS = {
";
/// The example of the type `ProxyEndpoint`.
const ALLOW: &str = "const allow: ProxyEndpoint[] = [\"tokenUri\", \"bridgeTransfer\"];";
const REQUESTS_HEAD: &str = "\
// Written from the requests of Rust by `npm run generate`; do not edit.

import type { ChainType } from \"../values.js\";
import type { EtherealStatus } from \"./models.js\";
";

const PARAMETERS_HEAD: &str = "\
// Written from the parameters and limits of Rust by `npm run generate`; do not edit.
";

/// The file `endpoints.ts`.
pub(crate) fn endpoints_ts() -> String {
    let mut file = ENDPOINTS_HEAD.to_owned();
    for route in ROUTES {
        file += &format!("  {}: \"{}\",\n", route.method, route.name);
    }
    file += "} as const;\n\n";
    file += &comment(
        "",
        &[
            trimmed_lines(&["An endpoint, by the name of its call."]),
            example(&[ALLOW]),
        ]
        .concat(),
    );
    let methods: Vec<String> = ROUTES
        .iter()
        .map(|route| format!("\"{}\"", route.method))
        .collect();
    file += &format!("export type ProxyEndpoint = {};\n\n", methods.join(" | "));
    file += "/** The names of the parameters of each call that are members of its query or its options. */\n";
    file += "export const NAMES: Record<ProxyEndpoint, readonly string[]> = {\n";
    for route in ROUTES {
        let named = route
            .parameters
            .iter()
            .filter(|parameter| parameter.place != Place::Path);
        let names: Vec<String> = named
            .map(|parameter| format!("\"{}\"", parameter.name))
            .collect();
        file += &format!("  {}: [{}],\n", route.method, names.join(", "));
    }
    file + "};\n"
}

/// The file `requests.ts`.
pub(crate) fn requests_ts() -> String {
    let mut parts = vec![REQUESTS_HEAD.to_owned()];
    parts.extend(
        REQUESTS
            .iter()
            .filter(|request| !request.query.is_empty())
            .map(query_type),
    );
    parts.join("\n")
}

fn query_type(request: &RequestDescription) -> String {
    let RequestDescription { route, query, .. } = request;
    let sentence = format!("Query of {{@link Client.{}}}.", route.method);
    let docs = trimmed_lines(request.docs.docs);
    let mut file = comment("", &[vec![sentence], ts_example(query, &docs)].concat());
    file += &format!("export interface {query} {{\n");
    for parameter in route
        .parameters
        .iter()
        .filter(|parameter| parameter.place == Place::Query)
    {
        file += &comment("  ", &parameter_docs(request, parameter));
        let ty = typescript(parameter);
        file += &match parameter.presence {
            Presence::Required => format!("  {}: {ty};\n", parameter.name),
            _ => format!("  {}?: {ty} | undefined;\n", parameter.name),
        };
    }
    file + "}\n"
}

/// The file `parameters.d.ts` of the exports: the parameters of each export, and the options of
/// every call.
pub(crate) fn parameters_d_ts() -> String {
    let mut file = PARAMETERS_HEAD.to_owned();
    for request in REQUESTS {
        let RequestDescription { route, .. } = request;
        let name = upper_first(route.method) + "Parameters";
        file += &format!("\n/** The parameters of `{}`. */\n", route.name);
        if route.parameters.is_empty() {
            file += &format!("export type {name} = Record<string, never>;\n");
            continue;
        }
        file += &format!("export interface {name} {{\n");
        for parameter in route.parameters {
            file += &comment("  ", &first_paragraph(request, parameter));
            file += &match parameter.presence {
                Presence::Required => format!("  {}: Argument | undefined;\n", parameter.name),
                Presence::Optional => format!("  {}?: Argument;\n", parameter.name),
                Presence::List => format!("  {}?: ListArgument;\n", parameter.name),
            };
        }
        file += "}\n";
    }
    file += "\n/** The options of every call. */\nexport interface CallOptions {\n  headers?: HeaderPairs;\n";
    for limit in LIMITS {
        file += &format!("  {}?: Argument;\n", limit.name);
    }
    // The first header is the API key, which no call has as an option.
    for header in CALL_HEADERS.iter().skip(1) {
        file += &format!("  {}?: Argument;\n", header.option);
    }
    file + "}\n"
}

/// The documentation of the field of the request that has the parameter.
fn parameter_docs(request: &RequestDescription, parameter: &Parameter) -> Vec<String> {
    let field = request
        .docs
        .fields
        .iter()
        .find(|(name, _)| camel_case(name) == parameter.name);
    let (_, docs) =
        field.unwrap_or_else(|| panic!("{} has no field {}", request.route.name, parameter.name));
    trimmed_lines(docs)
}

fn upper_first(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

fn typescript(
    Parameter {
        presence,
        typescript,
        or: other_value,
        ..
    }: &Parameter,
) -> String {
    let typescript = typescript.text();
    let or_literal = if other_value.text().is_empty() {
        String::new()
    } else {
        format!(" | \"{}\"", other_value.text())
    };
    match presence {
        Presence::List if typescript.contains('|') => {
            format!("readonly ({typescript})[] | {typescript}{or_literal}")
        }
        Presence::List => format!("readonly {typescript}[] | {typescript}{or_literal}"),
        _ => format!("{typescript}{or_literal}"),
    }
}

/// Returns the specification with the parameters of each endpoint.
pub(crate) fn with_tables(document: &str) -> String {
    let mut document = document.to_owned();
    for request in REQUESTS {
        let rows: String = sent(request)
            .map(|parameter| row(request, parameter))
            .collect();
        if !rows.is_empty() {
            let table = format!("| Parameter | In | Meaning |\n|---|---|---|\n{rows}\n");
            let section = section_of(request.route.name, &document);
            document = replaced(&document, &section, "| Parameter |", "\n\n", &table);
        }
    }
    document
}

/// The line of the heading of an endpoint.
fn section_of(name: &str, document: &str) -> String {
    let heading = document
        .lines()
        .find(|line| line.starts_with("### ") && line.ends_with(name));
    format!(
        "{}\n",
        heading.unwrap_or_else(|| panic!("docs/specification.md has no section {name}"))
    )
}

fn row(request: &RequestDescription, parameter: &Parameter) -> String {
    let default = parameter.default.text();
    let place = match parameter {
        Parameter {
            place: Place::Path, ..
        } => "path".to_owned(),
        Parameter {
            presence: Presence::Required,
            ..
        } => "query, required".to_owned(),
        _ if default.is_empty() => "query, default none".to_owned(),
        _ if is_value(parameter) => format!("query, default `{default}`"),
        _ => format!("query, default {default}"),
    };
    let client_name = if parameter.name == parameter.wire {
        String::new()
    } else {
        format!(" `{}` in the client.", parameter.name)
    };
    format!(
        "| `{}` | {place} | {}{client_name} |\n",
        parameter.wire,
        meaning(request, parameter)
    )
}

/// Whether the default is a value that a request may have, instead of a description.
fn is_value(
    Parameter {
        presence, default, ..
    }: &Parameter,
) -> bool {
    *presence == Presence::Optional && !default.text().is_empty() && !default.text().contains(' ')
}

/// The first paragraph of the documentation in one line.
fn meaning(request: &RequestDescription, parameter: &Parameter) -> String {
    first_paragraph(request, parameter).join(" ")
}

/// The lines of the first paragraph of the documentation.
fn first_paragraph(request: &RequestDescription, parameter: &Parameter) -> Vec<String> {
    parameter_docs(request, parameter)
        .into_iter()
        .take_while(|line| !line.is_empty())
        .collect()
}

/// The parameters of a request that are in its path or query.
fn sent(request: &RequestDescription) -> impl Iterator<Item = &'static Parameter> {
    request
        .route
        .parameters
        .iter()
        .filter(|parameter| parameter.place != Place::Option)
}

/// Returns the description of the service with the parameters of each endpoint.
pub(crate) fn with_arrays(document: &str) -> String {
    let openapi_json: Value =
        serde_json::from_str(document).expect("the description of the service is JSON");
    let mut document = document.to_owned();
    for request in REQUESTS {
        let lines: Vec<String> = sent(request)
            .map(|parameter| openapi(request, parameter, &openapi_json))
            .collect();
        if !lines.is_empty() {
            let operation = format!("\"operationId\": \"{}\",\n", request.route.method);
            let array = format!("\"parameters\": [\n{}\n        ],\n", lines.join(",\n"));
            document = replaced(
                &document,
                &operation,
                "\"parameters\": [\n",
                "\n        ],\n",
                &array,
            );
        }
    }
    document
}

fn openapi(request: &RequestDescription, parameter: &Parameter, openapi_json: &Value) -> String {
    let place = if parameter.place == Place::Path {
        "path"
    } else {
        "query"
    };
    // The service treats an empty value as absent.
    let presence = match parameter.presence {
        Presence::Required => " \"required\": true,",
        _ => " \"allowEmptyValue\": true,",
    };
    let limit = if parameter.limit > 0 {
        format!(" At most {}.", parameter.limit)
    } else {
        String::new()
    };
    let description = meaning(request, parameter).replace('`', "") + &limit;
    format!(
        "          {{ \"name\": \"{}\", \"in\": \"{place}\",{presence} \"description\": \"{description}\", \"schema\": {} }}",
        parameter.wire,
        schema(parameter, openapi_json)
    )
}

fn schema(parameter: &Parameter, openapi_json: &Value) -> String {
    let (schema, default, example) = (
        parameter.schema.text(),
        parameter.default.text(),
        parameter.example.text(),
    );
    // Only a list has an example.
    if !example.is_empty() {
        let pattern = list_pattern(parameter, openapi_json);
        return format!(
            "{{ \"type\": \"string\", \"pattern\": \"{pattern}\", \"examples\": [\"{example}\"] }}"
        );
    }
    if !is_value(parameter) {
        return schema.to_owned();
    }
    let quote = if schema.contains("\"string\"") {
        "\""
    } else {
        ""
    };
    // The schema ends with ` }`.
    schema.replace(" }", &format!(", \"default\": {quote}{default}{quote} }}"))
}

/// The white space of Unicode, which the service ignores around an item of a list. Engines of
/// regular expressions disagree about `\s`.
const SPACE: &str =
    r"[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*";

/// The regular expression of a list, as JSON has it. White space and empty items are allowed.
/// `openapi_json` is the description of the service, which has the schemas that a type refers to.
fn list_pattern(parameter: &Parameter, openapi_json: &Value) -> String {
    let schema: Value = serde_json::from_str(parameter.schema.text()).expect("a schema is JSON");
    let referred = schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| openapi_json.pointer(reference.trim_start_matches('#')));
    let pattern = referred
        .unwrap_or(&schema)
        .get("pattern")
        .and_then(Value::as_str)
        .expect("an item of a list has a pattern");
    let item = format!(
        "{SPACE}({})?{SPACE}",
        pattern.trim_start_matches('^').trim_end_matches('$')
    );
    format!("^{item}(,{item}){{0,{}}}$", parameter.limit - 1)
}

/// Replaces the text from `start` to `end` by `part`, at the first such place after `before`.
fn replaced(document: &str, before: &str, start: &str, end: &str, part: &str) -> String {
    let find = |text: &str, from: usize| {
        let distance = document.get(from..).and_then(|rest| rest.find(text));
        from + distance.unwrap_or_else(|| panic!("Missing after {before:?}: {text:?}"))
    };
    let before_end = find(before, 0) + before.len();
    let begin = find(start, before_end);
    let finish = find(end, begin) + end.len();
    [&document[..begin], part, &document[finish..]].concat()
}
