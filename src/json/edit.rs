//! Edits: the changes between the text of a body and the text that is parsed.

use std::{borrow::Cow, ops::Range};

/// One edit of the text, by byte offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) change: Change,
}

/// The change that an edit makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// Removes a member: a field whose value is `null` counts as absent.
    Remove,
    /// Replaces a name or value by that of the specification.
    Replace(&'static str),
    /// Replaces one name that the specification has for a field by the other; this is no drift.
    Rename(&'static str),
    /// Makes a number a string with the same characters.
    Quote,
    /// Makes an integer a tagged string, which JavaScript turns into a `BigInt`.
    Tag,
    /// Leaves the text, and reports drift: the specification names another value or place.
    OnlyDrift(&'static str),
    /// Adds a second tag to a string that begins with one, so that it is not mistaken for a tagged integer.
    EscapeTag,
}

impl Edit {
    /// The text that the specification expects there; `None` when the edit is no drift.
    pub(crate) fn expected(&self) -> Option<&'static str> {
        match self.change {
            Change::Replace(text) | Change::OnlyDrift(text) => Some(text),
            Change::Quote => Some("a string, or a number up to 2^53-1"),
            _ => None,
        }
    }

    /// Whether the edit changes the text.
    pub(crate) fn is_change(&self) -> bool {
        !matches!(self.change, Change::OnlyDrift(_))
    }

    /// Whether the edit writes a tag.
    pub(crate) fn is_tag(&self) -> bool {
        matches!(self.change, Change::Tag | Change::EscapeTag)
    }
}

/// Inserts an edit by its offset. Edits arrive almost in order, so this is fast, and the WebAssembly module needs no
/// code for sorting.
pub(crate) fn insert(edits: &mut Vec<Edit>, edit: Edit) {
    edits.push(edit);
    let mut index = edits.len() - 1;
    while let Some([before, after]) = edits.get_mut(index.saturating_sub(1)..=index) {
        if index == 0 || before.start <= after.start {
            break;
        }
        std::mem::swap(before, after);
        index -= 1;
    }
}

/// Returns the part of `text` in `span`, with the edits inside it applied.
pub(crate) fn apply<'a>(text: &'a [u8], span: Range<usize>, edits: &[Edit]) -> Cow<'a, [u8]> {
    let cut = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let changes = || edits.iter().filter(|e| span.start <= e.start && e.end <= span.end && e.is_change());
    if changes().next().is_none() {
        return Cow::Borrowed(cut(span.start, span.end));
    }
    let mut out = Vec::with_capacity(span.len() + 64);
    let mut at = span.start;
    for edit in changes() {
        // An edit inside a removed member changes nothing.
        if edit.start < at {
            continue;
        }
        out.extend_from_slice(cut(at, edit.start));
        let old = cut(edit.start, edit.end);
        let parts: [&[u8]; 3] = match edit.change {
            Change::Remove | Change::OnlyDrift(_) => [&[]; 3],
            Change::Replace(new) | Change::Rename(new) => [b"\"", new.as_bytes(), b"\""],
            Change::Quote => [b"\"", old, b"\""],
            Change::Tag => [b"\"\\u0001", old, b"\""],
            Change::EscapeTag => [b"\\u0001", &[], &[]],
        };
        for part in parts {
            out.extend_from_slice(part);
        }
        at = edit.end;
    }
    out.extend_from_slice(cut(at, span.end));
    Cow::Owned(out)
}
