//! The file that a backup may create or replace.

use rustix::fs::{FlockOperation, Mode, OFlags, fcntl_lock, open};
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// The ends of the names of the files that SQLite keeps beside a database.
const SIDE_FILES: [&str; 3] = ["-wal", "-shm", "-journal"];
/// The first bytes of a SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

pub(super) struct Target<'a> {
    /// The path of `--to`.
    pub(super) path: &'a Path,
    /// The database to copy.
    pub(super) source: &'a Path,
    /// Whether the copy may replace a database.
    pub(super) force: bool,
}

impl Target<'_> {
    /// Checks that the copy may have its name. Returns the file that it replaces, which no other program can lock until
    /// it is closed; `None` if no file has the name.
    ///
    /// # Errors
    /// The reason that the copy may not have the name.
    pub(super) fn lock(&self) -> Result<Option<File>, String> {
        self.refuse_own_files()?;
        self.refuse_side_files()?;
        let metadata = match fs::symlink_metadata(self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            result => result.map_err(|error| self.refusal(&error.to_string()))?,
        };
        if !self.force {
            return Err(format!("{} exists (--to). Use another name, or --force to replace it.", self.path.display()));
        }
        // Opening some devices has effects.
        if !metadata.is_file() {
            return Err(self.refusal("it is no regular file. --force replaces only a SQLite database"));
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
            return Err(self.refusal("it is no SQLite database. --force replaces only a SQLite database"));
        }
        // A lock of the whole file conflicts with each lock of SQLite. In WAL mode, every open connection has one; in
        // other modes, every transaction.
        fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive)
            .map_err(|_| self.refusal("a program uses this database. Stop it, or use another name"))?;
        Ok(file)
    }

    /// Refuses the database itself and the files beside it, also by another path, a hard link or a symbolic link.
    fn refuse_own_files(&self) -> Result<(), String> {
        // SQLite keeps its files beside the target of a symbolic link.
        let names = [Some(self.source.to_owned()), self.source.canonicalize().ok()];
        let mut own = names.into_iter().flatten().flat_map(|name| [vec![name.clone()], side_files(&name)].concat());
        match own.find(|file| is_same_file(self.path, file)) {
            Some(file) if is_same_file(&file, self.source) => {
                Err(self.refusal(&format!("{} is the database itself. Use another name", self.path.display())))
            }
            Some(file) => {
                let file = file.display();
                Err(self.refusal(&format!("it is {file}, a file of the database itself. Use another name")))
            }
            None => Ok(()),
        }
    }

    /// Refuses a name that SQLite has for its own files, and a database that has such files: SQLite would apply them to
    /// the new database.
    fn refuse_side_files(&self) -> Result<(), String> {
        let name = self.path.as_os_str().as_encoded_bytes();
        if let Some(end) = SIDE_FILES.iter().find(|end| name.ends_with(end.as_bytes())) {
            let reason = format!("SQLite keeps its own files under names that end with {end}. Use another name");
            return Err(self.refusal(&reason));
        }
        match side_files(self.path).into_iter().find(|file| fs::symlink_metadata(file).is_ok()) {
            Some(file) => {
                let file = file.display();
                Err(format!("{file} exists: a program uses the file of --to, or was killed. Use another name."))
            }
            None => Ok(()),
        }
    }

    fn refusal(&self, reason: &str) -> String {
        format!("Cannot write {} (--to): {reason}.", self.path.display())
    }
}

/// The paths of the files that SQLite keeps beside a database.
fn side_files(database: &Path) -> Vec<PathBuf> {
    let beside = |end| {
        let mut name = database.as_os_str().to_owned();
        name.push(end);
        name.into()
    };
    SIDE_FILES.map(beside).into()
}

/// Whether both paths are names of one file, such as a link and its target.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let ids = [one, other].map(|path| fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino())));
    matches!(ids, [Ok(one), Ok(other)] if one == other)
}
