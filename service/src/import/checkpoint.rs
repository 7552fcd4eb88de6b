//! The checkpoint of an import: the position in the followed file up to which the lines are
//! committed. The database stores the position under the name that `--checkpoint` gives.

use super::{
    rotation::{Newer, files_with_inode},
    source::{FollowedFile, Source, unreadable},
};
use crate::store::{CheckpointChange, Store};
use ethereal_query::service::RecordKind;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    fs::File,
    io::{self, ErrorKind},
    os::unix::fs::{FileExt, MetadataExt},
    path::Path,
};

/// The number of bytes before a position by which a file is identified. A position near the start
/// of a file has fewer bytes before it.
const FINGERPRINT_BYTES: u64 = 4096;
/// The advice for an import that cannot resume.
const FROM_START: &str =
    "With another name for --checkpoint, an import begins at the start of FILE.";

/// The end of a line in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    /// In bytes from the start of the file.
    pub(super) offset: u64,
    /// The number of the line. Line numbers begin at 1.
    pub(super) line: u64,
}

/// A position in an identified file. Every line before the position is committed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct FilePosition {
    inode: u64,
    #[serde(flatten)]
    position: Position,
    /// The digest of the last bytes before the position. The inode alone does not identify a file,
    /// because a new file may get the inode of a deleted file.
    sha256: String,
}

impl FilePosition {
    /// Identifies `file` by its inode and the bytes before `position`. `None` if the file ends
    /// before `position`.
    fn new(file: &File, position: Position) -> io::Result<Option<Self>> {
        let start = position.offset.saturating_sub(FINGERPRINT_BYTES);
        let mut bytes = vec![0; (position.offset - start) as usize];
        match file.read_exact_at(&mut bytes, start) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            result => result?,
        }
        let sha256 = hex::encode(Sha256::digest(&bytes));
        Ok(Some(Self {
            inode: file.metadata()?.ino(),
            position,
            sha256,
        }))
    }

    /// Whether the file is the file of this position: it has the same inode, and the same bytes
    /// before the position.
    fn is_in(&self, file: &File) -> io::Result<bool> {
        Ok(Self::new(file, self.position)?.as_ref() == Some(self))
    }

    /// Looks in the folder of `path` for the file of this position, which a rotation may have
    /// renamed.
    fn find_rotated(&self, path: &Path) -> io::Result<Option<File>> {
        for file in files_with_inode(path, self.inode)? {
            if self.is_in(&file)? {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }
}

/// The checkpoint of an import.
pub(super) struct Checkpoint {
    kind: RecordKind,
    name: String,
    /// The last position. `None` if no import has used the name.
    last: Option<FilePosition>,
    /// `last` as the text in the database.
    text: Option<String>,
}

impl Checkpoint {
    pub(super) async fn read(store: &Store, kind: RecordKind, name: &str) -> Result<Self, String> {
        let text = store.checkpoint(kind, name).await?;
        let last = text.as_deref().map(serde_json::from_str).transpose();
        let last = last.map_err(|e| {
            format!("The checkpoint \"{name}\" in the database is damaged: {e}. {FROM_START}")
        })?;
        Ok(Self {
            kind,
            name: name.to_owned(),
            last,
            text,
        })
    }

    /// Moves a source to the position of the checkpoint, and returns the position. Without a last
    /// position, the source stays at the start of its file.
    pub(super) fn resume(&self, source: &mut Source, path: &Path) -> Result<Position, String> {
        let file = path.display();
        let failed = |e| unreadable(path, &e);
        let Source::Followed(followed) = source else {
            return Err(format!(
                "Invalid FILE: \"{file}\". Expected a regular file, because of --checkpoint."
            ));
        };
        let Some(last) = &self.last else {
            return Ok(Position::default());
        };
        if last.is_in(&followed.file).map_err(failed)? {
            followed.skip_to(last.position.offset).map_err(failed)?;
            return Ok(last.position);
        }
        let cannot_resume = |reason: &str| {
            format!(
                "{file} does not continue the file that was imported up to line {} with --checkpoint \"{}\": {reason}. \
                 Import that file, and each that had its name since, with `import`; lines may be repeated. {FROM_START}",
                last.position.line, self.name
            )
        };
        let Some(old) = last.find_rotated(path).map_err(failed)? else {
            return Err(cannot_resume(
                "that file was rewritten, compressed, or moved to another folder",
            ));
        };
        let old_metadata = old.metadata().map_err(failed)?;
        let newer = Newer::find(path, &old_metadata).map_err(failed)?;
        if let Some(compressed) = newer.compressed.first() {
            let reason = format!("{} had its name after that file", compressed.display());
            return Err(cannot_resume(&reason));
        }
        followed
            .begin_with(old, last.position.offset)
            .map_err(failed)?;
        Ok(last.position)
    }

    /// Moves the checkpoint to a position in a file, and returns the change for the database.
    /// `None` if the position has not changed.
    pub(super) fn change(
        &mut self,
        followed: &FollowedFile,
        position: Position,
    ) -> Result<Option<CheckpointChange>, String> {
        let failed = |e| format!("Cannot read FILE for its checkpoint: {e}");
        // `None` means that the file has been truncated. The next read of the file finds this out.
        let Some(new) = FilePosition::new(&followed.file, position).map_err(failed)? else {
            return Ok(None);
        };
        // Checks whether the position moved on in the same file, but the bytes before the last
        // position have changed.
        if let Some(last) = &self.last
            && last.inode == new.inode
            && last.position.offset < new.position.offset
            && !last.is_in(&followed.file).map_err(failed)?
        {
            return Err(format!(
                "FILE was rewritten after line {} was imported, so its next lines cannot be found. {FROM_START}",
                last.position.line
            ));
        }
        if self.last.as_ref() == Some(&new) {
            return Ok(None);
        }
        let text = serde_json::to_string(&new).map_err(|e| e.to_string())?;
        self.last = Some(new);
        let old = self.text.replace(text.clone());
        Ok(Some(CheckpointChange {
            kind: self.kind,
            name: self.name.clone(),
            old,
            new: text,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_position_is_in_the_same_file_only() {
        let folder =
            std::env::temp_dir().join(format!("ethereal-query-position-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        let path = folder.join("records.ndjson");
        let open = || File::open(&path).expect("a file");
        fs::write(&path, "old\n").expect("a file");
        let position_at =
            |offset| FilePosition::new(&open(), Position { offset, line: 1 }).expect("readable");
        let position = position_at(4).expect("a position");
        assert_eq!(position_at(5), None, "the file has four bytes");
        fs::write(&path, "old\nnext\n").expect("a longer file");
        assert!(position.is_in(&open()).expect("readable"));
        for other in ["odd\nnext\n", "old", ""] {
            fs::write(&path, other).expect("a file");
            assert!(!position.is_in(&open()).expect("readable"), "{other:?}");
        }
        // The copy has the same bytes, but a different inode.
        fs::write(folder.join("copy"), "old\nnext\n").expect("a file");
        fs::rename(folder.join("copy"), &path).expect("another file");
        assert!(!position.is_in(&open()).expect("readable"));
        fs::remove_dir_all(folder).expect("the folder");
    }
}
