//! Runs statements of SQLite, and converts the values of parameters and rows.

use crate::store::{Result, Row, Value, bulk_statement::BulkStatement};
use rusqlite::{
    Connection, Statement, ToSql, params_from_iter,
    types::{ToSqlOutput, ValueRef},
};

/// Writes `$1` as `?1`. In SQLite, `$1` is a named parameter, which gets its number by its first
/// occurrence.
pub(super) fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

/// Runs a statement and returns its rows.
pub(in crate::store) fn query(
    connection: &Connection,
    sql: &str,
    params: &[Value],
) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut statement = connection.prepare_cached(&numbered(sql))?;
    read(&mut statement, params, &mut rows)?;
    Ok(rows)
}

/// Checks every page and index. Returns at most `max` messages about damage, or `ok`.
pub(in crate::store) fn check_integrity(connection: &Connection, max: u64) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut statement = connection.prepare(&format!("PRAGMA integrity_check({max})"))?;
    let result = read(&mut statement, &[], &mut rows);
    // For some damage, the check ends with an error after its messages.
    if rows.is_empty() {
        result?;
    }
    Ok(rows)
}

/// Runs a statement once for each of its rows, and returns all rows that it finds.
pub(in crate::store) fn query_bulk(
    connection: &Connection,
    statement: &BulkStatement,
) -> Result<Vec<Row>> {
    let mut prepared = connection.prepare_cached(&numbered(&statement.for_each_row()))?;
    let mut rows = Vec::new();
    for params in &statement.rows {
        read(&mut prepared, params, &mut rows)?;
    }
    Ok(rows)
}

/// Runs a statement and adds its rows to `rows`.
fn read(statement: &mut Statement<'_>, params: &[Value], rows: &mut Vec<Row>) -> Result<()> {
    read_until(statement, params, rows, |_| false)
}

/// Runs a statement and adds its rows to `rows`, up to and including the row for which `is_last` is
/// true.
pub(super) fn read_until(
    statement: &mut Statement<'_>,
    params: &[Value],
    rows: &mut Vec<Row>,
    mut is_last: impl FnMut(&Row) -> bool,
) -> Result<()> {
    let columns = statement.column_count();
    let mut results = statement.query(params_from_iter(params))?;
    while let Some(result) = results.next()? {
        let mut row = Row::new();
        for column in 0..columns {
            row.push(value(result.get_ref(column)?));
        }
        let is_last_row = is_last(&row);
        rows.push(row);
        if is_last_row {
            break;
        }
    }
    Ok(())
}

fn value(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        // `Value` has no kind for a number with a fraction.
        ValueRef::Real(number) => Value::Text(number.to_string()),
        // SQLite does not check that a text is UTF-8.
        ValueRef::Text(bytes) => String::from_utf8(bytes.to_owned())
            .map_or_else(|e| Value::Bytes(e.into_bytes()), Value::Text),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_owned()),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}
