//! SQLite: one file in WAL mode, so that an import does not block readers.

use super::{
    Access, CheckpointChange, PageBytes, Result, Row, StoreError, Value, batch::Change,
    check_schema_version,
};
use crossbeam_channel::{Sender, unbounded};
use file::File;
use rusqlite::{Connection, TransactionBehavior, params_from_iter};
use statements::{numbered, read_until};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Instant,
};
use tokio::{
    sync::{Semaphore, oneshot},
    task::spawn_blocking,
};

pub(crate) mod backup;
mod file;
mod statements;
#[cfg(test)]
mod tests;

pub(super) use statements::{check_integrity, query, query_bulk};

const MIN_THREADS: usize = 4;
const MAX_THREADS: usize = 16;
/// The maximum number of queries that run or wait for a thread. Further callers wait for a slot,
/// and leave no job behind when they give up.
const SLOTS: usize = 4 * MAX_THREADS;
/// The page cache of a connection that writes: 64 MiB, because a batch touches many pages of each
/// index. In SQLite, a negative number is in KiB.
const WRITE_CACHE: i32 = -64 << 10;

type Job = Box<dyn FnOnce() + Send>;

/// A SQLite file, and threads that run queries from one queue. Tokio's threads for blocking work
/// sleep between jobs, and waking a thread takes a third of the time of a small query. The threads
/// of this store look for the next job for a while before they sleep: crossbeam's `recv` does this.
#[derive(Debug)]
pub(crate) struct Sqlite {
    file: Arc<File>,
    jobs: Sender<Job>,
    slots: Arc<Semaphore>,
}

/// The number of queries in parallel: two for each core, so that some can wait for the disk. More
/// queries would wait for each other: with 16 threads on two cores, finding a transfer takes a
/// quarter more processor time than with four threads.
fn threads() -> usize {
    thread::available_parallelism().map_or(MIN_THREADS, |cores| {
        (2 * cores.get()).clamp(MIN_THREADS, MAX_THREADS)
    })
}

/// The value of `PRAGMA application_id`, which says which program a SQLite file belongs to.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"eqry");

/// The tables of the first schema version. They identify a file that was made before files had
/// `APPLICATION_ID`.
const FIRST_TABLES: &str = "'ethereal', 'transfer', 'transfer_hash', 'token', 'api_key'";
/// The number of tables in [`FIRST_TABLES`].
const FIRST_TABLE_COUNT: u32 = 5;

/// The schema version of a file; 0 for an empty file.
///
/// # Errors
/// The file is a database of another program.
fn schema_version(connection: &Connection) -> Result<usize> {
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let count_objects = |filter: &str| -> Result<u32> {
        let sql = format!("SELECT count(*) FROM sqlite_schema WHERE {filter}");
        Ok(connection.query_row(&sql, [], |row| row.get(0))?)
    };
    let belongs_to_service = if id != 0 {
        id == APPLICATION_ID
    } else if version == 0 {
        // An empty file belongs to no program yet.
        count_objects("true")? == 0
    } else {
        // A file with tables that was made before files had `APPLICATION_ID`.
        let first_tables = format!("type = 'table' AND name IN ({FIRST_TABLES})");
        count_objects(&first_tables)? == FIRST_TABLE_COUNT
    };
    if belongs_to_service {
        return Ok(version as usize);
    }
    Err(StoreError(
        "It is a SQLite database of another program. Check the path (--database-url).".to_owned(),
    ))
}

