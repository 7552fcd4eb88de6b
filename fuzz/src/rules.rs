//! A second implementation of the rules in docs/decisions.md for bodies. It reads a tree, and the
//! client reads bytes.

use crate::json::{Json, Text, utf16};
use ethereal_query::{BridgeTransfer, Ethereal, Kind, MODELS, Property, PropertyType};

/// Aliases and the fields that they mean. If an alias means two fields, the kind of the value
/// decides. `the service` is an alias, because the specification prints `ethereal` in this way.
pub const ALIASES: [(&str, &[&str]); 8] = [
    ("the service", &["ethereal"]),
    ("lastCheckTimestamp", &["lastCheckedTimestamp"]),
    (
        "lastCheckedAt",
        &["lastCheckedTimestamp", "lastCheckedDate"],
    ),
    ("lastCheckDate", &["lastCheckedDate"]),
    ("lastSyncedAt", &["lastSyncTimestamp", "lastSyncData"]),
    ("lastSyncDate", &["lastSyncData"]),
    ("blessAmount", &["nativeAmount"]),
    ("blessedAccount", &["sponsoredAccount"]),
];

/// Whether a number is an integer beyond 2^53-1.
#[must_use]
pub fn is_big(number: &str) -> bool {
    let digits = number.trim_start_matches('-');
    digits.bytes().all(|b| b.is_ascii_digit()) && !digits.parse::<u64>().is_ok_and(|n| n < 1 << 53)
}

/// Every integer of at most this number of digits is below 2^53.
const MAX_SAFE_DIGITS: usize = 15;

