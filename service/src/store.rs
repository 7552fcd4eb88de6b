//! The records: in memory, in a SQLite file or in PostgreSQL. Both databases run the same SQL. The
//! modules `sqlite` and `postgres` only run statements and transactions.

use crate::api_key;
use batch::{Batch, Change};
use ethereal_query::service::{
    Dataset, Engine, KeyRecord, Lookup, MemoryService, PageRequest, RecordKind, Statement,
    look_ahead_query, page_query,
};
use std::{fmt, path::Path};

mod batch;
mod bulk_statement;
mod checkpoint;
mod database_url;
mod keys;
mod migrations;
mod page_bytes;
mod postgres;
mod prepared_record;
mod snapshot;
mod sqlite;
mod tables;
mod value;
mod verify;

pub(crate) use checkpoint::CheckpointChange;
pub(crate) use database_url::DatabaseUrl;
pub(crate) use keys::KeyRow;
use page_bytes::PageBytes;
pub(crate) use prepared_record::{PreparedRecord, prepare};
pub(crate) use sqlite::backup::copy as copy_sqlite;
use value::Value;
pub(crate) use value::{Row, shown};
pub(crate) use verify::Verification;

/// A failure of the store. Its text is for the log and the command line; clients get none of it.
#[derive(Debug)]
pub(crate) struct StoreError(pub(crate) String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Commands print the error.
impl From<StoreError> for String {
    fn from(error: StoreError) -> Self {
        error.0
    }
}

impl StoreError {
    /// Adds the location of the database to the message.
    fn of(self, database: impl fmt::Display) -> Self {
        Self(format!("{database}: {}", self.0))
    }
}

pub(crate) type Result<T> = std::result::Result<T, StoreError>;

/// The access that a store is opened for. With several PostgreSQL servers, only the primary can
/// write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Changes nothing. The other kinds of access migrate the tables of an older version.
    Inspect,
    /// Reads rows.
    Read,
    Write,
    /// Writes, and creates a missing SQLite file and its tables. The other kinds of access do not,
    /// so that a wrong path does not become an empty database.
    Create,
}

#[derive(Debug)]
pub(crate) enum Store {
    Memory(Box<MemoryService>),
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

/// The sample records, to try the service without a database.
const SEED: Dataset<'_> = Dataset {
    tokens: include_str!("../../seed/tokens.ndjson"),
    transfers: include_str!("../../seed/transfers.ndjson"),
    ethereals: include_str!("../../seed/ethereals.ndjson"),
    keys: include_str!("../../seed/keys.json"),
};

impl Store {
    /// A store with the sample records in memory.
    pub(crate) fn seed() -> Result<Self> {
        MemoryService::new(&SEED)
            .map(|service| Self::Memory(Box::new(service)))
            .map_err(|e| StoreError(e.to_string()))
    }

    /// The first sample key, if the store has the sample records. The key is public.
    pub(crate) fn demo_key(&self) -> Option<String> {
        let Self::Memory(_) = self else { return None };
        let keys: serde_json::Value = serde_json::from_str(SEED.keys).ok()?;
        keys.get(0)?.get("key")?.as_str().map(str::to_owned)
    }

