//! The error of an invalid body.

use std::ops::{Deref, DerefMut};

/// The kind of a [`DecodeError`], which has an example.
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

/// The error of an invalid body. It derefs to [`DecodeErrorDetails`].
///
#[cfg_attr(feature = "service", doc = "```")]
#[cfg_attr(not(feature = "service"), doc = "```ignore")]
/// use ethereal_query::{DecodeErrorKind, service::record::check_document};
/// let error = check_document(r#"{"a":[1,]}"#).unwrap_err();
/// assert_eq!((error.kind, error.offset, error.pointer.as_str()), (DecodeErrorKind::Syntax, 8, "/a/1"));
/// assert_eq!(error.expected, "a JSON value");
/// ```
///
/// The details are boxed for the same reason as those of [`crate::Error`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodeError(Box<DecodeErrorDetails>);

/// The longest pointer, in bytes.
const MAX_POINTER_BYTES: usize = 1024;
/// The last step of a shortened pointer.
const ELLIPSIS: &str = "/…";

/// The fields of a [`DecodeError`], which has an example.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeErrorDetails {
    /// The kind of mistake.
    pub kind: DecodeErrorKind,
    /// The byte offset in the body.
    pub offset: usize,
    /// The value that was expected there, as messages name it.
    pub expected: &'static str,
    /// The place as a JSON Pointer (RFC 6901); `""` is the whole body. It has at most 1,024 bytes: a longer one is cut,
    /// and `…` is its last step.
    pub pointer: String,
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
        Self(Box::new(DecodeErrorDetails { kind, offset, expected, pointer: String::new() }))
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

    /// Adds a step in front of the pointer: each array and object around the place adds its own. A long pointer keeps
    /// its outer steps, because a service chooses the keys, and one could be as long as the body.
    pub(crate) fn within(mut self, step: &str) -> Self {
        let mut pointer = String::from("/");
        for c in step.chars() {
            match c {
                '~' => pointer.push_str("~0"),
                '/' => pointer.push_str("~1"),
                other => pointer.push(other),
            }
        }
        pointer.push_str(&self.pointer);
        if pointer.len() > MAX_POINTER_BYTES {
            // The cut is between two steps, because redaction would not find a part of an API key.
            let mut fitting = pointer.bytes().take(MAX_POINTER_BYTES - ELLIPSIS.len() + 1);
            pointer.truncate(fitting.rposition(|byte| byte == b'/').unwrap_or_default());
            pointer.push_str(ELLIPSIS);
        }
        self.pointer = pointer;
        self
    }
}
