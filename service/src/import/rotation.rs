//! Finds the files that had the name of a followed file. A rotation renames a file in its folder:
//! the new name has a number or a date after the old name or before the extension. Many programs
//! compress the renamed file later.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs::{self, File, Metadata},
    io::{self, ErrorKind},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The extensions of compressed files.
const COMPRESSED: [&str; 4] = [".gz", ".zst", ".xz", ".bz2"];
/// The maximum number of files that a search opens. While this number of files wait to be read, the
/// import does not search again. On many systems, a process may open 1,024 files.
pub(super) const MAX_FILES: usize = 100;
/// The maximum number of times that a folder is read again while files are being renamed.
const MAX_READS: usize = 10;

/// The device and the inode of a file.
pub(super) fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}

/// The files that had the name of a followed file after an older file.
#[derive(Default)]
pub(super) struct Newer {
    /// The oldest file comes first, and the file that has the name now comes last. If there are
    /// more than [`MAX_FILES`], the next search finds the rest.
    pub(super) files: Vec<File>,
    /// The compressed files. The import cannot read their lines.
    pub(super) compressed: Vec<PathBuf>,
    /// Whether the folder no longer has the older file. Then newer files can be missing too.
    pub(super) lacks_old: bool,
}

impl Newer {
    /// Finds the files that had the name `path` after `old`.
    ///
    /// # Errors
    /// The folder or a file cannot be read, or files are being renamed.
    pub(super) fn find(path: &Path, old: &Metadata) -> io::Result<Self> {
        let name = path.file_name().unwrap_or_default();
        let folder = read_settled_folder(path, old.ino())?;
        let mut newer = Self {
            lacks_old: true,
            ..Self::default()
        };
        // Until the number of `old` is known, `old` gets the largest number. So a file that was
        // created at the same time counts as newer.
        let mut order_of_old = order(old, u64::MAX)?;
        let mut rotated_files = Vec::new();
        for (other, metadata) in &folder {
            // `present` below is added after the rotated files.
            if other == name {
                continue;
            }
            let Some(rotated) = RotatedName::read(name, other) else {
                continue;
            };
            if identity(metadata) == identity(old) {
                newer.lacks_old = false;
                order_of_old = order(old, rotated.number)?;
            } else if let Some(original) = rotated.original {
                // A program that compresses a file keeps the modification time of the original
                // file. Until the program removes the original file, the import can read the
                // original file.
                let has_original = folder.contains_key(&original);
                let (changed, old_changed) = (metadata.modified()?, old.modified()?);
                if changed == old_changed {
                    // This is `old`, compressed.
                    newer.lacks_old = false;
                } else if changed > old_changed && !has_original {
                    newer.compressed.push(path.with_file_name(other));
                }
            } else {
                rotated_files.push((order(metadata, rotated.number)?, other, metadata));
            }
        }
        rotated_files.sort_by_key(|(order, _, _)| *order);
        // The file that has the name now.
        let present = folder.get_key_value(name);
        let present_identity = present.map(|(_, metadata)| identity(metadata));
        let mut files = Vec::new();
        for (order, other, metadata) in rotated_files {
            // FILE may be a link to the newest rotated file. `files` must have this file only once.
            let is_present = present_identity == Some(identity(metadata));
            if order > order_of_old && !is_present {
                files.push((other, metadata));
            }
        }
        files.extend(present);
        for (file_name, metadata) in files.into_iter().take(MAX_FILES) {
            let file = open(&path.with_file_name(file_name), metadata)?;
            newer.files.push(file);
        }
        Ok(newer)
    }
}

/// Opens the files in the folder of `path` that have the inode `inode`.
pub(super) fn files_with_inode(path: &Path, inode: u64) -> io::Result<Vec<File>> {
    read_settled_folder(path, inode)?
        .iter()
        .filter(|(_, metadata)| metadata.ino() == inode)
        .map(|(name, metadata)| open(&path.with_file_name(name), metadata))
        .collect()
}

/// The name of a file after a rotation.
#[derive(Debug, PartialEq, Eq)]
struct RotatedName {
    /// The number, or the date if it has only digits. 0 otherwise, as for `2026-01-01`.
    number: u64,
    /// The name before the file was compressed. `None` if the file is not compressed.
    original: Option<OsString>,
}

impl RotatedName {
    /// Reads `other` as the new name of a file that had the name `name` before a rotation. `None`
    /// if `other` does not have this form.
    fn read(name: &OsStr, other: &OsStr) -> Option<Self> {
        let (name, other) = (name.to_string_lossy(), other.to_string_lossy());
        let original = COMPRESSED.iter().find_map(|end| other.strip_suffix(end));
        let rotated = original.unwrap_or(&other);
        // A rotation adds a text after the name, or between the stem and the extension: `.7` in
        // `log.json.7`, and `.7.` in `log.7.json`.
        let added = rotated.strip_prefix(&*name).or_else(|| {
            let (stem, extension) = name.rsplit_once('.')?;
            rotated.strip_prefix(stem)?.strip_suffix(extension)
        })?;
        let is_digit_or_separator = |byte: u8| byte.is_ascii_digit() || b".-_".contains(&byte);
        if !added.bytes().all(is_digit_or_separator) {
            return None;
        }
        let number_or_date = added.trim_matches(['.', '-', '_']);
        Some(Self {
            number: number_or_date.parse().unwrap_or_default(),
            original: original.map(OsString::from),
        })
    }
}

/// Returns a key that sorts the files that had a name from old to new. If two files were created at
/// the same time, the file with the larger number is older, as with logrotate.
fn order(metadata: &Metadata, number: u64) -> io::Result<(SystemTime, Reverse<u64>)> {
    // Not every file system stores the creation time.
    let created = metadata.created().or_else(|_| metadata.modified())?;
    Ok((created, Reverse(number)))
}

