//! Statements with many rows. Their texts are the same for SQLite, which runs them once for each row, and PostgreSQL,
//! which gets all rows at once; only the words for "these rows" differ.

use super::value::Row;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnType {
    Text,
    Bytes,
    Integer,
}

/// The names and types of columns.
type Columns = &'static [(&'static str, ColumnType)];

/// A table that imports write to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// The columns, beginning with the columns of the primary key.
    pub(super) columns: Columns,
    /// The number of columns of the primary key.
    pub(super) key_columns: usize,
}

impl Table {
    /// The columns of the primary key, and the others.
    fn split(&self) -> (Columns, Columns) {
        self.columns.split_at(self.key_columns)
    }

    /// The primary key of a row.
    pub(super) fn key(&self, row: &Row) -> Row {
        row.iter().take(self.key_columns).cloned().collect()
    }

    /// The text that selects rows in the order of their keys. With `is_after`, its parameters are the key of the row
    /// before them.
    pub(super) fn page_query(&self, is_after: bool, limit: usize) -> String {
        self.ordered_query(&names(self.columns), is_after, limit)
    }

    /// The text that selects the bytes of the last column of these rows, without reading it.
    pub(super) fn page_bytes_query(&self, is_after: bool, limit: usize) -> String {
        self.ordered_query(&self.last_column_bytes(), is_after, limit)
    }

    fn last_column_bytes(&self) -> String {
        let last = self.columns.last().map_or("", |(name, _)| *name);
        format!("CAST(octet_length({last}) AS BIGINT)")
    }

    fn ordered_query(&self, selected: &str, is_after: bool, limit: usize) -> String {
        let keys = names(self.split().0);
        let after = if is_after {
            format!(" WHERE ({keys}) > ({})", parameters(self.key_columns))
        } else {
            String::new()
        };
        format!(
            "SELECT {selected} FROM {}{after} ORDER BY {keys} LIMIT {limit}",
            self.name
        )
    }
}

/// A statement, and the rows that it inserts, deletes or looks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BulkStatement {
    /// The text before and after the rows.
    text: [String; 2],
    pub(super) types: Vec<ColumnType>,
    pub(super) rows: Vec<Row>,
    /// The statement of PostgreSQL that is twice as fast, but fails if a row with the same key exists.
    pub(super) copy: Option<String>,
}

impl BulkStatement {
    /// Inserts rows. A row replaces the one with the same key.
    pub(super) fn upsert(table: &Table, rows: Vec<Row>) -> Self {
        let (keys, others) = table.split();
        let assignments: Vec<_> = others
            .iter()
            .map(|(name, _)| format!("{name} = excluded.{name}"))
            .collect();
        let update = if others.is_empty() {
            "NOTHING".to_owned()
        } else {
            format!("UPDATE SET {}", assignments.join(", "))
        };
        let before = format!("INSERT INTO {} ({}) ", table.name, names(table.columns));
        Self::new(
            [
                before,
                format!(" ON CONFLICT ({}) DO {update}", names(keys)),
            ],
            table.columns,
            rows,
        )
    }

    /// Inserts rows as `upsert` does, when rows with the same keys are not expected.
    pub(super) fn insert(table: &Table, rows: Vec<Row>) -> Self {
        let copy = format!(
            "COPY {} ({}) FROM STDIN (FORMAT binary)",
            table.name,
            names(table.columns)
        );
        Self {
            copy: Some(copy),
            ..Self::upsert(table, rows)
        }
    }

    /// Deletes the rows with these keys.
    pub(super) fn delete(table: &Table, keys: Vec<Row>) -> Self {
        Self::for_keys(&format!("DELETE FROM {}", table.name), table, keys)
    }

    /// Selects the rows with these keys.
    pub(super) fn select(table: &Table, keys: Vec<Row>) -> Self {
        Self::for_keys(
            &format!("SELECT {} FROM {}", names(table.columns), table.name),
            table,
            keys,
        )
    }

