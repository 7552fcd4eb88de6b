//! The command `import`: reads one JSON record per line. It stores the valid records, and reports each invalid line
//! with its number and the reason. Batches that it reports as committed are on the disk.

use crate::{
    cli::Import,
    store::{Kind, PreparedRecord, Store},
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::value::RawValue;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::{borrow::Cow, collections::BTreeMap, fs::File, io, process::ExitCode};

/// The maximum length of a line in bytes. Most records are a few kilobytes; a token document can have an image in it.
const MAX_LINE_BYTES: u64 = 64 << 20;

pub(crate) async fn run(import: &Import, store: &Store) -> Result<ExitCode, String> {
    let unreadable = |e: io::Error| format!("Cannot read {} (FILE): {e}", import.file.display());
    let (source, size): (Box<dyn Read>, _) = if import.file.as_os_str() == "-" {
        (Box::new(io::stdin()), None)
    } else {
        let file = File::open(&import.file).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        (Box::new(file), Some(size))
    };
    let mut batch = Batch { store, kind: import.kind, records: BTreeMap::new(), report: Report::new(size) };
    let (mut source, mut line) = (BufReader::with_capacity(1 << 20, source), Vec::new());
    let (mut lines, mut bytes) = (0, 0);
    while source.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
        if line.len() as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
            source.skip_until(b'\n').map_err(unreadable)?;
        }
        batch.add(&line);
        (lines, bytes) = (lines + 1, bytes + line.len() as u64);
        if lines == import.batch || bytes > MAX_LINE_BYTES {
            batch.commit().await?;
            (lines, bytes) = (0, 0);
        }
        line.clear();
    }
    batch.commit().await?;
    Ok(batch.report.finish(import.kind))
}

/// The records of one transaction, by identity. The last record with an identity replaces those before it.
struct Batch<'a> {
    store: &'a Store,
    kind: Kind,
    records: BTreeMap<String, PreparedRecord>,
    report: Report,
}

impl Batch<'_> {
    fn add(&mut self, line: &[u8]) {
        self.report.count_line(line.len());
        match record(self.kind, line, self.report.lines == 1) {
            Ok(None) => self.report.empty += 1,
            Ok(Some(saved)) => drop(self.records.insert(saved.identity.clone(), saved)),
            Err(reason) => self.report.reject(&reason),
        }
    }

    async fn commit(&mut self) -> Result<(), String> {
        let records = std::mem::take(&mut self.records).into_values().collect();
        self.store.save(records).await.map_err(|e| e.to_string())?;
        self.report.print_committed();
        Ok(())
    }
}

/// Reads the record of a line; `None` for an empty line.
fn record(kind: Kind, line: &[u8], first: bool) -> Result<Option<PreparedRecord>, String> {
    if line.len() as u64 == MAX_LINE_BYTES {
        return Err(format!("The line is too long. Expected less than {MAX_LINE_BYTES} bytes."));
    }
    let text = std::str::from_utf8(line).map_err(|e| format!("Invalid UTF-8 at byte {}.", e.valid_up_to()))?;
    // A file can begin with a byte order mark, which is not part of its text.
    let text = text.strip_prefix('\u{feff}').filter(|_| first).unwrap_or(text).trim();
    if text.is_empty() { Ok(None) } else { kind.read(&unwrap_id(text)).map(Some) }
}

/// Replaces `{"_id":{"$oid":"x"}}`, as document stores export it, by `{"_id":"x"}`. Nothing else changes.
fn unwrap_id(text: &str) -> Cow<'_, str> {
    #[derive(serde::Deserialize)]
    struct Record<'a> {
        #[serde(borrow, rename = "_id")]
        id: &'a RawValue,
    }
    #[derive(serde::Deserialize)]
    struct Wrapped<'a> {
        #[serde(borrow, rename = "$oid")]
        id: &'a RawValue,
    }
    let Ok(Record { id }) = serde_json::from_str(text) else { return Cow::Borrowed(text) };
    let Ok(Wrapped { id: plain }) = serde_json::from_str(id.get()) else { return Cow::Borrowed(text) };
    let start = id.get().as_ptr() as usize - text.as_ptr() as usize;
    let (before, rest) = text.split_at(start);
    Cow::Owned([before, plain.get(), rest.get(id.get().len()..).unwrap_or_default()].concat())
}

/// The progress bar on a terminal, or lines on standard error.
struct Report {
    lines: u64,
    empty: u64,
    rejected: u64,
    bar: Option<ProgressBar>,
}

impl Report {
    fn new(size: Option<u64>) -> Self {
        let bar = io::stderr().is_terminal().then(|| match size {
            Some(size) => {
                let style = "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left {msg}";
                let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
                ProgressBar::new(size).with_style(style)
            }
            None => ProgressBar::new_spinner(),
        });
        Self { lines: 0, empty: 0, rejected: 0, bar }
    }

    fn count_line(&mut self, bytes: usize) {
        self.lines += 1;
        if let Some(bar) = &self.bar {
            bar.inc(bytes as u64);
        }
    }

    fn reject(&mut self, reason: &str) {
        self.rejected += 1;
        self.print(&format!("line {}: {reason}", self.lines));
    }

    fn print_committed(&self) {
        match &self.bar {
            Some(bar) => bar.set_message(format!("({} lines committed)", self.lines)),
            None => eprintln!("{} lines committed", self.lines),
        }
    }

    /// Prints a line above the progress bar.
    fn print(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{text}")),
            None => eprintln!("{text}"),
        }
    }

    fn finish(&self, kind: Kind) -> ExitCode {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let all = self.lines - self.empty;
        let plural = if self.rejected == 1 { "line" } else { "lines" };
        let kind = format!("{kind:?}").to_lowercase();
        println!("Imported {} of {all} {kind}; {} {plural} rejected.", all - self.rejected, self.rejected);
        if self.rejected == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unwraps_an_id_and_changes_nothing_else() {
        let text = r#"{ "a":1,  "_id" : {"$oid": "65f0"} ,"_x":{"$oid":"1"}, "big":12345678901234567890.10 }"#;
        assert_eq!(unwrap_id(text), r#"{ "a":1,  "_id" : "65f0" ,"_x":{"$oid":"1"}, "big":12345678901234567890.10 }"#);
        for same in [r#"{"_id":"x"}"#, r#"{"_id":{"oid":"x"}}"#, "[]", "{", r#"{"id":1}"#] {
            assert_eq!(unwrap_id(same), same);
        }
    }

    #[test]
    fn says_why_it_rejects_a_line() {
        let reason = |line: &[u8]| record(Kind::Ethereals, line, false).unwrap_err();
        assert!(reason(b"\xff").contains("UTF-8 at byte 0"));
        assert!(reason(b"{\"_id\":\"a\"}").contains("status"), "{}", reason(b"{\"_id\":\"a\"}"));
        assert!(reason(br#"{"_id":"a\u0000","status":"active"}"#).contains("U+0000"));
        assert!(reason("\u{feff}{}".as_bytes()).contains("Expected"));
        assert!(matches!(record(Kind::Ethereals, " \r\n".as_bytes(), true), Ok(None)));
        assert!(record(Kind::Ethereals, "\u{feff}{\"_id\":\"a\",\"status\":\"active\"}\r\n".as_bytes(), true).is_ok());
    }
}
