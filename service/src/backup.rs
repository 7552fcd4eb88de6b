//! The command `backup`: copies a SQLite database while other programs use it.

use crate::{
    cli::Backup,
    output,
    store::{DatabaseUrl, copy_sqlite},
};
use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};
use tempfile::{Builder, NamedTempFile};

/// The ends of the names of the files that SQLite keeps beside a database.
const SIDE_FILES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Copies the file without [`crate::store::Store::open`], which would create a missing database and migrate an old one.
pub(crate) fn run(options: &Backup) -> Result<(), String> {
    let DatabaseUrl::Sqlite(source) = DatabaseUrl::parse(&options.database_url)? else {
        let rule = "Expected sqlite:PATH. For PostgreSQL, use pg_dump for one database, or pg_basebackup for a server.";
        return Err(format!("Invalid --database-url (value hidden). {rule}"));
    };
    let (from, to) = (source.display(), options.to.display());
    // Before the copy, which can take minutes.
    check_target(&options.to)?;
    let failed = |e: io::Error| format!("Cannot write {to} (--to): {e}");
    // When this function returns early, the file is removed.
    let copy = create_temporary(&options.to).map_err(failed)?;
    copy_sqlite(&source, copy.path()).map_err(|e| format!("Cannot copy {from} to {to}: {e}"))?;
    let size = copy.as_file().sync_all().and_then(|()| copy.as_file().metadata()).map_err(failed)?.len();
    // Another program may have written there by now.
    check_target(&options.to)?;
    let renamed = copy.persist_noclobber(&options.to).map_err(io::Error::from);
    // The new name survives a loss of power.
    renamed.and_then(|_| File::open(folder(&options.to))?.sync_all()).map_err(failed)?;
    // The copy is complete, also if nobody reads this.
    let _ = output::print(&format!("Copied {from} to {to}: {size} bytes, no errors found."));
    Ok(())
}

/// Creates the file of an incomplete copy, in the folder of the complete one. Its name is random, so that no other
/// program can prepare a link or a file with that name. Its mode is 0600.
fn create_temporary(target: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = target.file_name().map(OsString::from).unwrap_or_default();
    prefix.push(".");
    Builder::new().prefix(&prefix).suffix(".tmp").rand_bytes(12).tempfile_in(folder(target))
}

fn folder(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// Checks that nothing has the name of the copy, and that SQLite will not take the copy for a file of another database,
/// or apply another file to it.
fn check_target(target: &Path) -> Result<(), String> {
    let name = target.as_os_str();
    if let Some(end) = SIDE_FILES.iter().find(|end| name.as_encoded_bytes().ends_with(end.as_bytes())) {
        let reason = format!("SQLite keeps its own files under names that end with {end}");
        return Err(format!("Cannot write {} (--to): {reason}. Use another name.", target.display()));
    }
    for end in [""].iter().chain(&SIDE_FILES) {
        let mut file = name.to_owned();
        file.push(end);
        if fs::symlink_metadata(&file).is_ok() {
            return Err(format!("{} exists. Use another name for --to.", file.display()));
        }
    }
    Ok(())
}
