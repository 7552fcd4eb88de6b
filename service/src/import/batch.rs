//! The lines of one transaction.

use super::{
    checkpoint::Position,
    line::{MAX_LINE_BYTES, record},
    report::Report,
};
use crate::store::{Kind, PreparedRecord, Store};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::Instant;

pub(super) struct Batch<'a> {
    pub(super) store: &'a Store,
    pub(super) kind: Kind,
    pub(super) max_lines: u32,
    /// How long a line may wait for its commit; `None` without a limit.
    pub(super) max_delay: Option<Duration>,
    /// The end of the last line.
    pub(super) position: Position,
    pub(super) report: Report,
    pub(super) pending: Pending,
}

/// The lines that are not committed.
#[derive(Default)]
pub(super) struct Pending {
    /// By identity. The last record with an identity replaces those before it.
    records: BTreeMap<String, PreparedRecord>,
    lines: u32,
    bytes: u64,
    /// The time of their commit.
    pub(super) due: Option<Instant>,
}

impl Batch<'_> {
    /// Adds a line, which has `bytes` bytes in its file.
    pub(super) fn add(&mut self, line: &[u8], bytes: u64) {
        self.position.line += 1;
        self.position.offset += bytes;
        self.report.count_line(bytes);
        self.pending.lines += 1;
        self.pending.bytes += bytes;
        self.pending.due = self.pending.due.or_else(|| Some(Instant::now() + self.max_delay?));
        match record(self.kind, line, self.position.line == 1) {
            Ok(None) => self.report.count_empty(),
            Ok(Some(saved)) => drop(self.pending.records.insert(saved.identity.clone(), saved)),
            Err(reason) => self.report.reject(self.position.line, &reason),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.pending.lines == self.max_lines || self.pending.bytes > MAX_LINE_BYTES
    }

    /// The next line is the first one of its file.
    pub(super) fn start_file(&mut self, reason: &str) {
        self.position = Position::default();
        self.report.print(reason);
    }

    pub(super) async fn commit(&mut self) -> Result<(), String> {
        if self.pending.lines == 0 {
            return Ok(());
        }
        let records = std::mem::take(&mut self.pending).records.into_values().collect();
        self.store.save(records).await.map_err(|e| e.to_string())?;
        self.report.print_committed();
        Ok(())
    }
}
