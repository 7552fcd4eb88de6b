//! The edits that turn the received text into the text to parse.

use std::{borrow::Cow, ops::Range};

/// One change of the text, by byte offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) change: Change,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// A field whose value is `null` counts as absent.
    Remove,
    /// Another spelling becomes the specification's.
    Replace(&'static str),
    /// A number becomes a string with the same characters.
    Quote,
    /// An integer becomes a tagged string.
    Tag,
    /// No change, only drift: a value or a place that the specification does not name.
    Note(&'static str),
    /// A string that begins with the tag gets a second one, so that it is not mistaken for a tagged integer.
    EscapeTag,
}

impl Edit {
    /// What the specification expects there; `None` where the text is as specified.
    pub(crate) fn expected(&self) -> Option<&'static str> {
        match self.change {
            Change::Replace(text) | Change::Note(text) => Some(text),
            Change::Quote => Some("a string, or a number up to 2^53-1"),
            _ => None,
        }
    }

    /// How many bytes longer it makes the text.
    fn longer(&self) -> isize {
        let old = self.end - self.start;
        let new = match self.change {
            Change::Remove => 0,
            Change::Replace(text) => text.len() + 2,
            Change::Quote => old + 2,
            Change::Tag => old + 8,
            Change::EscapeTag => old + 6,
            Change::Note(_) => old,
        };
        new.wrapping_sub(old) as isize
    }

    /// Whether the text changes there.
    pub(crate) fn is_change(&self) -> bool {
        !matches!(self.change, Change::Note(_))
    }

    pub(crate) fn is_tag(&self) -> bool {
        matches!(self.change, Change::Tag | Change::EscapeTag)
    }
}

/// Inserts an edit in order. Edits arrive almost in order, so this is cheap, and the module needs no sorting code.
pub(crate) fn note(edits: &mut Vec<Edit>, edit: Edit) {
    edits.push(edit);
    let mut place = edits.len() - 1;
    while let Some([before, after]) = edits.get_mut(place.saturating_sub(1)..=place) {
        if place == 0 || before.start <= after.start {
            break;
        }
        std::mem::swap(before, after);
        place -= 1;
    }
}

/// The offsets of places after the edits from `start` on are applied and the text before `start` is cut off. The places
/// are in order, and none is inside an edit.
pub(crate) fn remap_offsets(places: &[usize], start: usize, edits: &[Edit]) -> Vec<usize> {
    let (mut edits, mut at, mut longer) = (edits.iter().peekable(), start, 0);
    let mut move_one = |place: usize| {
        while let Some(edit) = edits.next_if(|edit| edit.start < place) {
            // As in `apply`: what is before the text or inside of a removed member changes nothing.
            if at <= edit.start && edit.is_change() {
                longer += edit.longer();
                at = edit.end;
            }
        }
        (place - start).saturating_add_signed(longer)
    };
    places.iter().map(|&place| move_one(place)).collect()
}

/// The part of `text` in `span`, with the edits inside it carried out.
pub(crate) fn apply<'a>(text: &'a [u8], span: Range<usize>, edits: &[Edit]) -> Cow<'a, [u8]> {
    let cut = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let inside = || edits.iter().filter(|e| span.start <= e.start && e.end <= span.end);
    if inside().next().is_none() {
        return Cow::Borrowed(cut(span.start, span.end));
    }
    let mut out = Vec::with_capacity(span.len() + 64);
    let mut at = span.start;
    for edit in inside().filter(|e| e.start != e.end || e.change == Change::EscapeTag) {
        if matches!(edit.change, Change::Note(_)) {
            continue;
        }
        // An edit inside a removed member has nothing left to change.
        if edit.start < at {
            continue;
        }
        out.extend_from_slice(cut(at, edit.start));
        let old = cut(edit.start, edit.end);
        let parts: [&[u8]; 3] = match edit.change {
            Change::Remove | Change::Note(_) => [&[]; 3],
            Change::Replace(new) => [b"\"", new.as_bytes(), b"\""],
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
