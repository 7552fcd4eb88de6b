//! The envelope of a page. The specification does not name the property that holds the records (§4.4).

use super::Ethereal;
use crate::{
    json::{Change, DecodeError, Located, MAX_SKIPPED, Scanner, Skipped, StringLiteral},
    model::Kind,
    rules::MAX_CURSOR_BYTES,
};

/// Known names of the array of records, best first. An array of another name counts only when it is the only one.
const NAMES: [&str; 5] = ["etherealData", "ethereals", "data", "items", "results"];
pub(super) static RECORD: Kind = Kind::Record(&Ethereal::MODEL);

/// Locates the records: a bare array, or an array in an object, at most one level deeper.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Located, DecodeError> {
    scanner.skip_whitespace();
    match scanner.peek() {
        b'[' => {
            let start = scanner.position();
            scanner.add_edit(start, start + 1, Change::OnlyDrift("an object with etherealData"));
            locate_records(scanner)
        }
        b'{' => object(scanner, 1),
        _ => scanner.value(&Kind::Map).map(|()| Located::default()),
    }
}

/// Checks the array of records, and removes skipped records from the text.
fn locate_records(scanner: &mut Scanner<'_>) -> Result<Located, DecodeError> {
    let (list_start, mut found) = (scanner.position(), Located::default());
    // The end of the last record that stays, and the start of the skipped records after it.
    let (mut kept_end, mut skipped_start) = (None, None);
    let mut index = 0;
    scanner.elements(&mut |scanner| {
        let start = scanner.position();
        match scanner.list_record(&RECORD)? {
            Some(error) => {
                skipped_start.get_or_insert(start);
                if found.skipped.len() < MAX_SKIPPED {
                    found.skipped.push(Skipped { index, start, error });
                }
            }
            None => {
                if let Some(from) = skipped_start.take() {
                    scanner.add_edit(from, start, Change::Remove);
                }
                kept_end = Some(scanner.position());
            }
        }
        index += 1;
        Ok(())
    })?;
    let list_end = scanner.position();
    if let Some(from) = skipped_start {
        // The comma after the last record that stays is removed too.
        scanner.add_edit(kept_end.unwrap_or(from), list_end - 1, Change::Remove);
    }
    Ok(Located { span: Some(list_start..list_end), ..found })
}

/// A member whose value may be the array of records, or an object that holds it.
struct Candidate<'a> {
    /// Its place in the order of preference; lower is better.
    rank: usize,
    /// The byte offset of the value.
    value: usize,
    /// The byte offset of the name.
    start: usize,
    name: StringLiteral<'a>,
}

/// Locates the records in an object, or in one of its members when `levels` is not 0.
fn object(scanner: &mut Scanner<'_>, levels: u32) -> Result<Located, DecodeError> {
    let start = scanner.position();
    let (mut found, mut best, mut is_ambiguous) = (Located::default(), None::<Candidate<'_>>, false);
    let mut cursor = None;
    scanner.members(&mut |scanner, member| {
        if member.key.is("nextCursor") {
            cursor = next_cursor(scanner)?;
            return Ok(());
        }
        let rank = NAMES.iter().position(|name| member.key.is(name)).unwrap_or(NAMES.len());
        let (at, first) = (scanner.position(), scanner.peek());
        // No other name can be better, so the records are checked at once.
        if rank == 0 && first == b'[' {
            found = locate_records(scanner)?;
            return Ok(());
        }
        if first == b'[' || (first == b'{' && levels > 0) {
            // A known name is better than an unknown one, and an array better than an object that may hold it.
            let rank = rank + 10 * (usize::from(first == b'{') + 2 * usize::from(rank == NAMES.len()));
            let (other, repeated) = match best {
                // The last of a repeated name counts, as in JSON.parse.
                Some(ref best) => (best.rank, member.key.is(&best.name.decode())),
                None => (usize::MAX, false),
            };
            let same = other == rank;
            if rank < other || repeated {
                is_ambiguous &= same;
                best = Some(Candidate { rank, value: at, start: member.start, name: member.key });
            } else {
                is_ambiguous |= same;
            }
        }
        scanner.skip()
    })?;
    let end = scanner.position();
    if let (None, Some(Candidate { value, start, name, .. }), false) = (&found.span, best, is_ambiguous) {
        scanner.move_to(value);
        scanner.add_edit(start, start + name.source_len(), Change::OnlyDrift(NAMES[0]));
        let inner = if scanner.peek() == b'[' { locate_records(scanner) } else { object(scanner, levels - 1) };
        found = inner.map_err(|e| e.within(&name.decode()))?;
    }
    scanner.move_to(end);
    if found.span.is_none() {
        return Err(DecodeError::shape(start, "one array of records"));
    }
    Ok(Located { next_cursor: cursor.or(found.next_cursor), ..found })
}

/// Reads the cursor of the next page; `None` for `null` and for an empty one. A cursor that the client could not send
/// back is an error of this page and not of the next one.
fn next_cursor(scanner: &mut Scanner<'_>) -> Result<Option<String>, DecodeError> {
    let start = scanner.position();
    let cursor = match scanner.peek() {
        b'"' => scanner.string()?.exact(),
        b'n' => return scanner.keyword(b"null").map(|()| None),
        b'-' | b'0'..=b'9' => Some(scanner.number_source()?),
        _ => None,
    };
    match cursor.filter(|cursor| cursor.len() <= MAX_CURSOR_BYTES) {
        Some(cursor) => Ok(Some(cursor).filter(|cursor| !cursor.is_empty())),
        None => Err(DecodeError::shape(start, "a cursor of at most 65,536 bytes of Unicode text")),
    }
}
