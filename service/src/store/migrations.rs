//! The migrations: SQL that creates the tables, and changes tables that an older version made. A new database gets all
//! of them. A database runs the missing ones in one transaction, so that an interrupted migration changes nothing.

use ethereal_query::service::Engine;

/// The migrations in their order. A released one never changes.
const MIGRATIONS: [&str; 3] = [
    include_str!("migrations/1-tables.sql"),
    include_str!("migrations/2-hashes-as-bytes.sql"),
    include_str!("migrations/3-import-checkpoints.sql"),
];

/// The words that differ between SQLite and PostgreSQL: the placeholder, and the word of each.
const WORDS: [(&str, &str, &str); 5] = [
    // This collation orders texts by their bytes, as SQLite and Rust do.
    ("{text}", "TEXT", "TEXT COLLATE \"C\""),
    ("{bytes}", "BLOB", "BYTEA"),
    ("{rows}", "WITHOUT ROWID", ""),
    (
        "{hash_bytes}",
        "unhex(substr(hash, 3))",
        "decode(substr(hash, 3), 'hex')",
    ),
    // An import by an older version waits for the lock, and then fails. SQLite has one writer at a time without it.
    ("{lock}", "", "LOCK TABLE transfer_hash IN EXCLUSIVE MODE;"),
];

/// The migrations as one database runs them.
pub(super) fn for_engine(engine: Engine) -> [String; MIGRATIONS.len()] {
    MIGRATIONS.map(|sql| {
        WORDS
            .iter()
            .fold(sql.to_owned(), |sql, (placeholder, sqlite, postgres)| {
                sql.replace(
                    placeholder,
                    if engine == Engine::Sqlite {
                        sqlite
                    } else {
                        postgres
                    },
                )
            })
    })
}
