//! Tests of the fast path: the values that it skips, and those that it leaves to the scanner.

use super::super::fast_path::value;
use crate::{
    endpoints::{BridgeTransfer, Ethereal, Project},
    model::{Kind, Model},
};
use std::{fs::read_to_string, path::Path};

const ANY: &Kind = &Kind::Any;
const COLLECTION: &Kind = &Kind::Record(&Ethereal::MODEL);
const TRANSFER: &Kind = &Kind::Record(&BridgeTransfer::MODEL);
const PROJECT: &Kind = &Kind::Record(&Project::MODEL);

/// The end of the value that begins `text`, with a depth limit.
fn end_within(kind: &'static Kind, text: &str, depth: u32) -> Option<usize> {
    value(text.as_bytes(), 0, kind, depth).map(usize::from)
}

fn end(kind: &'static Kind, text: &str) -> Option<usize> {
    end_within(kind, text, 64)
}

/// Asserts that the fast path skips the whole value.
fn skipped(kind: &'static Kind, text: &str) {
    assert_eq!(end(kind, &format!("{text},")), Some(text.len()), "{text}");
}

/// Asserts that the fast path leaves the value to the scanner.
fn left(kind: &'static Kind, text: &str) {
    assert_eq!(end(kind, &format!("{text},")), None, "{text}");
}

#[test]
fn skips_nine_of_ten_records_of_the_sample_data() {
    let file = |name: &str| read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("seed").join(name)).unwrap();
    for (kind, name) in [(COLLECTION, "ethereals.ndjson"), (TRANSFER, "transfers.ndjson")] {
        let text = file(name);
        assert!(text.lines().count() > 50);
        // The sample data also has `null` and strings with escape sequences, which the specification allows.
        let skipped = text.lines().filter(|line| end(kind, line) == Some(line.len())).count();
        assert!(skipped * 10 >= text.lines().count() * 9, "{name}: {skipped} of {}", text.lines().count());
    }
}

#[test]
fn skips_fields_in_any_order_and_unknown_fields() {
    skipped(COLLECTION, r#"{"_id":"1","status":"active"}"#);
    skipped(COLLECTION, r#"{"status":"active","_id":"1","balance":"5"}"#);
    skipped(COLLECTION, r#"{"new":[{},[],{"a":[true,false,null,-1,0,"é"]}],"status":"unfunded","new":1,"_id":"1"}"#);
    skipped(COLLECTION, r#"{"_id":"1","status":"active","sourceChain":1,"lastCheckedTimestamp":999999999999999}"#);
    skipped(
        TRANSFER,
        r#"{"_id":"1","status":"done","tokenIds":["1","2"],"route":[{"step":1},{"step":"a","txHash":"0x"}]}"#,
    );
    skipped(PROJECT, r#"{"project":"a","auth":{"read":["a"],"admin":true}}"#);
}

#[test]
fn leaves_values_that_need_an_edit() {
    for member in [
        r#""balance":null"#,
        r#""balance":5"#,
        r#""sourceChain":9007199254740993"#,
        r#""_id":"2""#,
        r#""deposits":[9007199254740993]"#,
        r#""deposits":[1e400]"#,
        r#""lastCheckedTimestamp":1234567890123456"#,
        r#""lastCheckTimestamp":1"#,
        r#""the service":"0x""#,
        r#""lastSyncedAt":"2025""#,
        r#""status":"other""#,
    ] {
        left(COLLECTION, &format!(r#"{{"_id":"1","status":"active",{member}}}"#));
    }
    left(COLLECTION, r#"{"_id":"1","status":"idle"}"#);
    left(TRANSFER, r#"{"_id":"1","status":"done","type":"BLESS"}"#);
    left(ANY, r#""\u0001""#);
}

#[test]
fn leaves_invalid_values() {
    for text in [
        r#"{"_id":"1"}"#,
        r#"{}"#,
        r#"{"_id":1,"status":"active"}"#,
        r#"{"_id":"1","status":"active","deposits":{}}"#,
        r#"{"_id":"1","status":"active",}"#,
        r#"{"_id":"1" "status":"active"}"#,
        r#"{"_id":"1","status":"active"]"#,
        r#"{"_id","status":"active"}"#,
        r#"{_id:"1","status":"active"}"#,
        r#"{"_id":"1","status":"active""#,
        r#"{"_id":"1","status":"active","lastCheckedTimestamp":true}"#,
    ] {
        left(COLLECTION, text);
    }
    for text in [
        "01", "-", "-01", "1.", "1.5", "1e1", "+1", "tru", "nul", "falsy", "[1,]", "[,1]", "[1 ,2]", "[1}", "\"a\tb\"",
        "\"", "",
    ] {
        left(ANY, text);
    }
    // Incomplete values.
    let text = r#"{"a":[{"b":"c"},-12,true,{"d":{}}]}"#;
    assert_eq!(end(ANY, text), Some(text.len()));
    assert!((0..text.len()).all(|length| end(ANY, &text[..length]).is_none()));
}

#[test]
fn leaves_values_beyond_the_depth_limit() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert_eq!(end_within(ANY, &deep(5), 5), Some(10));
    assert_eq!(end_within(ANY, &deep(5), 4), None);
    assert_eq!(end_within(ANY, r#"{"a":{"a":{}}}"#, 3), Some(14));
    assert_eq!(end_within(ANY, r#"{"a":{"a":{}}}"#, 2), None);
}

#[test]
fn skips_each_order_of_fields_and_leaves_repeated_fields() {
    let fitting = |kind: &Kind| {
        match kind {
            Kind::Number => "1",
            Kind::List(_) => "[]",
            Kind::Map | Kind::Record(_) => "{}",
            Kind::OpenString(names) => return format!("\"{}\"", names.iter().find(|(a, b)| a == b).unwrap().0),
            _ => "\"x\"",
        }
        .to_owned()
    };
    for (kind, model) in [(COLLECTION, &Ethereal::MODEL), (TRANSFER, &BridgeTransfer::MODEL)] as [(_, &Model); 2] {
        let all: Vec<_> = model.fields.iter().map(|f| format!("\"{}\":{}", f.name, fitting(&f.kind))).collect();
        for first in 0..all.len() {
            let fields = [&all[first..], &all[..first]].concat().join(",");
            skipped(kind, &format!("{{{fields}}}"));
            left(kind, &format!("{{{fields},{}}}", all[first]));
        }
    }
}
