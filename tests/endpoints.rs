//! Checks that every endpoint, parameter and model is in every place that CONTRIBUTING.md lists. A
//! failure names each missing place.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use ethereal_query::{MODELS, Place, ROUTES, Route, service::Proxy};
use serde_json::Value;
use std::{fs, path::Path};

#[test]
fn every_endpoint_is_in_every_place() {
    let mut missing = unregistered_files();
    for route in ROUTES {
        missing.extend(
            missing_places(route)
                .iter()
                .map(|place| format!("{}: {place}", route.name)),
        );
    }
    assert!(
        missing.is_empty(),
        "Endpoints are incomplete (see CONTRIBUTING.md):\n- {}",
        missing.join("\n- ")
    );
}

#[test]
fn every_parameter_is_in_every_place() {
    let options = read("docs/options.md");
    let mut missing = Vec::new();
    for route in ROUTES {
        let parameters = route
            .parameters
            .iter()
            .filter(|parameter| parameter.place != Place::Path);
        let undocumented =
            parameters.filter(|parameter| !options.contains(&format!("`{}`", parameter.name)));
        missing.extend(undocumented.map(|parameter| {
            format!(
                "{}: docs/options.md lacks {}: run npm run generate",
                route.name, parameter.name
            )
        }));
        if let Some(call) = call_of(route) {
            missing.extend(wrong_parameters(route, &call));
        }
    }
    assert!(
        missing.is_empty(),
        "Parameters are incomplete (see CONTRIBUTING.md):\n- {}",
        missing.join("\n- ")
    );
}

/// The differences between the parameters of `route` and its call in `tests/calls.json`. The member
/// `all` of a call has every parameter of the query, and the request with these parameters.
fn wrong_parameters(route: &Route, call: &Value) -> Vec<String> {
    let (variables, _) = names_at(route, Place::Path);
    let (names, wire_names) = names_at(route, Place::Query);
    let target = call["all"]["target"].as_str().unwrap_or_default();
    let pairs = target
        .split_once('?')
        .map_or("", |(_, query)| query)
        .split('&')
        .filter(|pair| !pair.is_empty());
    let sent: Vec<&str> = pairs
        .map(|pair| pair.split('=').next().unwrap_or_default())
        .collect();
    let parts = [
        ("values", keys(&call["values"]), variables),
        ("all.query", keys(&call["all"]["query"]), names),
        ("the query of all.target", sent, wire_names),
    ];
    let wrong = parts
        .into_iter()
        .filter(|(_, actual, expected)| actual != expected);
    wrong
        .map(|(member, actual, expected)| {
            format!(
                "{}: tests/calls.json has {actual:?} in {member}, not {expected:?}",
                route.name
            )
        })
        .collect()
}

#[test]
fn every_model_is_the_model_of_a_call() {
    let models: Vec<_> = ROUTES
        .iter()
        .filter_map(|route| Some(call_of(route)?["model"].as_str()?.to_owned()))
        .collect();
    let mut missing = Vec::new();
    for model in MODELS.iter().filter(|model| !model.members.is_empty()) {
        // The item of a list in another model has no call.
        let is_item = MODELS
            .iter()
            .flat_map(|other| other.members)
            .any(|field| field.ty.to_string() == format!("{}[]", model.name));
        if !is_item && !models.iter().any(|name| name == model.name) {
            missing.push(format!(
                "tests/calls.json: no call has the model {}, with the path of its record",
                model.name
            ));
        }
    }
    assert!(
        missing.is_empty(),
        "Models are missing (see CONTRIBUTING.md):\n- {}",
        missing.join("\n- ")
    );
}

#[test]
fn the_documentation_of_the_proxy_has_its_default() {
    // The documentation has a comma in the number: "10,000".
    let documentation = read("pkg/src/proxy.ts").replace(',', "");
    let default = format!("Default: {}.", Proxy::DEFAULT_TIMEOUT_MS);
    assert!(
        documentation.contains(&default),
        "pkg/src/proxy.ts, timeoutMs: {default}"
    );
}

