//! Reads the text of records: lists of records, the members of a record, and the values by which a
//! service finds a record.

mod api_key;
pub(crate) mod columns;
mod extended_json;
mod members;
mod transfer_hash;

use crate::{
    json::{BigIntegers, DecodeError, FREE_DEPTH, Scanner},
    text::decimal_text,
};
use extended_json::without_extended_forms;
use std::{borrow::Cow, fmt};

pub use api_key::KeyRecord;
pub(crate) use api_key::key;
pub(crate) use members::{Members, list, not_json};
pub use transfer_hash::TransferHash;
pub(crate) use transfer_hash::transfer_hashes;

/// A record that is not valid.
///
/// ```
/// use ethereal_query::service::{Dataset, MemoryService};
/// let error = MemoryService::new(&Dataset { transfers: "[{}]", ..Dataset::default() }).unwrap_err();
/// assert_eq!((error.list, error.index), ("transfers", Some(0)));
/// assert_eq!(error.to_string(), "transfers[0]: Invalid /_id. Expected a value.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DatasetError {
    /// The list: the name of a [`RecordKind`](super::RecordKind), or `keys`.
    pub list: &'static str,
    /// The index of the record in the list, from 0; absent when the list itself is not JSON.
    pub index: Option<usize>,
    /// The reason that the record is not valid, as a sentence.
    pub reason: String,
}

impl DatasetError {
    /// The message.
    pub(crate) fn text(&self) -> String {
        let index = self
            .index
            .map(|index| ["[", &decimal_text(index as u64), "]"].concat());
        [
            self.list,
            index.as_deref().unwrap_or_default(),
            ": ",
            &self.reason,
        ]
        .concat()
    }
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl std::error::Error for DatasetError {}

/// The text without white space and byte order marks around it. Some files of Windows begin with a
/// byte order mark. When `cat` joins such files, a later line begins with a mark too.
///
/// ```
/// use ethereal_query::service::record::trim;
/// assert_eq!(trim("\u{feff}{}\r\n"), "{}");
/// ```
#[must_use]
pub fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// The text of a record as the service stores it: trimmed, and with plain values instead of the forms of `mongoexport`.
pub(super) fn normalised(text: &str) -> Cow<'_, str> {
    without_extended_forms(trim(text))
}

/// The maximum depth of arrays and objects in a token's document. Clients reject deeper documents. See the example of
/// [`check_document`].
pub const DOCUMENT_DEPTH: u32 = FREE_DEPTH;

/// Checks that a token's document is JSON that clients accept.
///
/// ```
/// use ethereal_query::{DecodeErrorKind, service::record::{DOCUMENT_DEPTH, check_document}};
///
/// assert!(check_document(r#"{"name":"Seven"}"#).is_ok());
/// assert_eq!(check_document("{").unwrap_err().kind, DecodeErrorKind::Syntax);
/// assert_eq!(DOCUMENT_DEPTH, 512);
/// assert_eq!(check_document(&"[".repeat(513)).unwrap_err().kind, DecodeErrorKind::Depth);
/// ```
///
/// # Errors
/// The first byte that is not JSON, or that is nested deeper than [`DOCUMENT_DEPTH`].
pub fn check_document(text: &str) -> Result<(), DecodeError> {
    let mut scanner = Scanner::new(text.as_bytes(), DOCUMENT_DEPTH, BigIntegers::Keep);
    scanner.skip_whitespace();
    let outcome = scanner.any_value().and_then(|()| scanner.expect_end());
    let document_start = 0;
    outcome.map_err(|error| error.in_document(text.as_bytes(), document_start))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
