//! The changes of one transaction: the records of an import, or repairs, with the statements that
//! write them.

use super::{
    Row,
    bulk_statement::BulkStatement,
    prepared_record::{PreparedRecord, read_row},
    tables::{TRANSFER_HASH, table_of},
};
use ethereal_query::service::RecordKind;
use std::collections::{HashMap, HashSet};

/// A change of stored rows. The selection and the statements run in one transaction. No other
/// process of this program writes during the transaction.
pub(super) trait Change: Send + 'static {
    /// Selects the rows that the change depends on.
    fn stored_rows(&self) -> BulkStatement;
    /// The statements of the change. `stored`: the selected rows.
    fn statements(self, stored: Vec<Row>) -> Vec<BulkStatement>;
}

/// Records of one kind, in the order of their keys, so that rows of the same page of an index
/// follow each other.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) kind: RecordKind,
    pub(super) records: Vec<PreparedRecord>,
}

impl Change for Batch {
    /// Selects the rows that the records replace.
    fn stored_rows(&self) -> BulkStatement {
        BulkStatement::select(
            &table_of(self.kind),
            self.records
                .iter()
                .map(|record| record.key(self.kind))
                .collect(),
        )
    }

    /// The statements that write the records. `stored`: the rows that the records replace. A record
    /// that is stored already needs no statement.
    fn statements(self, stored: Vec<Row>) -> Vec<BulkStatement> {
        let Self { kind, records } = self;
        let table = &table_of(kind);
        let mut stored: HashMap<Row, Row> = stored
            .into_iter()
            .map(|row| (table.key(&row), row))
            .collect();
        // Records without a stored row.
        let mut new_rows = Vec::new();
        let mut new_hashes = Vec::new();
        // Records that differ from their stored row.
        let mut changed_rows = Vec::new();
        let mut added_hashes = Vec::new();
        let mut obsolete_hashes = Vec::new();
        for record in records {
            match stored.remove(&record.key(kind)) {
                None => {
                    new_rows.push(record.row);
                    new_hashes.extend(record.hashes);
                }
                Some(stored_row) if stored_row == record.row => {}
                Some(stored_row) => {
                    // Only another program can have written an invalid document. The hashes of such
                    // a document are not known, so its rows in `transfer_hash` stay. `verify` finds
                    // these rows.
                    let stored_hashes = read_row(kind, &stored_row)
                        .map(|prepared| prepared.hashes)
                        .unwrap_or_default();
                    for hash in &stored_hashes {
                        if !record.hashes.contains(hash) {
                            obsolete_hashes.push(hash.clone());
                        }
                    }
                    for hash in record.hashes {
                        if !stored_hashes.contains(&hash) {
                            added_hashes.push(hash);
                        }
                    }
                    changed_rows.push(record.row);
                }
            }
        }
        // The records are already in the order of their keys. The hashes are not.
        for hashes in [&mut new_hashes, &mut added_hashes, &mut obsolete_hashes] {
            hashes.sort_unstable();
        }
        vec![
            BulkStatement::delete(&TRANSFER_HASH, obsolete_hashes),
            BulkStatement::upsert(table, changed_rows),
            BulkStatement::upsert(&TRANSFER_HASH, added_hashes),
            BulkStatement::insert(table, new_rows),
            BulkStatement::insert(&TRANSFER_HASH, new_hashes),
        ]
    }
}

/// Writes records again, as an import of their documents does. Does not change a row whose document
/// is not valid, or whose key differs from the key in its document.
#[derive(Debug)]
pub(super) struct RecordRepair {
    pub(super) kind: RecordKind,
    pub(super) keys: Vec<Row>,
}

impl Change for RecordRepair {
    fn stored_rows(&self) -> BulkStatement {
        BulkStatement::select(&table_of(self.kind), self.keys.clone())
    }

    fn statements(self, stored: Vec<Row>) -> Vec<BulkStatement> {
        let table = &table_of(self.kind);
        let (mut rows, mut hashes) = (Vec::new(), Vec::new());
        for row in stored {
            let Ok(record) = read_row(self.kind, &row) else {
                continue;
            };
            if record.key(self.kind) != table.key(&row) {
                continue;
            }
            // A row of `transfer_hash` may be missing even if the row of the transfer is right.
            hashes.extend(record.hashes);
            if record.row != row {
                rows.push(record.row);
            }
        }
        vec![
            BulkStatement::upsert(table, rows),
            BulkStatement::upsert(&TRANSFER_HASH, hashes),
        ]
    }
}

