//! The input of an import: a stream with an end, or a file that grows, which `--follow` reads.

use super::rotation::{MAX_FILES, Newer, identity};
use crate::output;
use std::{
    collections::VecDeque,
    fs::{self, File},
    io::{self, ErrorKind, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    pin::Pin,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, stdin},
    time::sleep,
};

/// The result of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chunk {
    /// The number of bytes in the buffer.
    Bytes(usize),
    /// The next bytes are the first bytes of a new file with the same name.
    Replaced,
    /// The file was truncated. The next bytes are its first bytes.
    Truncated,
    /// The end of a stream. A followed file has no end.
    End,
}

pub(super) enum Source {
    /// A file that is read once, a pipe, or standard input.
    Stream(Pin<Box<dyn AsyncRead>>),
    Followed(FollowedFile),
}

impl Source {
    /// Opens a file. The path `-` is standard input. With `poll_interval`, a regular file is
    /// followed. Also returns the size of a regular file that is not followed.
    pub(super) async fn open(
        path: &Path,
        poll_interval: Option<Duration>,
    ) -> io::Result<(Self, Option<u64>)> {
        if path.as_os_str() == "-" {
            return Ok((Self::Stream(Box::pin(stdin())), None));
        }
        let file = tokio::fs::File::open(path).await?;
        let metadata = file.metadata().await?;
        match poll_interval {
            Some(interval) if metadata.is_file() => Ok((
                Self::Followed(FollowedFile::new(path, file.into_std().await, interval)),
                None,
            )),
            _ => Ok((
                Self::Stream(Box::pin(file)),
                metadata.is_file().then_some(metadata.len()),
            )),
        }
    }

    /// Reads into `buffer`. A caller may drop the future and call again; no byte is lost.
    pub(super) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<Chunk> {
        match self {
            Self::Stream(stream) => {
                let count = stream.read(buffer).await?;
                Ok(if count > 0 {
                    Chunk::Bytes(count)
                } else {
                    Chunk::End
                })
            }
            Self::Followed(file) => file.read(buffer).await,
        }
    }
}

/// A file that grows. After a rotation, the files that got the name later are read in their order.
pub(super) struct FollowedFile {
    path: PathBuf,
    /// The file that is being read. After a rotation, `path` may lead to a newer file.
    pub(super) file: File,
    /// The number of bytes of `file` that were read.
    offset: u64,
    /// Files that had the name `path` after `file`, the oldest first. The last may still have the
    /// name. The files are open, because they may be deleted before they are read.
    newer: VecDeque<File>,
    poll_interval: Duration,
    /// The error of the last search for newer files. `None` if the search succeeded.
    last_search_error: Option<ErrorKind>,
}

impl FollowedFile {
    pub(super) fn new(path: &Path, file: File, poll_interval: Duration) -> Self {
        Self {
            path: path.to_owned(),
            file,
            offset: 0,
            newer: VecDeque::new(),
            poll_interval,
            last_search_error: None,
        }
    }

    /// Continues at an offset.
    pub(super) fn skip_to(&mut self, offset: u64) -> io::Result<()> {
        self.offset = self.file.seek(SeekFrom::Start(offset))?;
        Ok(())
    }

    /// Continues at an offset of `old`, which had the name before the current file.
    pub(super) fn begin_with(&mut self, old: File, offset: u64) -> io::Result<()> {
        self.file = old;
        self.skip_to(offset)
    }

    /// Reads the next bytes. Waits if there are no more bytes. A caller may drop the future and
    /// call again, because all state is in `self`.
    async fn read(&mut self, buffer: &mut [u8]) -> io::Result<Chunk> {
        loop {
            let search = self.find_newer();
            // A writer that has written to a newer file no longer writes to this file. This check
            // comes before the read: if the read then returns nothing, this file has no more bytes.
            let is_complete = self
                .newer
                .iter()
                .any(|file| file.metadata().is_ok_and(|metadata| metadata.len() > 0));
            // At the end of a regular file, this returns 0 and does not wait for more bytes.
            let count = self.file.read(buffer)?;
            if count > 0 {
                self.offset += count as u64;
                return Ok(Chunk::Bytes(count));
            }
            // An error of the search is returned only when all bytes of this file are read.
            search?;
            if is_complete && let Some(file) = self.newer.pop_front() {
                self.file = file;
                self.offset = 0;
                return Ok(Chunk::Replaced);
            }
            if self.file.metadata()?.len() < self.offset {
                self.skip_to(0)?;
                return Ok(Chunk::Truncated);
            }
            sleep(self.poll_interval).await;
        }
    }

