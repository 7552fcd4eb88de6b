//! SQLite: one file in WAL mode, so that an import does not block readers.

use super::{Result, Row, StoreError, Value, batch::Batch, check_schema_version};
use crossbeam_channel::{Sender, unbounded};
use rusqlite::{Connection, OpenFlags, TransactionBehavior, config::DbConfig, params_from_iter};
use statements::{numbered, read, run_bulk};
use std::{
    fs::OpenOptions,
    os::unix::fs::OpenOptionsExt,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};
use tokio::sync::{Semaphore, oneshot};

pub(crate) mod backup;
mod statements;

pub(super) use statements::Snapshot;

/// Prepared statements per connection. Preparing a page query takes longer than running it, and each page size and
/// number of filter values has its own.
const CACHED_STATEMENTS: usize = 256;
/// Queries in parallel. More of them would wait for each other.
const THREADS: usize = 16;
/// The maximum time that a writer waits for another one. A batch of an import can take ten seconds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);
/// Queries that run or wait for a thread. Further callers wait for a slot, and leave no job behind when they give up.
const SLOTS: usize = 4 * THREADS;

type Job = Box<dyn FnOnce() + Send>;

/// A SQLite file, and threads that run queries from one queue. Tokio's threads for blocking work sleep between jobs,
/// and waking them took a third of the time of a small query; these find the next job first.
#[derive(Debug)]
pub(crate) struct Sqlite {
    file: Arc<File>,
    jobs: Sender<Job>,
    slots: Arc<Semaphore>,
}

/// The path, and the connections that are not in use. The last in the list was used last, so that a single caller, such
/// as an import, always gets the same one. Closing the last connection moves the write-ahead log into the file.
#[derive(Debug)]
struct File {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self(format!("SQLite: {error}"))
    }
}

/// The path in `sqlite:records.db` or `sqlite:///srv/records.db`. `path`: the text after the first colon.
pub(crate) fn path(path: &str) -> Result<PathBuf> {
    let path = path.strip_prefix("//").unwrap_or(path);
    // SQLite would make a temporary database of both.
    if path.is_empty() || path == ":memory:" {
        let rule = "the path of a file, such as sqlite:records.db";
        return Err(StoreError(format!("Invalid --database-url: \"sqlite:{path}\". Expected {rule}.")));
    }
    Ok(path.into())
}

/// The number of migrations that the file has.
fn schema_version(connection: &Connection) -> Result<usize> {
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(version as usize)
}

impl Sqlite {
    /// Starts the threads.
    pub(crate) fn new(path: PathBuf) -> Result<Self> {
        let (jobs, queue) = unbounded::<Job>();
        for _ in 0..THREADS {
            let queue = queue.clone();
            // After a panic, the thread continues, and `run` reports the panic to its caller.
            let work = move || queue.iter().for_each(|job| drop(catch_unwind(AssertUnwindSafe(job))));
            let started = thread::Builder::new().name("sqlite".to_owned()).spawn(work);
            started.map_err(|e| StoreError(format!("Cannot start a thread for SQLite: {e}")))?;
        }
        let file = Arc::new(File { path, idle: Mutex::default() });
        Ok(Self { file, jobs, slots: Arc::new(Semaphore::new(SLOTS)) })
    }

    pub(crate) async fn query(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        let sql = numbered(sql);
        self.run(move |connection| {
            let mut found = Vec::new();
            read(&mut connection.prepare_cached(&sql)?, &params, &mut found)?;
            Ok(found)
        })
        .await
    }

    /// Runs a statement and returns the number of rows that it changed.
    pub(crate) async fn execute(&self, sql: &str, params: Vec<Value>) -> Result<u64> {
        let sql = numbered(sql);
        self.run(move |connection| Ok(connection.prepare_cached(&sql)?.execute(params_from_iter(&params))? as u64))
            .await
    }

    /// Writes the records of a batch in one transaction.
    pub(super) async fn save(&self, batch: Batch) -> Result<()> {
        self.run(move |connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let stored = run_bulk(&transaction, &batch.stored_rows())?;
            for statement in batch.statements(stored) {
                run_bulk(&transaction, &statement)?;
            }
            Ok(transaction.commit()?)
        })
        .await
    }

    /// The state of the file from now on, in a connection of its own.
    pub(super) fn snapshot(&self) -> Result<Snapshot> {
        let connection = self.file.connect()?;
        connection.execute_batch("BEGIN")?;
        Ok(Snapshot(connection))
    }

    pub(crate) async fn migrate(&self, migrations: &[String]) -> Result<()> {
        let (migrations, known) = (migrations.to_vec(), migrations.len());
        self.file.create()?;
        let set_up = self.run(move |connection| {
            // For a new file: with this page size, SQLite stores records of up to 2,000 bytes without extra pages.
            connection.pragma_update(None, "page_size", 8192)?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            // Only a migration needs the lock for writing, which an import holds during each batch.
            let found = schema_version(connection)?;
            if found >= known {
                return Ok(found);
            }
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let found = schema_version(&transaction)?;
            for sql in migrations.iter().skip(found) {
                transaction.execute_batch(sql)?;
            }
            transaction.pragma_update(None, "user_version", found.max(known) as u32)?;
            transaction.commit()?;
            Ok(found)
        });
        let path = self.file.path.display();
        let found = set_up.await.map_err(|StoreError(reason)| {
            StoreError(format!("Cannot set up {path}, which needs a writable file in a writable folder: {reason}"))
        })?;
        check_schema_version(found, known)
    }

    /// Runs `work` on one of the threads, unless its caller has given up before its turn.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|e| StoreError(e.to_string()))?;
        let (sender, receiver) = oneshot::channel();
        let file = Arc::clone(&self.file);
        let job = Box::new(move || {
            if !sender.is_closed() {
                let result = file.with(work);
                // Before the result is sent: a program that ends then closes every connection.
                drop((file, slot));
                drop(sender.send(result));
            }
        });
        // A job that panics drops its end of the channel.
        drop(self.jobs.send(job));
        receiver.await.map_err(|_| StoreError("SQLite: a query panicked".to_owned()))?
    }
}