    /// Selects the primary keys of these rows, and the bytes of the last column, without reading it.
    pub(super) fn select_bytes(table: &Table, keys: Vec<Row>) -> Self {
        let selected = format!("{}, {}", names(table.split().0), table.last_column_bytes());
        Self::for_keys(
            &format!("SELECT {selected} FROM {}", table.name),
            table,
            keys,
        )
    }

    fn for_keys(sql: &str, table: &Table, keys: Vec<Row>) -> Self {
        let (columns, _) = table.split();
        Self::new(
            [
                format!("{sql} WHERE ({}) IN (", names(columns)),
                ")".to_owned(),
            ],
            columns,
            keys,
        )
    }

    fn new(text: [String; 2], columns: Columns, rows: Vec<Row>) -> Self {
        Self {
            text,
            types: columns.iter().map(|(_, column)| *column).collect(),
            rows,
            copy: None,
        }
    }

    /// The text for one row, with a parameter for each of its values.
    pub(super) fn for_each_row(&self) -> String {
        self.text
            .join(&format!("VALUES ({})", parameters(self.types.len())))
    }

    /// The text for all rows, with a parameter for each column: the array of its values.
    pub(super) fn for_all_rows(&self) -> String {
        let array = |(number, column): (i32, &ColumnType)| {
            let name = match column {
                ColumnType::Text => "TEXT",
                ColumnType::Bytes => "BYTEA",
                ColumnType::Integer => "BIGINT",
            };
            format!("${number}::{name}[]")
        };
        let arrays: Vec<_> = (1..).zip(&self.types).map(array).collect();
        self.text
            .join(&format!("SELECT * FROM unnest({})", arrays.join(", ")))
    }
}

fn parameters(count: usize) -> String {
    (1..=count)
        .map(|number| format!("${number}"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn names(columns: Columns) -> String {
    columns
        .iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Table = Table {
        name: "coin",
        columns: &[
            ("chain", ColumnType::Text),
            ("id", ColumnType::Bytes),
            ("value", ColumnType::Integer),
        ],
        key_columns: 2,
    };

    #[test]
    fn upserts_name_the_columns_and_the_key() {
        let update = "ON CONFLICT (chain, id) DO UPDATE SET value = excluded.value";
        let upsert = BulkStatement::upsert(&TABLE, Vec::new());
        assert_eq!(
            upsert.for_each_row(),
            format!("INSERT INTO coin (chain, id, value) VALUES ($1, $2, $3) {update}")
        );
        let rows = "SELECT * FROM unnest($1::TEXT[], $2::BYTEA[], $3::BIGINT[])";
        assert_eq!(
            upsert.for_all_rows(),
            format!("INSERT INTO coin (chain, id, value) {rows} {update}")
        );
        let only_keys = Table {
            key_columns: 3,
            ..TABLE
        };
        assert!(
            BulkStatement::upsert(&only_keys, Vec::new())
                .for_each_row()
                .ends_with("(chain, id, value) DO NOTHING")
        );
    }

    #[test]
    fn deletes_and_selects_take_keys() {
        let delete = BulkStatement::delete(&TABLE, Vec::new());
        assert_eq!(
            delete.for_each_row(),
            "DELETE FROM coin WHERE (chain, id) IN (VALUES ($1, $2))"
        );
        assert_eq!(
            BulkStatement::select_bytes(&TABLE, Vec::new()).for_each_row(),
            "SELECT chain, id, CAST(octet_length(value) AS BIGINT) FROM coin WHERE (chain, id) IN (VALUES ($1, $2))"
        );
        assert_eq!(
            BulkStatement::select(&TABLE, Vec::new()).for_all_rows(),
            "SELECT chain, id, value FROM coin WHERE (chain, id) IN (SELECT * FROM unnest($1::TEXT[], $2::BYTEA[]))"
        );
    }
}
