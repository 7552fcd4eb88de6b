//! Copies a SQLite file, even while other programs use the file.

use super::{Result, StoreError, file::open};
use rusqlite::{Connection, backup::Backup};
use std::{path::Path, time::Duration};

/// The number of pages that one step copies. With pages of 8 KiB, a step copies 32 MiB.
const PAGES_PER_STEP: i32 = 4096;
/// The pause between two steps.
const PAUSE: Duration = Duration::from_millis(10);
/// The maximum time to wait for a lock of another program.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Copies the database in the file `source` as it is now into the empty file `target`, and checks
/// the copy.
pub(crate) fn copy(source: &Path, target: &Path) -> Result<()> {
    let database = open_for_copy(source)?;
    // Without a snapshot, SQLite would begin the copy again after each write of another process. In
    // WAL mode, writers do not wait for the snapshot. The first read takes the snapshot.
    let snapshot = database.unchecked_transaction()?;
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let mut copy = open_for_copy(target)?;
    // An incomplete copy need not survive a loss of power. The caller syncs the complete copy to
    // the disk.
    copy.pragma_update(None, "journal_mode", "OFF")?;
    copy.pragma_update(None, "synchronous", "OFF")?;
    Backup::new(&snapshot, &mut copy)?.run_to_completion(PAGES_PER_STEP, PAUSE, None)?;
    drop(copy);
    check(target)
}

/// Checks every page and index. SQLite returns its first message about damage, or `ok`.
fn check(path: &Path) -> Result<()> {
    let database = open_for_copy(path)?;
    let problem: String = database.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if problem == "ok" {
        return Ok(());
    }
    Err(StoreError(format!(
        "The copy is damaged, and therefore probably the database too: {problem}"
    )))
}

fn open_for_copy(path: &Path) -> Result<Connection> {
    let database = open(path)?;
    database.busy_timeout(LOCK_TIMEOUT)?;
    Ok(database)
}
