//! The command `backup`: copies a SQLite database while other programs use it.

use crate::{
    cli::Backup,
    store::{copy_sqlite, sqlite_path},
};
use std::{
    ffi::OsString,
    fs::File,
    io,
    path::{Path, PathBuf},
};
use target::Target;
use tempfile::{Builder, NamedTempFile};

mod target;

/// Copies the file without [`crate::store::Store::open`], which would create a missing database and migrate an old one.
pub(crate) fn run(options: &Backup) -> Result<(), String> {
    let Some(("sqlite", path)) = options.database_url.split_once(':') else {
        return Err(
            "Invalid --database-url (value hidden). Expected sqlite:PATH. For PostgreSQL, use pg_dump for one \
                    database, or pg_basebackup for a server."
                .to_owned(),
        );
    };
    let source = sqlite_path(path).map_err(|e| e.to_string())?;
    let target = Target { path: &options.to, source: &source, force: options.force };
    // Before the copy, which can take minutes. The lock ends here, so that other programs do not wait for the copy.
    drop(target.lock()?);
    let failed = |e: io::Error| format!("Cannot write {} (--to): {e}", options.to.display());
    // When this function returns early, the file is removed.
    let copy = create_temporary(&options.to).map_err(failed)?;
    copy_sqlite(&source, copy.path())
        .map_err(|e| format!("Cannot copy {} to {}: {e}", source.display(), options.to.display()))?;
    let file = copy.as_file();
    let size = file.sync_all().and_then(|()| file.metadata()).map_err(failed)?.len();
    // Another program may use the target by now.
    let replaced = target.lock()?;
    let renamed = if replaced.is_some() { copy.persist(&options.to) } else { copy.persist_noclobber(&options.to) };
    // The new name survives a loss of power.
    renamed.map_err(io::Error::from).and_then(|_| File::open(folder(&options.to))?.sync_all()).map_err(failed)?;
    println!("Copied {} to {}: {size} bytes, no errors found.", source.display(), options.to.display());
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
