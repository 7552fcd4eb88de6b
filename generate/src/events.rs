//! The types of events and the names of hooks in TypeScript, and the table of hooks in the documents.

use crate::{
    source::{docs_with_links, items_of, struct_of},
    text::{camel_case, comment, sentences, text, ts_example},
};
use ethereal_query::{EVENTS, Property, TypeScript};
use syn::{GenericArgument, Item, ItemEnum, Path, PathArguments, PathSegment, Type};

const EVENTS_HEAD: &str = "\
// Written from the events of Rust by `npm run generate`; do not edit.

import type { EtherealQueryError } from \"../errors/error.js\";
";
const HOOKS_HEAD: &str = "\
// Written from the hooks of Rust by `npm run generate`; do not edit.

/** The names of the hooks. */
export const HOOKS = [";

/// The file `events.ts`.
pub(crate) fn events_ts() -> String {
    let unions = unions();
    let mut parts = vec![EVENTS_HEAD.to_owned()];
    for event in EVENTS {
        let union = unions.iter().map(members).find(|members| members.iter().any(|name| name == event.name));
        parts.push(interface(event, &union.unwrap_or_default()));
    }
    for union in &unions {
        let name = union.ident.to_string();
        let docs = documentation(&name, &docs_with_links(&union.attrs));
        parts.push(format!("{}export type {name} = {};\n", comment("", &docs), members(union).join(" | ")));
    }
    parts.join("\n")
}

/// The events that are one of several events.
fn unions() -> Vec<ItemEnum> {
    let enums = items_of("src/client/events.rs").into_iter().filter_map(|item| match item {
        Item::Enum(item) => Some(item),
        _ => None,
    });
    enums.collect()
}

/// The names of the events of a union.
fn members(union: &ItemEnum) -> Vec<String> {
    let types = union.variants.iter().flat_map(|variant| variant.fields.iter().map(|field| path_of(&field.ty)));
    types.map(name_of).collect()
}

/// An event. It has no field of the other events of its union.
fn interface(event: &TypeScript, union: &[String]) -> String {
    let TypeScript { name, docs, extends, members, .. } = event;
    let docs = documentation(name, &text(docs));
    let extends = if extends.is_empty() { String::new() } else { format!(" extends {extends}") };
    let export = if docs.iter().any(|line| line == "@inline") { "" } else { "export " };
    let mut file = comment("", &docs);
    file += &format!("{export}interface {name}{extends} {{\n");
    for Property { name, required, ty, docs } in *members {
        let mark = if *required { "" } else { "?" };
        file += &comment("  ", &in_typescript(&text(docs)));
        file += &format!("  {name}{mark}: {ty};\n");
    }
    let of_others = union.iter().flat_map(|name| event_named(name).members).map(|member| member.name);
    for absent in of_others.filter(|name| !members.iter().any(|member| member.name == *name)) {
        file += &format!("  /** Absent. */\n  {absent}?: undefined;\n");
    }
    file + "}\n"
}

fn documentation(name: &str, docs: &[String]) -> Vec<String> {
    let mut lines = in_typescript(&sentences(docs));
    if docs.iter().any(|line| line == "```ts") {
        lines.extend(ts_example(name, docs));
    } else {
        lines.push("@inline".to_owned());
    }
    lines
}

/// Sentences with the names and links of TypeScript.
fn in_typescript(docs: &[String]) -> Vec<String> {
    let links = docs.iter().map(|line| {
        line.replace("[`crate::Hooks::", "{@link ClientOptions.")
            .replace("[`crate::EtherealsQuery::skip_invalid_records", "{@link ListOptions.onInvalidRecord")
            .replace("[`", "{@link ")
            .replace("`]", "}")
    });
    links.map(|line| camel_case(&line)).collect()
}

fn event_named(name: &str) -> &'static TypeScript {
    EVENTS.iter().find(|event| event.name == name).unwrap_or_else(|| panic!("EVENTS lacks {name}"))
}

/// The names of the hooks, each with the events that it receives.
fn hooks() -> Vec<(String, Vec<String>)> {
    let hooks = struct_of("src/client/hooks.rs", "Hooks").fields.into_iter().map(|field| {
        let name = camel_case(&field.ident.expect("a named field").to_string());
        let event = name_of(event_of(&field.ty));
        let union = unions().iter().find(|union| union.ident == event).map(members);
        (name, union.unwrap_or(vec![event]))
    });
    hooks.collect()
}

/// The type of the event in the type of a hook, `Hook<Event>`.
fn event_of(hook: &Type) -> &Path {
    let PathArguments::AngleBracketed(arguments) = &last(path_of(hook)).arguments else {
        panic!("a hook has an event")
    };
    let Some(GenericArgument::Type(event)) = arguments.args.first() else { panic!("a hook has an event") };
    path_of(event)
}

fn path_of(ty: &Type) -> &Path {
    let Type::Path(path) = ty else { panic!("an event is a type with a name") };
    &path.path
}

fn last(path: &Path) -> &PathSegment {
    path.segments.last().expect("a type has a name")
}

fn name_of(path: &Path) -> String {
    last(path).ident.to_string()
}

/// The file `hooks.ts`.
pub(crate) fn hooks_ts() -> String {
    let names: Vec<String> = hooks().iter().map(|(name, _)| format!("\"{name}\"")).collect();
    format!("{HOOKS_HEAD}{}] as const;\n", names.join(", "))
}

/// Returns the document of the hooks with the fields of their events.
pub(crate) fn with_event_fields(document: &str) -> String {
    let (mut done, mut rest) = (String::new(), document);
    for (hook, events) in hooks() {
        for event in events {
            let (before, row) = rest.split_once(&format!("| `{hook}` | ")).expect("a row for each event of a hook");
            let (called, after) = row.split_once(" | ").expect("a row has cells");
            let (_, after) = after.split_once(" |\n").expect("a row has cells");
            done += &format!("{before}| `{hook}` | {called} | {} |\n", fields(event_named(&event)));
            rest = after;
        }
    }
    done + rest
}

/// The fields of an event, those of the event of another hook by the name of the hook.
fn fields(mut event: &TypeScript) -> String {
    let mut fields = String::new();
    loop {
        let own: Vec<String> = event.members.iter().map(field).collect();
        fields = if fields.is_empty() { own.join(", ") } else { format!("{}, {fields}", own.join(", ")) };
        if event.extends.is_empty() {
            return fields;
        }
        if let Some((hook, _)) = hooks().iter().find(|(_, events)| events.iter().any(|name| name == event.extends)) {
            return format!("those of `{hook}`, and {fields}");
        }
        event = event_named(event.extends);
    }
}

fn field(Property { name, ty, .. }: &Property) -> String {
    if matches!(*ty, "true" | "false") { format!("`{name}: {ty}`") } else { format!("`{name}`") }
}
