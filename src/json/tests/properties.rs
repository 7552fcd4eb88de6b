//! Properties of the check that hold for any document.

use super::{BigIntegers, COLLECTION, TRANSFER, TYPED_DEPTH, bounded, check, free, record};
use crate::{
    client::tests::helpers::json_offset,
    endpoints::{BridgeTransfer, Endpoint, Ethereal, EtherealsQuery},
    model::{Field, Kind, Model},
};
use proptest::{collection::vec, prelude::*, sample::select};
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

fn number() -> impl Strategy<Value = Value> {
    let edge = select(vec![
        1 << 53,
        (1 << 53) - 1,
        -(1 << 53),
        1 - (1 << 53),
        i64::MAX,
        i64::MIN,
        0,
        -1,
    ]);
    prop_oneof![
        edge.prop_map(|n: i64| json!(n)),
        any::<u64>().prop_map(|n| json!(n)),
        any::<i64>().prop_map(|n| json!(n)),
        // A double holds a quarter exactly, so every parser reads the same number.
        any::<i32>().prop_map(|n| json!(f64::from(n) / 4.0)),
        select(vec![1e16, 1e21, -1e22, 0.5]).prop_map(|n| json!(n)),
    ]
}

fn leaf() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        ".{0,8}",
        select(vec![
            // A service may send this spelling of the transfer type `NATIVE`.
            "BLESS",
            "\u{1}",
            // In JSON `\u00015`: the digit is not a part of the escape.
            "\u{1}5",
            "\\",
            "\"",
            "\u{0}\u{1f}\u{7f}"
        ])
        .prop_map(str::to_owned)
    ];
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number(),
        text.prop_map(Value::String)
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let (depth, total_size, list_size) = (4, 24, 5);
    leaf().prop_recursive(depth, total_size, list_size, |inner| {
        let members = vec((".{0,4}", inner.clone()), 0..5);
        prop_oneof![
            vec(inner, 0..5).prop_map(Value::Array),
            members.prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// The members of a record: fields of the model, their aliases and unknown fields, with values of
/// any kind. About half of the records have the required fields.
fn members(model: &'static Model) -> impl Strategy<Value = Map<String, Value>> {
    let names = model
        .fields
        .iter()
        .flat_map(|f| [f.name].into_iter().chain(f.aliases.iter().copied()));
    let names: Vec<&str> = names.chain(["x", "y"]).collect();
    let lists = prop_oneof![
        vec(number(), 0..3).prop_map(Value::from),
        vec(value(), 0..3).prop_map(Value::from),
        vec(number(), 1..3).prop_map(|steps| steps
            .into_iter()
            .map(|n| json!({"step": n, "txHash": null}))
            .collect()),
    ];
    let word = "[a-zA-Z]{1,4}".prop_map(Value::from);
    let any_value = prop_oneof![4 => leaf(), 2 => word, 1 => lists, 1 => value()];
    // The required fields of both models, transfers and collections.
    let required_fields = any::<bool>().prop_map(|has_required_fields| {
        if has_required_fields {
            vec![
                ("_id".to_owned(), json!("1")),
                ("status".to_owned(), json!("s")),
            ]
        } else {
            vec![]
        }
    });
    let other_members = vec((select(names).prop_map(str::to_owned), any_value), 0..7);
    let members = (other_members, required_fields).prop_map(|(other, required)| {
        // The map keeps one member of each name.
        let map: Map<String, Value> = other.into_iter().chain(required).collect();
        map.into_iter().collect::<Vec<_>>()
    });
    members
        .prop_shuffle()
        .prop_map(|members| members.into_iter().collect())
}

/// The value with integers beyond 2^53-1 as strings, at any depth.
fn quoted(value: &Value) -> Value {
    let big = |n: i128| n.unsigned_abs() > (1 << 53) - 1;
    match value {
        Value::Number(n) if n.as_i128().is_some_and(big) => json!(n.to_string()),
        Value::Array(list) => list.iter().map(quoted).collect(),
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), quoted(v))).collect(),
        other => other.clone(),
    }
}

/// The decimal digits of a number. `Display` of `f64` writes no exponent.
fn digits(number: &serde_json::Number) -> Value {
    json!(
        number
            .as_i128()
            .map_or_else(|| number.as_f64().unwrap().to_string(), |n| n.to_string())
    )
}

