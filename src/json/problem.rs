//! Why a body was refused.

use crate::text::replace;

/// The class of a [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The bytes are not UTF-8.
    Utf8,
    /// The text is not JSON (RFC 8259).
    Syntax,
    /// Arrays and objects are nested too deep.
    Depth,
    /// JSON, but not what the specification describes.
    Shape,
}

/// The first place where a body is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub fault: Fault,
    /// Byte offset in the body.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
    path: Vec<String>,
}

impl Problem {
    fn new(fault: Fault, at: usize, expected: &'static str) -> Self {
        Self { fault, at, expected, path: Vec::new() }
    }

    pub(crate) fn utf8(at: usize) -> Self {
        Self::new(Fault::Utf8, at, "UTF-8")
    }

    pub(crate) fn syntax(at: usize, expected: &'static str) -> Self {
        Self::new(Fault::Syntax, at, expected)
    }

    pub(crate) fn depth(at: usize) -> Self {
        Self::new(Fault::Depth, at, "less nesting")
    }

    pub(crate) fn shape(at: usize, expected: &'static str) -> Self {
        Self::new(Fault::Shape, at, expected)
    }

    /// Adds the step that led here; callers add theirs while the error travels outwards.
    pub(crate) fn within(mut self, step: impl Into<String>) -> Self {
        self.path.push(step.into());
        self
    }

    /// The same problem without the key in its path.
    pub(crate) fn without(mut self, key: &str) -> Self {
        for step in &mut self.path {
            *step = crate::error::hide_in(step, key);
        }
        self
    }

    /// Where the problem is, as a JSON Pointer (RFC 6901): `""` is the whole body.
    #[must_use]
    pub fn pointer(&self) -> String {
        self.path.iter().rev().map(|step| ["/", &replace(&replace(step, "~", "~0"), "/", "~1")].concat()).collect()
    }
}
