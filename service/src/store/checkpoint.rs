//! The table of checkpoints. An import changes its checkpoint in the transaction of its records. In
//! a backup, or in a standby that becomes the primary, the checkpoint therefore always fits the
//! records.

use super::{Result, Store, StoreError, Value};
use ethereal_query::service::RecordKind;

/// The change of a checkpoint. The transaction fails if another import has changed the checkpoint
/// since this import read it.
#[derive(Debug)]
pub(crate) struct CheckpointChange {
    pub(crate) kind: RecordKind,
    pub(crate) name: String,
    /// The text in the database; `None` if the checkpoint has no row yet.
    pub(crate) old: Option<String>,
    pub(crate) new: String,
}

impl CheckpointChange {
    /// The statement with its parameters. It inserts the checkpoint, or replaces the stored text by
    /// `new` if the stored text is `old`.
    pub(super) fn statement(&self) -> (&'static str, Vec<Value>) {
        let sql = "INSERT INTO import_checkpoint AS stored (kind, name, checkpoint) VALUES ($1, $2, $3) \
                   ON CONFLICT (kind, name) DO UPDATE SET checkpoint = $3 WHERE stored.checkpoint = $4";
        // If `old` is `None`, the database must have no row yet. The statement then compares the
        // text of a stored row with the empty text. No stored text is empty, so the statement
        // changes no row.
        let old = self.old.as_deref().unwrap_or_default();
        (
            sql,
            [self.kind.declaration().table, &self.name, &self.new, old]
                .map(Value::from)
                .into(),
        )
    }

    /// Checks the number of rows that the statement has changed.
    pub(super) fn check(&self, changed: u64) -> Result<()> {
        if changed == 1 {
            return Ok(());
        }
        let name = &self.name;
        Err(StoreError(format!(
            "Another import uses --checkpoint \"{name}\". Stop one of them, or use two names."
        )))
    }
}

impl Store {
    /// The text of a checkpoint; `None` if no import has used the name.
    pub(crate) async fn checkpoint(&self, kind: RecordKind, name: &str) -> Result<Option<String>> {
        let sql = "SELECT checkpoint FROM import_checkpoint WHERE kind = $1 AND name = $2";
        self.first_text(sql, [kind.declaration().table, name]).await
    }
}
