//! The code that fuzz targets share: a second parser of JSON, a second implementation of
//! docs/decisions.md, a generator of documents, and a client with a prepared response.

#![forbid(unsafe_code)]

pub mod client;
pub mod generate;
pub mod json;
pub mod rules;

/// Text from any bytes. Invalid UTF-8 becomes U+FFFD, so that every input is a text.
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Percent-encodes `text` as a value of a query.
#[must_use]
pub fn percent_encode(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Whether a text has no control character, with which it could forge a line of a log.
#[must_use]
pub fn is_clean(text: &str) -> bool {
    !text.chars().any(char::is_control)
}
