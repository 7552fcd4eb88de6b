//! The output of an import: a progress bar on a terminal, or lines on standard error.

use crate::{output, store::shown};
use ethereal_query::service::RecordKind;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{self, IsTerminal},
    process::ExitCode,
};

/// The maximum number of reasons that an import prints. With `--follow`, this is the maximum for
/// each transaction.
const MAX_REASONS: u64 = 100;

/// Counts the lines of an import, and prints its progress.
pub(super) struct Report {
    pub(super) lines: u64,
    pub(super) empty: u64,
    rejected: u64,
    /// The number of texts in hash fields that cannot be a transaction hash.
    invalid_hash_texts: u64,
    /// The number of rejected lines that count towards [`MAX_REASONS`]. With `--follow`, becomes 0
    /// after each transaction.
    pub(super) reasons: u64,
    bar: Option<ProgressBar>,
}

impl Report {
    /// `size`: the size of the input in bytes; `None` for an input that may grow.
    pub(super) fn new(size: Option<u64>) -> Self {
        let bar = io::stderr().is_terminal().then(|| match size {
            Some(size) => {
                let template =
                    "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left {msg}";
                let style = ProgressStyle::with_template(template)
                    .unwrap_or_else(|_| ProgressStyle::default_bar());
                ProgressBar::new(size).with_style(style)
            }
            None => ProgressBar::new_spinner(),
        });
        Self {
            lines: 0,
            empty: 0,
            rejected: 0,
            invalid_hash_texts: 0,
            reasons: 0,
            bar,
        }
    }

    pub(super) fn count_line(&mut self, bytes: u64) {
        self.lines += 1;
        if let Some(bar) = &self.bar {
            bar.inc(bytes);
        }
    }

    pub(super) fn reject(&mut self, line: u64, reason: &str) {
        self.rejected += 1;
        self.reasons += 1;
        if self.reasons <= MAX_REASONS {
            self.print(&format!("line {line}: {reason}"));
        } else if self.reasons == MAX_REASONS + 1 {
            self.print("More lines are rejected, without their reasons here.");
        }
    }

    /// Counts the texts of a transfer that cannot be hashes. Prints only the first such text of the
    /// import.
    pub(super) fn count_invalid_hash_texts(&mut self, line: u64, texts: &[String]) {
        if self.invalid_hash_texts == 0
            && let Some(first) = texts.first()
        {
            self.print(&format!(
                "Line {line} is imported, but {} cannot be a transaction hash: no request finds the transfer by it. \
                 The totals have the number of such texts.",
                shown(first)
            ));
        }
        self.invalid_hash_texts += texts.len() as u64;
    }

    pub(super) fn print_committed(&self, lines: u64) {
        match &self.bar {
            Some(bar) => bar.set_message(format!("({lines} lines committed)")),
            None => output::note(&format!("{lines} lines committed")),
        }
    }

    /// Prints a line above the progress bar.
    pub(super) fn print(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| {
                output::note(text);
                // The line must be written before the bar is drawn again.
                output::flush();
            }),
            None => output::note(text),
        }
    }

    /// Prints the totals. The exit status is a failure if a line was rejected.
    pub(super) fn finish(&self, kind: RecordKind) -> ExitCode {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let records = self.lines - self.empty;
        let imported = records - self.rejected;
        let rejected = self.rejected;
        let noun = if rejected == 1 { "line" } else { "lines" };
        let kind = kind.name();
        let mut totals =
            format!("Imported {imported} of {records} {kind}; {rejected} {noun} rejected.");
        if self.invalid_hash_texts > 0 {
            totals += &format!(
                " Texts that cannot be transaction hashes: {}.",
                self.invalid_hash_texts
            );
        }
        // The records are stored, so a failure to print the totals is not an error.
        let _ = output::print(&totals);
        if self.rejected == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}
