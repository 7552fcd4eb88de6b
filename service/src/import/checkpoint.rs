//! The file of `--checkpoint`: the position up to which the lines of a followed file are committed.

use crate::files;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write},
    os::unix::fs::FileExt,
    path::Path,
};

/// The number of bytes before the offset by which a file is recognised.
const FINGERPRINT_BYTES: u64 = 4096;

/// The end of a line in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    /// In bytes.
    pub(super) offset: u64,
    /// The number of the line.
    pub(super) line: u64,
}

/// A position in a file: every line before it is committed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    pub(super) inode: u64,
    #[serde(flatten)]
    pub(super) position: Position,
    /// The digest of the last bytes before the offset. The inode alone does not identify a file: a new file may get the
    /// inode of a deleted one.
    pub(super) sha256: String,
}

impl Checkpoint {
    /// Reads a checkpoint; `None` if there is no file yet.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, String> {
        let text = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|e| format!("Cannot read {} (--checkpoint): {e}", path.display()))?,
        };
        serde_json::from_slice(&text).map(Some).map_err(|e| {
            format!("{} (--checkpoint) is no checkpoint: {e}. Delete it to import FILE from its start.", path.display())
        })
    }

    /// Replaces the file as a whole: after a loss of power it has the old or the new checkpoint.
    pub(super) fn write(&self, path: &Path) -> Result<(), String> {
        let write = || {
            let mut file = File::create(files::temporary_path(path))?;
            file.write_all(&serde_json::to_vec(self)?)?;
            file.sync_all()?;
            files::rename(path)
        };
        write().map_err(|e: io::Error| format!("Cannot write {} (--checkpoint): {e}", path.display()))
    }
}

/// The SHA-256 of the last bytes before an offset; `None` if the file is shorter.
pub(super) fn fingerprint(file: &File, offset: u64) -> io::Result<Option<String>> {
    let length = offset.min(FINGERPRINT_BYTES);
    let mut bytes = vec![0; length as usize];
    match file.read_exact_at(&mut bytes, offset - length) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        result => result.map(|()| Some(hex::encode(Sha256::digest(&bytes)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_replaced_as_a_whole() {
        let folder = std::env::temp_dir().join(format!("ethereal-query-checkpoint-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        let path = folder.join("checkpoint.json");
        assert_eq!(Checkpoint::read(&path), Ok(None));
        for offset in [10, 20] {
            let checkpoint = Checkpoint { inode: 1, position: Position { offset, line: 2 }, sha256: "ab".to_owned() };
            checkpoint.write(&path).expect("written");
            assert_eq!(Checkpoint::read(&path), Ok(Some(checkpoint)));
        }
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "no temporary file");
        fs::write(&path, "{").expect("a file");
        assert!(Checkpoint::read(&path).expect_err("no JSON").contains("Delete it"));
        fs::remove_dir_all(folder).expect("the folder");
    }
}
