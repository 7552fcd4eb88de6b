//! Finds damage of a SQLite file, and rows that contradict each other: documents that do not fit
//! their model, columns that differ from their document, and hashes that are missing or orphaned.
//! With `--repair`, also repairs such rows.

use super::{
    Result, Row, Store, Value,
    batch::{HashRepair, RecordRepair, transfer_key},
    bulk_statement::BulkStatement,
    prepared_record::{PreparedRecord, read_row},
    snapshot::Snapshot,
    tables::{TRANSFER_HASH, Table, table_of},
    value::{difference, shown},
};
use ethereal_query::service::{KeyRecord, RecordKind};
use std::collections::{BTreeSet, HashSet};

/// The maximum number of rows in memory.
const PAGE_ROWS: usize = 100;
/// The maximum number of bytes of the documents in memory. A single document may be longer.
const PAGE_BYTES: i64 = 4 << 20;

/// The options of [`Store::verify`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Verification {
    /// The maximum number of faults about the file itself.
    pub(crate) max_damage: u64,
    /// Whether to repair rows. A repair imports the documents of faulty records again, and deletes
    /// the hashes that no transfer has.
    pub(crate) repair: bool,
}

/// The result of [`Store::verify`], without the faults.
#[derive(Debug, Default)]
pub(crate) struct Verified {
    /// The number of rows of each table.
    pub(crate) counts: Vec<(&'static str, usize)>,
    /// The number of texts in hash fields that cannot be transaction hashes. No request finds a
    /// transfer by such a text.
    pub(crate) invalid_hash_texts: usize,
    /// The first of the `invalid_hash_texts`, with its transfer, for a message.
    pub(crate) first_invalid_hash_text: Option<String>,
}

impl Store {
    /// Checks every row, calls `report` with each fault, and repairs the rows if the options ask
    /// for a repair.
    pub(crate) async fn verify(
        &self,
        options: Verification,
        report: impl FnMut(String),
    ) -> Result<Verified> {
        let snapshot = self.snapshot().await?;
        let repaired = options.repair.then_some(self);
        let mut verifier = Verifier {
            snapshot,
            repaired,
            report,
            document_hashes: 0,
            verified: Verified::default(),
        };
        verifier
            .run(options.max_damage)
            .await
            .map_err(|error| error.of(self.location()))?;
        Ok(verifier.verified)
    }
}

struct Verifier<'a, R> {
    snapshot: Snapshot,
    /// The store to repair; `None` without `--repair`.
    repaired: Option<&'a Store>,
    report: R,
    /// The number of rows of `transfer_hash` whose hash is in the document of their transfer.
    document_hashes: usize,
    verified: Verified,
}

