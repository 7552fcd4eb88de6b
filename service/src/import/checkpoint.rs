//! A position in a file, and the bytes by which the file is recognised.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    fs::File,
    io::{self, ErrorKind},
    os::unix::fs::FileExt,
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
    /// Whether the other position is a later one in the same file.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        self.inode == other.inode && self.position.offset < other.position.offset
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
