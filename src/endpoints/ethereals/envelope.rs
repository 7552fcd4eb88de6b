//! The envelope of a page. The specification does not name the property that holds the records (§4.4).

use super::Ethereal;
use crate::{
    json::{Change, DecodeError, Located, Scanner, StringLiteral},
    model::Kind,
    rules,
};

/// Known names of the array of records, in order of preference.
const NAMES: [&str; 5] = ["etherealData", "ethereals", "data", "items", "results"];
pub(super) static RECORD: Kind = Kind::Record(&Ethereal::MODEL);

/// Locates the records: a bare array, or an array in an object, at most one level deeper.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Located, DecodeError> {
    scanner.skip_whitespace();
    match scanner.peek() {
        b'[' => {
            // The drift is reported at the opening bracket.
            let start = scanner.position();
            scanner.add_edit(
                start,
                start + 1,
                Change::OnlyDrift("an object with etherealData"),
            );
            scanner.records(&RECORD)
        }
        b'{' => object(scanner, 1),
        // Any other value is an error, because `Kind::Map` accepts only an object.
        _ => scanner.value(&Kind::Map).map(|()| Located::default()),
    }
}

/// A member of an envelope that may hold the records. The smaller of two candidates is better: an
/// earlier variant, or in the same variant a smaller index of the name in [`NAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Candidate {
    KnownArray(usize),
    KnownObject(usize),
    /// An array with an unknown name. It counts only if no other array has an unknown name.
    OtherArray,
    /// An object with an unknown name. It counts only if no other object has an unknown name.
    OtherObject,
}

impl Candidate {
    /// Classifies a member by its name and the first byte of its value. Returns `None` when the
    /// member cannot hold the records; an object can hold them only if `levels` is not 0.
    fn of(key: &StringLiteral<'_>, first: u8, levels: u32) -> Option<Self> {
        let known = NAMES.iter().position(|name| key.is(name));
        match first {
            b'[' => Some(known.map_or(Self::OtherArray, Self::KnownArray)),
            b'{' if levels > 0 => Some(known.map_or(Self::OtherObject, Self::KnownObject)),
            _ => None,
        }
    }
}

/// A member that is a candidate.
struct CandidateMember<'a> {
    candidate: Candidate,
    /// The byte offset of the name.
    key_start: usize,
    key: StringLiteral<'a>,
    value_start: usize,
}

/// Locates the array of records in an object. `levels` is the number of levels of nested objects
/// that may hold the array too.
fn object(scanner: &mut Scanner<'_>, levels: u32) -> Result<Located, DecodeError> {
    let start = scanner.position();
    let mut located = Located::default();
    let mut best = None::<CandidateMember<'_>>;
    let mut is_ambiguous = false;
    let mut cursor = None;
    let mut envelope = scanner.object()?;
    while let Some(member) = scanner.next_member(&mut envelope)? {
        if member.key.is("nextCursor") {
            cursor = next_cursor(scanner)?;
            continue;
        }
        let candidate = Candidate::of(&member.key, scanner.peek(), levels);
        if candidate == Some(Candidate::KnownArray(0)) {
            // No member can be better than the array `etherealData`, so the records are checked at
            // once.
            located = scanner.records(&RECORD)?;
            continue;
        }
        if let Some(candidate) = candidate {
            let current = CandidateMember {
                candidate,
                key_start: member.start,
                key: member.key,
                value_start: scanner.position(),
            };
            match &best {
                // The current member is worse.
                Some(best_so_far) if candidate > best_so_far.candidate => {}
                Some(best_so_far) if candidate == best_so_far.candidate => {
                    // Equally good. The last of a repeated name counts, as in JSON.parse.
                    if current.key.is(&best_so_far.key.decode()) {
                        best = Some(current);
                    } else {
                        is_ambiguous = true;
                    }
                }
                // The current member is better, or the first candidate.
                _ => {
                    best = Some(current);
                    is_ambiguous = false;
                }
            }
        }
        scanner.skip()?;
    }
    let end = scanner.position();
    if located.span.is_none()
        && !is_ambiguous
        && let Some(best) = best
    {
        scanner.move_to(best.value_start);
        scanner.add_edit(
            best.key_start,
            best.key_start + best.key.source_len(),
            Change::OnlyDrift(NAMES[0]),
        );
        located = if scanner.peek() == b'[' {
            scanner.records(&RECORD)?
        } else {
            // An object is a candidate only when `levels` is not 0.
            object(scanner, levels - 1)?
        };
    }
    scanner.move_to(end);
    if located.span.is_none() {
        return Err(DecodeError::shape(start, "one array of records"));
    }
    Ok(Located {
        next_cursor: cursor.or(located.next_cursor),
        ..located
    })
}

/// Reads the cursor of the next page; `None` for `null` and for an empty cursor. A cursor that the
/// client could not send back is an error of this page, so that the call of the next page does not
/// fail instead.
fn next_cursor(scanner: &mut Scanner<'_>) -> Result<Option<String>, DecodeError> {
    let start = scanner.position();
    let cursor = match scanner.peek() {
        // `None` for a string with a lone surrogate.
        b'"' => scanner.string()?.exact(),
        b'n' => return scanner.keyword(b"null").map(|()| None),
        b'-' | b'0'..=b'9' => Some(scanner.number_source()?),
        _ => None,
    };
    match cursor {
        Some(cursor) if cursor.is_empty() => Ok(None),
        Some(cursor) if rules::CURSOR.accepts(&cursor) => Ok(Some(cursor)),
        _ => Err(DecodeError::shape(
            start,
            "a cursor of at most 65,536 bytes of Unicode text",
        )),
    }
}
