//! The short way: what goes it, what must not, and that it is right about what does.

use super::super::fast_path::value;
use crate::{
    BridgeTransfer, Ethereal, Project,
    model::{Kind, Model},
};
use std::{fs::read_to_string, path::Path};

const ANY: &Kind = &Kind::Any;
const COLLECTION: &Kind = &Kind::Record(&Ethereal::MODEL);
const TRANSFER: &Kind = &Kind::Record(&BridgeTransfer::MODEL);
const PROJECT: &Kind = &Kind::Record(&Project::MODEL);

/// How many bytes of a text are the value at its begin, read with room for `room` brackets.
fn nested(kind: &'static Kind, text: &str, room: u32) -> Option<usize> {
    value(text.as_bytes(), 0, kind, room).map(usize::from)
}

fn end(kind: &'static Kind, text: &str) -> Option<usize> {
    nested(kind, text, 64)
}

/// What is goes the short way whole, up to something that follows.
fn short(kind: &'static Kind, text: &str) {
    assert_eq!(end(kind, &format!("{text},")), Some(text.len()), "{text}");
}

fn long(kind: &'static Kind, text: &str) {
    assert_eq!(end(kind, &format!("{text},")), None, "{text}");
}

#[test]
fn records_of_a_service_that_follows_the_specification_go_it() {
    let file = |name: &str| read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("seed").join(name)).unwrap();
    for (kind, name) in [(COLLECTION, "ethereals.ndjson"), (TRANSFER, "transfers.ndjson")] {
        let text = file(name);
        assert!(text.lines().count() > 50);
        // The seed also holds what the specification only allows: other orders, `null`, text with escapes.
        let usual = text.lines().filter(|line| end(kind, line) == Some(line.len())).count();
        assert!(usual * 10 >= text.lines().count() * 9, "{name}: {usual} of {}", text.lines().count());
    }
}

#[test]
fn any_order_and_unknown_names_go_it() {
    short(COLLECTION, r#"{"_id":"1","status":"active"}"#);
    short(COLLECTION, r#"{"status":"active","_id":"1","balance":"5"}"#);
    short(COLLECTION, r#"{"new":[{},[],{"a":[true,false,null,-1,0,"é"]}],"status":"unfunded","new":1,"_id":"1"}"#);
    short(COLLECTION, r#"{"_id":"1","status":"active","sourceChain":1,"lastCheckedTimestamp":999999999999999}"#);
    short(
        TRANSFER,
        r#"{"_id":"1","status":"done","tokenIds":["1","2"],"route":[{"step":1},{"step":"a","txHash":"0x"}]}"#,
    );
    short(PROJECT, r#"{"project":"a","auth":{"read":["a"],"admin":true}}"#);
}

#[test]
fn what_has_to_change_does_not() {
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
        long(COLLECTION, &format!(r#"{{"_id":"1","status":"active",{member}}}"#));
    }
    long(COLLECTION, r#"{"_id":"1","status":"idle"}"#);
    long(TRANSFER, r#"{"_id":"1","status":"done","type":"BLESS"}"#);
    long(ANY, r#""\u0001""#);
}

#[test]
fn what_is_wrong_does_not() {
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
        long(COLLECTION, text);
    }
    for text in [
        "01", "-", "-01", "1.", "1.5", "1e1", "+1", "tru", "nul", "falsy", "[1,]", "[,1]", "[1 ,2]", "[1}", "\"a\tb\"",
        "\"", "",
    ] {
        long(ANY, text);
    }
    // Cut off anywhere.
    let text = r#"{"a":[{"b":"c"},-12,true,{"d":{}}]}"#;
    assert_eq!(end(ANY, text), Some(text.len()));
    assert!((0..text.len()).all(|length| end(ANY, &text[..length]).is_none()));
}

#[test]
fn it_is_no_way_round_the_limit_of_nesting() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert_eq!(nested(ANY, &deep(5), 5), Some(10));
    assert_eq!(nested(ANY, &deep(5), 4), None);
    assert_eq!(nested(ANY, r#"{"a":{"a":{}}}"#, 3), Some(14));
    assert_eq!(nested(ANY, r#"{"a":{"a":{}}}"#, 2), None);
}

#[test]
fn every_field_may_stand_first_and_twice_is_not_usual() {
    let fitting = |kind: &Kind| {
        match kind {
            Kind::Number => "1",
            Kind::List(_) => "[]",
            Kind::Map | Kind::Record(_) => "{}",
            Kind::Renamed(names) => return format!("\"{}\"", names.iter().find(|(a, b)| a == b).unwrap().0),
            _ => "\"x\"",
        }
        .to_owned()
    };
    for (kind, model) in [(COLLECTION, &Ethereal::MODEL), (TRANSFER, &BridgeTransfer::MODEL)] as [(_, &Model); 2] {
        let all: Vec<_> = model.fields.iter().map(|f| format!("\"{}\":{}", f.name, fitting(&f.kind))).collect();
        for turn in 0..all.len() {
            let turned = [&all[turn..], &all[..turn]].concat();
            short(kind, &format!("{{{}}}", turned.join(",")));
            long(kind, &format!("{{{},{}}}", turned.join(","), all[turn]));
        }
    }
}
