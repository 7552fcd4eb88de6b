//! Tests of records that do not match the model and are skipped.

use super::default_query;
use crate::{
    client::tests::helpers::{checked, json},
    endpoints::EtherealsQuery,
    json::{Checked, MAX_SKIPPED},
};
use proptest::{collection::vec, prelude::*, sample::select};
use serde_json::Value;

const A: &str = r#"{"_id":"a","status":"active"}"#;
const B: &str = r#"{"balance":null,"_id":"b","status":"unfunded","lastSyncDate":"2025"}"#;
/// [`B`] after its edits: without null, and with the specified name `lastSyncData`.
const B_EDITED: &str = r#"{"_id":"b","status":"unfunded","lastSyncData":"2025"}"#;

fn skipping() -> EtherealsQuery {
    default_query().skip_invalid_records()
}

/// Replaces `A` and `B` by records, and `X` by a record without an id. The numbers of `X` need
/// edits, which must not remain.
fn list(pattern: &str) -> String {
    let invalid = r#"{"balance":5,"x":9007199254740993,"status":"active"}"#;
    pattern
        .replace('A', A)
        .replace('B', B)
        .replace('X', invalid)
}

/// Index, offset, pointer and expectation of each skipped record.
fn skipped(checked: &Checked) -> Vec<(usize, usize, String, &'static str)> {
    checked
        .skipped()
        .map(|record| (record.index, record.offset, record.pointer, record.expected))
        .collect()
}

#[test]
fn a_page_leaves_out_the_records_that_do_not_match_the_model() {
    for (body, expected) in [
        ("[X,A]", "[A]"),
        ("[A,X]", "[A]"),
        ("[A,X,B]", "[A,B]"),
        ("[X,X,A,X,X,B,X,X]", "[A,B]"),
        ("[ X , A , X , B , X ]", "[ A , B]"),
        ("[X]", "[]"),
        (" [ X\n,X ] ", "[ ]"),
        (r#"[null,1,"z",[A],{},true,B]"#, "[B]"),
    ] {
        let expected = expected.replace('A', A).replace('B', B_EDITED);
        assert_eq!(json(&skipping(), &list(body)), Ok(Some(expected)), "{body}");
    }
    for envelope in [
        r#"{"etherealData":R,"nextCursor":"c"}"#,
        r#"{"nextCursor":"c","data":{"items":R}}"#,
    ] {
        let page = checked(&skipping(), &envelope.replace('R', &list("[X,B,X]"))).unwrap();
        assert_eq!(
            (page.json().as_deref(), page.next_cursor()),
            (Some(format!("[{B_EDITED}]").as_str()), Some("c"))
        );
    }
}

#[test]
fn a_skipped_record_has_an_index_a_place_and_a_reason() {
    let body = r#"{"data":{"items":[A,{"_id":"1"},{"_id":"2","status":["active"]},B,7]}}"#;
    let body = list(body);
    let offset = |value| body.find(value).unwrap();
    let page = checked(&skipping(), &body).unwrap();
    assert_eq!(
        skipped(&page),
        [
            (
                1,
                offset(r#"{"_id":"1"}"#),
                "/data/items/1/status".to_owned(),
                "a value"
            ),
            (
                2,
                offset(r#"["active"]"#),
                "/data/items/2/status".to_owned(),
                "a string"
            ),
            (4, offset("7]"), "/data/items/4".to_owned(), "an object"),
        ]
    );
    assert_eq!(
        page.drift().map(|drift| drift.pointer).collect::<Vec<_>>(),
        ["/data", "/data/items", "/data/items/3/lastSyncDate"],
        "in the envelope and in valid records only"
    );
}

#[test]
fn an_invalid_record_is_an_error_without_the_option() {
    for (body, pointer) in [
        ("[A,X]", "/1/_id"),
        (r#"{"etherealData":[7]}"#, "/etherealData/0"),
    ] {
        assert_eq!(
            json(&default_query(), &list(body)),
            Err(("unexpected_shape", pointer.to_owned()))
        );
    }
}

#[test]
fn skipping_hides_no_error_of_json_or_envelope() {
    for (body, code) in [
        (r#"[A,{"_id":5,"status":[],"x":}]"#, "invalid_json"),
        (r#"[A,{"status":[],"x":"\x"}]"#, "invalid_json"),
        ("[A,X", "invalid_json"),
        ("[A,X}", "invalid_json"),
        ("[A X]", "invalid_json"),
        // With the list and the record, 65 levels: the limit is 64.
        (
            &format!(
                "[{{\"status\":[],\"x\":{}{}}}]",
                "[".repeat(63),
                "]".repeat(63)
            ),
            "too_deep",
        ),
        (r#"{"etherealData":7}"#, "unexpected_shape"),
        (
            r#"{"etherealData":[X],"nextCursor":[]}"#,
            "unexpected_shape",
        ),
    ] {
        assert_eq!(
            json(&skipping(), &list(body)).map_err(|(code, _)| code),
            Err(code),
            "{body}"
        );
    }
}

#[test]
fn the_number_of_reported_records_is_limited() {
    let invalid_records = "0,".repeat(MAX_SKIPPED + 1);
    let page = checked(&skipping(), &format!("[{invalid_records}{A}]")).unwrap();
    assert_eq!(page.json().as_deref(), Some(format!("[{A}]").as_str()));
    assert_eq!(skipped(&page).len(), MAX_SKIPPED);
    assert_eq!(
        skipped(&page).last().map(|(index, ..)| *index),
        Some(MAX_SKIPPED - 1)
    );
}

proptest! {
    #[test]
    fn keeps_the_valid_records_and_reports_the_others(
        records in vec(select(vec!["A", "B", "X", "[X]", "null"]), 0..12),
    ) {
        let body = list(&format!(r#"{{"etherealData":[{}]}}"#, records.join(" , ")));
        let page = checked(&skipping(), &body).unwrap();
        let valid: Vec<Value> = records
            .iter()
            .filter_map(|record| match *record {
                "A" => serde_json::from_str(A).ok(),
                "B" => serde_json::from_str(B_EDITED).ok(),
                _ => None,
            })
            .collect();
        let text = page.json().unwrap();
        prop_assert_eq!(serde_json::from_str::<Vec<Value>>(&text).unwrap(), valid);
        let invalid: Vec<usize> = (0..records.len())
            .filter(|&i| !matches!(records[i], "A" | "B"))
            .collect();
        let skipped: Vec<usize> = skipped(&page).into_iter().map(|(index, ..)| index).collect();
        prop_assert_eq!(skipped, invalid);
    }
}
