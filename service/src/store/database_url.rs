//! The text of `--database-url`.

use super::{Result, StoreError};
use std::path::PathBuf;

/// The database that the text names.
pub(crate) enum DatabaseUrl<'a> {
    /// The path of a file.
    Sqlite(PathBuf),
    /// The whole URL.
    Postgres(&'a str),
}

impl<'a> DatabaseUrl<'a> {
    /// Reads the text, without white space at its end: a mounted secret often ends with a newline.
    pub(crate) fn parse(text: &'a str) -> Result<Self> {
        let text = text.trim_end();
        if text.contains(char::is_control) {
            return Err(invalid(
                "(value hidden): it has a control character",
                "one line of text",
            ));
        }
        match text.split_once(':') {
            Some(("sqlite", path)) => sqlite_path(path).map(Self::Sqlite),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(text)),
            // The URL may have a password.
            _ => Err(invalid(
                "(value hidden)",
                "sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME",
            )),
        }
    }
}

/// The path in `sqlite:records.db` or `sqlite:///srv/records.db`. `path`: the text after the first colon.
fn sqlite_path(path: &str) -> Result<PathBuf> {
    let path = path.strip_prefix("//").unwrap_or(path);
    let quoted_url = format!("\"sqlite:{path}\"");
    // For an empty path and for `:memory:`, SQLite would open a temporary database.
    if path.is_empty() || path == ":memory:" {
        return Err(invalid(
            &quoted_url,
            "the path of a file, such as sqlite:records.db",
        ));
    }
    // In the URLs of other programs, parameters follow `?`. Here, they would become a part of the
    // file name, which leads to a different, empty file.
    if path.contains('?') {
        return Err(invalid(
            &quoted_url,
            "the path of a file without parameters (?), such as sqlite:records.db",
        ));
    }
    Ok(path.into())
}

pub(super) fn invalid(found: &str, rule: &str) -> StoreError {
    StoreError(format!("Invalid --database-url: {found}. Expected {rule}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Option<PathBuf> {
        if let Ok(DatabaseUrl::Sqlite(path)) = DatabaseUrl::parse(text) {
            Some(path)
        } else {
            None
        }
    }

    #[test]
    fn reads_paths_and_trims_the_end() {
        for (text, expected) in [
            ("sqlite:r.db", "r.db"),
            ("sqlite:///srv/r.db", "/srv/r.db"),
            ("sqlite:r.db\n", "r.db"),
            ("sqlite:r.db \r\n", "r.db"),
            ("sqlite:a b.db", "a b.db"),
        ] {
            assert_eq!(path(text).as_deref(), Some(expected.as_ref()), "{text:?}");
        }
        assert!(matches!(
            DatabaseUrl::parse("postgres://u:p@h/d\n"),
            Ok(DatabaseUrl::Postgres("postgres://u:p@h/d"))
        ));
    }

    #[test]
    fn refuses_parameters_control_characters_and_memory() {
        for (text, part) in [
            (
                "sqlite:r.db?mode=ro",
                "\"sqlite:r.db?mode=ro\". Expected the path of a file without parameters",
            ),
            ("sqlite:", "Expected the path of a file"),
            ("sqlite::memory:", "Expected the path of a file"),
            ("sqlite:r\n.db", "control character"),
            ("postgres://u:secret\t@h/d", "control character"),
            (
                "mysql://u:secret@h/d",
                "Expected sqlite:PATH or postgres://",
            ),
            ("", "Expected sqlite:PATH or postgres://"),
        ] {
            let message = DatabaseUrl::parse(text).err().expect(text).0;
            assert!(
                message.contains(part) && !message.contains("secret"),
                "{message}"
            );
        }
    }
}