    /// Opens the database at a URL. Creates and migrates its tables as far as `access` allows.
    pub(crate) async fn open(url: &str, access: Access) -> Result<Self> {
        let store = match DatabaseUrl::parse(url)? {
            DatabaseUrl::Sqlite(path) => {
                if access != Access::Create {
                    check_exists(&path)?;
                }
                Self::Sqlite(sqlite::Sqlite::new(path, access)?)
            }
            DatabaseUrl::Postgres(url) => Self::Postgres(postgres::Postgres::new(url, access)?),
        };
        store.migrate(access).await?;
        Ok(store)
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Memory(_) => "memory",
            Self::Sqlite(_) => "sqlite",
            Self::Postgres(_) => "postgres",
        }
    }

    /// The database in messages: a path, or a URL without user and password.
    fn location(&self) -> String {
        match self {
            Self::Memory(_) => "memory".to_owned(),
            Self::Sqlite(sqlite) => sqlite.path().display().to_string(),
            Self::Postgres(postgres) => postgres.location.clone(),
        }
    }

    /// The text of a record.
    pub(crate) async fn record(&self, lookup: Lookup) -> Result<Option<String>> {
        if let Self::Memory(service) = self {
            return Ok(service.record(lookup).map(str::to_owned));
        }
        match lookup {
            Lookup::Key(kind, key) => {
                let sql = tables::table_of(kind).record_query();
                self.first_text(&sql, key).await
            }
            Lookup::TransferHash { chain, hash } => {
                // Selects the newest transfer with the hash. If several have the same time, selects
                // the transfer with the largest id.
                let sql = "SELECT t.doc FROM transfer_hash AS h JOIN transfer AS t ON t.id = h.id \
                           WHERE h.chain = $1 AND h.hash = $2 ORDER BY h.ts DESC, h.id DESC LIMIT 1";
                let Some(hash) = prepared_record::hash_bytes(&hash) else {
                    return Ok(None);
                };
                self.first_text(sql, [chain.into(), hash]).await
            }
        }
    }

    /// `(id, record)` for each record of a page, ordered by id. If there is a next page, one more
    /// record follows.
    pub(crate) async fn page(&self, page: &PageRequest) -> Result<Vec<(String, String)>> {
        let rows = match self {
            Self::Memory(service) => {
                return Ok(service
                    .page(page)
                    .into_iter()
                    .map(|(id, doc)| (id.to_owned(), doc.to_owned()))
                    .collect());
            }
            Self::Sqlite(sqlite) => {
                let Statement { sql, params, .. } = page_query(page, Engine::Sqlite);
                sqlite.page(&sql, values(params)).await?
            }
            Self::Postgres(postgres) => postgres_page(postgres, page)
                .await
                .map_err(|e| e.of(&postgres.location))?,
        };
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            let mut texts = row.into_iter().map(Value::into_text);
            let id = texts.next().transpose()?.unwrap_or_default();
            let record = texts.next().transpose()?.unwrap_or_default();
            records.push((id, record));
        }
        Ok(records)
    }

    /// The record of a key that is not revoked.
    pub(crate) async fn key(&self, key: &str) -> Result<Option<KeyRecord>> {
        if let Self::Memory(service) = self {
            return Ok(service.key(key).cloned());
        }
        let sql = "SELECT record FROM api_key WHERE hash = $1 AND revoked IS NULL";
        let record = self.first_text(sql, [api_key::hash(key)]).await?;
        record
            .map(|text| KeyRecord::read(&text))
            .transpose()
            .map_err(StoreError)
    }

    /// Reads a record, to find out whether the store works. Does not wait for other queries.
    pub(crate) async fn ping(&self) -> Result<()> {
        let sql = "SELECT id FROM ethereal LIMIT 1";
        match self {
            Self::Memory(_) => Ok(()),
            Self::Sqlite(sqlite) => sqlite.ping(sql).await,
            Self::Postgres(postgres) => postgres
                .ping(sql)
                .await
                .map_err(|e| e.of(&postgres.location)),
        }
    }

    /// Writes records of one kind, in the order of their identities, and changes a checkpoint, in
    /// one transaction.
    pub(crate) async fn save(
        &self,
        kind: RecordKind,
        records: Vec<PreparedRecord>,
        checkpoint: Option<CheckpointChange>,
    ) -> Result<()> {
        if records.is_empty() && checkpoint.is_none() {
            return Ok(());
        }
        self.change(Batch { kind, records }, checkpoint).await
    }

    /// Makes a change of rows, and changes a checkpoint, in one transaction.
    async fn change(
        &self,
        change: impl Change,
        checkpoint: Option<CheckpointChange>,
    ) -> Result<()> {
        match self {
            Self::Memory(_) => Err(no_database()),
            Self::Sqlite(sqlite) => sqlite.save(change, checkpoint).await,
            Self::Postgres(postgres) => postgres
                .save(change, checkpoint)
                .await
                .map_err(|e| e.of(&postgres.location)),
        }
    }

    /// The text in the first column of the first row; `None` if there is no row.
    async fn first_text(
        &self,
        sql: &str,
        params: impl IntoIterator<Item = impl Into<Value>>,
    ) -> Result<Option<String>> {
        let rows = self.query(sql, params).await?;
        let first_value = rows.into_iter().flatten().next();
        first_value.map(Value::into_text).transpose()
    }

    /// Runs a statement and returns its rows.
    async fn query(
        &self,
        sql: &str,
        params: impl IntoIterator<Item = impl Into<Value>>,
    ) -> Result<Vec<Row>> {
        let params = params.into_iter().map(Into::into).collect();
        match self {
            Self::Memory(_) => Ok(Vec::new()),
            Self::Sqlite(sqlite) => sqlite.query(sql, params).await,
            Self::Postgres(postgres) => postgres
                .query(sql, params)
                .await
                .map_err(|e| e.of(&postgres.location)),
        }
    }

    /// Runs a statement and returns the number of rows that it changed.
    async fn execute(
        &self,
        sql: &str,
        params: impl IntoIterator<Item = impl Into<Value>>,
    ) -> Result<u64> {
        let params = params.into_iter().map(Into::into).collect();
        match self {
            Self::Memory(_) => Err(no_database()),
            Self::Sqlite(sqlite) => sqlite.execute(sql, params).await,
            Self::Postgres(postgres) => postgres
                .execute(sql, params)
                .await
                .map_err(|e| e.of(&postgres.location)),
        }
    }

    /// Creates the tables that do not exist yet, and migrates the tables of an older version, as
    /// far as `access` allows.
    async fn migrate(&self, access: Access) -> Result<()> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Sqlite(sqlite) => {
                sqlite
                    .migrate(&migrations::for_engine(Engine::Sqlite), access)
                    .await
            }
            Self::Postgres(postgres) => {
                postgres
                    .migrate(&migrations::for_engine(Engine::Postgres), access)
                    .await
            }
        }
    }
}

