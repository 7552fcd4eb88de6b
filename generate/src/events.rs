//! The types of events and the names of hooks in TypeScript, and the table of hooks in the documents.

use crate::text::{camel_case, comment, members, sentences, trimmed_lines, ts_example};
use ethereal_query::{EVENTS, HOOKS, Property, TypeScript};

const EVENTS_HEAD: &str = "\
// Written from the events of Rust by `npm run generate`; do not edit.

import type { EtherealQueryError } from \"../errors/error.js\";
";
/// The beginning of the type `DriftEvent`, the union of the events of `onDrift`.
const DRIFT_EVENT: &str = "\
/**
 * A place where a response differs from the specification, for {@link ClientOptions.onDrift}.
 * `skipped` says whether the client read the place anyway, or left out its record.
 * @example
 * const onDrift = ({ skipped, pointer }: DriftEvent) => console.log(skipped, pointer); // false /balance
 * const fetch = async () => Response.json({ balance: 1 });
 * await new Client({ baseUrl: \"https://api.example.com\", apiKey, fetch, onDrift }).project();
 */
export type DriftEvent = ";
const HOOKS_HEAD: &str = "\
// Written from the hooks of Rust by `npm run generate`; do not edit.

/** The names of the hooks. */
export const HOOKS = [";

/// The file `events.ts`.
pub(crate) fn events_ts() -> String {
    let mut parts = vec![EVENTS_HEAD.to_owned()];
    parts.extend(EVENTS.iter().map(|event| interface(event)));
    let names: Vec<&str> = drift_events().iter().map(|event| event.name).collect();
    parts.push(format!("{DRIFT_EVENT}{};\n", names.join(" | ")));
    parts.join("\n")
}

/// The events of `onDrift`, the only hook that receives several types of events.
fn drift_events() -> &'static [&'static TypeScript] {
    HOOKS
        .iter()
        .find(|(_, events)| events.len() > 1)
        .map_or(&[], |(_, events)| events)
}

/// The interface of an event. The interface declares the fields that only other events of the same
/// hook have as absent.
fn interface(event: &TypeScript) -> String {
    let mut docs = in_typescript(&sentences(&trimmed_lines(event.docs)));
    // An event with an example is a public type. For any other event, `@inline` shows the fields
    // where the event is used.
    let has_example = event.docs.iter().any(|line| line.trim() == "```ts");
    docs.extend(if has_example {
        ts_example(event.name, &trimmed_lines(event.docs))
    } else {
        vec!["@inline".to_owned()]
    });
    let export = if has_example { "export " } else { "" };
    let extends = if event.extends.is_empty() {
        String::new()
    } else {
        format!(" extends {}", event.extends)
    };
    let fields = members(event.members, in_typescript);
    let absent: String = absent_fields(event)
        .iter()
        .map(|name| format!("  /** Absent. */\n  {name}?: undefined;\n"))
        .collect();
    comment("", &docs)
        + &format!(
            "{export}interface {}{extends} {{\n{fields}{absent}}}\n",
            event.name
        )
}

/// The fields that only other events of the same hook have.
fn absent_fields(event: &TypeScript) -> Vec<&'static str> {
    if !drift_events().iter().any(|other| other.name == event.name) {
        return Vec::new();
    }
    let fields = drift_events()
        .iter()
        .flat_map(|other| other.members)
        .map(|field| field.name);
    fields
        .filter(|name| !event.members.iter().any(|field| field.name == *name))
        .collect()
}

fn event_named(name: &str) -> &'static TypeScript {
    EVENTS
        .iter()
        .find(|event| event.name == name)
        .unwrap_or_else(|| panic!("EVENTS lacks {name}"))
}

/// Sentences with the names and links of TypeScript.
fn in_typescript(docs: &[String]) -> Vec<String> {
    let links = docs.iter().map(|line| {
        line.replace("[`crate::Hooks::", "{@link ClientOptions.")
            .replace(
                "[`crate::EtherealsQuery::skip_invalid_records",
                "{@link ListOptions.onInvalidRecord",
            )
            .replace("[`", "{@link ")
            .replace("`]", "}")
    });
    links.map(|line| camel_case(&line)).collect()
}

/// The file `hooks.ts`.
pub(crate) fn hooks_ts() -> String {
    let names: Vec<String> = HOOKS
        .iter()
        .map(|(name, _)| format!("\"{name}\""))
        .collect();
    format!("{HOOKS_HEAD}{}] as const;\n", names.join(", "))
}

/// Returns the document of the hooks with the fields of their events. The table has a row for each
/// event, in the order of `HOOKS`. The fields are the third cell of the row.
pub(crate) fn with_event_fields(document: &str) -> String {
    let (mut done, mut rest) = (String::new(), document);
    for (hook, events) in HOOKS {
        for event in *events {
            let (before, row) = rest
                .split_once(&format!("| `{hook}` | "))
                .expect("a row for each event of a hook");
            let (second_cell, third_cell) = row.split_once(" | ").expect("a row has cells");
            let (_, after) = third_cell.split_once(" |\n").expect("a row has cells");
            done += &format!("{before}| `{hook}` | {second_cell} | {} |\n", fields(event));
            rest = after;
        }
    }
    done + rest
}

/// The fields of an event, and the inherited fields. If the base event has a hook, the name of that
/// hook stands for the fields of the base event.
fn fields(mut event: &TypeScript) -> String {
    let mut fields = String::new();
    loop {
        let own: Vec<String> = event.members.iter().map(field).collect();
        fields = if fields.is_empty() {
            own.join(", ")
        } else {
            format!("{}, {fields}", own.join(", "))
        };
        if event.extends.is_empty() {
            return fields;
        }
        if let Some((hook, _)) = HOOKS
            .iter()
            .find(|(_, events)| events.iter().any(|other| other.name == event.extends))
        {
            return format!("the members of `{hook}`, and {fields}");
        }
        event = event_named(event.extends);
    }
}

fn field(Property { name, ty, .. }: &Property) -> String {
    let ty = ty.to_string();
    if matches!(ty.as_str(), "true" | "false") {
        format!("`{name}: {ty}`")
    } else {
        format!("`{name}`")
    }
}