impl Sqlite {
    /// Starts the threads.
    pub(crate) fn new(path: PathBuf, access: Access) -> Result<Self> {
        let (jobs, queue) = unbounded::<Job>();
        for _ in 0..threads() {
            let queue = queue.clone();
            let work = move || {
                for job in queue {
                    // After a panic, the thread continues, and `run` reports the panic to its
                    // caller.
                    drop(catch_unwind(AssertUnwindSafe(job)));
                }
            };
            let started = thread::Builder::new().name("sqlite".to_owned()).spawn(work);
            started.map_err(|e| StoreError(format!("Cannot start a thread for SQLite: {e}")))?;
        }
        let file = Arc::new(File::new(path, access));
        Ok(Self {
            file,
            jobs,
            slots: Arc::new(Semaphore::new(SLOTS)),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.file.path
    }

    pub(crate) async fn query(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        self.read_rows(sql, params, |_| false).await
    }

    /// Runs a page query, and stops at the first row after the page.
    pub(crate) async fn page(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        let mut page = PageBytes::default();
        self.read_rows(sql, params, move |row| page.ends_before(row))
            .await
    }

    /// Runs a query. The last row that it reads is the first row for which `is_last` is true.
    async fn read_rows(
        &self,
        sql: &str,
        params: Vec<Value>,
        is_last: impl FnMut(&Row) -> bool + Send + 'static,
    ) -> Result<Vec<Row>> {
        let sql = numbered(sql);
        self.run(move |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = Vec::new();
            read_until(&mut statement, &params, &mut rows, is_last)?;
            Ok(rows)
        })
        .await
    }

    /// Runs a query on a separate thread, because the threads for queries may be busy.
    pub(crate) async fn ping(&self, sql: &'static str) -> Result<()> {
        let file = Arc::clone(&self.file);
        let ping = move || {
            file.with(|connection| {
                connection.prepare_cached(sql)?.exists([])?;
                Ok(())
            })
        };
        spawn_blocking(ping)
            .await
            .map_err(|e| StoreError(format!("SQLite: {e}")))?
    }

    /// Runs a statement and returns the number of rows that it changed.
    pub(crate) async fn execute(&self, sql: &str, params: Vec<Value>) -> Result<u64> {
        let sql = numbered(sql);
        self.run(move |connection| {
            Ok(connection
                .prepare_cached(&sql)?
                .execute(params_from_iter(&params))? as u64)
        })
        .await
    }

    /// Makes a change of rows, and changes a checkpoint, in one transaction.
    pub(super) async fn save(
        &self,
        change: impl Change,
        checkpoint: Option<CheckpointChange>,
    ) -> Result<()> {
        self.write(move |transaction| {
            let stored = query_bulk(transaction, &change.stored_rows())?;
            for statement in change.statements(stored) {
                query_bulk(transaction, &statement)?;
            }
            if let Some(checkpoint) = checkpoint {
                let (sql, params) = checkpoint.statement();
                let changed = transaction
                    .prepare_cached(&numbered(sql))?
                    .execute(params_from_iter(&params))?;
                checkpoint.check(changed as u64)?;
            }
            Ok(())
        })
        .await
    }

    /// Runs `work` in one transaction, which may be long.
    async fn write(
        &self,
        work: impl FnOnce(&Connection) -> Result<()> + Send + 'static,
    ) -> Result<()> {
        let file = Arc::clone(&self.file);
        self.run(move |connection| {
            connection.pragma_update(None, "cache_size", WRITE_CACHE)?;
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let started = Instant::now();
            work(&transaction)?;
            transaction.commit()?;
            file.empty_long_log(connection)?;
            file.let_others_write(started.elapsed());
            Ok(())
        })
        .await
    }

    /// Takes a snapshot of the file as it is now, on a separate connection.
    pub(super) fn snapshot(&self) -> Result<Connection> {
        let connection = self.file.connect()?;
        // The first read of a transaction takes its snapshot.
        connection.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?;
        Ok(connection)
    }

    /// Creates the tables of an empty file, and migrates the tables of an older version, as far as
    /// `access` allows. A file of schema version N has had the first N migrations.
    pub(crate) async fn migrate(&self, migrations: &[String], access: Access) -> Result<()> {
        let newest_version = migrations.len();
        let migrations = migrations.to_vec();
        self.file.check_writable(access == Access::Create)?;
        self.run(move |connection| {
            let version = schema_version(connection)?;
            if version == 0 && access != Access::Create {
                let advice = "Check the path (--database-url), or create the tables with `import` or `key create`";
                return Err(StoreError(format!("The database is empty. {advice}.")));
            }
            check_schema_version(version, newest_version, access)?;
            if access == Access::Inspect {
                return Ok(());
            }
            // For a new file: with this page size, SQLite stores records of up to 2,000 bytes
            // without extra pages.
            connection.pragma_update(None, "page_size", 8192)?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            // Only a migration needs the write lock, which an import holds during each batch.
            if version == newest_version {
                return Ok(());
            }
            connection.pragma_update(None, "cache_size", WRITE_CACHE)?;
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Another process may have migrated the file since the first check.
            let version = schema_version(&transaction)?;
            check_schema_version(version, newest_version, access)?;
            for sql in migrations.iter().skip(version) {
                transaction.execute_batch(sql)?;
            }
            transaction.pragma_update(None, "user_version", newest_version as u32)?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            Ok(transaction.commit()?)
        })
        .await
    }

    /// Runs `work` on one of the threads, unless the caller gives up before a thread takes the job.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let slot = Arc::clone(&self.slots)
            .acquire_owned()
            .await
            .map_err(|e| StoreError(e.to_string()))?;
        let (sender, receiver) = oneshot::channel();
        let file = Arc::clone(&self.file);
        let job = Box::new(move || {
            if !sender.is_closed() {
                let result = file.with(work);
                // The program may end as soon as the caller has the result. Before that, this
                // thread must release the file, so that no connection stays open.
                drop((file, slot));
                drop(sender.send(result));
            }
        });
        // A job that panics drops `sender`, so that `receiver` returns an error.
        drop(self.jobs.send(job));
        receiver
            .await
            .map_err(|_| StoreError("SQLite: a query panicked".to_owned()))?
    }
}
