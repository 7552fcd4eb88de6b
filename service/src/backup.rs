//! The command `backup`: copies a SQLite database while other programs use it.

use crate::{
    cli::Backup,
    output,
    store::{DatabaseUrl, copy_sqlite},
};
use rustix::fs::{FlockOperation, Mode, OFlags, fcntl_lock, open};
use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, ErrorKind, Read},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};
use tempfile::{Builder, NamedTempFile};

/// SQLite keeps files with these suffixes next to a database.
const SIDE_FILES: [&str; 3] = ["-wal", "-shm", "-journal"];
/// The first bytes of a SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Copies the file without [`crate::store::Store::open`], which would migrate or refuse a database
/// of an older version.
pub(crate) fn run(options: &Backup) -> Result<(), String> {
    let DatabaseUrl::Sqlite(source) =
        DatabaseUrl::parse(&options.database_url).map_err(|e| e.to_string())?
    else {
        return Err(
            "Invalid --database-url (value hidden). Expected sqlite:PATH. For PostgreSQL, use pg_dump for one \
                    database, or pg_basebackup for a server."
                .to_owned(),
        );
    };
    let target = Target {
        path: &options.to,
        source: &source,
        force: options.force,
    };
    // The target is checked before the copy, because the copy can take minutes. The lock is
    // released at once, so that other programs do not wait for the copy.
    drop(target.lock()?);
    let failed = |e: io::Error| format!("Cannot write {} (--to): {e}", options.to.display());
    // If this function returns early, dropping `copy` removes the file.
    let copy = create_temporary(&options.to).map_err(failed)?;
    copy_sqlite(&source, copy.path()).map_err(|e| {
        format!(
            "Cannot copy {} to {}: {e}",
            source.display(),
            options.to.display()
        )
    })?;
    let file = copy.as_file();
    let size = file
        .sync_all()
        .and_then(|()| file.metadata())
        .map_err(failed)?
        .len();
    // Checks again: during the copy, another program may have started to use the target. If the
    // target exists, it stays locked until this function ends.
    let existing_file = target.lock()?;
    let renamed = if existing_file.is_some() {
        copy.persist(&options.to)
    } else {
        copy.persist_noclobber(&options.to)
    };
    renamed.map_err(io::Error::from).map_err(failed)?;
    // After the folder is synced, the new name survives a loss of power.
    File::open(folder(&options.to))
        .and_then(|folder| folder.sync_all())
        .map_err(failed)?;
    let (from, to) = (source.display(), options.to.display());
    // An error of `print` is ignored, because the copy is complete.
    let _ = output::print(&format!(
        "Copied {from} to {to}: {size} bytes, no errors found."
    ));
    Ok(())
}

/// Creates the file of an incomplete copy, in the folder of the target. Its name is random, so that
/// no other program can prepare a link or a file with that name. Its mode is 0600.
fn create_temporary(target: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = target.file_name().map(OsString::from).unwrap_or_default();
    prefix.push(".");
    Builder::new()
        .prefix(&prefix)
        .suffix(".tmp")
        .rand_bytes(12)
        .tempfile_in(folder(target))
}

fn folder(path: &Path) -> PathBuf {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// The file that a backup may create or replace.
struct Target<'a> {
    /// The path of `--to`.
    path: &'a Path,
    /// The database to copy.
    source: &'a Path,
    /// Whether the copy may replace a database.
    force: bool,
}

impl Target<'_> {
    /// Checks that the copy may be written to the path of `--to`. Returns the existing file at this
    /// path, or `None`. No other program can lock the file until the returned `File` is closed.
    ///
    /// # Errors
    /// The reason that the copy may not be written to the path.
    fn lock(&self) -> Result<Option<File>, String> {
        self.refuse_own_files()?;
        self.refuse_side_files()?;
        let metadata = match fs::symlink_metadata(self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            result => result.map_err(|error| self.refusal(&error.to_string()))?,
        };
        if !self.force {
            return Err(format!(
                "{} exists (--to). Use another name, or --force to replace it.",
                self.path.display()
            ));
        }
        // Only a regular file is opened, because opening some devices has effects.
        if !metadata.is_file() {
            return Err(
                self.refusal("it is not a regular file. --force replaces only a SQLite database")
            );
        }
        self.lock_database().map(Some)
    }

    fn lock_database(&self) -> Result<File, String> {
        // By now, the path may belong to a symbolic link or a named pipe. These flags refuse the
        // link, and prevent waiting for the pipe.
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let opened = open(self.path, flags, Mode::empty()).map_err(io::Error::from);
        let mut file = File::from(opened.map_err(|error| self.refusal(&error.to_string()))?);
        let mut start = [0; MAGIC.len()];
        if file.read_exact(&mut start).is_err() || start != *MAGIC {
            return Err(self
                .refusal("it is not a SQLite database. --force replaces only a SQLite database"));
        }
        // A lock on the whole file conflicts with every lock of SQLite. In WAL mode, every open
        // connection has a lock. In other modes, only a transaction has a lock.
        fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
            self.refusal("a program uses this database. Stop it, or use another name")
        })?;
        Ok(file)
    }

    /// Refuses the source database and SQLite's files next to the source database, even if `--to`
    /// is a different path, a hard link or a symbolic link to such a file.
    fn refuse_own_files(&self) -> Result<(), String> {
        let mut databases = vec![self.source.to_owned()];
        // SQLite keeps its files next to the target of a symbolic link.
        if let Ok(real_path) = self.source.canonicalize() {
            databases.push(real_path);
        }
        let mut own_files = Vec::new();
        for database in databases {
            own_files.push(database.clone());
            own_files.extend(side_files(&database));
        }
        let same_file = own_files.iter().find(|file| is_same_file(self.path, file));
        let Some(file) = same_file else {
            return Ok(());
        };
        let reason = if is_same_file(file, self.source) {
            format!(
                "{} is the database itself. Use another name",
                self.path.display()
            )
        } else {
            format!(
                "it is {}, a file of the database itself. Use another name",
                file.display()
            )
        };
        Err(self.refusal(&reason))
    }

    /// Refuses a name that SQLite uses for its files next to a database. Also refuses a path next
    /// to which such files exist: SQLite would apply them to the new database.
    fn refuse_side_files(&self) -> Result<(), String> {
        let name = self.path.as_os_str().as_encoded_bytes();
        if let Some(end) = SIDE_FILES.iter().find(|end| name.ends_with(end.as_bytes())) {
            let reason = format!(
                "SQLite keeps its own files under names that end with {end}. Use another name"
            );
            return Err(self.refusal(&reason));
        }
        for file in side_files(self.path) {
            if fs::symlink_metadata(&file).is_ok() {
                let file = file.display();
                return Err(format!(
                    "{file} exists: a program uses the file of --to, or was killed. Use another name."
                ));
            }
        }
        Ok(())
    }

    fn refusal(&self, reason: &str) -> String {
        format!("Cannot write {} (--to): {reason}.", self.path.display())
    }
}

/// The paths of the files that SQLite keeps next to a database.
fn side_files(database: &Path) -> Vec<PathBuf> {
    let path_with = |end| {
        let mut name = database.as_os_str().to_owned();
        name.push(end);
        name.into()
    };
    SIDE_FILES.map(path_with).into()
}

/// Whether both paths are names of one file, such as a link and its target.
fn is_same_file(first_path: &Path, second_path: &Path) -> bool {
    let (Ok(first), Ok(second)) = (fs::metadata(first_path), fs::metadata(second_path)) else {
        return false;
    };
    first.dev() == second.dev() && first.ino() == second.ino()
}
