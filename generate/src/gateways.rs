//! The lists of gateways in TypeScript.

use crate::{
    source::{docs_of, items_of},
    text::{comment, example},
};
use ethereal_query::gateways::{ARWEAVE_GATEWAYS, ARWEAVE_HOSTS, CLOSED_IPFS_HOSTS, IPFS_GATEWAYS};
use syn::Item;

const HEAD: &str = "\
// Written from src/gateways.rs by `npm run generate`; do not edit.
";

/// The file `gateways.ts`.
pub(crate) fn gateways_ts() -> String {
    let ipfs = list("IPFS_GATEWAYS", &IPFS_GATEWAYS, ("gateways", "ipfs://bafkrei/7.png"));
    let arweave = list("ARWEAVE_GATEWAYS", &ARWEAVE_GATEWAYS, ("arweaveGateways", "ar://abc"));
    let closed = pattern("CLOSED_IPFS_HOSTS", &CLOSED_IPFS_HOSTS);
    [HEAD.to_owned(), ipfs, arweave, closed, pattern("ARWEAVE_HOSTS", &ARWEAVE_HOSTS)].join("\n")
}

/// A list that the package exports, with an example of an option and a URI.
fn list(name: &str, values: &[&str], (option, uri): (&str, &str)) -> String {
    let mut docs = docs(name);
    docs.extend(example(&[
        &format!("const {option} = [\"https://gateway.example\", ...{name}];"),
        &format!("console.log(resolveUri(\"{uri}\", {{ {option} }}).length); // {}", values.len() + 1),
    ]));
    let items: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
    format!("{}export const {name}: readonly string[] = [{}];\n", comment("", &docs), items.join(", "))
}

/// A list of hosts as the alternatives of a regular expression, which is smaller than an array and its search.
fn pattern(name: &str, hosts: &[&str]) -> String {
    let mut docs = docs(name);
    docs.push("The alternatives of a regular expression.".to_owned());
    let source = hosts.join("|").replace('.', "\\\\.");
    format!("{}export const {name} = \"{source}\";\n", comment("", &docs))
}

/// The documentation of a constant of `src/gateways.rs`.
fn docs(name: &str) -> Vec<String> {
    let constant = items_of("src/gateways.rs").into_iter().find_map(|item| match item {
        Item::Const(item) if item.ident == name => Some(item),
        _ => None,
    });
    docs_of(&constant.map(|constant| constant.attrs).unwrap_or_default())
}