/// Deletes rows of `transfer_hash` that no transfer has. The hashes of a transfer whose document is
/// not valid stay.
#[derive(Debug)]
pub(super) struct HashRepair {
    /// The rows of `transfer_hash` to check.
    pub(super) rows: Vec<Row>,
}

impl Change for HashRepair {
    fn stored_rows(&self) -> BulkStatement {
        let ids: HashSet<Row> = self.rows.iter().map(transfer_key).collect();
        BulkStatement::select(&table_of(RecordKind::Transfers), ids.into_iter().collect())
    }

    fn statements(self, stored: Vec<Row>) -> Vec<BulkStatement> {
        let transfers = table_of(RecordKind::Transfers);
        let (mut hashes, mut unreadable) = (HashSet::new(), HashSet::new());
        for row in stored {
            match read_row(RecordKind::Transfers, &row) {
                Ok(record) => hashes.extend(record.hashes),
                Err(_) => {
                    unreadable.insert(transfers.key(&row));
                }
            }
        }
        let is_orphaned =
            |row: &Row| !hashes.contains(row) && !unreadable.contains(&transfer_key(row));
        let rows = self.rows.into_iter().filter(is_orphaned).collect();
        vec![BulkStatement::delete(&TRANSFER_HASH, rows)]
    }
}

/// The primary key of the transfer that a row of `transfer_hash` belongs to: the id in the last
/// column.
pub(super) fn transfer_key(hash_row: &Row) -> Row {
    hash_row.last().cloned().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Value, prepare};

    /// A transfer whose hashes repeat one digit, such as `0x1111…` for the digit 1.
    fn transfer(id: &str, hashes: [u8; 2]) -> PreparedRecord {
        let [origin, delivery] = hashes.map(|digit| digit.to_string().repeat(64));
        let text = format!(
            r#"{{"_id":"{id}","status":"done","originTxnHash":"0x{origin}","deliveryTxnHash":"0x{delivery}"}}"#
        );
        prepare(RecordKind::Transfers, &text).expect("a transfer")
    }

    /// The rows of each statement. A row of `transfer` is represented by its id, and a row of
    /// `transfer_hash` by its hash.
    fn rows(new: Vec<PreparedRecord>, stored: Vec<PreparedRecord>) -> [Vec<Value>; 5] {
        let batch = Batch {
            kind: RecordKind::Transfers,
            records: new,
        };
        let statements = batch.statements(stored.into_iter().map(|record| record.row).collect());
        let key = |row: Row| {
            // The hash comes after the chain type.
            row.into_iter()
                .find(|value| *value != Value::from("mainnet"))
        };
        let rows = statements
            .into_iter()
            .map(|statement| statement.rows.into_iter().filter_map(key).collect());
        rows.collect::<Vec<_>>()
            .try_into()
            .expect("five statements")
    }

    /// The hash that repeats a digit. Each byte has two digits.
    fn hash(digit: u8) -> Value {
        Value::Bytes(vec![digit * 0x11; 32])
    }

    #[test]
    fn a_new_transfer_is_inserted_with_its_hashes_in_order() {
        // The transfer `b` has the same hash twice, so it has one row.
        let [.., transfers, hashes] =
            rows(vec![transfer("a", [3, 1]), transfer("b", [2, 2])], vec![]);
        assert_eq!(transfers, ["a".into(), "b".into()]);
        assert_eq!(hashes, [hash(1), hash(2), hash(3)]);
    }

    #[test]
    fn a_changed_transfer_loses_the_hashes_that_it_no_longer_has() {
        let [
            deleted_hashes,
            transfers,
            added_hashes,
            new_transfers,
            new_hashes,
        ] = rows(vec![transfer("a", [1, 2])], vec![transfer("a", [2, 3])]);
        assert_eq!(deleted_hashes, [hash(3)]);
        assert_eq!(transfers, ["a".into()]);
        assert_eq!(added_hashes, [hash(1)]);
        assert!(new_transfers.is_empty() && new_hashes.is_empty());
    }

    #[test]
    fn a_stored_record_is_not_written_again() {
        assert_eq!(
            rows(vec![transfer("a", [1, 2])], vec![transfer("a", [1, 2])]),
            [const { Vec::new() }; 5]
        );
    }
}
