//! The lists of gateways in TypeScript.

use crate::text::{comment, example, trimmed_lines};
use ethereal_query::gateways::{ARWEAVE_GATEWAYS, ARWEAVE_HOSTS, CLOSED_IPFS_HOSTS, IPFS_GATEWAYS};

const HEAD: &str = "\
// Written from src/gateways.rs by `npm run generate`; do not edit.
";

/// The file `gateways.ts`.
pub(crate) fn gateways_ts() -> String {
    let parts = [
        HEAD.to_owned(),
        list(
            "IPFS_GATEWAYS",
            "IPFS gateways for a program that sets none, best first. Each has a different operator.",
            &IPFS_GATEWAYS,
            ("gateways", "ipfs://bafkrei/7.png"),
        ),
        list(
            "ARWEAVE_GATEWAYS",
            "Arweave gateways for a program that sets none, best first.",
            &ARWEAVE_GATEWAYS,
            ("arweaveGateways", "ar://abc"),
        ),
        pattern(
            "CLOSED_IPFS_HOSTS",
            "Matches the host of an IPFS gateway that has closed.",
            &CLOSED_IPFS_HOSTS,
        ),
        pattern(
            "ARWEAVE_HOSTS",
            "Matches the host of an Arweave gateway.",
            &ARWEAVE_HOSTS,
        ),
    ];
    parts.join("\n")
}

/// A list that the package exports, with an example of an option and a URI.
fn list(name: &str, sentence: &str, values: &[&str], (option, uri): (&str, &str)) -> String {
    let mut docs = trimmed_lines(&[sentence]);
    // The list, and `gateway.example`.
    let url_count = values.len() + 1;
    docs.extend(example(&[
        &format!("const {option} = [\"https://gateway.example\", ...{name}];"),
        &format!("console.log(resolveUri(\"{uri}\", {{ {option} }}).length); // {url_count}"),
    ]));
    let items: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
    format!(
        "{}export const {name}: readonly string[] = [{}];\n",
        comment("", &docs),
        items.join(", ")
    )
}

/// A list of hosts as the alternatives of a regular expression, which is smaller than an array and its search.
fn pattern(name: &str, sentence: &str, hosts: &[&str]) -> String {
    // The string of TypeScript needs two backslashes for one backslash of the regular expression.
    let source = hosts.join("|").replace('.', "\\\\.");
    format!(
        "{}export const {name} = \"{source}\";\n",
        comment("", &trimmed_lines(&[sentence]))
    )
}
