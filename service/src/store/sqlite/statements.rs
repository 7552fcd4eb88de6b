//! Running statements, and the values of their rows.

use crate::store::{Result, Row, Value, bulk_statement::BulkStatement};
use rusqlite::{
    Connection, Statement, ToSql, params_from_iter,
    types::{ToSqlOutput, ValueRef},
};

/// Writes `$1` as `?1`. In SQLite, `$1` is a named parameter, which gets its number by its first occurrence.
pub(super) fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

/// Runs a statement and returns its rows.
pub(in crate::store) fn query(
    connection: &Connection,
    sql: &str,
    params: &[Value],
) -> Result<Vec<Row>> {
    let mut found = Vec::new();
    read(
        &mut *connection.prepare_cached(&numbered(sql))?,
        params,
        &mut found,
    )?;
    Ok(found)
}

/// The messages of SQLite about damage, at most `max`, or `ok`.
pub(in crate::store) fn check_integrity(connection: &Connection, max: u64) -> Result<Vec<Row>> {
    let mut found = Vec::new();
    let result = read(
        &mut connection.prepare(&format!("PRAGMA integrity_check({max})"))?,
        &[],
        &mut found,
    );
    // For some damage, the check ends with an error after its messages.
    if found.is_empty() {
        result.map(|()| found)
    } else {
        Ok(found)
    }
}

/// Runs a statement once for each of its rows, and returns all rows that it finds.
pub(in crate::store) fn query_bulk(
    connection: &Connection,
    statement: &BulkStatement,
) -> Result<Vec<Row>> {
    let mut prepared = connection.prepare_cached(&numbered(&statement.for_each_row()))?;
    let mut found = Vec::new();
    for row in &statement.rows {
        read(&mut prepared, row, &mut found)?;
    }
    Ok(found)
}

/// Runs a statement and adds its rows to `found`.
fn read(statement: &mut Statement<'_>, params: &[Value], found: &mut Vec<Row>) -> Result<()> {
    read_until(statement, params, found, |_| false)
}

/// Runs a statement and adds its rows to `found`, up to and including the row for which `is_last`
/// is true.
pub(super) fn read_until(
    statement: &mut Statement<'_>,
    params: &[Value],
    found: &mut Vec<Row>,
    mut is_last: impl FnMut(&Row) -> bool,
) -> Result<()> {
    let columns = statement.column_count();
    let mut rows = statement.query(params_from_iter(params))?;
    while let Some(row) = rows.next()? {
        let row = (0..columns)
            .map(|column| Ok(value(row.get_ref(column)?)))
            .collect::<Result<Row>>()?;
        let ends = is_last(&row);
        found.push(row);
        if ends {
            break;
        }
    }
    Ok(())
}

fn value(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
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
