//! SQLite: one file, in WAL mode, so that imports do not stop readers.

use super::{Result, Row, StoreError};
use crossbeam_channel::{Sender, unbounded};
use ethereal_query::service::Statement;
use rusqlite::{Connection, OpenFlags, config::DbConfig, params_from_iter, types::ValueRef};
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

/// A connection keeps as many prepared statements: page sizes and filters make new ones, and preparing costs more than
/// running.
const STATEMENTS: usize = 256;
/// Queries at once: more would only wait for each other.
const THREADS: usize = 16;
/// Queries that wait for a thread, too; who comes after them waits outside, and leaves nothing behind when it gives up.
const PLACES: usize = 4 * THREADS;

type Job = Box<dyn FnOnce() + Send>;

/// The file, and threads with one queue. Under load they find the next query without going to sleep; with tokio's threads
/// for blocking work a third of the time of a small query was their waking.
#[derive(Debug)]
pub(crate) struct Sqlite {
    file: Arc<File>,
    jobs: Sender<Job>,
    places: Arc<Semaphore>,
}

/// The path, and the connections that nobody uses at the moment, the one used last at the end: a single caller, such as an
/// import, has the same one each time. The last to close moves the write-ahead log into the file.
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

impl Sqlite {
    /// `path` as in `sqlite:records.db`; `sqlite:///srv/records.db` is understood too.
    pub(crate) fn new(path: &str) -> Result<Self> {
        let path = path.strip_prefix("//").unwrap_or(path);
        // To SQLite both are databases that nobody else sees and that are gone at the end.
        if path.is_empty() || path == ":memory:" {
            return Err(StoreError("the database URL names no file: it must be like sqlite:records.db".to_owned()));
        }
        let (jobs, queue) = unbounded::<Job>();
        for _ in 0..THREADS {
            let queue = queue.clone();
            // A panic is its caller's alone, who is told below.
            let work = move || queue.iter().for_each(|job| drop(catch_unwind(AssertUnwindSafe(job))));
            let started = thread::Builder::new().name("sqlite".to_owned()).spawn(work);
            started.map_err(|e| StoreError(format!("a thread for SQLite cannot be started: {e}")))?;
        }
        let file = Arc::new(File { path: path.into(), idle: Mutex::default() });
        Ok(Self { file, jobs, places: Arc::new(Semaphore::new(PLACES)) })
    }

    pub(crate) async fn query(&self, statement: Statement) -> Result<Vec<Row>> {
        self.run(move |connection| read(connection, &statement)).await
    }

    pub(crate) async fn write(&self, statements: Vec<Statement>) -> Result<u64> {
        self.run(move |connection| {
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
        self.file.create()?;
        let set_up = self.run(move |connection| {
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
        });
        let path = self.file.path.display();
        set_up.await.map_err(|StoreError(reason)| {
            StoreError(format!("{path} cannot be set up, which needs a writable file in a writable folder: {reason}"))
        })
    }

    /// Has `work` done by a thread that may wait for the disk; not at all when its caller has gone before its turn.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|e| StoreError(e.to_string()))?;
        let (answer, answered) = oneshot::channel();
        let file = Arc::clone(&self.file);
        let job = Box::new(move || {
            if !answer.is_closed() {
                let result = file.with(work);
                // Before the answer: who ends the program after it closes every connection.
                drop((file, place));
                drop(answer.send(result));
            }
        });
        // A job that no thread takes, or that panics, drops its end of the channel.
        drop(self.jobs.send(job));
        answered.await.map_err(|_| StoreError("SQLite: a query ended without an answer".to_owned()))?
    }
}

impl File {
    /// Runs `work` with a connection, which is not used again when it fails.
    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        // Bound before the lock is needed again: a guard in a `match` would live until its end.
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let result = work(&mut connection)?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        Ok(result)
    }

    /// Makes the file if there is none, and makes sure that it can be written. Only at the start: a file that is gone later
    /// must not become an empty one.
    fn create(&self) -> Result<()> {
        // SQLite gives the files beside it, `-wal` and `-shm`, the mode of the file itself.
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&self.path);
        file.map(drop).map_err(|error| {
            let path = self.path.display();
            StoreError(format!(
                "SQLite cannot open {path} for writing: {error}. Even to read, it writes to the file and its folder"
            ))
        })
    }

    fn connect(&self) -> Result<Connection> {
        // Without the flag for URIs: a path is a path.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)
            .map_err(|error| StoreError(format!("SQLite cannot open {}: {error}", self.path.display())))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A store with one table, and its folder.
    async fn store(name: &str) -> (Sqlite, PathBuf) {
        let folder = std::env::temp_dir().join(format!("ethereal-query-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for temporary files");
        let path = folder.join("records.db");
        let store = Sqlite::new(&path.display().to_string()).expect("threads");
        store.migrate(&["CREATE TABLE one (value TEXT)".to_owned()]).await.expect("a table");
        (store, folder)
    }

    #[tokio::test]
    async fn a_panic_is_its_callers_alone() {
        let (store, folder) = store("panic").await;
        for _ in 0..2 * THREADS {
            let result: Result<()> = store.run(|_| panic!("as a defect would")).await;
            assert_eq!(result.expect_err("no answer").0, "SQLite: a query ended without an answer");
        }
        let rows = store.query(Statement::new("SELECT count(*) || '' FROM one", [""; 0])).await;
        assert_eq!(rows.expect("threads that go on"), [[Some("0".to_owned())]]);
        drop(store);
        std::fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_begun_and_the_end_leaves_one_file() {
        let (store, folder) = store("gone").await;
        let insert = || vec![Statement::new("INSERT INTO one VALUES ($1)", ["x"])];
        // Every thread is busy until the channel is dropped, so that what follows has to queue.
        let (open, hold) = unbounded::<()>();
        for _ in 0..THREADS {
            let hold = hold.clone();
            store.jobs.send(Box::new(move || _ = hold.recv())).expect("a queue");
        }
        for _ in 0..3 * PLACES {
            let gone = tokio::time::timeout(Duration::from_millis(1), store.write(insert())).await;
            assert!(gone.is_err(), "written although no thread was free");
        }
        assert!(store.jobs.len() <= PLACES, "{} jobs wait for nobody", store.jobs.len());
        drop(open);
        store.write(insert()).await.expect("a row");
        let rows = store.query(Statement::new("SELECT value FROM one", [""; 0])).await;
        assert_eq!(rows.expect("rows").len(), 1);

        drop(store);
        let files = std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("a file").file_name());
        assert_eq!(files.collect::<Vec<_>>(), ["records.db"], "the write-ahead log is in the file");
        std::fs::remove_dir_all(folder).expect("the folder");
    }
}
