//! Checks a JSON body against a model without building it.
//!
//! The engine's own `JSON.parse` builds objects many times faster than WebAssembly can, so Rust only looks at the bytes:
//! it accepts exactly the grammar of RFC 8259, compares the document with the model's table and notes the few places
//! where the text has to change (a renamed field, an integer no double can hold). [`Checked::json`] is the text to parse.

mod edit;
mod literal;
mod plain;
mod problem;
mod record;
mod scanner;
mod usual;

use crate::text::{BYTE_ORDER_MARK, readable};
use std::{borrow::Cow, ops::Range};

pub(crate) use edit::{Change, Edit};
pub(crate) use literal::Literal;
pub use problem::{Fault, Problem, ProblemDetails};
pub(crate) use scanner::Scanner;

/// Nesting allowed in a typed body: the deepest document of the specification needs seven levels.
pub(crate) const TYPED_DEPTH: u32 = 64;
/// Nesting allowed in token metadata, which may have any shape.
pub(crate) const FREE_DEPTH: u32 = 512;

/// What happens to an integer literal beyond 2^53-1, which a double would round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BigIntegers {
    /// Left to the reader of the text: token metadata is passed on as it is.
    Keep,
    /// Becomes a string with the same digits.
    Quote,
    /// Becomes a string that starts with U+0001, for a reader who makes a `BigInt` of it.
    Tag,
}

/// What an endpoint found in a body.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Where the answer stands in the text; `None` when the service says there is none.
    pub(crate) span: Option<Range<usize>>,
    /// The cursor of the next page.
    pub(crate) next_cursor: Option<String>,
    /// Of a list, where its records begin.
    pub(crate) rows: Vec<usize>,
}

/// A body that fits its model.
#[derive(Debug)]
pub struct Checked {
    /// UTF-8: its strings were looked at, and nothing else may hold what is not ASCII.
    body: Vec<u8>,
    /// Where its text begins, after a byte order mark.
    start: usize,
    span: Option<Range<usize>>,
    edits: Vec<Edit>,
    next_cursor: Option<String>,
    rows: Vec<usize>,
}

impl Checked {
    /// The JSON text of the answer, `None` when the service knows none; borrowed when nothing had to change.
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

    /// Of a list, where its records begin in the text that [`Checked::json`] gives, for a reader who builds only those it
    /// reaches.
    #[must_use]
    pub fn rows(&self) -> Vec<usize> {
        let start = self.span.as_ref().map_or(0, |span| span.start);
        edit::moved(&self.rows, start, &self.edits)
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

    /// Where the answer differs from the specification in a way that is bridged: another spelling, another envelope, a
    /// number where text belongs, a value to come. At most [`MOST_DRIFT`] places, in order.
    pub fn drift(&self) -> impl Iterator<Item = Drift<'_>> {
        let noted = self.edits.iter().filter_map(|edit| {
            let found = str_of(self.body.get(edit.start..edit.end).unwrap_or_default());
            // The one spelling that is another only because the specification prints it oddly.
            let expected = edit.expected().filter(|_| found != "\"the service\"")?;
            Some((edit.start, expected, found))
        });
        noted.take(MOST_DRIFT).map(|(start, expected, found)| Drift {
            pointer: Scanner::pointer(&self.body, self.start, start),
            expected,
            found,
        })
    }

    /// Whether strings of the text begin with the mark of an exact integer (`integers: "exact"`), for a reader.
    #[must_use]
    pub fn is_tagged(&self) -> bool {
        self.edits.iter().any(Edit::is_tag)
    }
}

/// Of bytes that were checked.
fn str_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The most places [`Checked::drift`] gives.
pub const MOST_DRIFT: usize = 50;

/// A place where an answer differs from the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drift<'a> {
    /// Where, as a JSON Pointer (RFC 6901) into the body.
    pub pointer: String,
    /// What the specification has there.
    pub expected: &'static str,
    /// What stands there, as long as it is; names and strings with their quotation marks.
    pub found: &'a str,
}

/// Reads `body` with `read`, an endpoint's description of its answers.
pub(crate) fn check(
    body: Vec<u8>,
    depth: u32,
    big: BigIntegers,
    read: fn(&mut Scanner<'_>) -> Result<Found, Problem>,
) -> Result<Checked, (Problem, Vec<u8>)> {
    // RFC 8259 §8.1 lets a reader ignore a byte order mark; JSON.parse would refuse it.
    let start = if body.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut scanner = Scanner::new(&body, depth, big);
    scanner.rewind(start);
    let outcome = read(&mut scanner).and_then(|found| scanner.end().map(|()| found));
    let edits = scanner.into_edits();
    match outcome {
        Ok(Found { span, next_cursor, rows }) => Ok(Checked { body, start, span, edits, next_cursor, rows }),
        // Whatever else is wrong: what is no UTF-8 is no text at all.
        Err(problem) => {
            Err((std::str::from_utf8(&body).map_or_else(|e| Problem::utf8(e.valid_up_to()), |_| problem), body))
        }
    }
}

/// The string under `message` of a JSON object, as the service's errors carry it; with `only`, when there is nothing else.
/// A message in another encoding is better than none: of what is no UTF-8, whatever can be read.
pub(crate) fn message(body: &[u8], only: bool) -> Option<String> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    match message_in(body, only) {
        Err(Fault::Syntax) if std::str::from_utf8(body).is_err() => message_in(readable(body, MOST).as_bytes(), only),
        found => found,
    }
    .ok()?
}

/// Bytes that are looked through for a message in another encoding.
const MOST: usize = 65_536;

/// The string under `name` of a checked JSON object; of a repeated name the last.
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

fn message_in(body: &[u8], only: bool) -> Result<Option<String>, Fault> {
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
            // Nothing else to learn: a normal answer is left after its first field.
            return Err(Problem::shape(0, "message"));
        }
        scanner.any()
    });
    outcome.and_then(|()| scanner.end()).map_err(|problem| problem.fault)?;
    Ok(message.filter(|_| !(only && others)))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