/// The value that the client makes of a value of `kind`; `None` when the value does not match. This
/// is a second implementation of the rules, over a tree instead of bytes.
fn expected_value(kind: &Kind, value: &Value) -> Option<Value> {
    // `serde_json` writes a large double with an exponent: `1e+16`. The client writes its digits in
    // a string, because a double may round such a number.
    let number = || match value {
        Value::Number(n) if n.to_string().contains("e+") => Some(digits(n)),
        Value::Number(_) => Some(quoted(value)),
        _ => None,
    };
    let text = value.as_str();
    match kind {
        Kind::Any => Some(quoted(value)),
        Kind::Map | Kind::Permissions => value.is_object().then(|| quoted(value)),
        Kind::Number => number(),
        Kind::Scalar => text.map(|text| json!(text)).or_else(number),
        Kind::Text(_) => text
            .map(|text| json!(text))
            .or_else(|| value.as_number().map(digits)),
        Kind::OpenString(_, names) => {
            let text = text?;
            let known = names.iter().find(|(spelling, _)| *spelling == text);
            Some(json!(known.map_or(text, |(_, name)| *name)))
        }
        Kind::List(kind) => value
            .as_array()?
            .iter()
            .map(|value| expected_value(kind, value))
            .collect(),
        Kind::Record(model) => expected_members(model, value.as_object()?).map(Value::Object),
    }
}

/// The members that the client makes of a record; `None` when a required field is absent.
fn expected_members(model: &Model, map: &Map<String, Value>) -> Option<Map<String, Value>> {
    // The field that a name means. An alias may belong to several fields: the value decides.
    let field = |name: &str, value: &Value| -> Option<&Field> {
        let has_alias = |f: &&Field| f.aliases.contains(&name);
        let first_byte = value.to_string().as_bytes()[0];
        let by_name = model.fields.iter().find(|f| f.name == name);
        let by_alias_and_value = || {
            let mut fields = model.fields.iter().filter(has_alias);
            fields.find(|f| f.kind.begins_with(first_byte))
        };
        by_name
            .or_else(by_alias_and_value)
            .or_else(|| model.fields.iter().find(has_alias))
    };
    let fitting_value = |field: &Field, name: &str| {
        map.get(name)
            .and_then(|value| expected_value(&field.kind, value))
    };
    let mut out = Map::new();
    for (name, value) in map {
        match field(name, value) {
            None => {
                out.insert(name.clone(), quoted(value));
            }
            Some(field) => {
                let Some(value) = fitting_value(field, name) else {
                    continue;
                };
                // The first alias takes the name of its field when that name has no fitting value.
                let takes_field_name =
                    fitting_value(field, field.name).is_none() && !out.contains_key(field.name);
                let new_name = if takes_field_name { field.name } else { name };
                out.insert(new_name.to_owned(), value);
            }
        }
    }
    model
        .fields
        .iter()
        .all(|f| !f.required || out.contains_key(f.name))
        .then_some(out)
}

/// Text of tokens in any order, which is almost JSON.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let known: Vec<&[u8]> = vec![
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"\"a\"",
        b"\"",
        b"\\",
        b"\\u12",
        b"\\ud800",
        b"\\n",
        b"1",
        b"0",
        b"-",
        b".",
        b"e",
        b"+",
        b"9007199254740993",
        b"true",
        b"null",
        b"fals",
        b" ",
        b"\n",
        b"\x00",
        b"\x0b",
        b"\xc3\xa9",
        b"\xc3",
        b"\xff",
    ];
    let known_piece = select(known).prop_map(<[u8]>::to_vec);
    let any_byte = any::<u8>().prop_map(|byte| vec![byte]);
    let piece = prop_oneof![9 => known_piece, 1 => any_byte];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// A document with one byte changed, removed or repeated, or without its end.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    (value(), any::<prop::sample::Index>(), any::<u8>(), 0..4).prop_map(|(value, at, byte, how)| {
        let mut bytes = value.to_string().into_bytes();
        let at = at.index(bytes.len());
        match how {
            0 => bytes[at] = byte,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            _ => bytes.truncate(at),
        }
        bytes
    })
}

