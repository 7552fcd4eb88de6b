//! Reads declarations in the sources of Rust.

use std::{fs, path::Path};
use syn::{Attribute, Item, ItemStruct};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The text of a file of the repository.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub(crate) fn struct_of(file: &str, name: &str) -> ItemStruct {
    let found = items_of(file).into_iter().find_map(|item| match item {
        Item::Struct(item) if item.ident == name => Some(item),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{file} has no struct {name}"))
}

/// The declarations in a file of Rust.
pub(crate) fn items_of(file: &str) -> Vec<Item> {
    syn::parse_file(&read(file)).expect("the source is Rust").items
}

/// The lines of a documentation comment. A link of Rust becomes its text.
pub(crate) fn docs_of(attributes: &[Attribute]) -> Vec<String> {
    let without_links = |line: &String| line.replace("[`", "`").replace("`]", "`").replace("crate::", "");
    docs_with_links(attributes).iter().map(without_links).collect()
}

/// The lines of a documentation comment.
pub(crate) fn docs_with_links(attributes: &[Attribute]) -> Vec<String> {
    let lines = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).map(|attribute| {
        let syn::Meta::NameValue(value) = &attribute.meta else { panic!("a comment is a text") };
        let syn::Expr::Lit(literal) = &value.value else { panic!("a comment is a text") };
        let syn::Lit::Str(text) = &literal.lit else { panic!("a comment is a text") };
        text.value().trim().to_owned()
    });
    lines.collect()
}
