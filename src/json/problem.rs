//! Why a body was refused.

use std::ops::{Deref, DerefMut};

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

/// The first place where a body is not what it should be; its fields are those of [`ProblemDetails`].
///
/// One pointer, for the same reason as [`crate::Error`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem(Box<ProblemDetails>);

/// Most bytes of a pointer.
const LONGEST: usize = 1024;
/// The last step of one that would be longer.
const MORE: &str = "/…";

/// What is known of a [`Problem`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProblemDetails {
    /// What is wrong.
    pub fault: Fault,
    /// Byte offset in the body.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// Where the problem is, as a JSON Pointer (RFC 6901): `""` is the whole body. At most 1,024 bytes; in a longer one
    /// a last step `…` stands for what is left out.
    pub pointer: String,
}

impl Deref for Problem {
    type Target = ProblemDetails;

    fn deref(&self) -> &ProblemDetails {
        &self.0
    }
}

impl DerefMut for Problem {
    fn deref_mut(&mut self) -> &mut ProblemDetails {
        &mut self.0
    }
}

impl Problem {
    pub(crate) fn new(fault: Fault, at: usize, expected: &'static str) -> Self {
        Self(Box::new(ProblemDetails { fault, at, expected, pointer: String::new() }))
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

    /// Adds the step that led here; callers add theirs while the error travels outwards. Of a long pointer the outer
    /// steps stay: keys are the service's text, and together could be as long as the body.
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
        if pointer.len() > LONGEST {
            // Between two steps: half an API key in one would not be found any more.
            let mut room = pointer.bytes().take(LONGEST - MORE.len() + 1);
            pointer.truncate(room.rposition(|byte| byte == b'/').unwrap_or_default());
            pointer.push_str(MORE);
        }
        self.pointer = pointer;
        self
    }
}
