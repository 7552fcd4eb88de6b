//! Finds damage of a SQLite file, and rows that contradict each other: documents that do not fit their model, columns
//! that differ from their document, and hashes that are missing or left over.

use super::{
    Result, Row, Store, Value,
    bulk_statement::{BulkStatement, Table},
    prepared_record::{PreparedRecord, TRANSFER, TRANSFER_HASH, read_row, table_of},
    snapshot::Snapshot,
    value::difference,
};
use ethereal_query::service::{KeyRecord, RecordKind};
use std::collections::{HashMap, HashSet};

/// The maximum number of rows in memory.
const PAGE_ROWS: usize = 100;
/// The maximum number of bytes of the documents in memory, except for a single longer one.
const PAGE_BYTES: i64 = 4 << 20;

impl Store {
    /// Checks every row, and calls `report` with each fault; an error of it ends the check. Returns the number of rows of each table. `max_damage`:
    /// the maximum number of faults about the file itself.
    pub(crate) async fn verify(
        &self,
        max_damage: u64,
        report: &mut impl FnMut(String) -> Result<()>,
    ) -> Result<Vec<(&'static str, i64)>> {
        let verifier = Verifier { snapshot: self.snapshot().await? };
        verifier.run(max_damage, report).await.map_err(|error| error.of(self.location()))
    }
}

struct Verifier {
    snapshot: Snapshot,
}

impl Verifier {
    async fn run(
        &self,
        max_damage: u64,
        report: &mut impl FnMut(String) -> Result<()>,
    ) -> Result<Vec<(&'static str, i64)>> {
        for message in self.snapshot.damage(max_damage)? {
            report(format!("Damaged database: {message}."))?;
        }
        let mut counts = Vec::new();
        let mut hashes = 0;
        for &kind in RecordKind::ALL {
            counts.push((table_of(kind).name, self.records(kind, &mut hashes, report).await?));
        }
        counts.push((TRANSFER_HASH.name, self.left_over_hashes(hashes, report).await?));
        counts.push(("api_key", self.keys(report).await?));
        Ok(counts)
    }

    /// Checks the documents of a table, with their columns and hashes. Adds the number of stored hashes to `hashes`.
    async fn records(
        &self,
        kind: RecordKind,
        hashes: &mut usize,
        report: &mut impl FnMut(String) -> Result<()>,
    ) -> Result<i64> {
        let table = table_of(kind);
        let mut rows = 0;
        let mut last = None;
        while let Some(page) = self.page(table, &mut last).await? {
            rows += page.len();
            let mut expected = Vec::new();
            for row in page {
                let name = row_name(table, &row);
                match read_row(kind, &row) {
                    Ok(record) => {
                        for fault in different_columns(table, &row, &record) {
                            report(format!("{name}: {fault}"))?;
                        }
                        expected.extend(record.hashes);
                    }
                    Err(reason) => report(format!("{name}: {reason}"))?,
                }
            }
            let found = self.snapshot.query_bulk(&BulkStatement::select(&TRANSFER_HASH, expected.clone())).await?;
            *hashes += found.len();
            let found: HashSet<Row> = found.into_iter().collect();
            for row in expected.iter().filter(|row| !found.contains(*row)) {
                report(format!(
                    "{}: Missing row. Expected one for each hash of the transfer.",
                    row_name(&TRANSFER_HASH, row)
                ))?;
            }
        }
        let count = self.count(table.name).await?;
        if count != rows as i64 {
            report(format!(
                "{}: Found {rows} rows by the primary key, but counted {count}. An index is damaged. Build the \
                 indexes again with REINDEX.",
                table.name
            ))?;
        }
        Ok(rows as i64)
    }