/// Describes each place where the endpoint of `route` is missing.
fn missing_places(route: &Route) -> Vec<&'static str> {
    let path = route
        .path
        .iter()
        .map(|segment| format!("/{segment}"))
        .collect::<String>();
    let quoted_name = format!("`{}`", route.name);
    let operation = format!("Operation::{}(", upper_first(route.method));
    let places = [
        (
            route.name == format!("GET {path}"),
            "ROUTE.name is not GET and the path",
        ),
        (
            read("src/wasm/client.rs").contains(&format!("/// {quoted_name}")),
            "src/wasm/client.rs has no export whose documentation begins with the endpoint's name",
        ),
        (
            read("fuzz/targets/body.rs").contains(&operation),
            "fuzz/targets/body.rs does not check its bodies",
        ),
        (
            read("pkg/src/client/client.ts").contains(&quoted_name),
            "pkg/src/client/client.ts has no method whose documentation names the endpoint",
        ),
        (
            read("docs/specification.md")
                .lines()
                .any(|line| line.starts_with("### ") && line.ends_with(route.name)),
            "docs/specification.md has no section with the endpoint's name",
        ),
        (
            read("docs/getting-started.md").contains(&format!("| {quoted_name} |")),
            "docs/getting-started.md has no row for it in the table of the calls",
        ),
        (
            read("pkg/README.md").contains(&format!("| {quoted_name} |")),
            "pkg/README.md has no row for it in the table of the calls",
        ),
        (
            call_of(route).is_some(),
            "tests/calls.json has no call with its name, method and needsKey",
        ),
        (
            has_openapi_path(route),
            "service/openapi.json does not describe it",
        ),
        (
            has_conformance_vector(route),
            "tests/conformance/vectors.json has no vector with status 200 for it; write one in \
             tests/conformance/make/, and run npm run generate",
        ),
    ];
    places
        .into_iter()
        .filter(|(is_there, _)| !is_there)
        .map(|(_, place)| place)
        .collect()
}

/// The name with its first letter in upper case: the call `tokenUri` has the variant `TokenUri`.
fn upper_first(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

/// Describes each file in `src/endpoints/` whose endpoint is not in `ROUTES`.
fn unregistered_files() -> Vec<String> {
    let files = fs::read_dir(root().join("src/endpoints")).expect("the folder can be read");
    let paths = files.map(|file| file.expect("the folder can be listed").path());
    let mut unregistered = Vec::new();
    for path in paths.filter(|path| path.is_file()) {
        let source = fs::read_to_string(path).expect("UTF-8");
        // Every endpoint writes its route in one line: name: "GET /…".
        let route_name = source.lines().find_map(|line| {
            let name_and_end = line.trim().strip_prefix("name: \"")?;
            name_and_end.strip_suffix("\",")
        });
        let Some(name) = route_name else { continue };
        let is_registered = ROUTES.iter().any(|route| route.name == name);
        if !is_registered {
            unregistered.push(format!("{name}: src/endpoints.rs lacks it in endpoints!"));
        }
    }
    unregistered
}

fn has_openapi_path(route: &Route) -> bool {
    let document: Value = serde_json::from_str(&read("service/openapi.json")).expect("JSON");
    // OpenAPI writes the variable `:hash` as `{hash}`.
    let segments = route
        .path
        .iter()
        .map(|segment| match segment.strip_prefix(':') {
            Some(name) => format!("/{{{name}}}"),
            None => format!("/{segment}"),
        });
    document["paths"][segments.collect::<String>()]["get"].is_object()
}

/// The call of `route` in `tests/calls.json`, with the same name, method and need for a key.
fn call_of(route: &Route) -> Option<Value> {
    let calls: Vec<Value> =
        serde_json::from_str(&read("tests/calls.json")).expect("a list of calls");
    calls.into_iter().find(|call| {
        call["endpoint"] == route.name
            && call["method"] == route.method
            && call["needsKey"] == route.requires_api_key
    })
}

/// The names of the parameters at `place`: the names for callers, and the names in the request.
fn names_at(route: &Route, place: Place) -> (Vec<&str>, Vec<&str>) {
    let parameters = route
        .parameters
        .iter()
        .filter(|parameter| parameter.place == place);
    parameters
        .map(|parameter| (parameter.name, parameter.wire))
        .unzip()
}

/// The names of the members of an object.
fn keys(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
        .collect()
}

fn has_conformance_vector(route: &Route) -> bool {
    let vectors: Vec<Value> =
        serde_json::from_str(&read("tests/conformance/vectors.json")).expect("a list of vectors");
    vectors.iter().any(|vector| {
        let target = vector["request"]["path"].as_str().unwrap_or_default();
        let path = target.split('?').next().unwrap_or_default();
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let matches =
            |(segment, pattern): (&&str, &&str)| pattern.starts_with(':') || segment == pattern;
        vector["status"] == 200
            && segments.len() == route.path.len()
            && segments.iter().zip(route.path).all(matches)
    })
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
