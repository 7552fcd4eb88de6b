//! SQLite: one file, in WAL mode, so that imports do not stop readers.

use super::{Result, Row, StoreError};
use ethereal_query::service::Statement;
use rusqlite::{Connection, OpenFlags, config::DbConfig, params_from_iter, types::ValueRef};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::Semaphore;

/// A connection keeps as many prepared statements: page sizes and filters make new ones, and preparing costs more than
/// running.
const STATEMENTS: usize = 256;
const PLACES: usize = 16;

/// The file and the connections that nobody uses at the moment.
#[derive(Debug, Clone)]
pub(crate) struct Sqlite {
    path: PathBuf,
    idle: Arc<Mutex<Vec<Connection>>>,
    /// More queries at once than this would only wait for each other, and would go on after their caller has given up.
    places: Arc<Semaphore>,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self(format!("SQLite: {error}"))
    }
}

impl Sqlite {
    /// `path` as in `sqlite:records.db`; `sqlite:///srv/records.db` is understood too.
    pub(crate) fn new(path: &str) -> Result<Self> {
        let path = path.strip_prefix("//").unwrap_or(path);
        // To SQLite both are databases that nobody else sees and that are gone at the end.
        if path.is_empty() || path == ":memory:" {
            return Err(StoreError("the database URL names no file: it must be like sqlite:records.db".to_owned()));
        }
        Ok(Self { path: path.into(), idle: Arc::default(), places: Arc::new(Semaphore::new(PLACES)) })
    }

    pub(crate) async fn query(&self, statement: Statement) -> Result<Vec<Row>> {
        self.blocking(move |connection| read(connection, &statement)).await
    }

    pub(crate) async fn write(&self, statements: Vec<Statement>) -> Result<u64> {
        self.blocking(move |connection| {
            let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let mut changed = 0;
            for statement in &statements {
                let mut prepared = transaction.prepare_cached(&numbered(&statement.sql))?;
                changed += prepared.execute(params_from_iter(&statement.params))? as u64;
            }
            transaction.commit()?;
            Ok(changed)
        })
        .await
    }

    pub(crate) async fn migrate(&self, migrations: &[String]) -> Result<()> {
        let migrations = migrations.to_vec();
        // Only here: a file that is gone later must not become an empty one.
        drop(Connection::open(&self.path).map_err(|e| self.unopened(&e))?);
        self.blocking(move |connection| {
            // Of a new file: collections of up to 2,000 bytes stay whole within a page.
            connection.pragma_update(None, "page_size", 8192)?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let done: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
            for sql in migrations.iter().skip(done as usize) {
                transaction.execute_batch(sql)?;
            }
            transaction.pragma_update(None, "user_version", done.max(migrations.len() as u32))?;
            Ok(transaction.commit()?)
        })
        .await
    }

    /// Runs `work` where it may wait for the disk, with a connection of its own.
    async fn blocking<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    {
        let store = self.clone();
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|e| StoreError(e.to_string()))?;
        let task = tokio::task::spawn_blocking(move || {
            // Bound before the lock is needed again: a guard in a `match` would live until its end.
            let idle = store.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut connection = match idle {
                Some(connection) => connection,
                None => store.connect()?,
            };
            let result = work(&mut connection)?;
            store.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            // Only now, or the next query would open another connection.
            drop(place);
            Ok(result)
        });
        task.await.map_err(|e| StoreError(e.to_string()))?
    }

    fn unopened(&self, error: &rusqlite::Error) -> StoreError {
        StoreError(format!("SQLite cannot open {}: {error}", self.path.display()))
    }

    fn connect(&self) -> Result<Connection> {
        // Without the flag for URIs: a path is a path.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags).map_err(|e| self.unopened(&e))?;
        connection.busy_timeout(Duration::from_secs(5))?;
        // With FULL a committed batch survives a loss of power, not only the end of the process.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "mmap_size", i64::from(i32::MAX))?;
        // In KiB when negative: an import touches many pages of every index.
        connection.pragma_update(None, "cache_size", -64 << 10)?;
        // Without it the planner looks at bound values, and new values make it prepare a kept statement again: 0.6 ms of
        // the 0.8 that a page with eighteen arms took.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    }
}

/// `$1` is a name to SQLite, numbered as it first occurs; `?1` is the number.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

fn read(connection: &Connection, statement: &Statement) -> Result<Vec<Row>> {
    let mut prepared = connection.prepare_cached(&numbered(&statement.sql))?;
    let columns = prepared.column_count();
    let mut rows = prepared.query(params_from_iter(&statement.params))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let mut texts = Vec::with_capacity(columns);
        for column in 0..columns {
            texts.push(match row.get_ref(column)? {
                ValueRef::Null => None,
                value => Some(value.as_str().map_err(|e| StoreError(format!("SQLite: {e}")))?.to_owned()),
            });
        }
        found.push(texts);
    }
    Ok(found)
}
