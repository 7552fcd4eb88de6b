//! Tests of the record of a collection: spellings and unknown values.

use super::default_query;
use crate::{
    client::tests::helpers::{get, json},
    endpoints::{Ethereal, EtherealStatus},
    model::Scalar,
};
use serde_json::{Value, json};

const ETHEREALS: &str = include_str!("../../../../tests/fixtures/ethereals.json");

fn number(n: u64) -> Option<Scalar> {
    Some(Scalar::Number(n.into()))
}

/// Returns a page with one record: the required fields, then `members`.
fn body(members: &str) -> String {
    format!(r#"[{{"_id":"1","status":"active",{members}}}]"#)
}

/// Reads a record with `members` after the required fields.
fn record_with(members: &str) -> Ethereal {
    get(&default_query(), 200, body(members))
        .unwrap()
        .items
        .remove(0)
}

/// Asserts that a record with `members` becomes a record with `expected` in the text that
/// JavaScript parses.
fn assert_edited(members: &str, expected: &str) {
    assert_eq!(
        json(&default_query(), &body(members)),
        Ok(Some(body(expected))),
        "{members}"
    );
}

#[test]
fn reads_every_field_of_the_specification() {
    let page = get(&default_query(), 200, ETHEREALS).unwrap();
    assert_eq!(
        (page.items.len(), page.next_cursor.as_deref()),
        (2, Some("eyJ2IjoxfQ=="))
    );
    let record = &page.items[0];
    assert_eq!(
        (record.id.as_str(), &record.status),
        ("67c4c5d6e7f8091a2b3c4d5e", &EtherealStatus::Active)
    );
    assert_eq!(
        record.ethereal.as_deref(),
        Some("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        "the body has this field as `the service`"
    );
    assert_eq!(record.balance.as_deref(), Some("1099756711100000000"));
    assert_eq!(record.source_chain, Some(Scalar::Text("1".into())));
    assert_eq!(
        record.source_contract.as_deref(),
        Some("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
    );
    assert_eq!(
        (record.token_name.as_deref(), record.token_symbol.as_deref()),
        (Some("Ethereal Trees"), Some("ETREE"))
    );
    assert_eq!(record.last_checked_timestamp, number(1_740_953_590));
    assert_eq!(
        record.last_checked_date.as_deref(),
        Some("2025-03-02T22:13:10.000Z")
    );
    assert_eq!(record.last_sync_timestamp, number(1_740_953_590));
    assert_eq!(
        record.last_sync_data.as_deref(),
        Some("2025-03-02T22:13:10.000Z")
    );
    let deposits = record.deposits.as_ref().unwrap();
    assert_eq!(
        (deposits.len(), &deposits[0]["amount"]),
        (1, &json!("1099756711100000000"))
    );
    assert!(record.other.is_empty());
    let second = &page.items[1];
    assert_eq!(
        (&second.status, second.deposits.as_deref()),
        (&EtherealStatus::Unfunded, Some([].as_slice()))
    );
    assert_eq!(
        (
            &second.token_name,
            &second.last_sync_data,
            &second.last_checked_date
        ),
        (&None, &None, &None)
    );
}

#[test]
fn changes_one_name_in_the_records_of_the_specification() {
    let records = json(&default_query(), ETHEREALS).unwrap().unwrap();
    let start = ETHEREALS.find('[').unwrap();
    let end = ETHEREALS.rfind(']').unwrap() + 1;
    assert_eq!(
        records,
        ETHEREALS[start..end].replace("\"the service\"", "\"ethereal\"")
    );
    let items: Value =
        serde_json::to_value(get(&default_query(), 200, ETHEREALS).unwrap().items).unwrap();
    assert_eq!(
        items,
        serde_json::from_str::<Value>(&records).unwrap(),
        "the same as in Rust"
    );
}

#[test]
fn reads_both_names_of_the_address() {
    assert_edited(r#""the service":"0x1""#, r#""ethereal":"0x1""#);
    assert_edited(r#""ethereal":"0x1""#, r#""ethereal":"0x1""#);
    let both = record_with(r#""the service":"0x2","ethereal":"0x1""#);
    assert_eq!(
        (both.ethereal.as_deref(), &both.other["the service"]),
        (Some("0x1"), &json!("0x2"))
    );
    assert_edited(
        r#""ethereal":null,"the service":"0x2""#,
        r#""ethereal":"0x2""#,
    );
}

#[test]
fn renames_other_spellings() {
    assert_edited(r#""lastCheckTimestamp":5"#, r#""lastCheckedTimestamp":5"#);
    assert_edited(r#""lastCheckDate":"d""#, r#""lastCheckedDate":"d""#);
    assert_edited(r#""lastSyncDate":"d""#, r#""lastSyncData":"d""#);
}

#[test]
fn reads_an_alias_of_two_fields_by_the_type_of_its_value() {
    assert_edited(
        r#""lastCheckedAt":1740953590"#,
        r#""lastCheckedTimestamp":1740953590"#,
    );
    assert_edited(
        r#""lastCheckedAt":"2025-03-02""#,
        r#""lastCheckedDate":"2025-03-02""#,
    );
    assert_edited(
        r#""lastSyncedAt":1740953590"#,
        r#""lastSyncTimestamp":1740953590"#,
    );
    assert_edited(
        r#""lastSyncedAt":"2025-03-02""#,
        r#""lastSyncData":"2025-03-02""#,
    );
    let record = record_with(r#""lastCheckedAt":"2025-03-02","lastSyncedAt":-5"#);
    assert_eq!(record.last_checked_date.as_deref(), Some("2025-03-02"));
    assert_eq!(
        record.last_sync_timestamp,
        Some(Scalar::Number((-5).into()))
    );
    assert_eq!(
        json(
            &default_query(),
            &body(r#""lastCheckedAt":null,"lastSyncedAt":null"#)
        ),
        Ok(Some(r#"[{"_id":"1","status":"active"}]"#.to_owned()))
    );
}

#[test]
fn prefers_the_name_of_the_specification_to_an_alias() {
    for (specified, alias) in [
        (r#""lastCheckedTimestamp":1"#, r#""lastCheckTimestamp":2"#),
        (r#""lastCheckedTimestamp":1"#, r#""lastCheckedAt":2"#),
        (r#""lastCheckedDate":"a""#, r#""lastCheckDate":"b""#),
        (r#""lastCheckedDate":"a""#, r#""lastCheckedAt":"b""#),
        (r#""lastSyncTimestamp":1"#, r#""lastSyncedAt":2"#),
        (r#""lastSyncData":"a""#, r#""lastSyncDate":"b""#),
        (r#""lastSyncData":"a""#, r#""lastSyncedAt":"b""#),
    ] {
        for both in [
            format!("{specified},{alias}"),
            format!("{alias},{specified}"),
        ] {
            assert_edited(&both, &both);
        }
    }
    let record = record_with(r#""lastCheckedAt":"b","lastCheckDate":"c","lastCheckedDate":"a""#);
    assert_eq!(record.last_checked_date.as_deref(), Some("a"));
    assert_eq!(
        (
            &record.other["lastCheckedAt"],
            &record.other["lastCheckDate"]
        ),
        (&json!("b"), &json!("c"))
    );
}

#[test]
fn keeps_chain_ids_and_quotes_amounts_and_large_timestamps() {
    let record = record_with(
        r#""sourceChain":42161,"balance":1099756711100000000,"lastSyncTimestamp":9007199254740993"#,
    );
    assert_eq!(
        (record.source_chain, record.balance.as_deref()),
        (number(42161), Some("1099756711100000000"))
    );
    assert_eq!(
        record.last_sync_timestamp,
        Some(Scalar::Text("9007199254740993".into()))
    );
}

#[test]
fn keeps_deposits_of_any_form_and_quotes_their_big_integers() {
    let deposits =
        r#""deposits":[{"amount":1099756711100000000,"a":null,"the service":1},"x",5,null,[]]"#;
    assert_edited(
        deposits,
        &deposits.replace("1099756711100000000", "\"1099756711100000000\""),
    );
    assert_eq!(record_with(deposits).deposits.unwrap().len(), 5);
}

#[test]
fn keeps_unknown_statuses_and_fields() {
    let body = r#"[{"_id":"1","status":"paused","owner":{"name":null},"tags":[1]}]"#;
    let record = get(&default_query(), 200, body).unwrap().items.remove(0);
    assert_eq!(
        (&record.status, record.status.as_str()),
        (&EtherealStatus::Other("paused".into()), "paused")
    );
    assert_eq!(
        (&record.other["owner"]["name"], &record.other["tags"]),
        (&Value::Null, &json!([1]))
    );
    assert_eq!(
        serde_json::to_value([record]).unwrap(),
        serde_json::from_str::<Value>(body).unwrap()
    );
}

#[test]
fn repeated_keys_give_the_last_value() {
    let record = record_with(r#""balance":"1","tokenName":"a","balance":"2","x":1,"x":2"#);
    assert_eq!(
        (record.balance.as_deref(), &record.other["x"]),
        (Some("2"), &json!(2))
    );
    assert_eq!(record_with(r#""balance":"1","balance":null"#).balance, None);
}
