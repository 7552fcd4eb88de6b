//! The file and its connections.

use crate::store::{Result, StoreError};
use rusqlite::{Connection, OpenFlags, config::DbConfig};
use std::{
    fs::{self, OpenOptions},
    os::unix::fs::OpenOptionsExt,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// Prepared statements per connection. Preparing a page query takes longer than running it, and each page size and
/// number of filter values has its own.
const CACHED_STATEMENTS: usize = 256;
/// The maximum time that a writer waits for another one. A batch of an import can take ten seconds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);
/// The maximum time that a writer waits for readers, to empty the write-ahead log. Most readers take milliseconds, but
/// `verify` and `backup` may take minutes.
const READER_TIMEOUT: Duration = Duration::from_secs(1);
/// A write-ahead log that is longer is emptied after a batch.
const MAX_LOG_BYTES: u64 = 64 << 20;

/// The path, and the connections that are not in use. The last in the list was used last, so that a single caller, such
/// as an import, always gets the same one. Closing the last connection moves the write-ahead log into the file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl File {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, idle: Mutex::default() }
    }

    /// Runs `work` with a connection. If it fails, the connection is closed.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
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
    pub(super) fn create(&self) -> Result<()> {
        // SQLite creates the files `-wal` and `-shm` with the mode of this file.
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&self.path);
        file.map(drop).map_err(|error| {
            let path = self.path.display();
            StoreError(format!(
                "SQLite cannot open {path} for writing: {error}. Even to read, it writes to the file and its folder"
            ))
        })
    }

    /// Opens a connection. Reads go through the memory of the system, not through a mapping of the file: after each
    /// commit, SQLite would remove the mapping of every connection, which made requests wait up to 100 ms.
    pub(super) fn connect(&self) -> Result<Connection> {
        // Without SQLITE_OPEN_URI, so that a path is not read as a URI.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)
            .map_err(|error| StoreError(format!("SQLite cannot open {}: {error}", self.path.display())))?;
        connection.busy_timeout(LOCK_TIMEOUT)?;
        // With FULL, a committed batch survives a loss of power.
        connection.pragma_update(None, "synchronous", "FULL")?;
        // The query planner must not look at bound values, or SQLite prepares a cached statement again for new values.
        // That took 0.6 of the 0.8 ms of a page query with eighteen branches.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
        Ok(connection)
    }

    /// Empties a long write-ahead log. SQLite copies the log into the file after a commit without waiting for readers.
    /// While requests always read, it would never begin the log again, and the log would grow without limit.
    pub(super) fn empty_long_log(&self, connection: &Connection) -> Result<()> {
        let mut log = self.path.clone().into_os_string();
        log.push("-wal");
        if fs::metadata(log).is_ok_and(|log| log.len() > MAX_LOG_BYTES) {
            connection.busy_timeout(READER_TIMEOUT)?;
            // If a reader is in the way for longer, the next batch tries again.
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            connection.busy_timeout(LOCK_TIMEOUT)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::mpsc::channel, thread, time::Instant};

    /// A file with a write-ahead log that is too long, and its folder.
    fn file_with_long_log(name: &str) -> (File, PathBuf) {
        let folder = std::env::temp_dir().join(format!("ethereal-query-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        let file = File::new(folder.join("records.db"));
        file.create().expect("a file");
        file.with(|connection| {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.execute_batch("CREATE TABLE one (value BLOB)")?;
            Ok(())
        })
        .expect("a table");
        (file, folder)
    }

    /// Writes more bytes than a log may have, in one transaction.
    fn write_long_log(connection: &Connection) {
        let insert = format!("INSERT INTO one VALUES (zeroblob({MAX_LOG_BYTES}))");
        connection.execute_batch(&insert).expect("a row");
    }

    fn log_bytes(file: &File) -> u64 {
        fs::metadata(file.path.with_extension("db-wal")).expect("a log").len()
    }

    #[test]
    fn a_long_log_is_emptied_when_its_readers_have_ended() {
        let (file, folder) = file_with_long_log("log");
        let writer = file.connect().expect("a connection");
        let (reads, wait_for_reader) = channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                let reader = file.connect().expect("a connection");
                reader.execute_batch("BEGIN; SELECT * FROM one").expect("a reader of the empty table");
                reads.send(()).expect("the other thread");
                thread::sleep(READER_TIMEOUT / 5);
            });
            wait_for_reader.recv().expect("a reader");
            write_long_log(&writer);
            assert!(log_bytes(&file) > MAX_LOG_BYTES, "SQLite alone begins the log again");
            file.empty_long_log(&writer).expect("an empty log");
        });
        assert_eq!(log_bytes(&file), 0);
        drop((writer, file));
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn a_long_reader_does_not_stop_a_writer() {
        let (file, folder) = file_with_long_log("reader");
        let [writer, reader] = [(); 2].map(|()| file.connect().expect("a connection"));
        reader.execute_batch("BEGIN; SELECT * FROM one").expect("a reader of the empty table");
        write_long_log(&writer);
        let started = Instant::now();
        file.empty_long_log(&writer).expect("a log that stays");
        assert!(started.elapsed() >= READER_TIMEOUT, "it did not wait for the reader");
        assert!(log_bytes(&file) > MAX_LOG_BYTES);
        drop((reader, writer, file));
        fs::remove_dir_all(folder).expect("the folder");
    }
}
