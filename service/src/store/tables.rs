//! The tables that imports write to. A table has the columns that the core declares for its record
//! kind.

use super::value::Row;
use ColumnType::{Bytes, Integer, Text};
use ethereal_query::service::RecordKind;
use std::sync::LazyLock;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnType {
    Text,
    Bytes,
    Integer,
}

/// The names and types of columns.
pub(super) type Columns<'a> = &'a [(&'static str, ColumnType)];

/// A table that imports write to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// The columns, beginning with the columns of the primary key.
    pub(super) columns: Vec<(&'static str, ColumnType)>,
    /// The number of columns of the primary key.
    pub(super) key_columns: usize,
}

/// The hashes of transfers. A row has the id of its transfer last.
pub(super) static TRANSFER_HASH: LazyLock<Table> = LazyLock::new(|| Table {
    name: "transfer_hash",
    columns: vec![
        ("chain", Text),
        ("hash", Bytes),
        ("ts", Integer),
        ("id", Text),
    ],
    key_columns: 4,
});

/// The table of the records of a kind.
pub(super) fn table_of(kind: RecordKind) -> Table {
    let declaration = kind.declaration();
    let names = declaration.columns().map(|column| column.name);
    Table {
        name: declaration.table,
        columns: names.chain(["doc"]).map(|name| (name, Text)).collect(),
        key_columns: declaration.key.len(),
    }
}

impl Table {
    /// The columns of the primary key, and the other columns.
    pub(super) fn split(&self) -> (Columns<'_>, Columns<'_>) {
        self.columns.split_at(self.key_columns)
    }

    /// The primary key of a row.
    pub(super) fn key(&self, row: &Row) -> Row {
        row.iter().take(self.key_columns).cloned().collect()
    }

    /// The SQL that selects the record with a primary key.
    pub(super) fn record_query(&self) -> String {
        let keys = names(self.split().0);
        let values = parameters(self.key_columns);
        format!("SELECT doc FROM {} WHERE ({keys}) = ({values})", self.name)
    }

    /// The SQL that selects rows in the order of their keys, such as
    /// `SELECT id, doc FROM transfer WHERE (id) > ($1) ORDER BY id LIMIT 100`. With `is_after`, the
    /// parameters are a key, and the rows begin after this key. Otherwise, the SQL has no `WHERE`.
    pub(super) fn page_query(&self, is_after: bool, limit: usize) -> String {
        self.ordered_query(&names(&self.columns), is_after, limit)
    }

    /// The SQL that selects the number of bytes of the last column, for the rows of
    /// [`Table::page_query`]. The database does not read the values of the column.
    pub(super) fn page_bytes_query(&self, is_after: bool, limit: usize) -> String {
        self.ordered_query(&self.last_column_bytes(), is_after, limit)
    }

    /// The SQL of the number of bytes of the last column. `octet_length` of PostgreSQL returns a
    /// 32-bit integer, but the service reads only 64-bit integers.
    pub(super) fn last_column_bytes(&self) -> String {
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

/// The placeholders of the first parameters, such as `$1, $2`.
pub(super) fn parameters(count: usize) -> String {
    (1..=count)
        .map(|number| format!("${number}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The names of columns.
pub(super) fn names(columns: Columns<'_>) -> String {
    columns
        .iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(", ")
}
