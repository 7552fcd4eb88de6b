//! The check of a JSON body against a model, without building the document.
//!
//! `JSON.parse` builds objects many times faster than WebAssembly can, so Rust only scans the
//! bytes. The [`Scanner`] checks the grammar of RFC 8259, and compares the document with the
//! expected [`Kind`](crate::model::Kind). For each place where the text must change, the scanner
//! adds an [`Edit`]. Examples are an alias of a field, and an integer that no double holds.
//! [`Checked::json`] applies the edits, and returns the text to parse.

mod decimal;
mod decision;
mod decode_error;
mod edit;
mod message;
mod number;
mod pointer;
mod record;
mod scanner;
mod string_literal;
mod string_scan;

use std::{borrow::Cow, ops::Range};

#[cfg(feature = "service")]
pub(crate) use decimal::{integer_part, plain};
pub use decode_error::{DecodeError, DecodeErrorDetails, DecodeErrorKind};
pub(crate) use edit::{Change, Edit};
pub(crate) use message::{message, sole_message};
pub(crate) use scanner::Scanner;
pub(crate) use string_literal::StringLiteral;

/// The depth limit of a typed body. The deepest document of the specification has seven levels.
pub(crate) const TYPED_DEPTH: u32 = 64;
/// The depth limit of token metadata, which may have any shape.
pub(crate) const FREE_DEPTH: u32 = 512;

/// The treatment of integers beyond 2^53-1, which a double would round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BigIntegers {
    /// Keeps the integers: the client does not change token metadata.
    Keep,
    /// Writes the integers as strings with the same digits.
    Quote,
    /// Keeps the integers in [`Checked::json`], and writes them as strings in
    /// [`Checked::exact_json`]. JavaScript makes `BigInt`s of these strings.
    Exact,
}

/// The parts of a body that an endpoint looks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Located {
    /// The byte range of the record or list; `None` when the body says that there is no record.
    pub(crate) span: Option<Range<usize>>,
    /// The cursor of the next page.
    pub(crate) next_cursor: Option<String>,
    /// The first skipped records of a list, at most [`MAX_SKIPPED`].
    pub(crate) skipped: Vec<Skipped>,
}

/// A record that [`Scanner::records`] skipped.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Skipped {
    /// The index of the record in its page.
    pub(crate) index: usize,
    /// The reason that the record is invalid.
    pub(crate) error: DecodeError,
}

/// A body that matches its model.
///
/// ```no_run
/// use ethereal_query::{Client, Clock, Endpoint, Error, EtherealsQuery, Transport};
/// async fn print(client: &Client<impl Transport + Clock + 'static>) -> Result<(), Error> {
///     let call = client.call(EtherealsQuery::default().skip_invalid_records().call(), client.limits());
///     let checked = &call.response().await?.checked;
///     println!("{}, next cursor {:?}", checked.json().unwrap_or_default(), checked.next_cursor());
///     for drift in checked.drift() {
///         eprintln!("{}: expected {}, found {}", drift.pointer, drift.expected, drift.found);
///     }
///     for record in checked.skipped() {
///         eprintln!("record {}: expected {} at {}", record.index, record.expected, record.pointer);
///     }
///     Ok(())
/// }
/// ```
#[derive(Debug)]
pub struct Checked {
    body: String,
    /// The byte offset of the text: 0, or the length of a byte order mark.
    start: usize,
    span: Option<Range<usize>>,
    edits: Vec<Edit>,
    next_cursor: Option<String>,
    skipped: Vec<Skipped>,
}

impl Checked {
    /// The result when the service says by its status that there is no record.
    pub(crate) fn absent() -> Self {
        Self {
            body: String::new(),
            start: 0,
            span: None,
            edits: Vec::new(),
            next_cursor: None,
            skipped: Vec::new(),
        }
    }

