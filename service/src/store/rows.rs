//! Writing: what a record's columns are, and the keys.

use super::{Result, Row, Store, StoreError};
use ethereal_query::{
    Standard,
    service::{Statement, record},
};
use sha2::{Digest, Sha256};

/// Of what a record is found by: PostgreSQL's index takes no more than 2,700 bytes of several columns together.
const LONGEST_KEY: usize = 512;

/// What `import` takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// Bridge transfers.
    Transfers,
    /// Mirrored collections.
    Ethereals,
    /// Token metadata.
    Tokens,
}

/// A record ready to be written: its statements, and the identity by which a later one replaces it.
#[derive(Debug)]
pub(crate) struct PreparedRecord {
    pub(crate) identity: String,
    statements: Vec<Statement>,
}

/// A key as it is listed.
#[derive(Debug)]
pub(crate) struct KeyRow {
    pub(crate) prefix: String,
    pub(crate) record: String,
    pub(crate) created: String,
    pub(crate) revoked: Option<String>,
}

/// Returns the SHA-256 of a key, in hexadecimal. The store holds this instead of the key. A slow hash would add nothing,
/// because the 256 random bits of a key cannot be guessed.
pub(crate) fn hash_key(key: &str) -> String {
    hex::encode(Sha256::digest(key))
}

pub(crate) fn standard(standard: Standard) -> &'static str {
    if standard == Standard::Erc1155 { "ERC1155" } else { "ERC721" }
}

impl Kind {
    /// Reads a line.
    pub(crate) fn read(self, text: &str) -> std::result::Result<PreparedRecord, String> {
        let (identity, statements) = match self {
            Self::Transfers => transfer(record::transfer(text)?),
            Self::Ethereals => ethereal(record::ethereal(text)?),
            Self::Tokens => token(record::token(text)?),
        };
        // What a record is found by; its own text comes after them and is not looked at.
        let keys = || statements.iter().flat_map(|one| one.params.iter().filter(|value| !value.starts_with('{')));
        let refuse = |what| Err(["`_id`, a hash, the status, the source chain or the contract ", what].concat());
        if keys().any(|value| value.contains('\0')) {
            // JSON can write it, PostgreSQL's text cannot hold it.
            return refuse("holds the character U+0000");
        }
        if keys().any(|value| value.len() > LONGEST_KEY) {
            return refuse("has more than 512 bytes");
        }
        Ok(PreparedRecord { identity, statements })
    }
}

fn ethereal(row: record::Row<record::EtherealKey>) -> (String, Vec<Statement>) {
    let sql = "INSERT INTO ethereal (chain, id, source_chain, source_contract, status, doc) VALUES ($1, $2, $3, $4, $5, $6) \
               ON CONFLICT (chain, id) DO UPDATE SET source_chain = excluded.source_chain, \
               source_contract = excluded.source_contract, status = excluded.status, doc = excluded.doc";
    let key = row.key;
    let identity = [key.chain.as_str(), "\0", &key.id].concat();
    let chain = key.chain.as_str().to_owned();
    (identity, vec![Statement::new(sql, [chain, key.id, key.source_chain, key.source_contract, key.status, row.text])])
}

fn transfer(row: record::Row<record::TransferKey>) -> (String, Vec<Statement>) {
    let key = row.key;
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
    (key.id, statements)
}

fn token(row: record::Row<record::TokenKey>) -> (String, Vec<Statement>) {
    let sql = "INSERT INTO token (chain_id, address, id, standard, doc) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT (chain_id, address, id, standard) DO UPDATE SET doc = excluded.doc";
    let record::TokenKey { chain_id, address, id, standard: of, .. } = row.key;
    let identity = [&chain_id, " ", &address, " ", &id, " ", standard(of)].concat();
    (identity, vec![Statement::new(sql, [chain_id, address, id, standard(of).to_owned(), row.text])])
}

impl Store {
    /// Writes records, in one transaction.
    pub(crate) async fn save(&self, records: Vec<PreparedRecord>) -> Result<()> {
        self.write(records.into_iter().flat_map(|record| record.statements).collect()).await.map(drop)
    }

    /// Stores the hash of a new key, with its row.
    pub(crate) async fn add_key(&self, key: &str, row: &KeyRow) -> Result<()> {
        let sql = "INSERT INTO api_key (hash, prefix, record, created) VALUES ($1, $2, $3, $4)";
        self.write(vec![Statement::new(sql, [&hash_key(key), &row.prefix, &row.record, &row.created])]).await.map(drop)
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
            .map(|row| key(row).ok_or_else(|| StoreError("a row of api_key is incomplete".to_owned())))
            .collect()
    }

    /// Revokes the key with a prefix; whether there was one in use.
    pub(crate) async fn revoke(&self, prefix: &str, now: &str) -> Result<bool> {
        let sql = "UPDATE api_key SET revoked = $1 WHERE prefix = $2 AND revoked IS NULL";
        Ok(self.write(vec![Statement::new(sql, [now, prefix])]).await? > 0)
    }
}