impl<R: FnMut(String)> Verifier<'_, R> {
    async fn run(&mut self, max_damage: u64) -> Result<()> {
        for message in self.snapshot.damage(max_damage)? {
            (self.report)(format!("Damaged database: {message}."));
        }
        for &kind in RecordKind::ALL {
            let count = self.records(kind).await?;
            let table = kind.declaration().table;
            self.verified.counts.push((table, count));
        }
        let hashes = self.orphaned_hashes().await?;
        let keys = self.keys().await?;
        self.verified
            .counts
            .extend([(TRANSFER_HASH.name, hashes), ("api_key", keys)]);
        Ok(())
    }

    /// Checks the documents of a table, with their columns and hashes, and repairs records with a
    /// fault. Returns the number of rows.
    async fn records(&mut self, kind: RecordKind) -> Result<usize> {
        let table = &table_of(kind);
        let mut row_count = 0;
        let mut last_key = None;
        while let Some(page) = self.page(table, &mut last_key).await? {
            row_count += page.len();
            let mut hashes = Vec::new();
            let mut faulty_keys = Vec::new();
            for row in page {
                match read_row(kind, &row) {
                    Ok(record) => {
                        if record.row != row {
                            self.compare(table, &row, &record.row);
                            faulty_keys.push(table.key(&row));
                        }
                        self.count_invalid_hash_texts(&record);
                        hashes.extend(record.hashes);
                    }
                    // A repair writes rows from documents, so it cannot repair an invalid document.
                    Err(reason) => self.fault(table, &row, &reason),
                }
            }
            faulty_keys.extend(self.report_missing_hashes(hashes).await?);
            if let Some(store) = self.repaired
                && !faulty_keys.is_empty()
            {
                let repair = RecordRepair {
                    kind,
                    keys: faulty_keys,
                };
                store.change(repair, None).await?;
            }
        }
        let count = self.count(table).await?;
        if count != row_count {
            (self.report)(format!(
                "{}: Found {row_count} rows by the primary key, but counted {count}. \
                 An index is damaged. Build the indexes again with REINDEX.",
                table.name
            ));
        }
        Ok(row_count)
    }

    fn count_invalid_hash_texts(&mut self, record: &PreparedRecord) {
        self.verified.invalid_hash_texts += record.invalid_hash_texts.len();
        if self.verified.first_invalid_hash_text.is_some() {
            return;
        }
        if let Some(text) = record.invalid_hash_texts.first() {
            // The first column of a transfer is its id.
            let id = record.row.first().map_or(String::new(), Value::to_string);
            self.verified.first_invalid_hash_text =
                Some(format!("{} of the transfer {id}", shown(text)));
        }
    }

    /// Compares a row with the row that an import of the same record writes.
    fn compare(&mut self, table: &Table, row: &Row, expected: &Row) {
        let values = row.iter().zip(expected);
        for ((name, _), (value, expected_value)) in table.columns.iter().zip(values) {
            if value != expected_value {
                self.fault(table, row, &difference(name, value, expected_value));
            }
        }
    }

    /// Looks for the rows of `transfer_hash` that documents need, and reports the missing rows.
    /// Returns the keys of the transfers with a missing row.
    async fn report_missing_hashes(&mut self, expected: Vec<Row>) -> Result<BTreeSet<Row>> {
        let select = BulkStatement::select(&TRANSFER_HASH, expected.clone());
        let stored_rows = self.snapshot.query_bulk(&select).await?;
        self.document_hashes += stored_rows.len();
        let stored_rows: HashSet<Row> = stored_rows.into_iter().collect();
        let mut faulty_keys = BTreeSet::new();
        for row in &expected {
            if stored_rows.contains(row) {
                continue;
            }
            self.fault(
                &TRANSFER_HASH,
                row,
                "Missing row. Expected one for each hash of the transfer.",
            );
            faulty_keys.insert(transfer_key(row));
        }
        Ok(faulty_keys)
    }

    /// Reports the rows of `transfer_hash` whose hash is in no document. A repair deletes these
    /// rows. Returns the number of rows of the table.
    async fn orphaned_hashes(&mut self) -> Result<usize> {
        let count = self.count(&TRANSFER_HASH).await?;
        // `records` has found the rows that belong to a document. Usually these are all rows, and
        // this function need not read the table.
        if count == self.document_hashes {
            return Ok(count);
        }
        let transfer = table_of(RecordKind::Transfers);
        let mut last_key = None;
        while let Some(page) = self.page(&TRANSFER_HASH, &mut last_key).await? {
            let ids: BTreeSet<Row> = page.iter().map(transfer_key).collect();
            // All rows of the page, until the loop removes the rows whose hash is in a document.
            let mut orphaned: BTreeSet<Row> = page.into_iter().collect();
            let groups = self
                .fitting_groups(&transfer, ids.into_iter().collect())
                .await?;
            for group in groups {
                let select = BulkStatement::select(&transfer, group);
                for row in self.snapshot.query_bulk(&select).await? {
                    let Ok(record) = read_row(RecordKind::Transfers, &row) else {
                        // `records` has reported the invalid document. Its hashes are unknown.
                        let key = transfer.key(&row);
                        orphaned.retain(|hash| transfer_key(hash) != key);
                        continue;
                    };
                    for hash in &record.hashes {
                        orphaned.remove(hash);
                    }
                }
            }
            for row in &orphaned {
                self.fault(
                    &TRANSFER_HASH,
                    row,
                    "Orphaned row: no transfer has this hash, timestamp and id.",
                );
            }
            if let Some(store) = self.repaired
                && !orphaned.is_empty()
            {
                let rows = orphaned.into_iter().collect();
                store.change(HashRepair { rows }, None).await?;
            }
        }
        Ok(count)
    }

    /// Checks the records of the API keys, and the SHA-256 hashes of the keys. Returns the number
    /// of keys.
    async fn keys(&mut self) -> Result<usize> {
        let rows = self
            .snapshot
            .query(
                "SELECT prefix, record, hash FROM api_key ORDER BY prefix",
                &[],
            )
            .await?;
        let count = rows.len();
        for row in rows {
            let Ok([prefix, record, hash]) = <[Value; 3]>::try_from(row) else {
                continue;
            };
            let record = record
                .into_text()
                .map_err(|e| e.0)
                .and_then(|text| KeyRecord::read(&text));
            if let Err(reason) = record {
                (self.report)(format!("api_key {prefix}: {reason}"));
            }
            let is_digest = |hash: &str| {
                hash.len() == 64 && hash.bytes().all(|b| b"0123456789abcdef".contains(&b))
            };
            if !hash.into_text().is_ok_and(|hash| is_digest(&hash)) {
                let rule = "Expected 64 lower-case hexadecimal digits.";
                (self.report)(format!(
                    "api_key {prefix}: Invalid hash (value hidden). {rule}"
                ));
            }
        }
        Ok(count)
    }

    /// The rows after `last_key` in the order of the primary key, as many as fit into memory;
    /// `None` at the end. Sets `last_key` to the key of the last row.
    async fn page(&self, table: &Table, last_key: &mut Option<Row>) -> Result<Option<Vec<Row>>> {
        let is_after = last_key.is_some();
        let key = last_key.as_deref().unwrap_or_default();
        let sizes = self
            .snapshot
            .query(&table.page_bytes_query(is_after, PAGE_ROWS), key)
            .await?;
        let mut fitting_rows: usize = 0;
        let mut bytes = 0;
        for size in sizes.iter().flatten() {
            bytes += size.as_integer();
            if bytes > PAGE_BYTES {
                break;
            }
            fitting_rows += 1;
        }
        // At least one row, however long its document is.
        let limit = fitting_rows.max(1);
        let rows = self
            .snapshot
            .query(&table.page_query(is_after, limit), key)
            .await?;
        *last_key = rows.last().map(|row| table.key(row));
        if rows.is_empty() {
            return Ok(None);
        }
        Ok(Some(rows))
    }

    /// The keys of those rows that exist, in groups whose rows fit into memory.
    async fn fitting_groups(&self, table: &Table, keys: Vec<Row>) -> Result<Vec<Vec<Row>>> {
        let select = BulkStatement::select_bytes(table, keys);
        let mut groups: Vec<Vec<Row>> = Vec::new();
        let mut group = Vec::new();
        let mut group_bytes = 0;
        for mut key in self.snapshot.query_bulk(&select).await? {
            // The last value is the number of bytes. The values before it are the key.
            let bytes = key.pop().map_or(0, |bytes| bytes.as_integer());
            // A group has at least one row, however long its document is.
            if !group.is_empty() && group_bytes + bytes > PAGE_BYTES {
                groups.push(group);
                group = Vec::new();
                group_bytes = 0;
            }
            group.push(key);
            group_bytes += bytes;
        }
        if !group.is_empty() {
            groups.push(group);
        }
        Ok(groups)
    }

    async fn count(&self, table: &Table) -> Result<usize> {
        let sql = format!("SELECT count(*) FROM {}", table.name);
        let rows = self.snapshot.query(&sql, &[]).await?;
        let count = rows.iter().flatten().next();
        Ok(count.map_or(0, Value::as_integer) as usize)
    }

    fn fault(&mut self, table: &Table, row: &Row, message: &str) {
        let key = table
            .key(row)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>();
        (self.report)(format!("{} {}: {message}", table.name, key.join(" ")));
    }
}
