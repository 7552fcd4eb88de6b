//! Finding the rows: the specification does not name the array's property (§4.4).

use super::Ethereal;
use crate::{
    json::{Change, DecodeError, Located, Scanner, StringLiteral},
    model::Kind,
    rules::MAX_CURSOR_BYTES,
};

/// Names of the array, best first. An array of another name is taken only when it is the only one.
const NAMES: [&str; 5] = ["etherealData", "ethereals", "data", "items", "results"];
pub(super) static ROW: Kind = Kind::Record(&Ethereal::MODEL);

/// A bare array, or an object that holds it under some name, at most one level deeper.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Located, DecodeError> {
    scanner.skip_whitespace();
    match scanner.peek() {
        b'[' => {
            let start = scanner.position();
            scanner.add_edit(start, start + 1, Change::OnlyDrift("an object with etherealData"));
            rows(scanner)
        }
        b'{' => object(scanner, 1),
        _ => scanner.value(&Kind::Map).map(|()| Located::default()),
    }
}

fn rows(scanner: &mut Scanner<'_>) -> Result<Located, DecodeError> {
    let (start, mut rows) = (scanner.position(), Vec::new());
    scanner.elements(&mut |scanner| {
        rows.push(scanner.position());
        scanner.value(&ROW)
    })?;
    Ok(Located { span: Some(start..scanner.position()), next_cursor: None, rows })
}

/// A place where the rows may be: name's rank, where the value stands, where the name stands, the name.
type Candidate<'a> = (usize, usize, usize, StringLiteral<'a>);

fn object(scanner: &mut Scanner<'_>, levels: u32) -> Result<Located, DecodeError> {
    let start = scanner.position();
    let (mut found, mut best, mut doubtful) = (Located::default(), None::<Candidate<'_>>, false);
    let mut cursor = None;
    scanner.members(&mut |scanner, member| {
        if member.key.is("nextCursor") {
            cursor = next_cursor(scanner)?;
            return Ok(());
        }
        let rank = NAMES.iter().position(|name| member.key.is(name)).unwrap_or(NAMES.len());
        let (at, first) = (scanner.position(), scanner.peek());
        // Our own service and the likeliest name: no second look needed.
        if rank == 0 && first == b'[' {
            found = rows(scanner)?;
            return Ok(());
        }
        if first == b'[' || (first == b'{' && levels > 0) {
            // A known name before an unknown one, and an array before an object that may hold one.
            let rank = rank + 10 * (usize::from(first == b'{') + 2 * usize::from(rank == NAMES.len()));
            let (other, repeated) = match best {
                // Of a repeated name the last counts, as in JSON.parse.
                Some((other, .., name)) => (other, member.key.is(&name.decode())),
                None => (usize::MAX, false),
            };
            let same = other == rank;
            if rank < other || repeated {
                doubtful &= same;
                best = Some((rank, at, member.start, member.key));
            } else {
                doubtful |= same;
            }
        }
        scanner.skip()
    })?;
    let end = scanner.position();
    if let (None, Some((_, at, start, name)), false) = (&found.span, best, doubtful) {
        scanner.rewind(at);
        scanner.add_edit(start, start + name.source_len(), Change::OnlyDrift(NAMES[0]));
        let inner = if scanner.peek() == b'[' { rows(scanner) } else { object(scanner, levels - 1) };
        found = inner.map_err(|e| e.within(&name.decode()))?;
    }
    scanner.rewind(end);
    if found.span.is_none() {
        return Err(DecodeError::shape(start, "one array of records"));
    }
    Ok(Located { next_cursor: cursor.or(found.next_cursor), ..found })
}

/// A cursor is opaque; absent, null and empty mean that there is no next page. One that could not be sent back as it came
/// is refused here, not when the next page is asked for.
fn next_cursor(scanner: &mut Scanner<'_>) -> Result<Option<String>, DecodeError> {
    let start = scanner.position();
    let cursor = match scanner.peek() {
        b'"' => scanner.string()?.exact(),
        b'n' => return scanner.keyword(b"null").map(|()| None),
        b'-' | b'0'..=b'9' => Some(scanner.number_text()?),
        _ => None,
    };
    match cursor.filter(|cursor| cursor.len() <= MAX_CURSOR_BYTES) {
        Some(cursor) => Ok(Some(cursor).filter(|cursor| !cursor.is_empty())),
        None => Err(DecodeError::shape(start, "a cursor of at most 65,536 bytes of Unicode text")),
    }
}
