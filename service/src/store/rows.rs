//! Writing records and keys: the columns of each table.

use super::{Result, Row, Store, StoreError};
use crate::api_key;
use ethereal_query::{
    Standard,
    service::{Statement, record},
};

/// The maximum length of an indexed value in bytes. An index row of PostgreSQL has at most 2,700 bytes for all its
/// columns.
const MAX_INDEXED_BYTES: usize = 512;

/// The kind of the records to import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// Bridge transfers.
    Transfers,
    /// Mirrored collections.
    Ethereals,
    /// Token metadata.
    Tokens,
}

/// A record ready to be written.
#[derive(Debug)]
pub(crate) struct PreparedRecord {
    /// A later record with the same identity replaces this one.
    pub(crate) identity: String,
    statements: Vec<Statement>,
}

/// A row of the table `api_key`, without the hash.
#[derive(Debug)]
pub(crate) struct KeyRow {
    pub(crate) prefix: String,
    pub(crate) record: String,
    pub(crate) created: String,
    pub(crate) revoked: Option<String>,
}

/// A token standard as the column `standard` has it.
pub(crate) fn standard_name(standard: Standard) -> &'static str {
    if standard == Standard::Erc1155 { "ERC1155" } else { "ERC721" }
}

impl Kind {
    /// Reads a record.
    ///
    /// # Errors
    /// Why the record is not valid.
    pub(crate) fn read(self, text: &str) -> std::result::Result<PreparedRecord, String> {
        match self {
            Self::Transfers => transfer(record::transfer(text)?),
            Self::Ethereals => ethereal(record::ethereal(text)?),
            Self::Tokens => Ok(token(record::token(text)?)),
        }
    }
}

/// Checks that both databases can index a value. JSON can have U+0000, which PostgreSQL cannot store.
fn check_indexed(name: &str, value: &str) -> std::result::Result<(), String> {
    if value.len() <= MAX_INDEXED_BYTES && !value.contains('\0') {
        return Ok(());
    }
    let shown: String = value.chars().take(64).collect();
    Err(format!("Invalid {name}: {shown:?}. Expected at most {MAX_INDEXED_BYTES} bytes without U+0000."))
}

fn ethereal(row: record::StoredRecord<record::EtherealKey>) -> std::result::Result<PreparedRecord, String> {
    let sql = "INSERT INTO ethereal (chain, id, source_chain, source_contract, status, doc) VALUES ($1, $2, $3, $4, $5, $6) \
               ON CONFLICT (chain, id) DO UPDATE SET source_chain = excluded.source_chain, \
               source_contract = excluded.source_contract, status = excluded.status, doc = excluded.doc";
    let key = row.key;
    let contract = key.source_contract;
    let indexed =
        [("_id", &key.id), ("sourceChain", &key.source_chain), ("sourceContract", &contract), ("status", &key.status)];
    indexed.into_iter().try_for_each(|(name, value)| check_indexed(name, value))?;
    let chain = key.chain.as_str().to_owned();
    let identity = [&chain, "\0", &key.id].concat();
    let statement = Statement::new(sql, [chain, key.id, key.source_chain, contract, key.status, row.text]);
    Ok(PreparedRecord { identity, statements: vec![statement] })
}

fn transfer(row: record::StoredRecord<record::TransferKey>) -> std::result::Result<PreparedRecord, String> {
    let key = row.key;
    check_indexed("_id", &key.id)?;
    key.hashes.iter().try_for_each(|hash| check_indexed("hash", hash))?;
    let chain = key.chain.as_str();
    let doc = "INSERT INTO transfer (id, doc) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc";
    let mut statements = vec![
        Statement::new(doc, [key.id.clone(), row.text]),
        Statement::new("DELETE FROM transfer_hash WHERE id = $1", [key.id.clone()]),
    ];
    for hash in key.hashes {
        let sql =
            "INSERT INTO transfer_hash (chain, hash, ts, id) VALUES ($1, $2, CAST(CAST($3 AS TEXT) AS BIGINT), $4)";
        statements.push(Statement::new(sql, [chain, &hash, &key.timestamp.to_string(), &key.id]));
    }
    Ok(PreparedRecord { identity: key.id, statements })
}

fn token(row: record::StoredRecord<record::TokenKey>) -> PreparedRecord {
    let sql = "INSERT INTO token (chain_id, address, id, standard, doc) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT (chain_id, address, id, standard) DO UPDATE SET doc = excluded.doc";
    let record::TokenKey { chain_id, address, id, standard, .. } = row.key;
    let standard = standard_name(standard);
    let identity = [&chain_id, " ", &address, " ", &id, " ", standard].concat();
    let statement = Statement::new(sql, [chain_id, address, id, standard.to_owned(), row.text]);
    PreparedRecord { identity, statements: vec![statement] }
}

impl Store {
    /// Writes records in one transaction.
    pub(crate) async fn save(&self, records: Vec<PreparedRecord>) -> Result<()> {
        self.write(records.into_iter().flat_map(|record| record.statements).collect()).await.map(drop)
    }

    /// Stores the hash of a new key, with its row.
    pub(crate) async fn add_key(&self, key: &str, row: &KeyRow) -> Result<()> {
        let sql = "INSERT INTO api_key (hash, prefix, record, created) VALUES ($1, $2, $3, $4)";
        self.write(vec![Statement::new(sql, [&api_key::hash(key), &row.prefix, &row.record, &row.created])])
            .await
            .map(drop)
    }

    /// Every key, the oldest first.
    pub(crate) async fn keys(&self) -> Result<Vec<KeyRow>> {
        let sql = "SELECT prefix, record, created, revoked FROM api_key ORDER BY created, prefix";
        let rows = self.query(Statement::new(sql, [""; 0])).await?;
        let key = |row: Row| {
            let [prefix, record, created, revoked] = row.try_into().ok()?;
            Some(KeyRow { prefix: prefix?, record: record?, created: created?, revoked })
        };
        rows.into_iter()
            .map(|row| key(row).ok_or_else(|| StoreError("A row of the table api_key has a NULL column".to_owned())))
            .collect()
    }

    /// Revokes the key with a prefix. Returns false if no key in use has it.
    pub(crate) async fn revoke(&self, prefix: &str, now: &str) -> Result<bool> {
        let sql = "UPDATE api_key SET revoked = $1 WHERE prefix = $2 AND revoked IS NULL";
        Ok(self.write(vec![Statement::new(sql, [now, prefix])]).await? > 0)
    }
}
