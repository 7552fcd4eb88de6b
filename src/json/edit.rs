//! Edits: the changes between the text of a body and the text that is parsed.

use super::decimal::plain;
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
    /// Removes members or elements with their commas.
    Remove,
    /// Replaces a name or value by the name or value of the specification.
    Replace(&'static str),
    /// Replaces one name of a field by another. The specification has both names, so this does not
    /// count as drift.
    Rename(&'static str),
    /// Makes a number a string of its decimal digits. The specification expects the text: a string,
    /// or a number that a double does not round.
    Quote(&'static str),
    /// Leaves an integer that a double would round. In
    /// [`Checked::exact_json`](super::Checked::exact_json), the integer becomes a string of its
    /// digits.
    ExactInteger,
    /// Leaves the text, and reports drift: the specification names another value or place.
    OnlyDrift(&'static str),
    /// Leaves the text, and reports drift: the value has another type, so another edit removes its field.
    OtherType(&'static str),
}

impl Edit {
    /// The text that the specification expects at the place of the edit; `None` when the edit does
    /// not count as drift.
    pub(crate) fn expected(&self) -> Option<&'static str> {
        match self.change {
            Change::Replace(text)
            | Change::Quote(text)
            | Change::OnlyDrift(text)
            | Change::OtherType(text) => Some(text),
            _ => None,
        }
    }

    /// Whether the edit changes the text.
    fn is_change(&self, quotes_exact_integers: bool) -> bool {
        match self.change {
            Change::OnlyDrift(_) | Change::OtherType(_) => false,
            Change::ExactInteger => quotes_exact_integers,
            _ => true,
        }
    }
}

/// Returns the part of `text` in `span`, with the edits inside it applied. The edits are in the order of the text.
/// [`Change::ExactInteger`] applies only with `quotes_exact_integers`.
pub(crate) fn apply<'a>(
    text: &'a str,
    span: Range<usize>,
    edits: &[Edit],
    quotes_exact_integers: bool,
) -> Cow<'a, str> {
    let cut = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let changes = || {
        edits.iter().filter(|edit| {
            let is_inside = span.start <= edit.start && edit.end <= span.end;
            is_inside && edit.is_change(quotes_exact_integers)
        })
    };
    if changes().next().is_none() {
        return Cow::Borrowed(cut(span.start, span.end));
    }
    // 64 spare bytes: quotation marks and longer names can make the text longer.
    let mut out = String::with_capacity(span.len() + 64);
    let mut at = span.start;
    for edit in changes() {
        out.push_str(cut(at, edit.start));
        let old = cut(edit.start, edit.end);
        match edit.change {
            // `changes` yields no edit that only reports drift.
            Change::Remove | Change::OnlyDrift(_) | Change::OtherType(_) => {}
            Change::Replace(new) | Change::Rename(new) => push_quoted(&mut out, new),
            Change::Quote(_) => push_quoted(&mut out, &plain(old)),
            Change::ExactInteger => push_quoted(&mut out, old),
        }
        at = edit.end;
    }
    out.push_str(cut(at, span.end));
    Cow::Owned(out)
}

/// Appends `text` in quotation marks. The text needs no escape sequences.
fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    out.push_str(text);
    out.push('"');
}
