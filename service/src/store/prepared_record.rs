//! Records as rows that are ready to be written.

use super::{Row, Value};
use ethereal_query::service::{Content, RecordKind, record::TransferHash};

/// The maximum length of an indexed value in bytes. An index row of PostgreSQL has at most 2,700
/// bytes for all its columns, and the largest index has four columns.
const MAX_INDEXED_BYTES: usize = 512;
/// The maximum number of characters of an invalid value that a message shows.
const MAX_SHOWN: usize = 64;

/// A record ready to be written.
#[derive(Debug)]
pub(crate) struct PreparedRecord {
    /// The row of the record in the table of its kind.
    pub(super) row: Row,
    /// The rows of the record in the table `transfer_hash`.
    pub(super) hashes: Vec<Row>,
    /// The texts of hash fields that cannot be transaction hashes.
    pub(crate) invalid_hash_texts: Vec<String>,
}

impl PreparedRecord {
    /// The primary key of the record. A later record with the same key replaces this record.
    pub(crate) fn key(&self, kind: RecordKind) -> Row {
        let columns = kind.declaration().key.len();
        self.row.iter().take(columns).cloned().collect()
    }
}

/// The value of a transaction hash in the column `hash`. `None` for any other text, which no
/// request can ask for.
pub(super) fn hash_bytes(hash: &str) -> Option<Value> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(hash.strip_prefix("0x")?, &mut bytes).ok()?;
    Some(Value::Bytes(bytes.into()))
}

/// Reads a record and makes its rows.
///
/// # Errors
/// The reason that the record is not valid, as a sentence.
pub(crate) fn prepare(kind: RecordKind, text: &str) -> Result<PreparedRecord, String> {
    let record = kind.read(text)?;
    for (column, value) in kind.declaration().columns().zip(&record.columns) {
        check_indexed(column.field, value)?;
    }
    let mut row: Row = record.columns.into_iter().map(Value::Text).collect();
    row.push(Value::Text(record.text));
    Ok(PreparedRecord {
        row,
        hashes: record.hashes.iter().filter_map(hash_row).collect(),
        invalid_hash_texts: record.invalid_hash_texts,
    })
}

/// Prepares the record of a stored row again. The last value of the row is the document.
///
/// # Errors
/// The reason that the document is not valid, as a sentence.
pub(super) fn read_row(kind: RecordKind, row: &Row) -> Result<PreparedRecord, String> {
    let mut texts = row
        .iter()
        .cloned()
        .map(Value::into_text)
        .collect::<super::Result<Vec<_>>>()
        .map_err(|e| e.0)?;
    let doc = texts.pop().unwrap_or_default();
    let declaration = kind.declaration();
    let Content::Document(field) = declaration.content else {
        return prepare(kind, &doc);
    };
    // The document is only one field of the record. The columns have the other fields.
    let mut record = serde_json::Map::new();
    for (column, text) in declaration.columns().zip(texts) {
        record.insert(column.field.to_owned(), text.into());
    }
    record.insert(field.to_owned(), doc.into());
    prepare(kind, &serde_json::Value::from(record).to_string())
}

/// Checks that both databases can index a value. JSON can have U+0000, which PostgreSQL cannot
/// store.
fn check_indexed(name: &str, value: &str) -> Result<(), String> {
    if value.len() <= MAX_INDEXED_BYTES && !value.contains('\0') {
        return Ok(());
    }
    let shown: String = value.chars().take(MAX_SHOWN).collect();
    Err(format!(
        "Invalid {name}: {shown:?}. Expected at most {MAX_INDEXED_BYTES} bytes without U+0000."
    ))
}

/// The row of the table `transfer_hash`; `None` if the text is not a transaction hash.
fn hash_row(row: &TransferHash) -> Option<Row> {
    // `i64::MAX` replaces a timestamp that the integers of the databases cannot hold.
    let timestamp = i64::try_from(row.timestamp).unwrap_or(i64::MAX);
    Some(vec![
        row.chain.as_str().into(),
        hash_bytes(&row.hash)?,
        Value::Integer(timestamp),
        row.id.as_str().into(),
    ])
}
