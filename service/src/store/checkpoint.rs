//! The rows of checkpoints. An import changes its row in the transaction of its records, so that a backup or a standby
//! that becomes the primary has the position of exactly the records that it has.

use super::{Result, Store, StoreError, Value, prepared_record::table_of};
use ethereal_query::service::RecordKind;

/// The change of a checkpoint. The transaction fails if another import has changed it meanwhile.
#[derive(Debug)]
pub(crate) struct CheckpointChange {
    pub(crate) kind: RecordKind,
    pub(crate) name: String,
    /// The text in the database; `None` if it has no row yet.
    pub(crate) old: Option<String>,
    pub(crate) new: String,
}

impl CheckpointChange {
    /// The statement, which changes one row if the text in the database is `old`.
    pub(super) fn statement(&self) -> (&'static str, Vec<Value>) {
        let mut params = vec![table_of(self.kind).name.into(), self.name.as_str().into(), self.new.as_str().into()];
        let Some(old) = &self.old else {
            let insert = "INSERT INTO import_checkpoint (kind, name, checkpoint) VALUES ($1, $2, $3) \
                          ON CONFLICT (kind, name) DO NOTHING";
            return (insert, params);
        };
        params.push(old.as_str().into());
        ("UPDATE import_checkpoint SET checkpoint = $3 WHERE kind = $1 AND name = $2 AND checkpoint = $4", params)
    }

    /// Checks the number of rows that the statement has changed.
    pub(super) fn check(&self, changed: u64) -> Result<()> {
        if changed == 1 {
            return Ok(());
        }
        let name = &self.name;
        Err(StoreError(format!("Another import uses --checkpoint \"{name}\". Stop one of them, or use two names.")))
    }
}

impl Store {
    /// The text of a checkpoint; `None` if no import has used the name.
    pub(crate) async fn checkpoint(&self, kind: RecordKind, name: &str) -> Result<Option<String>> {
        let sql = "SELECT checkpoint FROM import_checkpoint WHERE kind = $1 AND name = $2";
        self.first_text(sql, [table_of(kind).name, name]).await
    }
}
