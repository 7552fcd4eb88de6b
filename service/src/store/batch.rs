//! The records of one transaction, and the statements that write them.

use super::{
    Row,
    bulk_statement::BulkStatement,
    prepared_record::{PreparedRecord, TRANSFER_HASH, read_row, table_of},
};
use ethereal_query::service::RecordKind;
use std::collections::HashMap;

/// Records of one kind, in the order of their keys, so that rows of the same page of an index follow each other.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) kind: RecordKind,
    pub(super) records: Vec<PreparedRecord>,
}

impl Batch {
    /// Selects the rows that the records replace.
    pub(super) fn stored_rows(&self) -> BulkStatement {
        let table = table_of(self.kind);
        BulkStatement::select(table, self.records.iter().map(|record| record.key(self.kind)).collect())
    }

    /// The statements that write the records, given the rows that they replace. A record that is stored already needs
    /// none.
    pub(super) fn statements(self, stored: Vec<Row>) -> Vec<BulkStatement> {
        let Self { kind, records } = self;
        let table = table_of(kind);
        let mut stored: HashMap<Row, Row> = stored.into_iter().map(|row| (table.key(&row), row)).collect();
        let (mut new, mut new_hashes) = (Vec::new(), Vec::new());
        let (mut changed, mut changed_hashes, mut old_hashes) = (Vec::new(), Vec::new(), Vec::new());
        for record in records {
            match stored.remove(&record.key(kind)) {
                None => {
                    new.push(record.row);
                    new_hashes.extend(record.hashes);
                }
                Some(old) if old == record.row => {}
                Some(old) => {
                    // If another program wrote a document that is not valid, its hashes stay; `verify` finds them.
                    let before = read_row(kind, &old).map(|old| old.hashes).unwrap_or_default();
                    old_hashes.extend(before.iter().filter(|row| !record.hashes.contains(row)).cloned());
                    changed.push(record.row);
                    changed_hashes.extend(record.hashes.into_iter().filter(|row| !before.contains(row)));
                }
            }
        }
        [&mut new_hashes, &mut changed_hashes, &mut old_hashes].into_iter().for_each(|rows| rows.sort_unstable());
        vec![
            BulkStatement::delete(&TRANSFER_HASH, old_hashes),
            BulkStatement::upsert(table, changed),
            BulkStatement::upsert(&TRANSFER_HASH, changed_hashes),
            BulkStatement::insert(table, new),
            BulkStatement::insert(&TRANSFER_HASH, new_hashes),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Value, prepare};

    /// A transfer whose hashes have one digit each.
    fn transfer(id: &str, hashes: [u8; 2]) -> PreparedRecord {
        let [origin, delivery] = hashes.map(|digit| digit.to_string().repeat(64));
        let text = format!(
            r#"{{"_id":"{id}","status":"done","originTxnHash":"0x{origin}","deliveryTxnHash":"0x{delivery}"}}"#
        );
        prepare(RecordKind::Transfers, &text).expect("a transfer")
    }

    /// The rows of the statements, each as its key.
    fn rows(new: Vec<PreparedRecord>, stored: Vec<PreparedRecord>) -> [Vec<Value>; 5] {
        let batch = Batch { kind: RecordKind::Transfers, records: new };
        let statements = batch.statements(stored.into_iter().map(|record| record.row).collect());
        let key = |row: Row| row.into_iter().find(|value| *value != Value::from("mainnet"));
        let rows = statements.into_iter().map(|statement| statement.rows.into_iter().filter_map(key).collect());
        rows.collect::<Vec<_>>().try_into().expect("five statements")
    }

    fn hash(digit: u8) -> Value {
        Value::Bytes(vec![digit * 0x11; 32])
    }

    #[test]
    fn a_new_transfer_is_inserted_with_its_hashes_in_order() {
        let [.., transfers, hashes] = rows(vec![transfer("a", [3, 1]), transfer("b", [2, 2])], vec![]);
        assert_eq!(transfers, ["a".into(), "b".into()]);
        assert_eq!(hashes, [hash(1), hash(2), hash(3)]);
    }

    #[test]
    fn a_changed_transfer_loses_the_hashes_that_it_no_longer_has() {
        let changed = rows(vec![transfer("a", [1, 2])], vec![transfer("a", [2, 3])]);
        assert_eq!(changed, [vec![hash(3)], vec!["a".into()], vec![hash(1)], vec![], vec![]]);
    }

    #[test]
    fn a_stored_record_is_not_written_again() {
        assert_eq!(rows(vec![transfer("a", [1, 2])], vec![transfer("a", [1, 2])]), [const { Vec::new() }; 5]);
    }
}