/// Calls [`read_folder`] again and again until two calls have the same result. A file that is
/// renamed during a call can be missing in the result of the call.
fn read_settled_folder(path: &Path, inode: u64) -> io::Result<BTreeMap<OsString, Metadata>> {
    let names_and_identities = |folder: &BTreeMap<OsString, Metadata>| -> Vec<_> {
        folder
            .iter()
            .map(|(name, metadata)| (name.clone(), identity(metadata)))
            .collect()
    };
    let mut last = names_and_identities(&read_folder(path, inode)?);
    for _ in 0..MAX_READS {
        let folder = read_folder(path, inode)?;
        let current = names_and_identities(&folder);
        if current == last {
            return Ok(folder);
        }
        last = current;
    }
    Err(being_renamed())
}

/// Reads the files in the folder of `path` that have the inode `inode`, or a name that a rotation
/// may give.
fn read_folder(path: &Path, inode: u64) -> io::Result<BTreeMap<OsString, Metadata>> {
    let name = path.file_name().unwrap_or_default();
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // For a link, this is the metadata of the target. A file that no longer exists is left out.
        let Ok(metadata) = fs::metadata(entry.path()) else {
            continue;
        };
        let has_name = RotatedName::read(name, &entry.file_name()).is_some();
        if metadata.is_file() && (has_name || metadata.ino() == inode) {
            files.insert(entry.file_name(), metadata);
        }
    }
    Ok(files)
}

/// Opens a file. Fails if a different file has got the name since the folder was read.
fn open(path: &Path, expected: &Metadata) -> io::Result<File> {
    let file = File::open(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    if identity(&file.metadata()?) == identity(expected) {
        Ok(file)
    } else {
        Err(being_renamed())
    }
}

fn being_renamed() -> io::Error {
    io::Error::new(
        ErrorKind::ResourceBusy,
        "files in its folder are being renamed",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{io::Read, time::Duration};

    /// Creates a folder with files. The text of each file is its name.
    fn folder(title: &str, names: &[&str]) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("ethereal-query-{title}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        for name in names {
            fs::write(folder.join(name), name).expect("a file");
        }
        folder
    }

    /// Reads the texts of the newer files.
    fn newer_texts(newer: &mut Newer) -> Vec<String> {
        let text = |file: &mut File| {
            let mut text = String::new();
            file.read_to_string(&mut text).expect("readable");
            text
        };
        newer.files.iter_mut().map(text).collect()
    }

    #[test]
    fn reads_the_names_of_rotations() {
        let read = |other: &str| RotatedName::read("log.json".as_ref(), other.as_ref());
        for (other, number) in [
            ("log.json", 0),
            ("log.json.7", 7),
            ("log.7.json", 7),
            ("log.json-20260101", 20_260_101),
            ("log-2026-01-01_12.json", 0),
        ] {
            let name = read(other).map(|name| (name.number, name.original));
            assert_eq!(name, Some((number, None)), "{other}");
        }
        let compressed = read("log.json.2.gz").expect("a name");
        assert_eq!(compressed.original, Some("log.json.2".into()));
        for other in ["log.json.bak", "log.jsonl", "catalog.json", "log.a.json"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn finds_each_newer_file_once_with_a_number_before_or_after_the_extension() {
        // `log.json` is a link to the newest file, `log.json-1`.
        let names = ["log.3.json", "log.json.2", "log.json.bak", "log.json-1"];
        let folder = folder("newer", &names);
        let path = folder.join("log.json");
        std::os::unix::fs::symlink("log.json-1", &path).expect("a link");
        let old = fs::metadata(folder.join("log.3.json")).expect("a file");
        let mut newer = Newer::find(&path, &old).expect("readable");
        assert_eq!(newer_texts(&mut newer), ["log.json.2", "log.json-1"]);
        assert!(newer.compressed.is_empty() && !newer.lacks_old);
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn names_compressed_newer_files_and_recognises_the_compressed_old_file() {
        let names = ["log.json.3", "log.json.2", "log.json.2.gz", "log.json.1.gz"];
        let folder = folder("compressed", &names);
        let path = folder.join("log.json");
        let set_age = |name, seconds| {
            let time = SystemTime::now() - Duration::from_secs(seconds);
            File::options()
                .write(true)
                .open(folder.join(name))
                .and_then(|file| file.set_modified(time))
                .expect("a time");
        };
        set_age("log.json.3", 30);
        let old = fs::metadata(folder.join("log.json.3")).expect("a file");
        let newer = Newer::find(&path, &old).expect("readable");
        // `log.json.2` is being compressed: the original file still exists and can be read.
        assert_eq!(newer.compressed, [folder.join("log.json.1.gz")]);
        // With an earlier modification time than the old file, `log.json.1.gz` is not newer.
        set_age("log.json.1.gz", 40);
        let newer = Newer::find(&path, &old).expect("readable");
        assert!(newer.compressed.is_empty() && !newer.lacks_old);

        // The old file is deleted, and then a compressed file with its modification time appears.
        fs::remove_file(folder.join("log.json.3")).expect("no file");
        assert!(Newer::find(&path, &old).expect("readable").lacks_old);
        let compressed = File::create(folder.join("log.json.3.gz")).expect("a file");
        compressed
            .set_modified(old.modified().expect("a time"))
            .expect("a time");
        assert!(!Newer::find(&path, &old).expect("readable").lacks_old);
        fs::remove_dir_all(folder).expect("the folder");
    }
}
