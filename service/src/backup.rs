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

/// The ends of the names of the files that SQLite keeps next to a database.
const SIDE_FILES: [&str; 3] = ["-wal", "-shm", "-journal"];
/// The first bytes of a SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Copies the file without [`crate::store::Store::open`], which would create a missing database and migrate an old one.
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
    // Before the copy, which can take minutes. The lock ends here, so that other programs do not wait for the copy.
    drop(target.lock()?);
    let failed = |e: io::Error| format!("Cannot write {} (--to): {e}", options.to.display());
    // When this function returns early, the file is removed.
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
    // Another program may use the target by now.
    let replaced = target.lock()?;
    let renamed = if replaced.is_some() {
        copy.persist(&options.to)
    } else {
        copy.persist_noclobber(&options.to)
    };
    // The new name survives a loss of power.
    renamed
        .map_err(io::Error::from)
        .and_then(|_| File::open(folder(&options.to))?.sync_all())
        .map_err(failed)?;
    let (from, to) = (source.display(), options.to.display());
    // The copy is complete, even if the message has no reader.
    let _ = output::print(&format!(
        "Copied {from} to {to}: {size} bytes, no errors found."
    ));
    Ok(())
}

/// Creates the file of an incomplete copy, in the folder of the complete one. Its name is random, so that no other
/// program can prepare a link or a file with that name. Its mode is 0600.
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
    /// Checks that the copy may have its name. Returns the file that it replaces, which no other program can lock until
    /// it is closed; `None` if no file has the name.
    ///
    /// # Errors
    /// The reason that the copy may not have the name.
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
        // Opening some devices has effects.
        if !metadata.is_file() {
            return Err(
                self.refusal("it is not a regular file. --force replaces only a SQLite database")
            );
        }
        self.lock_database().map(Some)
    }

    fn lock_database(&self) -> Result<File, String> {
        // The name may belong to a link or a named pipe by now.
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let opened = open(self.path, flags, Mode::empty()).map_err(io::Error::from);
        let mut file = File::from(opened.map_err(|error| self.refusal(&error.to_string()))?);
        let mut start = [0; MAGIC.len()];
        if file.read_exact(&mut start).is_err() || start != *MAGIC {
            return Err(self
                .refusal("it is not a SQLite database. --force replaces only a SQLite database"));
        }
        // A lock of the whole file conflicts with each lock of SQLite. In WAL mode, every open connection has one; in
        // other modes, every transaction.
        fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
            self.refusal("a program uses this database. Stop it, or use another name")
        })?;
        Ok(file)
    }

    /// Refuses the database itself and the files next to it, also by another path, a hard link or a symbolic link.
    fn refuse_own_files(&self) -> Result<(), String> {
        // SQLite keeps its files next to the target of a symbolic link.
        let names = [
            Some(self.source.to_owned()),
            self.source.canonicalize().ok(),
        ];
        let mut own = names
            .into_iter()
            .flatten()
            .flat_map(|name| [vec![name.clone()], side_files(&name)].concat());
        match own.find(|file| is_same_file(self.path, file)) {
            Some(file) if is_same_file(&file, self.source) => Err(self.refusal(&format!(
                "{} is the database itself. Use another name",
                self.path.display()
            ))),
            Some(file) => {
                let file = file.display();
                Err(self.refusal(&format!(
                    "it is {file}, a file of the database itself. Use another name"
                )))
            }
            None => Ok(()),
        }
    }

    /// Refuses a name that SQLite has for its own files, and a database that has such files: SQLite would apply them to
    /// the new database.
    fn refuse_side_files(&self) -> Result<(), String> {
        let name = self.path.as_os_str().as_encoded_bytes();
        if let Some(end) = SIDE_FILES.iter().find(|end| name.ends_with(end.as_bytes())) {
            let reason = format!(
                "SQLite keeps its own files under names that end with {end}. Use another name"
            );
            return Err(self.refusal(&reason));
        }
        match side_files(self.path)
            .into_iter()
            .find(|file| fs::symlink_metadata(file).is_ok())
        {
            Some(file) => {
                let file = file.display();
                Err(format!(
                    "{file} exists: a program uses the file of --to, or was killed. Use another name."
                ))
            }
            None => Ok(()),
        }
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
fn is_same_file(one: &Path, other: &Path) -> bool {
    let ids = [one, other]
        .map(|path| fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino())));
    matches!(ids, [Ok(one), Ok(other)] if one == other)
}
