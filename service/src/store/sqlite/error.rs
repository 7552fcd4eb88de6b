//! Messages for the errors of SQLite.

use crate::store::StoreError;
use rusqlite::{Error, ErrorCode};

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        let advice = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => ". The file is damaged: restore a backup",
            Some(ErrorCode::NotADatabase) => {
                ". The file is damaged, or is no SQLite database: check its path, or restore a backup"
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
    use rusqlite::Connection;

    #[test]
    fn the_error_for_a_full_disk_says_what_to_do() {
        let connection = Connection::open_in_memory().expect("a database");
        connection.execute_batch("PRAGMA max_page_count = 4; CREATE TABLE one (value)").expect("a table");
        let error = connection.execute_batch("INSERT INTO one VALUES (zeroblob(100000))").expect_err("no space");
        let message = "SQLite: database or disk is full. Free space on the disk, and try again";
        assert_eq!(StoreError::from(error).0, message);
    }
}
