//! The short way for what services usually send: no white space, no escape sequence, no number beyond 15 digits, no
//! `null` for a field, no name but the specification's and new ones. Such a value needs no change, so its end is all there
//! is to learn, and the place stays in a register. Whatever else comes, even an error, is left to [`super::Scanner`],
//! which begins anew.

use super::plain::plain;
use crate::model::{Field, Kind, Model};
use std::num::NonZeroUsize;

/// Where something ends; nothing where the long way has to be gone. No document ends before its first byte, so this is
/// one number.
type End = Option<NonZeroUsize>;

/// A value of `kind` that begins at `at`. `room` is the nesting left.
pub(super) fn value(bytes: &[u8], at: usize, kind: &'static Kind, room: u32) -> End {
    let inside = at + 1;
    let first = *bytes.get(at)?;
    if first == b'"' {
        let fits = match kind {
            Kind::Any | Kind::Text | Kind::Scalar => true,
            Kind::Renamed(names) => names.iter().any(|(other, name)| other == name && named(bytes, inside, name)),
            _ => false,
        };
        return if fits { string(bytes, inside) } else { None };
    }
    match (kind, first) {
        (Kind::Any | Kind::Number | Kind::Scalar, b'-' | b'0'..=b'9') => number(bytes, at),
        (Kind::Record(model), b'{') => object(bytes, inside, model, room),
        (Kind::Any | Kind::Map, b'{') => object(bytes, inside, &NOTHING, room),
        (Kind::List(kind), b'[') => array(bytes, inside, kind, room),
        (Kind::Any, b'[') => array(bytes, inside, &Kind::Any, room),
        (Kind::Any, b't') => word(bytes, at, "true"),
        (Kind::Any, b'f') => word(bytes, at, "false"),
        (Kind::Any, b'n') => word(bytes, at, "null"),
        _ => None,
    }
}

/// Of an object without a model.
const NOTHING: Model = Model { fields: &[], required: 0 };

/// An object after its bracket.
fn object(bytes: &[u8], mut at: usize, model: &'static Model, room: u32) -> End {
    let Model { fields, required } = *model;
    let room = room.checked_sub(1)?;
    let (mut seen, mut next) = (0_u64, 0);
    let mut separator = *bytes.get(at)?;
    if separator == b'}' {
        at += 1;
    }
    while separator != b'}' {
        if *bytes.get(at)? != b'"' {
            return None;
        }
        let (mut kind, mut is_text) = (&Kind::Any, false);
        at += 1;
        if let Some((index, field)) = find(bytes, at, fields, next, seen) {
            at += field.name.len() + 1;
            let first = *bytes.get(at + 1)?;
            if seen & 1 << index != 0 || first == b'n' {
                return None;
            }
            seen |= 1 << index;
            (kind, next) = (&field.kind, index + 1);
            is_text = first == b'"' && matches!(kind, Kind::Text);
        } else if fields.iter().any(|field| field.aliases.iter().any(|alias| named(bytes, at, alias))) {
            return None;
        } else {
            at = string(bytes, at)?.get();
        }
        if *bytes.get(at)? != b':' {
            return None;
        }
        // Most values are text, and need no second look at what they are.
        at = if is_text { string(bytes, at + 2) } else { value(bytes, at + 1, kind, room) }?.get();
        separator = *bytes.get(at)?;
        if separator != b',' && separator != b'}' {
            return None;
        }
        at += 1;
    }
    if required & !seen == 0 { NonZeroUsize::new(at) } else { None }
}

/// The field whose name stands at `at`, and its place; the one at `next` is looked at first, then the first not `seen` and
/// those after it.
#[inline(always)]
fn find(bytes: &[u8], at: usize, fields: &'static [Field], next: usize, seen: u64) -> Option<(usize, &'static Field)> {
    let mut index = next;
    for step in 0..fields.len() + 2 {
        match fields.get(index) {
            Some(field) if named(bytes, at, field.name) => return Some((index, field)),
            _ if step == 0 => index = seen.trailing_ones() as usize,
            Some(_) => index += 1,
            None => index = 0,
        }
    }
    None
}

/// An array after its bracket.
fn array(bytes: &[u8], mut at: usize, kind: &'static Kind, room: u32) -> End {
    let room = room.checked_sub(1)?;
    let mut separator = *bytes.get(at)?;
    if separator == b']' {
        at += 1;
    }
    while separator != b']' {
        at = value(bytes, at, kind, room)?.get();
        separator = *bytes.get(at)?;
        if separator != b',' && separator != b']' {
            return None;
        }
        at += 1;
    }
    NonZeroUsize::new(at)
}

/// A string after its quotation mark.
#[inline(always)]
fn string(bytes: &[u8], at: usize) -> End {
    let end = plain(bytes, at);
    if *bytes.get(end)? == b'"' { NonZeroUsize::new(end + 1) } else { None }
}

/// An integer every double holds.
fn number(bytes: &[u8], start: usize) -> End {
    let first = start + usize::from(*bytes.get(start)? == b'-');
    let mut at = first;
    while bytes.get(at)?.is_ascii_digit() {
        at += 1;
    }
    let zero = *bytes.get(first)? == b'0' && at - first > 1;
    if zero || !matches!(at - first, 1..16) || matches!(bytes.get(at)?, b'.' | b'e' | b'E') {
        return None;
    }
    NonZeroUsize::new(at)
}

fn word(bytes: &[u8], at: usize, word: &str) -> End {
    let end = at + word.len();
    if same(bytes.get(at..end)?, word) { NonZeroUsize::new(end) } else { None }
}

/// Whether `name` and a quotation mark stand there.
fn named(bytes: &[u8], at: usize, name: &str) -> bool {
    let end = at + name.len();
    bytes.get(end) == Some(&b'"') && bytes.get(at..end).is_some_and(|raw| same(raw, name))
}

/// Without the call that comparing slices is.
fn same(raw: &[u8], name: &str) -> bool {
    raw.iter().zip(name.as_bytes()).all(|(a, b)| a == b)
}