    /// Finds the rows of `transfer_hash` that no document has. `expected`: the number of rows that a document has.
    async fn left_over_hashes(&self, expected: usize, report: &mut impl FnMut(String) -> Result<()>) -> Result<i64> {
        let count = self.count(TRANSFER_HASH.name).await?;
        // The usual case, without a second pass: every row has a document.
        if count == expected as i64 {
            return Ok(count);
        }
        let mut last = None;
        while let Some(page) = self.page(&TRANSFER_HASH, &mut last).await? {
            let ids: HashSet<Row> = page.iter().filter_map(|row| Some(vec![row.last()?.clone()])).collect();
            let bytes = BulkStatement::select_bytes(&TRANSFER, ids.into_iter().collect());
            let mut hashes: HashMap<String, Vec<Row>> = HashMap::new();
            for mut chunk in chunks_in_memory(self.snapshot.query_bulk(&bytes).await?) {
                chunk.iter_mut().for_each(|row| row.truncate(TRANSFER.key_columns));
                let transfers = self.snapshot.query_bulk(&BulkStatement::select(&TRANSFER, chunk)).await?;
                let records = transfers.iter().filter_map(|row| read_row(RecordKind::Transfers, row).ok());
                hashes.extend(records.map(|record| (record.identity, record.hashes)));
            }
            for row in page {
                let id = row.last().cloned().and_then(|id| id.into_text().ok());
                let is_expected = id.and_then(|id| hashes.get(&id)).is_some_and(|rows| rows.contains(&row));
                if !is_expected {
                    report(format!(
                        "{}: Left over. No transfer has this hash, time and id.",
                        row_name(&TRANSFER_HASH, &row)
                    ))?;
                }
            }
        }
        Ok(count)
    }

    /// Checks the records of the API keys.
    async fn keys(&self, report: &mut impl FnMut(String) -> Result<()>) -> Result<i64> {
        let rows = self.snapshot.query("SELECT prefix, record, hash FROM api_key ORDER BY prefix", &[]).await?;
        let count = rows.len() as i64;
        for row in rows {
            let Ok([prefix, record, hash]) = <[Value; 3]>::try_from(row) else { continue };
            if let Err(reason) = record.into_text().map_err(|e| e.0).and_then(|text| KeyRecord::read(&text)) {
                report(format!("api_key {prefix}: {reason}"))?;
            }
            let is_digest =
                |text: &str| text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
            if !hash.into_text().is_ok_and(|text| is_digest(&text)) {
                report(format!(
                    "api_key {prefix}: Invalid hash (value hidden). Expected 64 lower-case hexadecimal digits."
                ))?;
            }
        }
        Ok(count)
    }

    /// The rows after `last` in the order of the primary key; `None` at the end.
    async fn page(&self, table: &Table, last: &mut Option<Row>) -> Result<Option<Vec<Row>>> {
        let (is_after, key) = (last.is_some(), last.as_deref().unwrap_or_default());
        let bytes = self.snapshot.query(&table.page_bytes_query(is_after, PAGE_ROWS), key).await?;
        let count = chunks_in_memory(bytes).first().map_or(0, Vec::len);
        let rows = self.snapshot.query(&table.page_query(is_after, count), key).await?;
        *last = rows.last().map(|row| table.key(row));
        Ok((!rows.is_empty()).then_some(rows))
    }

    async fn count(&self, table: &str) -> Result<i64> {
        let rows = self.snapshot.query(&format!("SELECT count(*) FROM {table}"), &[]).await?;
        Ok(rows
            .into_iter()
            .flatten()
            .find_map(|value| if let Value::Integer(count) = value { Some(count) } else { None })
            .unwrap_or_default())
    }
}

/// Splits rows, each of which ends with the bytes of its document, into groups whose documents fit into memory.
fn chunks_in_memory(rows: Vec<Row>) -> Vec<Vec<Row>> {
    let mut chunks: Vec<Vec<Row>> = Vec::new();
    let mut free_bytes = 0;
    for row in rows {
        // NULL has no bytes.
        let bytes = if let Some(Value::Integer(bytes)) = row.last() { *bytes } else { 0 };
        match chunks.last_mut().filter(|_| bytes <= free_bytes) {
            Some(chunk) => chunk.push(row),
            None => {
                free_bytes = PAGE_BYTES;
                chunks.push(vec![row]);
            }
        }
        free_bytes -= bytes;
    }
    chunks
}

/// The table of a row and its primary key.
fn row_name(table: &Table, row: &Row) -> String {
    let key = table.key(row).iter().map(ToString::to_string).collect::<Vec<_>>();
    format!("{} {}", table.name, key.join(" "))
}

/// The columns that differ from those that an import of the same record writes.
fn different_columns(table: &Table, row: &Row, record: &PreparedRecord) -> impl Iterator<Item = String> {
    let columns = table.columns.iter().zip(row).zip(&record.row);
    columns
        .filter(|((_, value), expected)| value != expected)
        .map(|(((name, _), value), expected)| difference(name, value, expected))
}