/// Checks that the scanner accepts the same bytes as `serde_json`, and that a record is never
/// accepted without being JSON. With `IgnoredAny`, `serde_json` has no depth limit, and accepts all
/// numbers and lone surrogates, as the scanner does. This function itself checks UTF-8, and removes
/// a byte order mark.
fn agrees_with_serde(bytes: &[u8]) -> Result<(), TestCaseError> {
    let text = std::str::from_utf8(bytes).ok();
    let is_json = text.is_some_and(|text| {
        let document = text.strip_prefix('\u{feff}').unwrap_or(text);
        serde_json::from_str::<IgnoredAny>(document).is_ok()
    });
    prop_assert_eq!(
        free(bytes).is_ok(),
        is_json,
        "{:?}",
        String::from_utf8_lossy(bytes)
    );
    if let Some(text) = text {
        for read in [COLLECTION, TRANSFER] {
            prop_assert!(is_json || record(read, text).is_err());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn accepts_documents_and_keeps_their_text(value in value(), pretty: bool) {
        let text = if pretty { format!("{value:#}") } else { value.to_string() };
        let checked = free(text.as_str()).unwrap();
        prop_assert_eq!(checked.text(), text.as_str());
        prop_assert_eq!(&*checked.json().unwrap(), text.as_str());
    }

    #[test]
    fn quotes_big_integers_and_changes_nothing_else(value in value(), pretty: bool) {
        let text = if pretty { format!("{value:#}") } else { value.to_string() };
        let checked = bounded(text, TYPED_DEPTH, BigIntegers::Quote).unwrap();
        let parsed: Value = serde_json::from_str(&checked.json().unwrap()).unwrap();
        prop_assert_eq!(parsed.to_string(), quoted(&value).to_string());
    }

    #[test]
    fn agrees_with_serde_about_almost_json(bytes in prop_oneof![pieces(), damaged()]) {
        agrees_with_serde(&bytes)?;
    }

    #[test]
    fn agrees_with_serde_about_any_bytes(bytes in vec(any::<u8>(), 0..64)) {
        agrees_with_serde(&bytes)?;
    }

    #[test]
    fn edits_records_by_the_rules(
        (is_transfer, map) in prop_oneof![
            members(&Ethereal::MODEL).prop_map(|map| (false, map)),
            members(&BridgeTransfer::MODEL).prop_map(|map| (true, map)),
        ],
        pretty: bool,
    ) {
        let value = Value::Object(map.clone());
        let text = if pretty { format!("{value:#}") } else { value.to_string() };
        let (read, model) = if is_transfer {
            (TRANSFER, &BridgeTransfer::MODEL)
        } else {
            (COLLECTION, &Ethereal::MODEL)
        };
        let json = record(read, &text).ok();
        let actual = json.map(|json| serde_json::from_str::<Value>(&json).unwrap());
        let expected = expected_members(model, &map).map(Value::Object);
        // Comparing values would ignore the order of the members.
        prop_assert_eq!(actual.map(|v| v.to_string()), expected.map(|v| v.to_string()), "{}", text);
    }

    #[test]
    fn returns_every_record_of_a_valid_list(
        maps in vec(members(&Ethereal::MODEL), 0..4),
        pretty: bool,
        has_mark: bool,
        big in select(vec![BigIntegers::Quote, BigIntegers::Exact]),
    ) {
        let list = json!({"total": 9_007_199_254_740_993_u64, "items": maps});
        let mark = if has_mark { "\u{feff}" } else { "" };
        let body = if pretty { format!("{mark}{list:#}") } else { format!("{mark}{list}") };
        let read = &EtherealsQuery::ROUTE.body.read;
        let result = check(body.clone().into(), TYPED_DEPTH, big, read);
        // One record without its required fields makes the whole list invalid.
        let is_valid = maps.iter().all(|map| expected_members(&Ethereal::MODEL, map).is_some());
        prop_assert_eq!(result.is_ok(), is_valid, "{}", body);
        if let Ok(checked) = result {
            let json = checked.json().unwrap();
            let records: Vec<Value> = serde_json::from_str(&json).unwrap();
            prop_assert_eq!(records.len(), maps.len(), "{}", json);
            for (record, map) in records.iter().zip(&maps) {
                // The client makes a string of an id that is a number.
                if map["_id"].is_string() {
                    prop_assert_eq!(&record["_id"], &map["_id"]);
                }
            }
            // Without an edit, the list is borrowed from the body.
            if let Some(offset) = json_offset(&checked) {
                prop_assert_eq!(&body[offset..offset + json.len()], &*json);
            }
        }
    }
}
