//! Finds damage of a SQLite file, and rows that contradict each other: documents that do not fit their model, columns
//! that differ from their document, and hashes that are missing or orphaned.

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
/// The maximum number of bytes of the documents in memory, except for a single longer one.
const PAGE_BYTES: i64 = 4 << 20;

/// The options of [`Store::verify`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Verification {
    /// The maximum number of faults about the file itself.
    pub(crate) max_damage: u64,
    /// Whether to write records with a fault again as an import of their documents does, and to delete the hashes that
    /// no transfer has.
    pub(crate) repair: bool,
}

/// What the rows are.
#[derive(Debug, Default)]
pub(crate) struct Verified {
    /// The number of rows of each table.
    pub(crate) counts: Vec<(&'static str, usize)>,
    /// The number of texts in the place of a hash that cannot be one, so that no request finds a transfer by them.
    pub(crate) texts_without_hash: usize,
    /// The first of these texts with its transfer, for a message.
    pub(crate) first_text_without_hash: Option<String>,
}

impl Store {
    /// Checks every row, and calls `report` with each fault.
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
            hashes: 0,
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
    /// The store to repair.
    repaired: Option<&'a Store>,
    report: R,
    /// The number of rows of `transfer_hash` that a document has.
    hashes: usize,
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
        let hashes = self.left_over_hashes().await?;
        let keys = self.keys().await?;
        self.verified
            .counts
            .extend([(TRANSFER_HASH.name, hashes), ("api_key", keys)]);
        Ok(())
    }

    /// Checks the documents of a table, with their columns and hashes.
    async fn records(&mut self, kind: RecordKind) -> Result<usize> {
        let table = &table_of(kind);
        let (mut rows, mut last) = (0, None);
        while let Some(page) = self.page(table, &mut last).await? {
            rows += page.len();
            let (mut hashes, mut faulty) = (Vec::new(), Vec::new());
            for row in page {
                match read_row(kind, &row) {
                    Ok(record) => {
                        if record.row != row {
                            self.compare(table, &row, &record.row);
                            faulty.push(table.key(&row));
                        }
                        self.count_texts_without_hash(&record);
                        hashes.extend(record.hashes);
                    }
                    Err(reason) => self.fault(table, &row, &reason),
                }
            }
            faulty.extend(self.find_hashes(hashes).await?);
            if let (Some(store), false) = (self.repaired, faulty.is_empty()) {
                store
                    .change(RecordRepair { kind, keys: faulty }, None)
                    .await?;
            }
        }
        let count = self.count(table).await?;
        if count != rows {
            (self.report)(format!(
                "{}: Found {rows} rows by the primary key, but counted {count}. An index is damaged. Build the \
                 indexes again with REINDEX.",
                table.name
            ));
        }
        Ok(rows)
    }

    fn count_texts_without_hash(&mut self, record: &PreparedRecord) {
        self.verified.texts_without_hash += record.texts_without_hash.len();
        if let (None, Some(text)) = (
            &self.verified.first_text_without_hash,
            record.texts_without_hash.first(),
        ) {
            let id = record.row.first().map_or(String::new(), Value::to_string);
            self.verified.first_text_without_hash =
                Some(format!("{} of the transfer {id}", shown(text)));
        }
    }

    /// Compares a row with the one that an import of the same record writes.
    fn compare(&mut self, table: &Table, row: &Row, expected: &Row) {
        for (((name, _), value), expected) in table.columns.iter().zip(row).zip(expected) {
            if value != expected {
                self.fault(table, row, &difference(name, value, expected));
            }
        }
    }

    /// Looks for the hashes of documents in `transfer_hash`. Returns the keys of the transfers that lack one.
    async fn find_hashes(&mut self, expected: Vec<Row>) -> Result<BTreeSet<Row>> {
        let found = self
            .snapshot
            .query_bulk(&BulkStatement::select(&TRANSFER_HASH, expected.clone()))
            .await?;
        self.hashes += found.len();
        let found: HashSet<Row> = found.into_iter().collect();
        let mut faulty = BTreeSet::new();
        for row in expected.iter().filter(|row| !found.contains(*row)) {
            self.fault(
                &TRANSFER_HASH,
                row,
                "Missing row. Expected one for each hash of the transfer.",
            );
            faulty.insert(transfer_key(row));
        }
        Ok(faulty)
    }

