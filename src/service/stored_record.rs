//! Records as a store keeps them.

mod other_kind;

use super::{
    RecordKind,
    declaration::Content,
    record::{DOCUMENT_DEPTH, Members, TransferHash, check_document, normalised, not_json},
};
use crate::{
    endpoints::locate,
    json::{BigIntegers, DecodeErrorKind, TYPED_DEPTH, check},
    model::{Kind, Model},
};

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
    /// The texts that are in hash fields but are not hashes. No request finds the transfer by these
    /// texts.
    pub invalid_hash_texts: Vec<String>,
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
    /// Reads a record of the specification (`docs/specification.md` §2), or a token's record:
    /// `{"chainId", "address", "id", "standard", "document"}`.
    ///
    /// ```
    /// use ethereal_query::service::RecordKind;
    /// let hash = "AB".repeat(32);
    /// let text = r#"{"_id":"1","status":"done","originTimestamp":1740953590,"originTxnHash":"HASH","whTxnHash":"none"}"#;
    /// let transfer = RecordKind::Transfers.read(&text.replace("HASH", &hash))?;
    /// assert_eq!(transfer.columns, ["1"]);
    /// assert_eq!(transfer.hashes[0].hash, format!("0x{}", hash.to_lowercase()));
    /// assert_eq!(transfer.invalid_hash_texts, ["none"]);
    ///
    /// // Responses have an ethereal's address under two names, the second from the specification.
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
            Content::Record(record_model) => {
                // The columns come from a copy with the names and values of the specification.
                // Responses have the names and values of `text`, and the second name of a field.
                let specified_json = checked(&text, record_model.model)?;
                let record = Members::of(&specified_json)?;
                other_kind::check(&record, record_model)?;
                let response_text = match &record_model.two_names {
                    Some(names) => with_both_names(&text, names)?,
                    None => text.into_owned(),
                };
                self.stored(&record, response_text)
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
        let (hashes, invalid_hash_texts) = match declaration.read_hashes {
            Some(read_hashes) => read_hashes(record)?,
            None => (Vec::new(), Vec::new()),
        };
        Ok(StoredRecord {
            kind: self,
            columns,
            text,
            hashes,
            invalid_hash_texts,
        })
    }
}

/// Checks a record against its model as the client does, and returns it with the field names of the specification.
fn checked(text: &str, model: &'static Model) -> Result<String, String> {
    let invalid =
        |pointer: &str, expected| Err(["Invalid ", pointer, ". Expected ", expected, "."].concat());
    let result = check(
        text.as_bytes().to_vec(),
        TYPED_DEPTH,
        BigIntegers::Quote,
        &|scanner| locate(scanner, &Kind::Record(model)),
    );
    match result {
        // A client leaves out a field of another type, but an operator can correct it.
        Ok(checked) => match checked.other_type() {
            Some(drift) => invalid(&drift.pointer, drift.expected),
            None => Ok(checked.json().unwrap_or_default().into_owned()),
        },
        // The second value of an error is the text.
        Err((error, _)) if error.kind == DecodeErrorKind::Shape && !error.pointer.is_empty() => {
            invalid(&error.pointer, error.expected)
        }
        Err((error, _)) => Err(not_json("JSON", &error, TYPED_DEPTH)),
    }
}

/// Adds a member with the second name of a field that has only one of its two names.
fn with_both_names(text: &str, [first, second]: &[&'static str; 2]) -> Result<String, String> {
    let members = Members::of(text)?;
    let (name, value) = match (members.raw(first), members.raw(second)) {
        (Some(value), None) => (second, value),
        (None, Some(value)) => (first, value),
        _ => return Ok(text.to_owned()),
    };
    // The new member goes to the end. If the record already has the name with null, the last member
    // counts.
    let without_brace = text.strip_suffix('}').unwrap_or_default();
    Ok([without_brace, ",\"", name, "\":", value, "}"].concat())
}

/// The JSON document in a field of a record.
fn document(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    let document = record.required(field)?;
    check_document(&document).map_err(|error| not_json(field, &error, DOCUMENT_DEPTH))?;
    Ok(document)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