/// Whether the integer part of a number is beyond 2^53-1, or may be beyond 2^53-1 after the
/// fraction is rounded or the exponent is applied. A field of the specification gets such a number
/// as a string.
#[must_use]
pub fn may_be_unsafe(number: &str) -> bool {
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (number, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = whole.trim_start_matches('-').len();
    if is_big(whole) {
        return true;
    }
    if !fraction.is_empty() && digits > MAX_SAFE_DIGITS {
        return true;
    }
    match exponent {
        Some(exponent) if !exponent.starts_with('-') => {
            // An exponent that the type cannot hold is too large as well.
            let added_digits = exponent.trim_start_matches('+').parse::<usize>();
            digits.saturating_add(added_digits.unwrap_or(usize::MAX)) > MAX_SAFE_DIGITS
        }
        _ => false,
    }
}

/// A value with large integers as strings, as in a typed body, and in token metadata with
/// `integers: "exact"`.
#[must_use]
pub fn quote_big_integers(value: &Json) -> Json {
    match value {
        Json::Number(number) if is_big(number) => Json::Text(utf16(number)),
        Json::List(list) => Json::List(list.iter().map(quote_big_integers).collect()),
        Json::Object(members) => Json::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), quote_big_integers(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// The exponent of a number stays if the text without the exponent has more digits than this.
const MAX_DIGITS: usize = 100;

/// A positive or negative exponent beyond this limit counts as the limit. `fuzz/run.mjs` limits an
/// input to 4,096 bytes, so a number with such an exponent has more than `MAX_DIGITS` digits
/// anyway.
const MAX_EXPONENT: i64 = 1_000_000;

/// The text for a number in a field of the specification: without an exponent, if the text then has
/// at most `MAX_DIGITS` digits, and without a fraction of zeros.
fn number_text(number: &str) -> String {
    let (sign, positive) = match number.strip_prefix('-') {
        Some(positive) => ("-", positive),
        None => ("", number),
    };
    let (mantissa, exponent) = positive.split_once(['e', 'E']).unwrap_or((positive, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if mantissa.bytes().all(|b| matches!(b, b'0' | b'.')) {
        return "0".to_owned();
    }
    let exponent = exponent
        .parse::<i64>()
        .unwrap_or(if exponent.starts_with('-') {
            -MAX_EXPONENT
        } else {
            MAX_EXPONENT
        });
    let exponent = exponent.clamp(-MAX_EXPONENT, MAX_EXPONENT);
    let (whole, fraction) = with_moved_point(whole, fraction, exponent);
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if positive.contains(['e', 'E']) && whole.len() + fraction.len() > MAX_DIGITS {
        return number.to_owned();
    }
    if fraction.bytes().all(|b| b == b'0') {
        return [sign, whole].concat();
    }
    [sign, whole, ".", &fraction].concat()
}

/// Moves the decimal point of a number to the right, or to the left for negative `places`. Returns
/// the digits before and after the point.
fn with_moved_point(whole: &str, fraction: &str, places: i64) -> (String, String) {
    let mut digits = [whole, fraction].concat();
    let point = whole.len() as i64 + places;
    if point < 0 {
        let zeros = "0".repeat(point.unsigned_abs() as usize);
        return (String::new(), zeros + &digits);
    }
    let point = point as usize;
    while digits.len() < point {
        digits.push('0');
    }
    let (before, after) = digits.split_at(point);
    (before.to_owned(), after.to_owned())
}

/// A record with the names of the specification; `None` when the value is not an object, or when a
/// required field is absent or has a value of another kind. An optional field with a value of
/// another kind counts as absent.
#[must_use]
pub fn record(model: &[Property], value: &Json) -> Option<Json> {
    let Json::Object(members) = value else {
        return None;
    };
    let field_named = |name: &[u16]| model.iter().find(|field| utf16(field.name) == name);
    // The last member of each key, in the order of the text.
    let mut in_order: Vec<_> = Json::last_members(members)
        .into_iter()
        .map(|(key, (at, value))| (at, key, value))
        .collect();
    in_order.sort_by_key(|(at, ..)| *at);
    // The fields that have a value. A field without a valid value under its own name takes the
    // value of its first alias in the loop below.
    let mut present: Vec<Text> = Vec::new();
    for (_, key, value) in &in_order {
        if let Some(field) = field_named(key)
            && field_value(field, value).is_some()
        {
            present.push(key.to_vec());
        }
    }
    let mut out = Vec::new();
    for (_, key, value) in in_order {
        let Some(field) = field_named(key).or_else(|| field_of_alias(model, key, value)) else {
            out.push((key.to_vec(), quote_big_integers(value)));
            continue;
        };
        let name = utf16(field.name);
        let Some(value) = field_value(field, value) else {
            if field.required && !value.is_null() {
                return None;
            }
            continue;
        };
        if name == key || present.contains(&name) {
            // An alias of a field that has a value already keeps its name.
            out.push((key.to_vec(), value));
        } else {
            present.push(name.clone());
            out.push((name, value));
        }
    }
    let mut required = model.iter().filter(|field| field.required);
    let has_required = required.all(|field| present.contains(&utf16(field.name)));
    has_required.then_some(Json::Object(out))
}

/// The field that an alias means. Of two fields, the field whose kind fits the value; the first
/// field if none fits.
fn field_of_alias<'a>(model: &'a [Property], key: &[u16], value: &Json) -> Option<&'a Property> {
    let (_, names) = ALIASES.iter().find(|(alias, _)| utf16(alias) == key)?;
    let fields = || {
        names
            .iter()
            .filter_map(|name| model.iter().find(|field| field.name == *name))
    };
    let fits = |field: &&Property| match value {
        Json::Number(_) => matches!(field.ty, PropertyType::Kind(Kind::Number)),
        Json::Text(_) => matches!(field.ty, PropertyType::Kind(Kind::Text(_))),
        _ => false,
    };
    fields().find(fits).or_else(|| fields().next())
}

/// The value of a field as the client returns it; `None` when its kind does not fit.
fn field_value(field: &Property, value: &Json) -> Option<Json> {
    let PropertyType::Kind(kind) = &field.ty else {
        panic!("{} is not a field of a record", field.name)
    };
    value_of(kind, value)
}

fn value_of(kind: &Kind, value: &Json) -> Option<Json> {
    let as_text = |number: &str| Json::Text(utf16(&number_text(number)));
    match (kind, value) {
        (Kind::Any, _) | (Kind::Map | Kind::Permissions, Json::Object(_)) => {
            Some(quote_big_integers(value))
        }
        (Kind::Text(_), Json::Number(number)) => Some(as_text(number)),
        (Kind::Number | Kind::Scalar, Json::Number(number)) if may_be_unsafe(number) => {
            Some(as_text(number))
        }
        (Kind::Number | Kind::Scalar, Json::Number(_))
        | (Kind::Text(_) | Kind::Scalar, Json::Text(_)) => Some(value.clone()),
        (Kind::OpenString("TransferType", _), Json::Text(t)) if *t == utf16("BLESS") => {
            Some(Json::Text(utf16("NATIVE")))
        }
        (Kind::OpenString(..), Json::Text(_)) => Some(value.clone()),
        (Kind::List(kind), Json::List(list)) => list
            .iter()
            .map(|value| value_of(kind, value))
            .collect::<Option<_>>()
            .map(Json::List),
        (Kind::Record(_), _) => {
            let model = MODELS
                .iter()
                .find(|model| model.name == kind.typescript())?;
            record(model.members, value)
        }
        (
            Kind::Map
            | Kind::Permissions
            | Kind::Text(_)
            | Kind::Number
            | Kind::Scalar
            | Kind::OpenString(..)
            | Kind::List(_),
            _,
        ) => None,
    }
}

/// The error of a record that does not match its model.
#[derive(Debug)]
pub struct InvalidRecord;

/// The transfer of a response: the response itself, or the first item of a list. Either can be
/// under `bridgeData`. `None` means that no transfer exists.
pub fn transfer(value: &Json) -> Result<Option<Json>, InvalidRecord> {
    if value.is_null() {
        return Ok(None);
    }
    if let Json::List(list) = value {
        // Every transfer of the list must be valid.
        let mut transfers = Vec::new();
        for item in list {
            transfers.push(bare_transfer(item)?);
        }
        return Ok(transfers.into_iter().next());
    }
    match value.get("bridgeData") {
        Some(inner) => transfer(inner),
        None => bare_transfer(value).map(Some),
    }
}

fn bare_transfer(value: &Json) -> Result<Json, InvalidRecord> {
    record(BridgeTransfer::TYPESCRIPT.members, value).ok_or(InvalidRecord)
}

/// The ethereals of a list.
#[must_use]
pub fn ethereals(value: &Json) -> Option<Json> {
    let Json::List(list) = value else { return None };
    list.iter()
        .map(|value| record(Ethereal::TYPESCRIPT.members, value))
        .collect::<Option<_>>()
        .map(Json::List)
}

/// Every value that could be the list of a response: the body, the members of the body, and the
/// members of these members.
#[must_use]
pub fn candidate_lists(value: &Json) -> Vec<&Json> {
    let first = members(value);
    let second = first.iter().flat_map(|value| members(value));
    [value]
        .into_iter()
        .chain(first.iter().copied())
        .chain(second)
        .collect()
}

fn members(value: &Json) -> Vec<&Json> {
    let Json::Object(members) = value else {
        return Vec::new();
    };
    members.iter().map(|(_, value)| value).collect()
}
