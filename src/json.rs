//! Checks a JSON body against a model without building it.
//!
//! The engine's own `JSON.parse` builds objects many times faster than WebAssembly can, so Rust only scans the bytes: it
//! accepts exactly the grammar of RFC 8259, compares the document with the model's table, and records an [`Edit`] for each
//! of the few places where the text must change (a renamed field, an integer that no double can hold). [`Checked::json`]
//! is the text to parse.

mod decode_error;
mod edit;
mod fast_path;
mod literal;
mod record;
mod scanner;
mod string_scan;

use crate::text::{BYTE_ORDER_MARK, readable};
use std::{borrow::Cow, ops::Range};

pub use decode_error::{DecodeError, DecodeErrorDetails, DecodeErrorKind};
pub(crate) use edit::{Change, Edit};
pub(crate) use literal::Literal;
pub(crate) use scanner::Scanner;

/// Nesting allowed in a typed body: the deepest document of the specification needs seven levels.
pub(crate) const TYPED_DEPTH: u32 = 64;
/// Nesting allowed in token metadata, which may have any shape.
pub(crate) const FREE_DEPTH: u32 = 512;

/// What happens to an integer literal beyond 2^53-1, which a double would round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BigIntegers {
    /// Stays as it is: token metadata is not changed.
    Keep,
    /// Becomes a string with the same digits.
    Quote,
    /// Becomes a string that begins with U+0001, so that JavaScript can make a `BigInt` of it.
    Tag,
}

/// The parts that an endpoint located in a body.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Located {
    /// The byte range of the record or list; `None` when the service knows no record.
    pub(crate) span: Option<Range<usize>>,
    /// The cursor of the next page.
    pub(crate) next_cursor: Option<String>,
    /// The byte offsets of the records of a list.
    pub(crate) rows: Vec<usize>,
}

/// A body that matches its model.
#[derive(Debug)]
pub struct Checked {
    /// Valid UTF-8: the scanner validated its strings, and everything else is ASCII.
    body: Vec<u8>,
    /// The byte offset of the text, after a byte order mark.
    start: usize,
    span: Option<Range<usize>>,
    edits: Vec<Edit>,
    next_cursor: Option<String>,
    rows: Vec<usize>,
}

impl Checked {
    /// The JSON text of the record or list; `None` when the service knows no record. Borrowed when nothing changed.
    #[must_use]
    pub fn json(&self) -> Option<Cow<'_, str>> {
        Some(match self.bytes()? {
            Cow::Borrowed(bytes) => Cow::Borrowed(str_of(bytes)),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).unwrap_or_default()),
        })
    }

    /// [`Checked::json`] in UTF-8.
    #[must_use]
    pub fn bytes(&self) -> Option<Cow<'_, [u8]>> {
        let span = self.span.clone()?;
        Some(edit::apply(&self.body, span, &self.edits))
    }

    /// The byte offsets of a list's records in the text of [`Checked::json`], so that a reader can parse single records.
    #[must_use]
    pub fn rows(&self) -> Vec<usize> {
        let start = self.span.as_ref().map_or(0, |span| span.start);
        edit::remap_offsets(&self.rows, start, &self.edits)
    }

    /// The whole body as received.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The whole body as received, without a byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        str_of(self.body.get(self.start..).unwrap_or_default())
    }

    /// The cursor of the next page, when the service gave one.
    #[must_use]
    pub fn next_cursor(&self) -> Option<&str> {
        self.next_cursor.as_deref()
    }

    /// The differences from the specification that the client accepts: another spelling, another envelope, a number
    /// instead of text, an unknown value. At most [`MAX_DRIFT`] places, in order.
    pub fn drift(&self) -> impl Iterator<Item = Drift<'_>> {
        let noted = self.edits.iter().filter_map(|edit| {
            let found = str_of(self.body.get(edit.start..edit.end).unwrap_or_default());
            // The specification prints this name; it is no drift.
            let expected = edit.expected().filter(|_| found != "\"the service\"")?;
            Some((edit.start, expected, found))
        });
        noted.take(MAX_DRIFT).map(|(start, expected, found)| Drift {
            pointer: Scanner::pointer(&self.body, self.start, start),
            expected,
            found,
        })
    }

    /// Whether strings of the text begin with U+0001, the mark of an exact integer (`integers: "exact"`).
    #[must_use]
    pub fn is_tagged(&self) -> bool {
        self.edits.iter().any(Edit::is_tag)
    }
}