    /// Opens the files that have got the name since the last search.
    fn find_newer(&mut self) -> io::Result<()> {
        if self.newer.len() >= MAX_FILES {
            return Ok(());
        }
        let last = self.newer.back().unwrap_or(&self.file).metadata()?;
        let result = match fs::metadata(&self.path) {
            // Opening a named pipe would block until a program writes to the pipe.
            Ok(present) if !present.is_file() => {
                return Err(io::Error::other(
                    "its name now belongs to something that is not a regular file",
                ));
            }
            Ok(present) if identity(&present) == identity(&last) => {
                self.last_search_error = None;
                return Ok(());
            }
            Ok(_) => Newer::find(&self.path, &last),
            Err(error) => Err(error),
        };
        match result {
            Ok(newer) => {
                self.last_search_error = None;
                note_missing(&newer);
                self.newer.extend(newer.files);
            }
            Err(error) => self.note_search_error(&error),
        }
        Ok(())
    }

    /// Prints why the file with the name cannot be opened. The import tries again, because a
    /// program that rotates the file may create the new file without read permission, and change
    /// its mode a moment later.
    ///
    /// Prints nothing if the last search had the same error. Also prints nothing if no file has the
    /// name, which is normal for a moment during a rotation.
    fn note_search_error(&mut self, error: &io::Error) {
        if error.kind() != ErrorKind::NotFound && self.last_search_error != Some(error.kind()) {
            output::note(&format!(
                "{} The import tries again.",
                unreadable(&self.path, error)
            ));
        }
        self.last_search_error = Some(error.kind());
    }
}

/// Prints which files the import misses between the last file and the newer files.
fn note_missing(newer: &Newer) {
    for file in &newer.compressed {
        output::note(&format!(
            "{} was compressed before the import read it. Decompress it, and import it with `import`.",
            file.display()
        ));
    }
    if newer.lacks_old {
        output::note(
            "The file that had the name of FILE is no longer in its folder, or has a name without a number or date. If \
             FILE was rotated more than once since, import the files between with `import`.",
        );
    }
}

