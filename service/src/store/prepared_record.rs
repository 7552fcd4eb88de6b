//! Records as rows that are ready to be written.

use super::{
    Row, Value,
    bulk_statement::{
        ColumnType::{Bytes, Integer, Text},
        Table,
    },
};
use ethereal_query::{
    Standard,
    service::{
        RecordKind,
        record::{self, EtherealKey, StoredRecord, TokenKey, TransferKey},
    },
};
use serde_json::json;

/// The maximum length of an indexed value in bytes. An index row of PostgreSQL has at most 2,700 bytes for all its
/// columns.
const MAX_INDEXED_BYTES: usize = 512;

const ETHEREAL: Table = Table {
    name: "ethereal",
    columns: &[
        ("chain", Text),
        ("id", Text),
        ("source_chain", Text),
        ("source_contract", Text),
        ("status", Text),
        ("doc", Text),
    ],
    key_columns: 2,
};
pub(super) const TRANSFER: Table = Table {
    name: "transfer",
    columns: &[("id", Text), ("doc", Text)],
    key_columns: 1,
};
pub(super) const TRANSFER_HASH: Table = Table {
    name: "transfer_hash",
    columns: &[
        ("chain", Text),
        ("hash", Bytes),
        ("ts", Integer),
        ("id", Text),
    ],
    key_columns: 4,
};
const TOKEN: Table = Table {
    name: "token",
    columns: &[
        ("chain_id", Text),
        ("address", Text),
        ("id", Text),
        ("standard", Text),
        ("doc", Text),
    ],
    key_columns: 4,
};

/// A record ready to be written.
#[derive(Debug)]
pub(crate) struct PreparedRecord {
    /// Its row in the table of its kind.
    pub(super) row: Row,
    /// Its rows in the table `transfer_hash`.
    pub(super) hashes: Vec<Row>,
    /// The texts in the place of a hash that cannot be one.
    pub(crate) other_texts: Vec<String>,
}

impl PreparedRecord {
    /// Its primary key. A later record with the same key replaces it.
    pub(crate) fn key(&self, kind: RecordKind) -> Row {
        table_of(kind).key(&self.row)
    }
}

/// A token standard as the column `standard` has it.
pub(super) fn standard_name(standard: Standard) -> &'static str {
    if standard == Standard::Erc1155 {
        "ERC1155"
    } else {
        "ERC721"
    }
}

/// A transaction hash as the column `hash` has it; `None` for any other text, which no request can ask for.
pub(super) fn hash_bytes(hash: &str) -> Option<Value> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(hash.strip_prefix("0x")?, &mut bytes).ok()?;
    Some(Value::Bytes(bytes.into()))
}

/// The table of the records of a kind.
pub(super) fn table_of(kind: RecordKind) -> &'static Table {
    match kind {
        RecordKind::Tokens => &TOKEN,
        RecordKind::Transfers => &TRANSFER,
        RecordKind::Ethereals => &ETHEREAL,
    }
}

/// Reads a record.
///
/// # Errors
/// The reason that the record is not valid, as a sentence.
pub(crate) fn prepare(kind: RecordKind, text: &str) -> Result<PreparedRecord, String> {
    match kind {
        RecordKind::Tokens => Ok(token(record::token(text)?)),
        RecordKind::Transfers => transfer(record::transfer(text)?),
        RecordKind::Ethereals => ethereal(record::ethereal(text)?),
    }
}

/// Reads the record of a row again.
///
/// # Errors
/// The reason that the document is not valid, as a sentence.
pub(super) fn read_row(kind: RecordKind, row: &Row) -> Result<PreparedRecord, String> {
    let texts = row
        .iter()
        .cloned()
        .map(Value::into_text)
        .collect::<super::Result<Vec<_>>>()
        .map_err(|e| e.0)?;
    match kind {
        RecordKind::Tokens => prepare(kind, &token_text(texts)),
        RecordKind::Transfers | RecordKind::Ethereals => {
            prepare(kind, texts.last().map(String::as_str).unwrap_or_default())
        }
    }
}

/// Checks that both databases can index a value. JSON can have U+0000, which PostgreSQL cannot store.
fn check_indexed(name: &str, value: &str) -> Result<(), String> {
    if value.len() <= MAX_INDEXED_BYTES && !value.contains('\0') {
        return Ok(());
    }
    let shown: String = value.chars().take(64).collect();
    Err(format!(
        "Invalid {name}: {shown:?}. Expected at most {MAX_INDEXED_BYTES} bytes without U+0000."
    ))
}

fn ethereal(record: StoredRecord<EtherealKey>) -> Result<PreparedRecord, String> {
    let key = record.key;
    let contract = key.source_contract;
    let indexed = [
        ("_id", &key.id),
        ("sourceChain", &key.source_chain),
        ("sourceContract", &contract),
        ("status", &key.status),
    ];
    indexed
        .into_iter()
        .try_for_each(|(name, value)| check_indexed(name, value))?;
    let row = [
        key.chain.as_str().to_owned(),
        key.id,
        key.source_chain,
        contract,
        key.status,
        record.text,
    ];
    Ok(PreparedRecord {
        row: row.map(Value::Text).into(),
        hashes: Vec::new(),
        other_texts: Vec::new(),
    })
}

fn transfer(record: StoredRecord<TransferKey>) -> Result<PreparedRecord, String> {
    check_indexed("_id", &record.key.id)?;
    let hashes = hash_rows(&record.key);
    let row = [record.key.id, record.text];
    Ok(PreparedRecord {
        row: row.map(Value::Text).into(),
        hashes,
        other_texts: record.key.other_texts,
    })
}

/// The rows of a transfer in the table `transfer_hash`.
fn hash_rows(key: &TransferKey) -> Vec<Row> {
    let timestamp = Value::Integer(i64::try_from(key.timestamp).unwrap_or(i64::MAX));
    let hashes = key.hashes.iter().filter_map(|hash| hash_bytes(hash));
    hashes
        .map(|hash| {
            vec![
                key.chain.as_str().into(),
                hash,
                timestamp.clone(),
                key.id.as_str().into(),
            ]
        })
        .collect()
}

/// The record of a row, whose document is only a part of it.
fn token_text(columns: Vec<String>) -> String {
    let [chain_id, address, id, standard, document] =
        <[String; 5]>::try_from(columns).unwrap_or_default();
    json!({ "chainId": chain_id, "address": address, "id": id, "standard": standard, "document": document }).to_string()
}

fn token(record: StoredRecord<TokenKey>) -> PreparedRecord {
    let TokenKey {
        chain_id,
        address,
        id,
        standard,
        ..
    } = record.key;
    let row = [
        chain_id,
        address,
        id,
        standard_name(standard).to_owned(),
        record.text,
    ];
    PreparedRecord {
        row: row.map(Value::Text).into(),
        hashes: Vec::new(),
        other_texts: Vec::new(),
    }
}
