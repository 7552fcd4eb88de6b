//! The envelope of a transfer. The specification shows one (§4.2); services differ.

use super::BridgeTransfer;
use crate::{
    json::{DecodeError, Located, Scanner},
    model::Kind,
};
use std::ops::Range;

static RECORD: Kind = Kind::Record(&BridgeTransfer::MODEL);

/// Locates the record: alone or in a list, and bare or under one or two levels of `bridgeData`.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Located, DecodeError> {
    Ok(Located {
        span: find(scanner)?,
        ..Located::default()
    })
}

/// The byte range of the record; `None` when there is none.
fn find(scanner: &mut Scanner<'_>) -> Result<Option<Range<usize>>, DecodeError> {
    scanner.skip_whitespace();
    let start = scanner.position();
    match scanner.peek() {
        b'[' => return first(scanner),
        b'n' => return scanner.keyword(b"null").map(|()| None),
        b'{' => {
            let mut record = None;
            let mut is_envelope = false;
            let mut object = scanner.object()?;
            while let Some(member) = scanner.next_member(&mut object)? {
                if member.key.is("bridgeData") {
                    record = find(scanner)?;
                    is_envelope = true;
                } else {
                    scanner.skip()?;
                }
            }
            if is_envelope {
                return Ok(record);
            }
            scanner.move_to(start);
        }
        _ => {}
    }
    scanner.value(&RECORD)?;
    Ok(Some(start..scanner.position()))
}

/// Finds the first record of a list. An empty list means that there is no record.
fn first(scanner: &mut Scanner<'_>) -> Result<Option<Range<usize>>, DecodeError> {
    let mut first_record = None;
    let mut array = scanner.array()?;
    while scanner.next_element(&mut array)? {
        let start = scanner.position();
        scanner.value(&RECORD)?;
        first_record.get_or_insert(start..scanner.position());
    }
    Ok(first_record)
}