/// Returns the message for a file that cannot be read.
pub(super) fn unreadable(file: &Path, error: &io::Error) -> String {
    format!("Cannot read {} (FILE): {error}.", file.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{io::Write, process::Command};

    /// Creates a followed file with the bytes `old\n`, and reads them. Also returns its folder.
    async fn followed(name: &str) -> (FollowedFile, PathBuf) {
        let folder =
            std::env::temp_dir().join(format!("ethereal-query-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        let path = folder.join("records.ndjson");
        fs::write(&path, "old\n").expect("a file");
        let mut file = FollowedFile::new(
            &path,
            File::open(&path).expect("a file"),
            Duration::from_millis(1),
        );
        assert_eq!(read(&mut file).await, (Chunk::Bytes(4), "old\n".to_owned()));
        (file, folder)
    }

    /// Reads a chunk. Also returns its text.
    async fn read(file: &mut FollowedFile) -> (Chunk, String) {
        let mut buffer = [0; 64];
        let chunk = file.read(&mut buffer).await.expect("a chunk");
        let count = if let Chunk::Bytes(count) = chunk {
            count
        } else {
            0
        };
        (
            chunk,
            String::from_utf8_lossy(buffer.get(..count).unwrap_or_default()).into_owned(),
        )
    }

    /// Whether a read waits for bytes during several polls.
    async fn reads_nothing(file: &mut FollowedFile) -> bool {
        tokio::time::timeout(Duration::from_millis(20), read(file))
            .await
            .is_err()
    }

    #[tokio::test]
    async fn reads_a_renamed_file_until_the_new_one_has_its_first_byte() {
        let (mut file, folder) = followed("renamed").await;
        let path = folder.join("records.ndjson");
        let renamed = folder.join("records.ndjson.1");
        fs::rename(&path, &renamed).expect("a renamed file");
        assert!(reads_nothing(&mut file).await);
        fs::write(&path, "").expect("a new file");
        assert!(reads_nothing(&mut file).await);
        File::options()
            .append(true)
            .open(&renamed)
            .and_then(|mut old| old.write_all(b"late\n"))
            .expect("a line");
        fs::write(&path, "new\n").expect("a line");
        assert_eq!(
            read(&mut file).await,
            (Chunk::Bytes(5), "late\n".to_owned())
        );
        assert_eq!(read(&mut file).await.0, Chunk::Replaced);
        assert_eq!(read(&mut file).await, (Chunk::Bytes(4), "new\n".to_owned()));
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn reports_a_named_pipe_with_the_name_of_the_file() {
        let (mut file, folder) = followed("pipe").await;
        let path = folder.join("records.ndjson");
        fs::write(&path, "old\nlast\n").expect("a longer file");
        fs::remove_file(&path).expect("no file");
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .expect("mkfifo")
                .success()
        );
        assert_eq!(
            read(&mut file).await,
            (Chunk::Bytes(5), "last\n".to_owned())
        );
        let error = file.read(&mut [0; 64]).await.expect_err("a named pipe");
        assert_eq!(
            error.to_string(),
            "its name now belongs to something that is not a regular file"
        );
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn waits_while_the_new_file_cannot_be_opened() {
        let (mut file, folder) = followed("unreadable").await;
        let path = folder.join("records.ndjson");
        fs::rename(&path, folder.join("1")).expect("a renamed file");
        // A link to itself cannot be opened, even by root, who may read any file.
        std::os::unix::fs::symlink(&path, &path).expect("a link");
        assert!(reads_nothing(&mut file).await);
        fs::remove_file(&path).expect("no file");
        fs::write(&path, "new\n").expect("a new file");
        assert_eq!(read(&mut file).await.0, Chunk::Replaced);
        assert_eq!(read(&mut file).await, (Chunk::Bytes(4), "new\n".to_owned()));
        fs::remove_dir_all(folder).expect("the folder");
    }

    /// Rotates files as logrotate does: adds one to the number of each renamed file, renames the
    /// current file to number 1, and creates a new file with `text`. `rotations` is the number of
    /// rotations, including this one.
    fn rotate(folder: &Path, rotations: usize, text: &str) {
        let name = |number| folder.join(format!("records.ndjson.{number}"));
        for number in (1..rotations).rev() {
            fs::rename(name(number), name(number + 1)).expect("a renamed file");
        }
        let path = folder.join("records.ndjson");
        fs::rename(&path, name(1)).expect("a renamed file");
        fs::write(&path, text).expect("a new file");
    }

    #[tokio::test]
    async fn reads_the_files_of_several_rotations_between_two_polls() {
        // One search finds at most `MAX_FILES` files, so this number needs three searches.
        const ROTATIONS: usize = 2 * MAX_FILES + 50;
        let (mut file, folder) = followed("between").await;
        let mut expected = String::new();
        for rotations in 1..=ROTATIONS {
            let text = format!("{rotations}\n");
            rotate(&folder, rotations, &text);
            expected.push_str(&text);
        }
        let mut text = String::new();
        let last_line = format!("{ROTATIONS}\n");
        while !text.ends_with(&last_line) {
            text += &read(&mut file).await.1;
            // A search begins only while fewer than `MAX_FILES` files wait.
            assert!(file.newer.len() < 2 * MAX_FILES);
        }
        assert_eq!(text, expected);
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn begins_with_an_older_file() {
        let (mut file, folder) = followed("older").await;
        rotate(&folder, 1, "between\n");
        rotate(&folder, 2, "new\n");
        let old = File::open(folder.join("records.ndjson.2")).expect("a file");
        file.begin_with(old, 2).expect("an offset");
        assert_eq!(read(&mut file).await, (Chunk::Bytes(2), "d\n".to_owned()));
        for text in ["between\n", "new\n"] {
            assert_eq!(read(&mut file).await.0, Chunk::Replaced);
            assert_eq!(read(&mut file).await.1, text);
        }
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn reads_every_file_that_had_the_name_even_if_rotations_are_faster_than_reads() {
        let (mut file, folder) = followed("behind").await;
        let path = folder.join("records.ndjson");
        for (number, text) in ["a\n", "", "b\n"].into_iter().enumerate() {
            File::options()
                .append(true)
                .open(&path)
                .and_then(|mut old| old.write_all(b"more\n"))
                .expect("a line");
            assert_eq!(
                file.read(&mut [0]).await.expect("a byte"),
                Chunk::Bytes(1),
                "more bytes are left in the first file"
            );
            // A search does not recognise this name, so the file must be open already.
            fs::rename(&path, folder.join(number.to_string())).expect("a renamed file");
            fs::write(&path, text).expect("a new file");
        }
        let mut text = String::new();
        while !text.ends_with("b\n") {
            text += &read(&mut file).await.1;
        }
        // The loop above read the three bytes `mor` of the first file. Each file got a line
        // `more\n` before its rotation.
        assert_eq!(text, "e\na\nmore\nmore\nb\n");
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn reads_a_truncated_file_from_its_start() {
        let (mut file, folder) = followed("truncated").await;
        fs::write(folder.join("records.ndjson"), "n\n").expect("a file");
        assert_eq!(read(&mut file).await.0, Chunk::Truncated);
        assert_eq!(read(&mut file).await, (Chunk::Bytes(2), "n\n".to_owned()));
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[tokio::test]
    async fn continues_at_an_offset() {
        let (mut file, folder) = followed("offset").await;
        file.skip_to(2).expect("an offset");
        assert_eq!(read(&mut file).await, (Chunk::Bytes(2), "d\n".to_owned()));
        fs::remove_dir_all(folder).expect("the folder");
    }
}
