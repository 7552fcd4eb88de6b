//! The envelope of a transfer: the JSON around the record. The specification shows one envelope
//! (§4.2), but services send others.

use super::BridgeTransfer;
use crate::{
    json::{DecodeError, Located, Scanner},
    model::Kind,
};
use std::ops::Range;

static RECORD: Kind = Kind::Record(&BridgeTransfer::MODEL);

/// Locates the record, alone or in a list. The record or the list may be nested in any number of
/// `bridgeData` members.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Located, DecodeError> {
    Ok(Located {
        span: find(scanner)?,
        ..Located::default()
    })
}

/// The byte range of the record; `None` when there is none.
fn find(scanner: &mut Scanner<'_>) -> Result<Option<Range<usize>>, DecodeError> {
    scanner.skip_whitespace();
    match scanner.peek() {
        b'[' => find_in_list(scanner),
        b'{' => find_in_object(scanner),
        b'n' => scanner.keyword(b"null").map(|()| None),
        // Any other value is an error, because a record is an object.
        _ => check_record(scanner).map(Some),
    }
}

/// Checks every record of a list, and returns the first. An empty list means that there is no
/// record.
fn find_in_list(scanner: &mut Scanner<'_>) -> Result<Option<Range<usize>>, DecodeError> {
    let mut first_record = None;
    let mut array = scanner.array()?;
    while scanner.next_element(&mut array)? {
        let record = check_record(scanner)?;
        if first_record.is_none() {
            first_record = Some(record);
        }
    }
    Ok(first_record)
}

/// Finds the record in the member `bridgeData` of an object. An object without `bridgeData` is the
/// record itself.
fn find_in_object(scanner: &mut Scanner<'_>) -> Result<Option<Range<usize>>, DecodeError> {
    let start = scanner.position();
    let mut record = None;
    let mut is_envelope = false;
    let mut object = scanner.object()?;
    while let Some(member) = scanner.next_member(&mut object)? {
        if member.key.is("bridgeData") {
            // The last of repeated names counts, as in JSON.parse.
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
    check_record(scanner).map(Some)
}

/// Checks the record at the position of the scanner, and returns the byte range of the record.
fn check_record(scanner: &mut Scanner<'_>) -> Result<Range<usize>, DecodeError> {
    let start = scanner.position();
    scanner.value(&RECORD)?;
    Ok(start..scanner.position())
}
