//! Runs statements of PostgreSQL, and converts the values of parameters and rows.

use crate::store::{
    PageBytes, Result, Row, Value, bulk_statement::BulkStatement, tables::ColumnType,
};
use bytes::BytesMut;
use deadpool_postgres::{GenericClient, Transaction};
use futures_util::TryStreamExt;
use std::{error::Error, pin::pin};
use tokio_postgres::{
    binary_copy::BinaryCopyInWriter,
    error::SqlState,
    types::{FromSql, IsNull, ToSql, Type, to_sql_checked},
};

/// Runs a statement with all of its rows, and returns the rows that it finds.
pub(super) async fn run_bulk(
    transaction: &mut Transaction<'_>,
    statement: &BulkStatement,
) -> Result<Vec<Row>> {
    if statement.rows.is_empty() {
        return Ok(Vec::new());
    }
    if let Some(sql) = &statement.copy {
        let savepoint = transaction.transaction().await?;
        match copy(&savepoint, sql, statement).await {
            Ok(()) => {
                savepoint.commit().await?;
                return Ok(Vec::new());
            }
            // Another program has written a row with the same key. The statement below replaces the
            // row.
            Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => {
                savepoint.rollback().await?
            }
            Err(error) => return Err(error.into()),
        }
    }
    query_bulk(transaction, statement).await
}

pub(in crate::store) async fn query_bulk(
    client: &impl GenericClient,
    statement: &BulkStatement,
) -> Result<Vec<Row>> {
    let prepared = client.prepare_cached(&statement.for_all_rows()).await?;
    // Each parameter is the array of the values of a column.
    let mut columns: Vec<Vec<&Value>> = Vec::new();
    for index in 0..prepared.params().len() {
        let values = statement.rows.iter().filter_map(|row| row.get(index));
        columns.push(values.collect());
    }
    convert_rows(client.query(&prepared, &references(&columns)).await?)
}

async fn copy(
    transaction: &Transaction<'_>,
    sql: &str,
    statement: &BulkStatement,
) -> std::result::Result<(), tokio_postgres::Error> {
    let types = statement.types.iter().map(|column| match column {
        ColumnType::Text => Type::TEXT,
        ColumnType::Bytes => Type::BYTEA,
        ColumnType::Integer => Type::INT8,
    });
    let writer =
        BinaryCopyInWriter::new(transaction.copy_in(sql).await?, &types.collect::<Vec<_>>());
    let mut writer = pin!(writer);
    for row in &statement.rows {
        writer.as_mut().write(&references(row)).await?;
    }
    writer.finish().await.map(drop)
}

/// The rows that a query has returned.
pub(super) struct QueryRows {
    /// All rows, or the rows of a page and the first row after the page.
    pub(super) rows: Vec<Row>,
    /// Whether the server has sent everything, so that the connection can be used again.
    pub(super) is_complete: bool,
}

pub(in crate::store) async fn query(
    client: &impl GenericClient,
    sql: &str,
    params: &[Value],
) -> Result<Vec<Row>> {
    let prepared = client.prepare_cached(sql).await?;
    convert_rows(client.query(&prepared, &references(params)).await?)
}

/// Runs a page query. Returns the rows of the page and the first row after the page. Reads the
/// further rows too, so that the connection can be used again, but stops after as many bytes as a
/// page may have.
pub(super) async fn query_page(
    client: &impl GenericClient,
    sql: &str,
    params: &[Value],
) -> Result<QueryRows> {
    let prepared = client.prepare_cached(sql).await?;
    let mut stream = pin!(client.query_raw(&prepared, references(params)).await?);
    let mut page = PageBytes::default();
    let mut further_rows = PageBytes::default();
    let mut rows = Vec::new();
    let mut is_full = false;
    while let Some(received) = stream.try_next().await? {
        let row = convert_row(received)?;
        if !is_full {
            // `ends_before` also adds the row to `page`.
            is_full = page.ends_before(&row);
            rows.push(row);
        } else if further_rows.ends_before(&row) {
            return Ok(QueryRows {
                rows,
                is_complete: false,
            });
        }
    }
    Ok(QueryRows {
        rows,
        is_complete: true,
    })
}

/// The parameters in the form that tokio-postgres takes.
pub(super) fn references<T: ToSql + Sync>(params: &[T]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| value as _).collect()
}

fn convert_rows(rows: Vec<tokio_postgres::Row>) -> Result<Vec<Row>> {
    rows.into_iter().map(convert_row).collect()
}

fn convert_row(row: tokio_postgres::Row) -> Result<Row> {
    (0..row.len())
        .map(|column| Ok(row.try_get(column)?))
        .collect()
}

impl ToSql for Value {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Integer(number) => number.to_sql(ty, out),
            Self::Text(text) => text.to_sql(ty, out),
            Self::Bytes(bytes) => bytes.to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        [Type::INT8, Type::TEXT, Type::BYTEA].contains(ty)
    }

    to_sql_checked!();
}

impl FromSql<'_> for Value {
    fn from_sql(ty: &Type, raw: &[u8]) -> std::result::Result<Self, Box<dyn Error + Sync + Send>> {
        match *ty {
            Type::INT8 => i64::from_sql(ty, raw).map(Self::Integer),
            Type::BYTEA => Vec::from_sql(ty, raw).map(Self::Bytes),
            _ => String::from_sql(ty, raw).map(Self::Text),
        }
    }

    fn from_sql_null(_: &Type) -> std::result::Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(ty: &Type) -> bool {
        [Type::INT8, Type::TEXT, Type::BYTEA].contains(ty)
    }
}