/// The text of validated bytes.
fn str_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The largest number of places that [`Checked::drift`] yields.
pub const MAX_DRIFT: usize = 50;

/// A place where a response differs from the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drift<'a> {
    /// Where, as a JSON Pointer (RFC 6901) into the body.
    pub pointer: String,
    /// What the specification expects there.
    pub expected: &'static str,
    /// What stands there, as long as it is; names and strings with their quotation marks.
    pub found: &'a str,
}

/// Checks `body` with `read`, which describes the responses of an endpoint.
pub(crate) fn check(
    body: Vec<u8>,
    depth: u32,
    big: BigIntegers,
    read: fn(&mut Scanner<'_>) -> Result<Located, DecodeError>,
) -> Result<Checked, (DecodeError, Vec<u8>)> {
    // RFC 8259 §8.1 lets a reader ignore a byte order mark; JSON.parse would refuse it.
    let start = if body.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut scanner = Scanner::new(&body, depth, big);
    scanner.rewind(start);
    let outcome = read(&mut scanner).and_then(|found| scanner.end().map(|()| found));
    let edits = scanner.into_edits();
    match outcome {
        Ok(Located { span, next_cursor, rows }) => Ok(Checked { body, start, span, edits, next_cursor, rows }),
        // Invalid UTF-8 takes precedence over any other error.
        Err(error) => {
            Err((std::str::from_utf8(&body).map_or_else(|e| DecodeError::utf8(e.valid_up_to()), |_| error), body))
        }
    }
}

/// The string `message` of a JSON object, as the errors of the service have it. With `only`, the object must have no other
/// field. A message in another encoding than UTF-8 is read as far as possible.
pub(crate) fn message(body: &[u8], only: bool) -> Option<String> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    match message_in(body, only) {
        Err(DecodeErrorKind::Syntax) if std::str::from_utf8(body).is_err() => {
            message_in(readable(body, MAX_LOSSY_BYTES).as_bytes(), only)
        }
        outcome => outcome,
    }
    .ok()?
}

/// How many bytes are searched for a message in another encoding.
const MAX_LOSSY_BYTES: usize = 65_536;

/// The string `name` of a validated JSON object; the last one if the name is repeated.
pub(crate) fn text_member(json: &[u8], name: &str) -> Option<String> {
    let mut scanner = Scanner::new(json, TYPED_DEPTH, BigIntegers::Keep);
    let mut text = None;
    let outcome = scanner.members(&mut |scanner, member| {
        if member.key.is(name) {
            let is_text = scanner.peek() == b'"';
            text = if is_text { Some(scanner.string()?.decode()) } else { None };
            if is_text {
                return Ok(());
            }
        }
        scanner.any()
    });
    outcome.ok().and(text)
}

fn message_in(body: &[u8], only: bool) -> Result<Option<String>, DecodeErrorKind> {
    let mut scanner = Scanner::new(body, TYPED_DEPTH, BigIntegers::Keep);
    let (mut message, mut others) = (None, false);
    scanner.space();
    let outcome = scanner.members(&mut |scanner, member| {
        if member.key.is("message") && scanner.peek() == b'"' {
            message = Some(scanner.string()?.decode());
            return Ok(());
        }
        others = true;
        if only {
            // A normal response ends here, after its first field.
            return Err(DecodeError::shape(0, "message"));
        }
        scanner.any()
    });
    outcome.and_then(|()| scanner.end()).map_err(|error| error.kind)?;
    Ok(message.filter(|_| !(only && others)))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
