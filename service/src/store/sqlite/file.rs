//! The file, its connections, and messages for the errors of SQLite.

use crate::store::{Access, Result, StoreError};
use parking_lot::Mutex;
use rusqlite::{Connection, Error, ErrorCode, OpenFlags, config::DbConfig};
use std::{
    fs::{self, OpenOptions},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

/// The number of prepared statements per connection. Preparing a page query takes longer than
/// running it, and each page size and each number of filter values has a different statement.
const CACHED_STATEMENTS: usize = 256;
/// The maximum time that a writer waits for another writer. A batch of an import can take ten
/// seconds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);
/// The maximum time that a writer waits for readers, to empty the write-ahead log. Most readers
/// take milliseconds, but `verify` and `backup` may take minutes.
const READER_TIMEOUT: Duration = Duration::from_secs(1);
/// The length of the write-ahead log above which the log is emptied after a batch.
const MAX_LOG_BYTES: u64 = 64 << 20;
/// The total time of transactions after which a writer pauses, so that other writers have their
/// turn.
pub(super) const MAX_WRITE_TIME: Duration = Duration::from_secs(2);
/// The pause in which another writer can take the lock. A waiting writer tries every 100 ms.
const WRITER_PAUSE: Duration = Duration::from_millis(120);

/// A SQLite file and its connections. Closing the last connection moves the write-ahead log into
/// the file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    /// Whether no statement may change the file.
    is_read_only: bool,
    /// The connections that are not in use. The connection that was used last is at the end and is
    /// taken first, so that a single caller, such as an import, always gets the same connection.
    idle: Mutex<Vec<Connection>>,
    /// The length above which [`File::empty_long_log`] empties the write-ahead log:
    /// [`MAX_LOG_BYTES`], or more while a long read prevents emptying the log.
    max_log_bytes: AtomicU64,
    /// The total time of transactions since the last pause for other writers.
    write_time: Mutex<Duration>,
}

impl File {
    pub(super) fn new(path: PathBuf, access: Access) -> Self {
        Self {
            path,
            is_read_only: access == Access::Inspect,
            idle: Mutex::default(),
            max_log_bytes: AtomicU64::new(MAX_LOG_BYTES),
            write_time: Mutex::default(),
        }
    }

