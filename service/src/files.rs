//! Replaces files as a whole: a file is complete on the disk before it gets its name.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// The path to which a file is written before [`rename`] moves it: `PATH.tmp`, in the same folder.
pub(crate) fn temporary_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    name.into()
}

/// Renames a synced file from [`temporary_path`] to `path`. The new name survives a loss of power.
pub(crate) fn rename(path: &Path) -> io::Result<()> {
    fs::rename(temporary_path(path), path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
