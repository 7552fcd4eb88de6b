//! The command `backup`: copies a SQLite database while other programs use it.

use crate::{
    cli::Backup,
    store::{copy_sqlite, sqlite_path},
};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

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
    let target = &options.to;
    check_target(&source, target, options.force)?;
    let failed = |e: io::Error| format!("Cannot write {} (--to): {e}", target.display());
    let file = create_temporary(target).map_err(|e| match e.kind() {
        ErrorKind::WouldBlock => {
            let name = target.display();
            format!("Cannot write {name} (--to): another backup writes to it. Wait for its end, or use another name.")
        }
        _ => failed(e),
    })?;
    let temporary = temporary_path(target);
    let copy = || {
        copy_sqlite(&source, &temporary)
            .map_err(|e| format!("Cannot copy {} to {}: {e}", source.display(), target.display()))?;
        let size = file.metadata().and_then(|metadata| file.sync_all().map(|()| metadata.len())).map_err(failed)?;
        // Another program may use the target by now.
        check_target(&source, target, options.force)?;
        Ok(size)
    };
    let size = copy().inspect_err(|_: &String| drop(fs::remove_file(&temporary)))?;
    rename(&temporary, target).map_err(failed)?;
    println!("Copied {} to {}: {size} bytes, no errors found.", source.display(), target.display());
    Ok(())
}

fn check_target(source: &Path, target: &Path, force: bool) -> Result<(), String> {
    let temporary = temporary_path(target);
    if let Some(path) = [target, &temporary].into_iter().find(|path| is_same_file(path, source)) {
        return Err(format!(
            "Cannot write {} (--to): {} is the database itself. Use another name.",
            target.display(),
            path.display()
        ));
    }
    let mut log = target.as_os_str().to_owned();
    log.push("-wal");
    let log = PathBuf::from(log);
    // SQLite would apply the log of the old file to the new one.
    if log.exists() {
        return Err(format!(
            "{} exists: a program uses the file of --to, or was killed. Use another name.",
            log.display()
        ));
    }
    if target.exists() && !force {
        return Err(format!("{} exists (--to). Use another name, or --force to replace it.", target.display()));
    }
    Ok(())
}

/// The path of the copy until it is complete: `PATH.tmp`, in the same folder.
fn temporary_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".tmp");
    name.into()
}

/// Gives a file that is on the disk another name in its folder. The name survives a loss of power.
fn rename(old: &Path, new: &Path) -> io::Result<()> {
    fs::rename(old, new)?;
    let folder = new.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Whether both paths are names of one file, such as a link and its target.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let ids = [one, other].map(|path| fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino())));
    matches!(ids, [Ok(one), Ok(other)] if one == other)
}

/// Creates the file for an incomplete copy, or empties one that a killed backup has left. The file is locked until it
/// is closed, so that no other backup writes to it.
fn create_temporary(target: &Path) -> io::Result<File> {
    let path = temporary_path(target);
    let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path)?;
    file.try_lock().map_err(io::Error::from)?;
    // Another backup may have renamed the file before it released its lock.
    let inode = file.metadata()?.ino();
    if !fs::metadata(path).is_ok_and(|metadata| metadata.ino() == inode) {
        return Err(ErrorKind::WouldBlock.into());
    }
    file.set_len(0)?;
    Ok(file)
}