    /// Runs `work` with a connection. If `work` fails, the connection is closed, and the error
    /// names the file.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        // This statement releases the lock of `idle` at once. Within the `match`, the lock would
        // live until the end of the `match`.
        let idle = self.idle.lock().pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let result = work(&mut connection).map_err(|error| error.of(self.path.display()))?;
        self.idle.lock().push(connection);
        Ok(result)
    }

    /// Checks that the file can be written. With `create`, creates a missing file. `connect` never
    /// creates a file: if the database disappears while the program runs, an empty file must not
    /// replace it.
    pub(super) fn check_writable(&self, create: bool) -> Result<()> {
        // SQLite creates the files `-wal` and `-shm` with the mode of this file.
        let file = OpenOptions::new()
            .write(true)
            .create(create)
            .truncate(false)
            .mode(0o600)
            .open(&self.path);
        file.map(drop).map_err(|error| {
            let path = self.path.display();
            StoreError(format!(
                "SQLite cannot open {path} for writing: {error}. Even to read, it writes to the file and its folder"
            ))
        })
    }

    /// Opens a connection. Reads go through the page cache of the system, without `mmap`. With
    /// `mmap`, each connection removes its mapping at the first read after a commit, and requests
    /// wait up to 100 ms.
    pub(super) fn connect(&self) -> Result<Connection> {
        let connection = open(&self.path)?;
        set_up(&connection, self.is_read_only)
            .map_err(|error| StoreError::from(error).of(self.path.display()))?;
        Ok(connection)
    }

    /// Empties a long write-ahead log. After a commit, SQLite copies the log into the database file
    /// without waiting for readers. But SQLite overwrites the log from its beginning only at a
    /// moment without readers. If there is always a reader, the log grows without limit.
    pub(super) fn empty_long_log(&self, connection: &Connection) -> Result<()> {
        // `path` returns the path without symbolic links. The log is next to the file itself.
        let log = fs::metadata(format!("{}-wal", connection.path().unwrap_or_default()));
        let log_bytes = log.map_or(0, |metadata| metadata.len());
        if log_bytes <= self.max_log_bytes.load(Ordering::Relaxed) {
            return Ok(());
        }
        connection.busy_timeout(READER_TIMEOUT)?;
        // The first column is true if another connection has prevented emptying the log.
        let is_blocked: rusqlite::Result<bool> =
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
        connection.busy_timeout(LOCK_TIMEOUT)?;
        // An error is ignored, because the batch is committed.
        let max_log_bytes = if matches!(is_blocked, Ok(false)) {
            MAX_LOG_BYTES
        } else {
            // The next batches must not all wait for the same long read.
            2 * log_bytes
        };
        self.max_log_bytes.store(max_log_bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Pauses from time to time between transactions. Without a pause, the next batch of an import
    /// takes the lock again before a waiting writer tries, and a `key create` would fail after a
    /// minute. `took`: the time of the last transaction.
    pub(super) fn let_others_write(&self, took: Duration) {
        let mut write_time = self.write_time.lock();
        *write_time += took;
        if *write_time >= MAX_WRITE_TIME {
            *write_time = Duration::ZERO;
            drop(write_time);
            thread::sleep(WRITER_PAUSE);
        }
    }
}

/// The settings of a connection.
fn set_up(connection: &Connection, is_read_only: bool) -> rusqlite::Result<()> {
    // Even a read-only connection has opened the file for writing: to read in WAL mode, SQLite
    // writes to the files next to the database.
    connection.pragma_update(None, "query_only", is_read_only)?;
    connection.busy_timeout(LOCK_TIMEOUT)?;
    // With FULL, a committed batch survives a loss of power.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // With this setting, the query planner ignores bound values. Otherwise, SQLite would prepare a
    // cached statement again for new values. A page query with eighteen combinations of filter
    // values took 0.8 ms, 0.6 ms of it for this preparation.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    Ok(())
}

/// Opens an existing file.
pub(super) fn open(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // SQLite reads a name that begins with `file:` as a URI.
    let is_uri = path.as_os_str().as_encoded_bytes().starts_with(b"file:");
    let name = if is_uri {
        Path::new(".").join(path)
    } else {
        path.to_owned()
    };
    Connection::open_with_flags(name, flags)
        .map_err(|error| StoreError(format!("SQLite cannot open {}: {error}", path.display())))
}

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        let advice = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => ". The file is damaged: restore a backup",
            Some(ErrorCode::NotADatabase) => {
                ". The file is damaged, or is not a SQLite database: check its path, or restore a backup"
            }
            Some(ErrorCode::DiskFull) => ". Free space on the disk, and try again",
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                ". Even to read, SQLite needs a writable file in a writable folder"
            }
            _ => "",
        };
        Self(format!("SQLite: {error}{advice}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// A file with an empty table, and its folder.
    fn new_file(name: &str) -> (File, PathBuf) {
        let folder =
            std::env::temp_dir().join(format!("ethereal-query-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        let file = File::new(folder.join("records.db"), Access::Create);
        file.check_writable(true).expect("a file");
        file.with(|connection| {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.execute_batch("CREATE TABLE one (value BLOB)")?;
            Ok(())
        })
        .expect("a table");
        (file, folder)
    }

    /// Begins a read, and then writes more bytes than a log may have, in one transaction. Returns
    /// the connection of the reader, whose read has not ended, and the connection of the writer.
    fn read_and_write(file: &File) -> [Connection; 2] {
        let reader = file.connect().expect("a connection");
        let writer = file.connect().expect("a connection");
        reader
            .execute_batch("BEGIN; SELECT * FROM one")
            .expect("a read");
        writer
            .execute_batch(&format!(
                "INSERT INTO one VALUES (zeroblob({MAX_LOG_BYTES}))"
            ))
            .expect("a write");
        assert!(log_bytes(file) > MAX_LOG_BYTES);
        [reader, writer]
    }

    fn log_bytes(file: &File) -> u64 {
        let path = file.path.canonicalize().expect("the file");
        fs::metadata(path.with_extension("db-wal"))
            .expect("a log")
            .len()
    }

    #[test]
    fn a_long_log_is_emptied_when_its_readers_have_ended() {
        let (file, folder) = new_file("log");
        let link = folder.join("link.db");
        std::os::unix::fs::symlink(&file.path, &link).expect("a symbolic link");
        for opened in [&file, &File::new(link, Access::Write)] {
            let [reader, writer] = read_and_write(opened);
            // The reader ends while `empty_long_log` waits for readers.
            let read = thread::spawn(move || {
                thread::sleep(READER_TIMEOUT / 5);
                drop(reader);
            });
            opened.empty_long_log(&writer).expect("an empty log");
            assert_eq!(log_bytes(&file), 0);
            read.join().expect("the end of the read");
        }
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn a_long_read_delays_only_the_first_batch() {
        let (file, folder) = new_file("read");
        let [reader, writer] = read_and_write(&file);
        let time_of_batch = || {
            let started = Instant::now();
            file.empty_long_log(&writer).expect("a log that stays");
            started.elapsed()
        };
        assert!(
            time_of_batch() >= READER_TIMEOUT,
            "it did not wait for the reader"
        );
        assert!(time_of_batch() < READER_TIMEOUT, "it waited again");
        drop(reader);
        // The limit is now twice the length of the log. Three more copies of the value exceed it.
        let value = "SELECT value FROM one";
        writer
            .execute_batch(&format!(
                "INSERT INTO one {value} UNION ALL {value} UNION ALL {value}"
            ))
            .expect("a longer log");
        assert!(time_of_batch() < READER_TIMEOUT);
        assert_eq!(log_bytes(&file), 0);
        drop((writer, file));
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn the_error_for_a_full_disk_says_what_to_do() {
        let connection = Connection::open_in_memory().expect("a database");
        // Four pages are shorter than the value below.
        connection
            .execute_batch("PRAGMA max_page_count = 4; CREATE TABLE one (value)")
            .expect("a table");
        let error = connection
            .execute_batch("INSERT INTO one VALUES (zeroblob(100000))")
            .expect_err("no space");
        let message = "SQLite: database or disk is full. Free space on the disk, and try again";
        assert_eq!(StoreError::from(error).0, message);
    }
}
