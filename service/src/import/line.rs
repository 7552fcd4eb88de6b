//! The lines of an import: splits blocks of input into lines, and reads the record of a line.

use crate::store::{PreparedRecord, prepare};
use ethereal_query::service::{RecordKind, record::trim};
use std::io::BufRead;

/// The maximum length of a line in bytes. Most records have a few kilobytes, but a token document
/// can contain an image.
pub(super) const MAX_LINE_BYTES: u64 = 64 << 20;

/// Splits blocks of input into lines.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    /// The current line. Of a line that is too long, only the first [`MAX_LINE_BYTES`] bytes.
    line: Vec<u8>,
    /// The length of the current line in the input.
    bytes: u64,
    /// Whether the current line has its newline. The next call of `next` then begins a new line.
    is_complete: bool,
}

impl LineBuffer {
    /// Takes the bytes of the current line from `rest`. Returns the line and its length in the
    /// input. `None` if the end of the line is in a later block.
    pub(super) fn next(&mut self, rest: &mut &[u8]) -> Option<(&[u8], u64)> {
        if self.is_complete {
            self.clear();
        }
        let block = *rest;
        // Skips the current line with its newline, or the whole block if the block has no newline.
        // Skipping in a slice does not fail.
        let skipped = rest.skip_until(b'\n').unwrap_or_default();
        let (part, _) = block.split_at(skipped);
        self.bytes += part.len() as u64;
        self.is_complete = part.ends_with(b"\n");
        let free_bytes = MAX_LINE_BYTES as usize - self.line.len();
        let kept_part = part.get(..free_bytes).unwrap_or(part);
        self.line.extend_from_slice(kept_part);
        self.is_complete.then_some((&self.line, self.bytes))
    }

    /// Returns the last line of the input, if the input ends without a newline.
    pub(super) fn last(&self) -> Option<(&[u8], u64)> {
        (!self.is_complete && self.bytes > 0).then_some((&self.line, self.bytes))
    }

    /// Begins a new line. Keeps the allocated memory.
    fn clear(&mut self) {
        self.line.clear();
        self.bytes = 0;
        self.is_complete = false;
    }
}

/// Reads the record of a line. `None` for an empty line. The error is the reason to reject the
/// line.
pub(super) fn record(kind: RecordKind, line: &[u8]) -> Result<Option<PreparedRecord>, String> {
    // `LineBuffer` cuts each longer line to this length.
    if line.len() as u64 == MAX_LINE_BYTES {
        return Err(format!(
            "The line is too long. Expected less than {MAX_LINE_BYTES} bytes."
        ));
    }
    let text = std::str::from_utf8(line)
        .map_err(|e| format!("Invalid UTF-8 at byte {}.", e.valid_up_to()))?;
    if trim(text).is_empty() {
        Ok(None)
    } else {
        prepare(kind, text).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the complete lines of the blocks, and the last line if it has no newline.
    fn lines(blocks: &[&str]) -> (Vec<String>, Option<String>) {
        let (mut buffer, mut lines) = (LineBuffer::default(), Vec::new());
        let text = |(line, bytes): (&[u8], u64)| {
            assert_eq!(line.len() as u64, bytes);
            String::from_utf8(line.to_vec()).expect("UTF-8")
        };
        for block in blocks {
            let mut rest = block.as_bytes();
            while let Some(line) = buffer.next(&mut rest) {
                lines.push(text(line));
            }
            assert!(rest.is_empty());
        }
        (lines, buffer.last().map(text))
    }

    #[test]
    fn a_line_ends_in_any_block() {
        for blocks in [
            &["a\nbc\n\nd"][..],
            &["a", "\nb", "", "c\n", "\n", "d"],
            &["a\n", "bc\n", "\nd"],
        ] {
            assert_eq!(
                lines(blocks),
                (
                    ["a\n", "bc\n", "\n"].map(str::to_owned).to_vec(),
                    Some("d".to_owned())
                )
            );
        }
        assert_eq!(lines(&["a\n"]), (vec!["a\n".to_owned()], None));
        assert_eq!(lines(&[]), (Vec::new(), None));
    }

    #[test]
    fn counts_the_bytes_of_a_line_that_is_too_long_and_reads_the_next_line() {
        let mut buffer = LineBuffer::default();
        // Two of these blocks are already longer than a line may be.
        let block = vec![b'x'; (MAX_LINE_BYTES / 2 + 1) as usize];
        for _ in 0..3 {
            assert_eq!(buffer.next(&mut block.as_slice()), None);
        }
        let mut rest: &[u8] = b"x\n{}\n";
        let (line, bytes) = buffer.next(&mut rest).expect("a complete line");
        assert_eq!(line.len() as u64, MAX_LINE_BYTES);
        assert_eq!(bytes, (3 * block.len() + "x\n".len()) as u64);
        assert!(
            record(RecordKind::Ethereals, line)
                .unwrap_err()
                .contains("too long")
        );
        assert_eq!(buffer.next(&mut rest), Some((&b"{}\n"[..], 3)));
    }

    #[test]
    fn says_why_it_rejects_a_line_and_accepts_an_empty_line() {
        let reason = |line: &[u8]| record(RecordKind::Ethereals, line).unwrap_err();
        assert!(reason(b"\xff").contains("UTF-8 at byte 0"));
        assert!(
            reason(b"{\"_id\":\"a\"}").contains("status"),
            "{}",
            reason(b"{\"_id\":\"a\"}")
        );
        assert!(reason(br#"{"_id":"a\u0000","status":"active"}"#).contains("U+0000"));
        for empty in [" \r\n", "\u{feff}\n", "\u{feff}"] {
            assert!(
                matches!(record(RecordKind::Ethereals, empty.as_bytes()), Ok(None)),
                "{empty:?}"
            );
        }
    }
}
