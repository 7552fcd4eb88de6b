//! Collects the lines of a transaction and commits them.

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

/// The state of an import between its transactions.
pub(super) struct Batch {
    pub(super) store: Arc<Store>,
    pub(super) kind: RecordKind,
    pub(super) max_lines: u32,
    /// The longest time that a line waits for its commit; `None` without a limit.
    pub(super) max_delay: Option<Duration>,
    /// The end of the last line.
    pub(super) position: Position,
    pub(super) report: Report,
    pub(super) pending: Pending,
    pub(super) saving: Option<Saving>,
}

/// The lines that are not committed.
#[derive(Default)]
pub(super) struct Pending {
    /// By primary key. The last record with a key replaces those before it.
    records: BTreeMap<Row, PreparedRecord>,
    lines: u32,
    bytes: u64,
    /// The time at which to commit them; `None` without lines or without `max_delay`.
    pub(super) due: Option<Instant>,
}

/// The transaction of the lines before the pending ones.
pub(super) struct Saving {
    task: JoinHandle<Result<(), StoreError>>,
    /// The number of lines up to its end; `None` if it has no lines.
    lines: Option<u64>,
}

impl Batch {
    /// Adds a line, which has `bytes` bytes in its file.
    ///
    /// # Errors
    /// The file has another format.
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
            Ok(Some(saved)) => {
                self.report
                    .count_texts_without_hash(self.position.line, &saved.texts_without_hash);
                self.pending.records.insert(saved.key(self.kind), saved);
            }
            Err(reason) => self.report.reject(self.position.line, &reason),
        }
        Ok(())
    }

    pub(super) fn is_full(&self) -> bool {
        self.pending.lines == self.max_lines || self.pending.bytes > MAX_LINE_BYTES
    }

    /// Starts to commit the lines so far, and to change a checkpoint with them. While it commits, the next lines can be read.
    pub(super) async fn start_commit(
        &mut self,
        checkpoint: Option<CheckpointChange>,
    ) -> Result<(), String> {
        self.finish_commit().await?;
        if self.pending.lines > 0 || checkpoint.is_some() {
            let lines = (self.pending.lines > 0).then_some(self.report.lines);
            let records = std::mem::take(&mut self.pending)
                .records
                .into_values()
                .collect();
            let (store, kind) = (Arc::clone(&self.store), self.kind);
            let task = tokio::spawn(async move { store.save(kind, records, checkpoint).await });
            self.saving = Some(Saving { task, lines });
        }
        Ok(())
    }

    /// Waits until the lines of the last commit are on the disk.
    pub(super) async fn finish_commit(&mut self) -> Result<(), String> {
        if let Some(Saving { task, lines }) = self.saving.take() {
            task.await.map_err(|e| e.to_string())??;
            if let Some(lines) = lines {
                self.report.print_committed(lines);
                // `--follow` may run for months: the limit of printed reasons begins again with each transaction.
                if self.max_delay.is_some() {
                    self.report.reasons = 0;
                }
            }
        }
        Ok(())
    }
}
