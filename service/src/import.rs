//! `import`: one JSON record a line. Good lines are kept, bad ones are told by number and reason, and a batch that is
//! reported as committed is on the disk.

use crate::{
    cli::Import,
    store::{Kind, PreparedRecord, Store},
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::value::RawValue;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::{borrow::Cow, collections::BTreeMap, fs::File, io, process::ExitCode};

/// A line may be this long; a record is a few kilobytes, a token's document may be an image.
const LONGEST: u64 = 64 << 20;

pub(crate) async fn run(import: &Import, store: &Store) -> Result<ExitCode, String> {
    let unreadable = |e: io::Error| format!("{} cannot be read: {e}", import.file.display());
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
    while source.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
        if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
            source.skip_until(b'\n').map_err(unreadable)?;
        }
        batch.take(&line);
        (lines, bytes) = (lines + 1, bytes + line.len() as u64);
        if lines == import.batch || bytes > LONGEST {
            batch.commit().await?;
            (lines, bytes) = (0, 0);
        }
        line.clear();
    }
    batch.commit().await?;
    Ok(batch.report.end(import.kind))
}

/// The records of one transaction, by identity: the last of several wins, as if each were written by itself.
struct Batch<'a> {
    store: &'a Store,
    kind: Kind,
    records: BTreeMap<String, PreparedRecord>,
    report: Report,
}

impl Batch<'_> {
    fn take(&mut self, line: &[u8]) {
        self.report.line(line.len());
        match record(self.kind, line, self.report.lines == 1) {
            Ok(None) => self.report.empty += 1,
            Ok(Some(saved)) => drop(self.records.insert(saved.identity.clone(), saved)),
            Err(reason) => self.report.refuse(&reason),
        }
    }

    async fn commit(&mut self) -> Result<(), String> {
        let records = std::mem::take(&mut self.records).into_values().collect();
        self.store.save(records).await.map_err(|e| e.to_string())?;
        self.report.committed();
        Ok(())
    }
}

/// A line's record; nothing for an empty line.
fn record(kind: Kind, line: &[u8], first: bool) -> Result<Option<PreparedRecord>, String> {
    if line.len() as u64 == LONGEST {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    let text = std::str::from_utf8(line).map_err(|e| format!("it is not UTF-8 at byte {}", e.valid_up_to()))?;
    // A byte order mark is no part of a file's text.
    let text = text.strip_prefix('\u{feff}').filter(|_| first).unwrap_or(text).trim();
    if text.is_empty() { Ok(None) } else { kind.read(&plain_id(text)).map(Some) }
}

/// Exports of document stores have `{"_id":{"$oid":"…"}}`; the id is the text in it. All else stays as it is.
fn plain_id(text: &str) -> Cow<'_, str> {
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

/// What the person at the terminal, or the log, is told.
struct Report {
    lines: u64,
    empty: u64,
    refused: u64,
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
        Self { lines: 0, empty: 0, refused: 0, bar }
    }

    fn line(&mut self, bytes: usize) {
        self.lines += 1;
        if let Some(bar) = &self.bar {
            bar.inc(bytes as u64);
        }
    }

    fn refuse(&mut self, reason: &str) {
        self.refused += 1;
        self.say(&format!("line {}: {reason}", self.lines));
    }

    fn committed(&self) {
        match &self.bar {
            Some(bar) => bar.set_message(format!("({} lines committed)", self.lines)),
            None => eprintln!("{} lines committed", self.lines),
        }
    }

    /// Above the bar, or where there is none.
    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{text}")),
            None => eprintln!("{text}"),
        }
    }

    fn end(&self, kind: Kind) -> ExitCode {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let all = self.lines - self.empty;
        let plural = if self.refused == 1 { "line" } else { "lines" };
        let kind = format!("{kind:?}").to_lowercase();
        println!("Imported {} of {all} {kind}; {} {plural} refused.", all - self.refused, self.refused);
        if self.refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapped_id_becomes_plain_and_nothing_else_changes() {
        let text = r#"{ "a":1,  "_id" : {"$oid": "65f0"} ,"_x":{"$oid":"1"}, "big":12345678901234567890.10 }"#;
        assert_eq!(plain_id(text), r#"{ "a":1,  "_id" : "65f0" ,"_x":{"$oid":"1"}, "big":12345678901234567890.10 }"#);
        for same in [r#"{"_id":"x"}"#, r#"{"_id":{"oid":"x"}}"#, "[]", "{", r#"{"id":1}"#] {
            assert_eq!(plain_id(same), same);
        }
    }

    #[test]
    fn lines_that_are_refused_say_why() {
        let reason = |line: &[u8]| record(Kind::Ethereals, line, false).unwrap_err();
        assert!(reason(b"\xff").contains("UTF-8 at byte 0"));
        assert!(reason(b"{\"_id\":\"a\"}").contains("status"), "{}", reason(b"{\"_id\":\"a\"}"));
        assert!(reason(br#"{"_id":"a\u0000","status":"active"}"#).contains("U+0000"));
        assert!(reason("\u{feff}{}".as_bytes()).contains("expected"));
        assert!(matches!(record(Kind::Ethereals, " \r\n".as_bytes(), true), Ok(None)));
        assert!(record(Kind::Ethereals, "\u{feff}{\"_id\":\"a\",\"status\":\"active\"}\r\n".as_bytes(), true).is_ok());
    }
}
