//! The rules of docs/decisions.md for bodies, over a tree instead of bytes.

use crate::json::{Json, Text, utf16};
use ethereal_query::{BridgeTransfer, Ethereal, Property, RouteStep};

/// Aliases and the fields that they mean. Of two fields, the kind of the value decides.
pub const SPELLINGS: [(&str, &[&str]); 8] = [
    ("the service", &["ethereal"]),
    ("lastCheckTimestamp", &["lastCheckedTimestamp"]),
    ("lastCheckedAt", &["lastCheckedTimestamp", "lastCheckedDate"]),
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

/// Whether the integer part of a number is beyond 2^53-1, or may be after rounding its fraction or applying its
/// exponent. A field of the specification gets such a number as a string.
#[must_use]
pub fn is_unsafe(number: &str) -> bool {
    let (mantissa, power) = number.split_once(['e', 'E']).unwrap_or((number, "-"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = whole.trim_start_matches('-').len();
    // An exponent that the type cannot hold is too large as well.
    let grows = !power.starts_with('-')
        && power.trim_start_matches('+').parse().map_or(true, |power: usize| digits + power > 15);
    is_big(whole) || grows || (!fraction.is_empty() && digits > 15)
}

/// The values of a typed body: large integers become strings.
#[must_use]
pub fn quoted(value: &Json) -> Json {
    mapped(value, &|number| Json::Text(utf16(number)), &Clone::clone)
}

/// Token metadata with `integers: "exact"`: large integers become tagged strings, and a string that begins with a tag
/// gets a second one.
#[must_use]
pub fn tagged(value: &Json) -> Json {
    let mark = |text: &Text| [&[1], text.as_slice()].concat();
    mapped(value, &|number| Json::Text(mark(&utf16(number))), &|text| {
        if text.first() == Some(&1) { mark(text) } else { text.clone() }
    })
}

fn mapped(value: &Json, big: &dyn Fn(&str) -> Json, text: &dyn Fn(&Text) -> Text) -> Json {
    match value {
        Json::Number(number) if is_big(number) => big(number),
        Json::Text(t) => Json::Text(text(t)),
        Json::List(list) => Json::List(list.iter().map(|value| mapped(value, big, text)).collect()),
        Json::Object(members) => {
            Json::Object(members.iter().map(|(key, value)| (key.clone(), mapped(value, big, text))).collect())
        }
        other => other.clone(),
    }
}

/// A record with the names of the specification; `None` when a value has another kind or a required field is absent.
#[must_use]
pub fn record(model: &[Property], value: &Json) -> Option<Json> {
    let Json::Object(members) = value else { return None };
    let own = |name: &[u16]| model.iter().find(|field| utf16(field.name) == name);
    let mut settled: Vec<_> = Json::settled(members).into_iter().map(|(key, (at, value))| (at, key, value)).collect();
    settled.sort_by_key(|(at, ..)| *at);
    let mut names: Vec<Text> = settled
        .iter()
        .filter(|(_, key, value)| own(key).is_some() && !value.is_null())
        .map(|(_, key, _)| key.to_vec())
        .collect();
    let mut out = Vec::new();
    for (_, key, value) in settled {
        let Some(field) = own(key).or_else(|| spelled(model, key, value)) else {
            out.push((key.to_vec(), quoted(value)));
            continue;
        };
        if value.is_null() {
            continue;
        }
        let name = utf16(field.name);
        let value = fitted(field, value)?;
        if name == key || names.contains(&name) {
            out.push((key.to_vec(), value));
        } else {
            names.push(name.clone());
            out.push((name, value));
        }
    }
    model.iter().all(|field| !field.required || names.contains(&utf16(field.name))).then_some(Json::Object(out))
}

fn spelled<'a>(model: &'a [Property], key: &[u16], value: &Json) -> Option<&'a Property> {
    let (_, names) = SPELLINGS.iter().find(|(spelling, _)| utf16(spelling) == key)?;
    let fields = || names.iter().filter_map(|name| model.iter().find(|field| field.name == *name));
    let fits = |field: &&Property| match value {
        Json::Number(_) => field.ty == "number",
        Json::Text(_) => matches!(field.ty, "string" | "Address" | "Hash"),
        _ => false,
    };
    fields().find(fits).or_else(|| fields().next())
}

/// The value that the client makes of the value of a field.
fn fitted(field: &Property, value: &Json) -> Option<Json> {
    let text = |value: &Json| match value {
        Json::Text(_) => Some(value.clone()),
        Json::Number(number) => Some(Json::Text(utf16(number))),
        _ => None,
    };
    let list = |each: &dyn Fn(&Json) -> Option<Json>| match value {
        Json::List(list) => list.iter().map(each).collect::<Option<_>>().map(Json::List),
        _ => None,
    };
    match (field.ty, value) {
        ("string" | "Address" | "Hash", _) => text(value),
        ("number" | "number | string", Json::Number(number)) if is_unsafe(number) => text(value),
        ("number", Json::Number(_)) | ("number | string", Json::Number(_) | Json::Text(_)) => Some(value.clone()),
        ("Record<string, string[] | true>", Json::Object(_)) => Some(quoted(value)),
        ("Record<string, unknown>[]", _) => list(&|value| Some(quoted(value))),
        ("string[]", _) => list(&text),
        ("RouteStep[]", _) => list(&|value| record(RouteStep::TYPESCRIPT.members, value)),
        ("TransferType", Json::Text(t)) if *t == utf16("BLESS") => Some(Json::Text(utf16("NATIVE"))),
        ("TransferType" | "TransferStatus" | "EtherealStatus", Json::Text(_)) => Some(value.clone()),
        ("number" | "number | string" | "Record<string, string[] | true>", _) => None,
        ("TransferType" | "TransferStatus" | "EtherealStatus", _) => None,
        (other, _) => panic!("a field has the type {other}, of which the fuzz targets know nothing"),
    }
}

/// The transfer of a response: alone or the first of a list, bare or under `bridgeData`. The outer `None` means that a
/// record is invalid, the inner one that there is no transfer.
#[must_use]
pub fn transfer(value: &Json) -> Option<Option<Json>> {
    let fitting = |value: &Json| record(BridgeTransfer::TYPESCRIPT.members, value);
    match value {
        _ if value.is_null() => Some(None),
        Json::List(list) => Some(list.iter().map(fitting).collect::<Option<Vec<_>>>()?.into_iter().next()),
        _ => value.get("bridgeData").map_or_else(|| fitting(value).map(Some), transfer),
    }
}

/// The records of a list.
#[must_use]
pub fn rows(value: &Json) -> Option<Json> {
    let Json::List(list) = value else { return None };
    list.iter().map(|value| record(Ethereal::TYPESCRIPT.members, value)).collect::<Option<_>>().map(Json::List)
}

/// Every array that could be the list of a response: the body, a member of it, or a member of one of its members.
#[must_use]
pub fn candidates(value: &Json) -> Vec<&Json> {
    let first = members(value);
    let second = first.iter().flat_map(|value| members(value));
    [value].into_iter().chain(first.iter().copied()).chain(second).collect()
}

fn members(value: &Json) -> Vec<&Json> {
    let Json::Object(members) = value else { return Vec::new() };
    members.iter().map(|(_, value)| value).collect()
}