    /// Finds the rows of `transfer_hash` that no document has.
    async fn left_over_hashes(&mut self) -> Result<usize> {
        let count = self.count(&TRANSFER_HASH).await?;
        // The usual case, without a second pass: every row has a document.
        if count == self.hashes {
            return Ok(count);
        }
        let transfer = table_of(RecordKind::Transfers);
        let mut last = None;
        while let Some(page) = self.page(&TRANSFER_HASH, &mut last).await? {
            let ids: BTreeSet<Row> = page.iter().map(transfer_key).collect();
            let mut left_over: BTreeSet<Row> = page.into_iter().collect();
            for ids in self
                .fitting_groups(&transfer, ids.into_iter().collect())
                .await?
            {
                let transfers = self
                    .snapshot
                    .query_bulk(&BulkStatement::select(&transfer, ids))
                    .await?;
                for record in transfers
                    .iter()
                    .filter_map(|row| read_row(RecordKind::Transfers, row).ok())
                {
                    for hash in &record.hashes {
                        left_over.remove(hash);
                    }
                }
            }
            for row in &left_over {
                self.fault(
                    &TRANSFER_HASH,
                    row,
                    "Orphaned row: no transfer has this hash, timestamp and id.",
                );
            }
            if let (Some(store), false) = (self.repaired, left_over.is_empty()) {
                store
                    .change(
                        HashRepair {
                            rows: left_over.into_iter().collect(),
                        },
                        None,
                    )
                    .await?;
            }
        }
        Ok(count)
    }

    /// Checks the records of the API keys.
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
            if let Err(reason) = record
                .into_text()
                .map_err(|e| e.0)
                .and_then(|text| KeyRecord::read(&text))
            {
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

    /// The rows after `last` in the order of the primary key, as many as fit into memory; `None` at the end.
    async fn page(&self, table: &Table, last: &mut Option<Row>) -> Result<Option<Vec<Row>>> {
        let (is_after, key) = (last.is_some(), last.as_deref().unwrap_or_default());
        let sizes = self
            .snapshot
            .query(&table.page_bytes_query(is_after, PAGE_ROWS), key)
            .await?;
        let mut free_bytes = PAGE_BYTES;
        let fitting = sizes.iter().flatten().take_while(|size| {
            free_bytes -= size.as_integer();
            free_bytes >= 0
        });
        let rows = self
            .snapshot
            .query(&table.page_query(is_after, fitting.count().max(1)), key)
            .await?;
        *last = rows.last().map(|row| table.key(row));
        Ok((!rows.is_empty()).then_some(rows))
    }

    /// The keys of those rows that exist, in groups whose rows fit into memory.
    async fn fitting_groups(&self, table: &Table, keys: Vec<Row>) -> Result<Vec<Vec<Row>>> {
        let (mut groups, mut free_bytes) = (Vec::<Vec<Row>>::new(), 0);
        for mut key in self
            .snapshot
            .query_bulk(&BulkStatement::select_bytes(table, keys))
            .await?
        {
            let bytes = key.pop().map_or(0, |bytes| bytes.as_integer());
            free_bytes -= bytes;
            match groups.last_mut().filter(|_| free_bytes >= 0) {
                Some(group) => group.push(key),
                None => {
                    groups.push(vec![key]);
                    free_bytes = PAGE_BYTES - bytes;
                }
            }
        }
        Ok(groups)
    }

    async fn count(&self, table: &Table) -> Result<usize> {
        let rows = self
            .snapshot
            .query(&format!("SELECT count(*) FROM {}", table.name), &[])
            .await?;
        Ok(rows.iter().flatten().map(Value::as_integer).sum::<i64>() as usize)
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
