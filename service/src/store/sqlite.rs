//! SQLite: one file, in WAL mode, so that imports do not stop readers.

use super::{Result, Row, StoreError};
use crossbeam_channel::{Sender, unbounded};
use ethereal_query::service::Statement;
use rusqlite::{Connection, OpenFlags, config::DbConfig, params_from_iter, types::ValueRef};
use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    thread::{self, JoinHandle},
    time::Duration,
};
use tokio::sync::oneshot;

/// A connection keeps as many prepared statements: page sizes and filters make new ones, and preparing costs more than
/// running.
const STATEMENTS: usize = 256;
/// Queries at once: more would only wait for each other.
const THREADS: usize = 16;

type Job = Box<dyn FnOnce(&mut Link) + Send>;

/// Threads with a connection each, and one queue before them. Half of a look-up by hash was the waking of threads when
/// tokio's pool for blocking work did this; these find their next query without going to sleep.
#[derive(Debug)]
pub(crate) struct Sqlite {
    jobs: Sender<Job>,
    threads: Vec<JoinHandle<()>>,
}

/// The file, and a thread's connection to it after its first query.
#[derive(Debug)]
struct Link {
    path: PathBuf,
    connection: Option<Connection>,
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
        let thread = |_| {
            let (queue, mut link) = (queue.clone(), Link { path: path.into(), connection: None });
            // A panic is its caller's alone, who is told below.
            let work = move || queue.iter().for_each(|job| drop(catch_unwind(AssertUnwindSafe(|| job(&mut link)))));
            thread::Builder::new().name("sqlite".to_owned()).spawn(work)
        };
        let threads = (0..THREADS).map(thread).collect::<io::Result<_>>();
        let threads = threads.map_err(|e| StoreError(format!("SQLite's threads cannot be started: {e}")))?;
        Ok(Self { jobs, threads })
    }

    pub(crate) async fn query(&self, statement: Statement) -> Result<Vec<Row>> {
        self.run(move |link| link.with(|connection| read(connection, &statement))).await
    }

    pub(crate) async fn write(&self, statements: Vec<Statement>) -> Result<u64> {
        let execute = move |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let mut changed = 0;
            for statement in &statements {
                let mut prepared = transaction.prepare_cached(&numbered(&statement.sql))?;
                changed += prepared.execute(params_from_iter(&statement.params))? as u64;
            }
            transaction.commit()?;
            Ok(changed)
        };
        self.run(|link| link.with(execute)).await
    }

    pub(crate) async fn migrate(&self, migrations: &[String]) -> Result<()> {
        let migrations = migrations.to_vec();
        let migrate = move |connection: &mut Connection| {
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
        };
        self.run(|link| {
            link.create()?;
            link.with(migrate)
        })
        .await
    }

    /// Has `work` done by a thread that may wait for the disk; not at all when its caller has gone before its turn.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce(&mut Link) -> Result<T> + Send + 'static) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move |link: &mut Link| {
            if !answer.is_closed() {
                drop(answer.send(work(link)));
            }
        });
        // Without threads, which there always are, the answer's sender is dropped here, as by a panic.
        drop(self.jobs.send(job));
        answered.await.map_err(|_| StoreError("SQLite: a query ended without an answer".to_owned()))?
    }
}

impl Drop for Sqlite {
    /// The last connection to close moves the write-ahead log into the file, which may be copied then.
    fn drop(&mut self) {
        self.jobs = unbounded().0;
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }
}

impl Link {
    /// Runs `work` with the connection, which is not used again when it fails.
    fn with<T>(&mut self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let result = work(&mut connection)?;
        self.connection = Some(connection);
        Ok(result)
    }

    /// Makes the file. Only at the start: one that is gone later must not become an empty one.
    fn create(&self) -> Result<()> {
        Connection::open(&self.path).map(drop).map_err(|e| self.unopened(&e))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a store with one table, in a folder that is gone with the test.
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
            store.jobs.send(Box::new(move |_| _ = hold.recv())).expect("a queue");
        }
        let gone = tokio::time::timeout(Duration::from_millis(50), store.write(insert())).await;
        assert!(gone.is_err(), "written although no thread was free");
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
