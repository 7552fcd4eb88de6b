//! Prints the files that are written from the declarations of Rust, as a JSON object of paths and texts: TypeScript
//! types and names, and tables in the documents. `npm run generate` writes the files.

// The program panics at a declaration that it cannot write. The message names the declaration.
#![allow(clippy::panic, clippy::expect_used)]

use serde_json::{Map, Value};
use std::{
    fs,
    io::{self, Write},
    path::Path,
};

mod errors;
mod events;
mod fields;
mod gateways;
mod models;
mod options;
mod records;
mod requests;
mod text;

fn main() -> io::Result<()> {
    let specification = requests::with_tables(&fields::add_rows(&read("docs/specification.md")));
    let openapi = requests::with_arrays(&fields::add_properties(&read("service/openapi.json")));
    let hooks = events::with_event_fields(&read("docs/hooks-and-headers.md"));
    let files = [
        ("pkg/src/generated/models.ts", models::models_ts()),
        ("pkg/src/generated/values.ts", models::values_ts()),
        ("pkg/src/generated/endpoints.ts", requests::endpoints_ts()),
        ("pkg/src/generated/requests.ts", requests::requests_ts()),
        ("src/wasm/parameters.d.ts", requests::parameters_d_ts()),
        ("pkg/src/generated/errors.ts", errors::errors_ts()),
        ("pkg/src/generated/events.ts", events::events_ts()),
        ("pkg/src/generated/hooks.ts", events::hooks_ts()),
        ("pkg/src/generated/gateways.ts", gateways::gateways_ts()),
        ("pkg/src/generated/options.ts", options::options_ts()),
        ("pkg/src/generated/calls.ts", options::calls_ts()),
        ("pkg/src/generated/records.ts", records::records_ts()),
        ("seed/kinds.mjs", records::kinds_mjs()),
        ("docs/.vitepress/run/statuses.mjs", options::statuses_mjs()),
        ("docs/specification.md", specification),
        ("docs/hooks-and-headers.md", hooks),
        ("service/openapi.json", openapi),
        ("tests/models.json", models::models_json()),
    ];
    let object: Map<String, Value> = files
        .into_iter()
        .map(|(path, text)| (path.to_owned(), text.into()))
        .collect();
    writeln!(io::stdout(), "{}", Value::Object(object))
}

/// The text of a file of the repository.
fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