    /// Returns the JSON text of the record or list, in the spelling of the specification; `None` when there is no
    /// record. Borrowed when no edit changes the text.
    #[must_use]
    pub fn json(&self) -> Option<Cow<'_, str>> {
        let quotes_exact_integers = false;
        self.edited_text(quotes_exact_integers)
    }

    /// Returns the text of [`Self::json`] with a string for each integer beyond 2^53-1. `None` when
    /// the text has no such integer, or when the caller did not ask for exact integers
    /// ([`crate::Integers::Exact`]).
    #[must_use]
    pub fn exact_json(&self) -> Option<Cow<'_, str>> {
        let has_exact_integer = self
            .edits
            .iter()
            .any(|edit| edit.change == Change::ExactInteger);
        if !has_exact_integer {
            return None;
        }
        let quotes_exact_integers = true;
        self.edited_text(quotes_exact_integers)
    }

    /// Returns the text of the record or list with the edits; `None` when there is no record.
    fn edited_text(&self, quotes_exact_integers: bool) -> Option<Cow<'_, str>> {
        let span = self.span.clone()?;
        Some(edit::apply(
            &self.body,
            span,
            &self.edits,
            quotes_exact_integers,
        ))
    }

    /// Returns the whole body as the service sent it.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        self.body.as_bytes()
    }

    /// Returns the whole body as the service sent it, without a byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        self.body.get(self.start..).unwrap_or_default()
    }

    /// Returns the cursor of the next page; `None` on the last page and for other bodies.
    #[must_use]
    pub fn next_cursor(&self) -> Option<&str> {
        self.next_cursor.as_deref()
    }

    /// Yields the differences from the specification that the client accepts: another spelling,
    /// another envelope, a number instead of a string, an unknown value, or an optional field of
    /// another type. The result leaves out such a field. The differences are in the order of the
    /// text, at most [`MAX_DRIFT`].
    pub fn drift(&self) -> impl Iterator<Item = Drift<'_>> {
        let differences = self.edits.iter().filter_map(|edit| {
            let expected = edit.expected()?;
            Some(self.drift_at(edit, expected))
        });
        differences.take(MAX_DRIFT)
    }

    /// Returns the first optional field whose value has another type. The result leaves out such a
    /// field.
    #[cfg(feature = "service")]
    pub(crate) fn other_type(&self) -> Option<Drift<'_>> {
        self.edits.iter().find_map(|edit| match edit.change {
            Change::OtherType(expected) => Some(self.drift_at(edit, expected)),
            _ => None,
        })
    }

    fn drift_at(&self, edit: &Edit, expected: &'static str) -> Drift<'_> {
        let pointer = pointer::pointer(self.body(), self.start, edit.start, None);
        Drift {
            pointer,
            expected,
            found: self.body.get(edit.start..edit.end).unwrap_or_default(),
        }
    }

    /// Yields the records that are not in the list because they do not match their model. The
    /// records are in the order of the page, at most [`MAX_SKIPPED`]. Without
    /// [`crate::EtherealsQuery::skip_invalid_records`], there are none.
    pub fn skipped(&self) -> impl Iterator<Item = SkippedRecord> {
        self.skipped
            .iter()
            .map(|Skipped { index, error }| SkippedRecord {
                index: *index,
                offset: error.offset,
                pointer: error.pointer_in(self.body(), self.start),
                expected: error.expected,
            })
    }
}

/// The maximum number of places that [`Checked::drift`] yields.
pub const MAX_DRIFT: usize = 50;

/// The maximum number of records that [`Checked::skipped`] yields.
pub const MAX_SKIPPED: usize = 50;

/// A record that is not in the result, because it does not match its model. See the example of [`Checked`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedRecord {
    /// The index of the record in its page; the first is 0.
    pub index: usize,
    /// The byte offset of the invalid value in the body.
    pub offset: usize,
    /// The place of the invalid value, as a JSON Pointer (RFC 6901) into the body.
    pub pointer: String,
    /// The value that the specification expects at the pointer, in the words of an error message.
    pub expected: &'static str,
}

/// A place where a response differs from the specification, but can be read. See the example of [`Checked`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drift<'a> {
    /// The place, as a JSON Pointer (RFC 6901) into the body.
    pub pointer: String,
    /// The name, value or kind that the specification expects.
    pub expected: &'static str,
    /// The text of the body at the place, in full length; names and strings have their quotation marks.
    pub found: &'a str,
}

/// Checks `body` with `read`, the function of an endpoint that locates the parts of a body. `depth` is the depth limit.
///
/// # Errors
/// The first error of the body, and the body itself. Invalid UTF-8 takes precedence over other
/// errors.
pub(crate) fn check(
    body: Vec<u8>,
    depth: u32,
    big: BigIntegers,
    read: &dyn Fn(&mut Scanner<'_>) -> Result<Located, DecodeError>,
) -> Result<Checked, (DecodeError, Vec<u8>)> {
    let body = String::from_utf8(body).map_err(|error| {
        (
            DecodeError::utf8(error.utf8_error().valid_up_to()),
            error.into_bytes(),
        )
    })?;
    // RFC 8259 §8.1 lets a parser ignore a byte order mark, but JSON.parse rejects it.
    let text = body.strip_prefix('\u{feff}').unwrap_or(&body);
    let start = body.len() - text.len();
    let mut scanner = Scanner::new(body.as_bytes(), depth, big);
    scanner.move_to(start);
    let located = read(&mut scanner).and_then(|located| {
        scanner.expect_end()?;
        Ok(located)
    });
    match located {
        Ok(Located {
            span,
            next_cursor,
            skipped,
        }) => {
            let edits = scanner.edits;
            Ok(Checked {
                body,
                start,
                span,
                edits,
                next_cursor,
                skipped,
            })
        }
        Err(error) => Err((error.in_document(body.as_bytes(), start), body.into_bytes())),
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
