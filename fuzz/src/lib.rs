//! What the fuzz targets share: a second reader of JSON, the rules of docs/decisions.md written a second time, documents
//! spelled by choices, and a client whose transport gives the response it was handed.

#![forbid(unsafe_code)]

pub mod client;
pub mod json;
pub mod rules;
pub mod spell;

/// Text of arbitrary bytes: what is not UTF-8 is replaced, so that every input is one.
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Everything but letters and digits percent-encoded, so that any text can be a value of a query.
#[must_use]
pub fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Whether a text could forge a line of a log.
#[must_use]
pub fn is_clean(text: &str) -> bool {
    !text.chars().any(char::is_control)
}
