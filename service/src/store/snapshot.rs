//! Snapshots: the state of a database at one moment, however long the reads take.

use super::{
    Result, Row, Store, StoreError, Value, bulk_statement::BulkStatement, postgres, sqlite,
};

/// A connection within a read-only transaction.
pub(super) enum Snapshot {
    Sqlite(rusqlite::Connection),
    /// Only for a command that ends after the snapshot. Otherwise the pool would reuse the
    /// connection, which is still within the transaction.
    Postgres(deadpool_postgres::Object),
}

impl Store {
    /// Takes a snapshot of the database as it is now.
    pub(super) async fn snapshot(&self) -> Result<Snapshot> {
        match self {
            Self::Memory(_) => Err(StoreError(
                "Missing --database-url. Expected the database to read.".to_owned(),
            )),
            Self::Sqlite(sqlite) => sqlite.snapshot().map(Snapshot::Sqlite),
            Self::Postgres(postgres) => postgres.snapshot().await.map(Snapshot::Postgres),
        }
    }
}

impl Snapshot {
    /// Returns at most `max` messages about damage of the file and its indexes. Only SQLite has a
    /// statement for this check.
    pub(super) fn damage(&self, max: u64) -> Result<Vec<String>> {
        let Self::Sqlite(connection) = self else {
            return Ok(Vec::new());
        };
        let values = sqlite::check_integrity(connection, max)?
            .into_iter()
            .flatten();
        let texts = values.map(Value::into_text).collect::<Result<Vec<_>>>()?;
        // The text of a row can have several lines: a heading that begins with `***`, then
        // messages.
        let lines = texts.iter().flat_map(|text| text.lines());
        Ok(lines
            .filter(|line| *line != "ok" && !line.starts_with("***"))
            .map(str::to_owned)
            .collect())
    }

    /// Runs a statement and returns its rows.
    pub(super) async fn query(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
        match self {
            Self::Sqlite(connection) => sqlite::query(connection, sql, params),
            Self::Postgres(client) => postgres::query(client, sql, params).await,
        }
    }

    /// Runs a statement with all of its rows, and returns the rows that it finds.
    pub(super) async fn query_bulk(&self, statement: &BulkStatement) -> Result<Vec<Row>> {
        match self {
            Self::Sqlite(connection) => sqlite::query_bulk(connection, statement),
            Self::Postgres(client) => postgres::query_bulk(client, statement).await,
        }
    }
}
