//! The rows of API keys.

use super::{Result, Row, Store, StoreError, Value};
use crate::api_key;

/// A row of the table `api_key`, without the hash.
#[derive(Debug)]
pub(crate) struct KeyRow {
    pub(crate) prefix: String,
    pub(crate) record: String,
    pub(crate) created: String,
    pub(crate) revoked: Option<String>,
}

impl Store {
    /// Stores the hash of a new key, with its row.
    pub(crate) async fn add_key(&self, key: &str, row: &KeyRow) -> Result<()> {
        let sql = "INSERT INTO api_key (hash, prefix, record, created) VALUES ($1, $2, $3, $4)";
        self.execute(
            sql,
            [&*api_key::hash(key), &row.prefix, &row.record, &row.created],
        )
        .await
        .map(drop)
    }

    /// Every key, the oldest first.
    pub(crate) async fn keys(&self) -> Result<Vec<KeyRow>> {
        let sql = "SELECT prefix, record, created, revoked FROM api_key ORDER BY created, prefix";
        let key_row = |row: Row| {
            let [prefix, record, created, revoked] = row.try_into().map_err(|row| {
                StoreError(format!("Invalid row: {row:?}. Expected four columns."))
            })?;
            let revoked = if revoked == Value::Null {
                None
            } else {
                Some(revoked.into_text()?)
            };
            let [prefix, record, created] = [prefix, record, created].map(Value::into_text);
            Ok(KeyRow {
                prefix: prefix?,
                record: record?,
                created: created?,
                revoked,
            })
        };
        let no_params: [&str; 0] = [];
        let rows = self.query(sql, no_params).await?;
        rows.into_iter().map(key_row).collect()
    }

    /// Revokes the key with a prefix. Returns false if no key in use has the prefix.
    pub(crate) async fn revoke(&self, prefix: &str, now: &str) -> Result<bool> {
        let sql = "UPDATE api_key SET revoked = $1 WHERE prefix = $2 AND revoked IS NULL";
        Ok(self.execute(sql, [now, prefix]).await? > 0)
    }
}
