//! Collects the lines of a transaction, and commits the transaction.

use super::{
    checkpoint::Position,
    line::{MAX_LINE_BYTES, record},
    other_format::check_first_line,
    report::Report,
};
use crate::store::{CheckpointChange, PreparedRecord, Row, Store, StoreError};
use ethereal_query::service::RecordKind;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::{task::JoinHandle, time::Instant};

/// The lines that an import collects for its next transaction, and the transaction that it commits
/// at the same time.
pub(super) struct Batch {
    pub(super) store: Arc<Store>,
    pub(super) kind: RecordKind,
    pub(super) max_lines: u32,
    /// The longest time from the read of a line to the start of its commit. `None` without
    /// `--follow`.
    pub(super) max_delay: Option<Duration>,
    /// The end of the last line that was added.
    pub(super) position: Position,
    pub(super) report: Report,
    pub(super) pending: Pending,
    /// The transaction that is being committed.
    pub(super) saving: Option<Saving>,
}

/// The lines for the next transaction.
#[derive(Default)]
pub(super) struct Pending {
    /// The records by primary key. A record replaces an earlier record with the same key.
    records: BTreeMap<Row, PreparedRecord>,
    lines: u32,
    bytes: u64,
    /// The time at which to commit the lines. `None` without lines or without `max_delay`.
    pub(super) due: Option<Instant>,
}

/// A transaction that is being committed. Its lines come before the pending lines.
pub(super) struct Saving {
    task: JoinHandle<Result<(), StoreError>>,
    /// The number of lines that the import has read up to the end of the transaction. `None` if the
    /// transaction only changes the checkpoint.
    lines: Option<u64>,
}

impl Batch {
    /// Adds a line. `bytes` is the length of the line in the file. If the line is too long, `bytes`
    /// is greater than the length of `line`, which then has only the first bytes.
    ///
    /// # Errors
    /// The first line shows that the file has another format.
    pub(super) fn add(&mut self, line: &[u8], bytes: u64) -> Result<(), String> {
        if self.position.line == 0 {
            check_first_line(line)?;
        }
        self.position.line += 1;
        self.position.offset += bytes;
        self.report.count_line(bytes);
        self.pending.lines += 1;
        self.pending.bytes += bytes;
        if self.pending.due.is_none() {
            self.pending.due = self.max_delay.map(|delay| Instant::now() + delay);
        }
        match record(self.kind, line) {
            Ok(None) => self.report.empty += 1,
            Ok(Some(prepared)) => {
                self.report
                    .count_invalid_hash_texts(self.position.line, &prepared.invalid_hash_texts);
                let key = prepared.key(self.kind);
                self.pending.records.insert(key, prepared);
            }
            Err(reason) => self.report.reject(self.position.line, &reason),
        }
        Ok(())
    }

    pub(super) fn is_full(&self) -> bool {
        self.pending.lines == self.max_lines || self.pending.bytes > MAX_LINE_BYTES
    }

    /// Starts to commit the pending lines and the change of a checkpoint in one transaction. The
    /// next lines can be read during the commit. If an earlier commit is still running, waits for
    /// its end first.
    pub(super) async fn start_commit(
        &mut self,
        checkpoint: Option<CheckpointChange>,
    ) -> Result<(), String> {
        self.finish_commit().await?;
        let has_lines = self.pending.lines > 0;
        if !has_lines && checkpoint.is_none() {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        let records = pending.records.into_values().collect();
        let (store, kind) = (Arc::clone(&self.store), self.kind);
        let task = tokio::spawn(async move { store.save(kind, records, checkpoint).await });
        self.saving = Some(Saving {
            task,
            lines: has_lines.then_some(self.report.lines),
        });
        Ok(())
    }

    /// Waits for the end of the commit that was started last. The lines of this commit are then on
    /// the disk.
    pub(super) async fn finish_commit(&mut self) -> Result<(), String> {
        if let Some(Saving { task, lines }) = self.saving.take() {
            let saved = task.await.map_err(|e| e.to_string())?;
            saved?;
            if let Some(lines) = lines {
                self.report.print_committed(lines);
                // An import with `--follow` may run for months, so the limit of printed reasons
                // applies to each transaction.
                if self.max_delay.is_some() {
                    self.report.reasons = 0;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_full_with_max_lines_or_with_more_bytes_than_the_longest_line() {
        let mut batch = Batch {
            store: Arc::new(Store::seed().map_err(|error| error.0).expect("a store")),
            kind: RecordKind::Transfers,
            max_lines: 2,
            max_delay: None,
            position: Position::default(),
            report: Report::new(None),
            pending: Pending::default(),
            saving: None,
        };
        let line = b"{\"_id\":\"a\",\"status\":\"done\"}\n";
        let bytes = line.len() as u64;
        batch.add(line, bytes).expect("a transfer");
        assert!(!batch.is_full());
        batch.add(line, bytes).expect("a transfer");
        assert!(batch.is_full());

        batch.pending = Pending::default();
        batch.add(line, MAX_LINE_BYTES + 1).expect("a transfer");
        assert!(batch.is_full());
    }
}
