//! Tells transfers and ethereals apart: both need only `_id` and `status`.

use super::members::Members;
use crate::{
    endpoints::{BridgeTransfer, Ethereal},
    model::{Field, Model},
};

/// Fields in the model of transfers that ethereals have too: the service finds both by their chain type, and `type` is
/// a common name.
const COMMON_FIELDS: [&str; 2] = ["chainType", "type"];

/// Refuses an ethereal in a list of transfers.
pub(super) fn check_transfer(record: &Members<'_>) -> Result<(), String> {
    check(
        record,
        ("a transfer", &BridgeTransfer::MODEL),
        ("an ethereal", &Ethereal::MODEL),
    )
}

/// Refuses a transfer in a list of ethereals.
pub(super) fn check_ethereal(record: &Members<'_>) -> Result<(), String> {
    check(
        record,
        ("an ethereal", &Ethereal::MODEL),
        ("a transfer", &BridgeTransfer::MODEL),
    )
}

/// Refuses a record that has more fields of the `other` model than of its `own`. Fields of both models do not count. It
/// accepts a record with equal counts, which may have a different kind and further fields.
fn check(record: &Members<'_>, own: (&str, &Model), other: (&str, &Model)) -> Result<(), String> {
    let names = fields_of_one(record, other.1, own.1);
    if names.len() <= fields_of_one(record, own.1, other.1).len() {
        return Ok(());
    }
    let names = names.join(", ");
    Err([
        "Invalid record: it has the fields of ",
        other.0,
        ": ",
        &names,
        ". Expected ",
        own.0,
        ".",
    ]
    .concat())
}

/// Returns the fields of a record that are in `one` model but not in the other. A field with null counts as absent.
fn fields_of_one(record: &Members<'_>, one: &Model, other: &Model) -> Vec<&'static str> {
    let is_in_both = |field: &Field| {
        COMMON_FIELDS.contains(&field.name) || other.fields.iter().any(|o| o.name == field.name)
    };
    let is_present = |field: &Field| {
        [field.name]
            .iter()
            .chain(field.aliases)
            .any(|name| record.raw(name).is_some())
    };
    one.fields
        .iter()
        .filter(|field| !is_in_both(field) && is_present(field))
        .map(|field| field.name)
        .collect()
}
