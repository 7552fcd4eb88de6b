//! Records: a service stores the text of each, and a key to find it by.

mod api_key;
pub(crate) mod columns;
mod extended_json;
mod members;
mod other_kind;
mod transfer_hash;

use super::{RecordKind, declaration::Content};
use crate::{
    endpoints::locate,
    json::{BigIntegers, DecodeError, DecodeErrorKind, FREE_DEPTH, Scanner, TYPED_DEPTH, check},
    model::{Kind, Model},
    text::decimal_text,
};
use extended_json::without_extended_forms;
use members::not_json;
use std::{borrow::Cow, fmt};

pub use api_key::KeyRecord;
pub(crate) use api_key::key;
pub(crate) use members::{Members, list};
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
    /// The message. It does without `format!`, which the WebAssembly module has no other use for.
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

/// A record as a store keeps it. See the example of [`RecordKind::read`].
#[derive(Debug)]
#[non_exhaustive]
pub struct StoredRecord {
    /// The kind.
    pub kind: RecordKind,
    /// The values of [`Declaration::columns`](super::Declaration::columns).
    pub columns: Vec<String>,
    /// The text that responses contain.
    pub text: String,
    /// The hashes by which requests find the record; only a transfer has them.
    pub hashes: Vec<TransferHash>,
    /// The texts in the place of a hash that cannot be one. No request finds the transfer by them.
    pub other_texts: Vec<String>,
}

impl StoredRecord {
    /// The values of the columns that identify the record.
    #[must_use]
    pub fn key(&self) -> &[String] {
        let count = self.kind.declaration().key.len();
        self.columns.get(..count).unwrap_or_default()
    }

    /// The value of the column with a name; empty when the kind has no such column.
    pub(crate) fn column(&self, name: &str) -> &str {
        let columns = self.kind.declaration().columns().zip(&self.columns);
        columns
            .filter(|(column, _)| column.name == name)
            .map(|(_, value)| value.as_str())
            .next()
            .unwrap_or_default()
    }
}

impl RecordKind {
    /// Reads a record (`docs/specification.md` §2), or one of a token,
    /// `{"chainId", "address", "id", "standard", "document"}`.
    ///
    /// ```
    /// use ethereal_query::service::RecordKind;
    /// let hash = "AB".repeat(32);
    /// let text = r#"{"_id":"1","status":"done","originTimestamp":1740953590,"originTxnHash":"HASH","whTxnHash":"none"}"#;
    /// let transfer = RecordKind::Transfers.read(&text.replace("HASH", &hash))?;
    /// assert_eq!(transfer.columns, ["1"]);
    /// assert_eq!(transfer.hashes[0].hash, format!("0x{}", hash.to_lowercase()));
    /// assert_eq!(transfer.other_texts, ["none"]);
    ///
    /// let ethereal = RecordKind::Ethereals.read(r#"{"_id":"1","status":"active","ethereal":"0xab"}"#)?;
    /// assert!(ethereal.text.ends_with(r#","the service":"0xab"}"#));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// The reason that the record is not valid, as a sentence.
    pub fn read(self, text: &str) -> Result<StoredRecord, String> {
        let text = normalised(text);
        match &self.declaration().content {
            Content::Record(own) => {
                let json = checked(&text, own.model)?;
                let record = Members::of(&json)?;
                other_kind::check(&record, own)?;
                let text = match &own.two_names {
                    Some(names) => with_both_names(&text, names)?,
                    None => text.into_owned(),
                };
                self.stored(&record, text)
            }
            Content::Document(field) => {
                let record = Members::of(&text)?;
                self.stored(&record, document(&record, field)?)
            }
        }
    }

    /// The record with the values of its columns, and with `text` for responses.
    fn stored(self, record: &Members<'_>, text: String) -> Result<StoredRecord, String> {
        let declaration = self.declaration();
        let columns = declaration
            .columns()
            .map(|column| (column.read)(record, column.field))
            .collect::<Result<_, _>>()?;
        let (hashes, other_texts) = match declaration.read_hashes {
            Some(read_hashes) => read_hashes(record)?,
            None => Default::default(),
        };
        Ok(StoredRecord {
            kind: self,
            columns,
            text,
            hashes,
            other_texts,
        })
    }
}

/// The text without white space and byte order marks around it. Files of Windows begin with such a mark, and `cat` puts
/// one before a later line.
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
fn normalised(text: &str) -> Cow<'_, str> {
    without_extended_forms(trim(text))
}

/// Checks a record against its model as the client does, and returns it with the field names of the specification.
fn checked(text: &str, model: &'static Model) -> Result<String, String> {
    let invalid =
        |pointer: &str, expected| Err(["Invalid ", pointer, ". Expected ", expected, "."].concat());
    match check(
        text.as_bytes().to_vec(),
        TYPED_DEPTH,
        BigIntegers::Quote,
        &|scanner| locate(scanner, &Kind::Record(model)),
    ) {
        // A client leaves out a field of another type, but an operator can correct it.
        Ok(checked) => match checked.other_type() {
            Some(drift) => invalid(&drift.pointer, drift.expected),
            None => Ok(checked.json().unwrap_or_default().into_owned()),
        },
        Err((error, _)) if error.kind == DecodeErrorKind::Shape && !error.pointer.is_empty() => {
            invalid(&error.pointer, error.expected)
        }
        Err((error, _)) => Err(not_json("JSON", &error, TYPED_DEPTH)),
    }
}

/// Adds the second name of a field that has one of two names.
fn with_both_names(text: &str, [first, second]: &[&'static str; 2]) -> Result<String, String> {
    let members = Members::of(text)?;
    let (name, value) = match (members.raw(first), members.raw(second)) {
        (Some(value), None) => (second, value),
        (None, Some(value)) => (first, value),
        _ => return Ok(text.to_owned()),
    };
    // The member goes to the end: if the record already has the name with null, the last one counts.
    let rest = text.strip_suffix('}').unwrap_or_default();
    Ok([rest, ",\"", name, "\":", value, "}"].concat())
}

/// The maximum depth of arrays and objects in a token's document. Clients reject deeper documents. See the example of
/// [`check_document`].
pub const DOCUMENT_DEPTH: u32 = FREE_DEPTH;

/// Checks that a token's document is JSON that clients accept.
///
/// ```
/// use ethereal_query::{DecodeErrorKind, service::record::check_document};
///
/// assert!(check_document(r#"{"name":"Seven"}"#).is_ok());
/// assert_eq!(check_document("{").unwrap_err().kind, DecodeErrorKind::Syntax);
/// assert_eq!(check_document(&"[".repeat(513)).unwrap_err().kind, DecodeErrorKind::Depth);
/// ```
///
/// # Errors
/// The first byte that is not JSON, or that is nested deeper than [`DOCUMENT_DEPTH`].
pub fn check_document(text: &str) -> Result<(), DecodeError> {
    let mut scanner = Scanner::new(text.as_bytes(), DOCUMENT_DEPTH, BigIntegers::Keep);
    scanner.skip_whitespace();
    let outcome = scanner.any_value().and_then(|()| scanner.expect_end());
    outcome.map_err(|error| error.in_document(text.as_bytes(), 0))
}

/// The JSON document in a field of a record.
fn document(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    let document = record.required(field)?;
    check_document(&document).map_err(|error| not_json(field, &error, DOCUMENT_DEPTH))?;
    Ok(document)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
