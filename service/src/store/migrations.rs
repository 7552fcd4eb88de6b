//! The migrations: SQL that creates the tables, and changes tables that an older version made. A
//! new database runs all migrations, an older database the missing ones. They run in one
//! transaction, so that an interrupted migration changes nothing.

use ethereal_query::service::Engine;

/// The migrations in their order. A released migration never changes.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/1-tables.sql"),
    include_str!("migrations/2-hashes-as-bytes.sql"),
    include_str!("migrations/3-import-checkpoints.sql"),
];

/// The SQL that differs between the databases: the placeholder, the SQL for SQLite, and the SQL for PostgreSQL.
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
    // An import by an older version waits for the lock, and then fails. SQLite needs no lock: it
    // has one writer at a time.
    ("{lock}", "", "LOCK TABLE transfer_hash IN EXCLUSIVE MODE;"),
];

/// The migrations as one database runs them.
pub(super) fn for_engine(engine: Engine) -> Vec<String> {
    MIGRATIONS
        .iter()
        .map(|sql| with_words_of(engine, sql))
        .collect()
}

/// The SQL with the words of an engine.
fn with_words_of(engine: Engine, sql: &str) -> String {
    let mut sql = sql.to_owned();
    for (placeholder, sqlite, postgres) in WORDS {
        let word = match engine {
            Engine::Sqlite => sqlite,
            Engine::Postgres => postgres,
        };
        sql = sql.replace(placeholder, word);
    }
    sql
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tables::{TRANSFER_HASH, table_of};
    use ethereal_query::service::RecordKind;

    #[test]
    fn create_the_declared_columns_of_each_table() {
        let connection = rusqlite::Connection::open_in_memory().expect("a database");
        for sql in for_engine(Engine::Sqlite) {
            connection.execute_batch(&sql).expect("a migration");
        }
        let kinds = RecordKind::ALL.iter().map(|&kind| table_of(kind));
        for table in kinds.chain([TRANSFER_HASH.clone()]) {
            // First the columns of the key in the order of the key, then the others in the order of
            // the table. `pk` is 0 for a column outside the key.
            let sql = "SELECT name FROM pragma_table_info(?1) ORDER BY pk = 0, pk, cid";
            let mut statement = connection.prepare(sql).expect("a statement");
            let names = statement.query_map([table.name], |row| row.get(0));
            let names: Vec<String> = names
                .and_then(Iterator::collect)
                .expect("the names of the columns");
            let declared: Vec<&str> = table.columns.iter().map(|(name, _)| *name).collect();
            assert_eq!(names, declared, "columns of the table {}", table.name);
            let sql = "SELECT count(*) FROM pragma_table_info(?1) WHERE pk > 0";
            let key_columns: i64 = connection
                .query_row(sql, [table.name], |row| row.get(0))
                .expect("the number of columns of the key");
            assert_eq!(
                key_columns, table.key_columns as i64,
                "key of {}",
                table.name
            );
        }
    }
}