impl File {
    /// Runs `work` with a connection. If it fails, the connection is closed.
    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        // In a statement of its own, so that the lock is released here; within `match` it would live until the end.
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let result = work(&mut connection)?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        Ok(result)
    }

    /// Creates the file if it does not exist, and checks that it can be written. `connect` does not create a file,
    /// because one that disappears later must not become an empty one.
    fn create(&self) -> Result<()> {
        // SQLite creates the files `-wal` and `-shm` with the mode of this file.
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&self.path);
        file.map(drop).map_err(|error| {
            let path = self.path.display();
            StoreError(format!(
                "SQLite cannot open {path} for writing: {error}. Even to read, it writes to the file and its folder"
            ))
        })
    }

    fn connect(&self) -> Result<Connection> {
        // Without SQLITE_OPEN_URI, so that a path is not read as a URI.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)
            .map_err(|error| StoreError(format!("SQLite cannot open {}: {error}", self.path.display())))?;
        connection.busy_timeout(LOCK_TIMEOUT)?;
        // With FULL, a committed batch survives a loss of power.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "mmap_size", i64::from(i32::MAX))?;
        // A negative number is in KiB. An import touches many pages of each index.
        connection.pragma_update(None, "cache_size", -64 << 10)?;
        // The query planner must not look at bound values, or SQLite prepares a cached statement again for new values.
        // That took 0.6 of the 0.8 ms of a page query with eighteen branches.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
        Ok(connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store with one table, and the folder of its file.
    async fn store(name: &str) -> (Sqlite, PathBuf) {
        let folder = std::env::temp_dir().join(format!("ethereal-query-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        let path = folder.join("records.db");
        let store = Sqlite::new(path).expect("threads");
        store.migrate(&["CREATE TABLE one (value TEXT)".to_owned()]).await.expect("a table");
        (store, folder)
    }

    #[tokio::test]
    async fn a_panic_fails_only_its_own_query() {
        let (store, folder) = store("panic").await;
        for _ in 0..2 * THREADS {
            let result: Result<()> = store.run(|_| panic!("as a defect would")).await;
            assert_eq!(result.expect_err("a panic").0, "SQLite: a query panicked");
        }
        let rows = store.query("SELECT count(*) FROM one", Vec::new()).await;
        assert_eq!(rows.expect("threads that go on"), [[Value::Integer(0)]]);
        drop(store);
        std::fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn opens_a_current_file_while_another_program_writes_to_it() {
        let (store, folder) = store("writing").await;
        let writer = store.file.connect().expect("a connection");
        writer.execute_batch("BEGIN IMMEDIATE").expect("the lock for writing");
        store.migrate(&["CREATE TABLE one (value TEXT)".to_owned()]).await.expect("no migration");
        drop((writer, store));
        std::fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn a_write_waits_for_a_long_batch_of_another_program() {
        let (store, folder) = store("waiting").await;
        let other = store.file.connect().expect("a connection");
        other.execute_batch("BEGIN IMMEDIATE").expect("the lock for writing");
        let batch = async {
            tokio::time::sleep(Duration::from_secs(6)).await;
            other.execute_batch("COMMIT").expect("a commit");
        };
        let insert = store.execute("INSERT INTO one VALUES ($1)", vec!["x".into()]);
        assert_eq!(tokio::join!(insert, batch).0.expect("a row"), 1);
        drop((other, store));
        std::fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn skips_jobs_without_a_caller_and_leaves_one_file() {
        let (store, folder) = store("abandoned").await;
        let insert = || store.execute("INSERT INTO one VALUES ($1)", vec!["x".into()]);
        // Every thread is busy until the channel is dropped, so that further jobs must wait.
        let (open, hold) = unbounded::<()>();
        for _ in 0..THREADS {
            let hold = hold.clone();
            store.jobs.send(Box::new(move || _ = hold.recv())).expect("a queue");
        }
        for _ in 0..3 * SLOTS {
            let gone = tokio::time::timeout(Duration::from_millis(1), insert()).await;
            assert!(gone.is_err(), "a row was written while no thread was free");
        }
        assert!(store.jobs.len() <= SLOTS, "{} jobs without a caller", store.jobs.len());
        drop(open);
        insert().await.expect("a row");
        let rows = store.query("SELECT value FROM one", Vec::new()).await;
        assert_eq!(rows.expect("rows").len(), 1);

        drop(store);
        let files = std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("a file").file_name());
        assert_eq!(files.collect::<Vec<_>>(), ["records.db"], "the write-ahead log is in the file");
        std::fs::remove_dir_all(folder).expect("the folder");
    }
}