/// The rows of a page, and the first row after the page. For a filter with many values, first runs
/// the look-ahead query, which searches only the next records after the cursor. Runs the complete
/// query if the look-ahead query does not fill the page.
async fn postgres_page(postgres: &postgres::Postgres, page: &PageRequest) -> Result<Vec<Row>> {
    if let Some(Statement { sql, params, .. }) = look_ahead_query(page) {
        let rows = postgres.page(&sql, values(params)).await?;
        let record_bytes = rows
            .iter()
            .filter_map(|row| row.last().map(Value::text_bytes));
        let records_on_page = page.count(record_bytes);
        // A row after the page shows that the page is complete.
        if rows.len() > records_on_page {
            return Ok(rows);
        }
    }
    let Statement { sql, params, .. } = page_query(page, Engine::Postgres);
    postgres.page(&sql, values(params)).await
}

fn values(texts: Vec<String>) -> Vec<Value> {
    texts.into_iter().map(Value::from).collect()
}

fn check_exists(path: &Path) -> Result<()> {
    // If the folder cannot be read, opening the file reports the reason later.
    if !matches!(path.try_exists(), Ok(false)) {
        return Ok(());
    }
    let advice = "Check the path, or create the database with `import` or `key create`";
    Err(StoreError(format!(
        "{} (--database-url) does not exist. {advice}.",
        path.display()
    )))
}

fn no_database() -> StoreError {
    StoreError("Missing --database-url. Expected the database to write to.".to_owned())
}

/// Refuses a database that a newer program has migrated, because this program does not know the new
/// tables. Also refuses a database that needs a migration, if `access` allows no change.
fn check_schema_version(found: usize, known: usize, access: Access) -> Result<()> {
    if access == Access::Inspect && found < known {
        return Err(StoreError(format!(
            "The database has schema version {found}, and this command changes nothing. Migrate it to version {known} \
             first: make a backup, and start `serve` or run `import`."
        )));
    }
    if found <= known {
        return Ok(());
    }
    let program = env!("CARGO_PKG_VERSION");
    Err(StoreError(format!(
        "The database has schema version {found}, which a newer program made; this program ({program}) knows versions \
         up to {known}. Use the newer program, or restore a backup from before it."
    )))
}
