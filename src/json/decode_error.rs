//! The error of an invalid body.

use super::pointer::pointer;
use std::ops::{Deref, DerefMut};

/// The kind of a [`DecodeError`]. See the example of [`DecodeError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The bytes are not UTF-8.
    Utf8,
    /// The text is not JSON (RFC 8259).
    Syntax,
    /// The text nests more arrays and objects than the limit.
    Depth,
    /// The text is JSON, but not of the shape that the specification describes.
    Shape,
}

/// The error of an invalid body. It dereferences to [`DecodeErrorDetails`].
///
// The example needs the Cargo feature `service`.
#[cfg_attr(feature = "service", doc = "```")]
#[cfg_attr(not(feature = "service"), doc = "```ignore")]
/// use ethereal_query::{DecodeErrorKind, service::record::check_document};
/// let error = check_document(r#"{"a":[1,]}"#).unwrap_err();
/// assert_eq!((error.kind, error.offset, error.pointer.as_str()), (DecodeErrorKind::Syntax, 8, "/a/1"));
/// assert_eq!(error.expected, "a JSON value");
/// ```
///
/// The details are boxed, like the details of [`crate::Error`], because they would enlarge the
/// `Result` of every function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodeError(Box<DecodeErrorDetails>);

/// The fields of a [`DecodeError`]. See the example of [`DecodeError`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeErrorDetails {
    /// The kind of mistake.
    pub kind: DecodeErrorKind,
    /// The byte offset in the body.
    pub offset: usize,
    /// The value that was expected at the offset, in the words of an error message.
    pub expected: &'static str,
    /// The place as a JSON Pointer (RFC 6901); `""` is the whole body. A pointer of more than 1,024
    /// bytes is cut, and its last step is then `…`.
    pub pointer: String,
    /// The name of a required field that the record at the offset does not have.
    absent_field: Option<&'static str>,
}

impl Deref for DecodeError {
    type Target = DecodeErrorDetails;

    fn deref(&self) -> &DecodeErrorDetails {
        &self.0
    }
}

impl DerefMut for DecodeError {
    fn deref_mut(&mut self) -> &mut DecodeErrorDetails {
        &mut self.0
    }
}

impl DecodeError {
    pub(crate) fn new(kind: DecodeErrorKind, offset: usize, expected: &'static str) -> Self {
        Self(Box::new(DecodeErrorDetails {
            kind,
            offset,
            expected,
            pointer: String::new(),
            absent_field: None,
        }))
    }

    pub(crate) fn utf8(offset: usize) -> Self {
        Self::new(DecodeErrorKind::Utf8, offset, "UTF-8")
    }

    pub(crate) fn syntax(offset: usize, expected: &'static str) -> Self {
        Self::new(DecodeErrorKind::Syntax, offset, expected)
    }

    pub(crate) fn depth(offset: usize) -> Self {
        Self::new(DecodeErrorKind::Depth, offset, "less nesting")
    }

    pub(crate) fn shape(offset: usize, expected: &'static str) -> Self {
        Self::new(DecodeErrorKind::Shape, offset, expected)
    }

    /// Sets the last step of the pointer: the name of a field that the record at the offset does
    /// not have.
    pub(super) fn in_field(mut self, name: &'static str) -> Self {
        self.absent_field = Some(name);
        self
    }

    /// Sets the pointer of an error in the document that begins at the byte offset `start`.
    pub(crate) fn in_document(mut self, bytes: &[u8], start: usize) -> Self {
        self.pointer = self.pointer_in(bytes, start);
        self
    }

    /// Returns the pointer of an error in the document that begins at the byte offset `start`.
    pub(super) fn pointer_in(&self, bytes: &[u8], start: usize) -> String {
        pointer(bytes, start, self.offset, self.0.absent_field)
    }
}
