//! Statements with many rows. SQLite runs a statement once for each row; PostgreSQL gets all rows
//! at once. The text of a statement is the same for both, except for the part with the rows.

use super::{
    tables::{ColumnType, Columns, Table, names, parameters},
    value::Row,
};

/// A statement, and the rows that it inserts, deletes or looks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BulkStatement {
    /// The SQL before the rows.
    before: String,
    /// The SQL after the rows.
    after: String,
    /// The types of the values of a row.
    pub(super) types: Vec<ColumnType>,
    pub(super) rows: Vec<Row>,
    /// A statement for PostgreSQL only. It is twice as fast, but fails if a row with the same key
    /// exists.
    pub(super) copy: Option<String>,
}

impl BulkStatement {
    /// Inserts rows. A row replaces the stored row with the same key.
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
        let before = format!("INSERT INTO {} ({}) ", table.name, names(&table.columns));
        let after = format!(" ON CONFLICT ({}) DO {update}", names(keys));
        Self::new(before, after, &table.columns, rows)
    }

    /// Inserts rows as `upsert` does. On PostgreSQL, `insert` is faster if no stored row has the
    /// same key.
    pub(super) fn insert(table: &Table, rows: Vec<Row>) -> Self {
        let copy = format!(
            "COPY {} ({}) FROM STDIN (FORMAT binary)",
            table.name,
            names(&table.columns)
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
            &format!("SELECT {} FROM {}", names(&table.columns), table.name),
            table,
            keys,
        )
    }

    /// Selects the rows with these keys: the primary key, and the number of bytes of the last
    /// column, without reading that column.
    pub(super) fn select_bytes(table: &Table, keys: Vec<Row>) -> Self {
        let selected = format!("{}, {}", names(table.split().0), table.last_column_bytes());
        Self::for_keys(
            &format!("SELECT {selected} FROM {}", table.name),
            table,
            keys,
        )
    }

    /// A statement that begins with `sql`, for the rows with these keys.
    fn for_keys(sql: &str, table: &Table, keys: Vec<Row>) -> Self {
        let (columns, _) = table.split();
        let before = format!("{sql} WHERE ({}) IN (", names(columns));
        Self::new(before, ")".to_owned(), columns, keys)
    }

    fn new(before: String, after: String, columns: Columns<'_>, rows: Vec<Row>) -> Self {
        Self {
            before,
            after,
            types: columns
                .iter()
                .map(|(_, column_type)| *column_type)
                .collect(),
            rows,
            copy: None,
        }
    }

    /// The SQL for one row, with a parameter for each of its values:
    /// `INSERT INTO coin (id, value) VALUES ($1, $2) ON CONFLICT …`.
    pub(super) fn for_each_row(&self) -> String {
        let values = parameters(self.types.len());
        let Self { before, after, .. } = self;
        format!("{before}VALUES ({values}){after}")
    }

    /// The SQL for all rows. The parameter of each column is the array of its values:
    /// `INSERT INTO coin (id, value) SELECT * FROM unnest($1::TEXT[], $2::BIGINT[]) ON CONFLICT …`.
    pub(super) fn for_all_rows(&self) -> String {
        let array = |(number, column_type): (i32, &ColumnType)| {
            let name = match column_type {
                ColumnType::Text => "TEXT",
                ColumnType::Bytes => "BYTEA",
                ColumnType::Integer => "BIGINT",
            };
            format!("${number}::{name}[]")
        };
        let arrays: Vec<_> = (1..).zip(&self.types).map(array).collect();
        let arrays = arrays.join(", ");
        let Self { before, after, .. } = self;
        format!("{before}SELECT * FROM unnest({arrays}){after}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(key_columns: usize) -> Table {
        let columns = vec![
            ("chain", ColumnType::Text),
            ("id", ColumnType::Bytes),
            ("value", ColumnType::Integer),
        ];
        Table {
            name: "coin",
            columns,
            key_columns,
        }
    }

    #[test]
    fn upserts_name_the_columns_and_the_key() {
        let update = "ON CONFLICT (chain, id) DO UPDATE SET value = excluded.value";
        let upsert = BulkStatement::upsert(&table(2), Vec::new());
        assert_eq!(
            upsert.for_each_row(),
            format!("INSERT INTO coin (chain, id, value) VALUES ($1, $2, $3) {update}")
        );
        let rows = "SELECT * FROM unnest($1::TEXT[], $2::BYTEA[], $3::BIGINT[])";
        assert_eq!(
            upsert.for_all_rows(),
            format!("INSERT INTO coin (chain, id, value) {rows} {update}")
        );
        assert!(
            BulkStatement::upsert(&table(3), Vec::new())
                .for_each_row()
                .ends_with("(chain, id, value) DO NOTHING")
        );
    }

    #[test]
    fn deletes_and_selects_take_keys() {
        let delete = BulkStatement::delete(&table(2), Vec::new());
        assert_eq!(
            delete.for_each_row(),
            "DELETE FROM coin WHERE (chain, id) IN (VALUES ($1, $2))"
        );
        assert_eq!(
            BulkStatement::select_bytes(&table(2), Vec::new()).for_each_row(),
            "SELECT chain, id, CAST(octet_length(value) AS BIGINT) FROM coin WHERE (chain, id) IN (VALUES ($1, $2))"
        );
        assert_eq!(
            BulkStatement::select(&table(2), Vec::new()).for_all_rows(),
            "SELECT chain, id, value FROM coin WHERE (chain, id) IN (SELECT * FROM unnest($1::TEXT[], $2::BYTEA[]))"
        );
    }
}
