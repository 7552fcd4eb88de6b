//! Tests of valid records, and of the messages for invalid records.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::service::record::{key, list};

fn token(text: &str) -> Result<StoredRecord, String> {
    RecordKind::Tokens.read(text)
}

fn transfer(text: &str) -> Result<StoredRecord, String> {
    RecordKind::Transfers.read(text)
}

fn ethereal(text: &str) -> Result<StoredRecord, String> {
    RecordKind::Ethereals.read(text)
}

#[test]
fn reads_a_number_in_every_form() {
    let read =
        |fields: &str| ethereal(&format!(r#"{{"_id":1e2,"status":"active",{fields}}}"#)).unwrap();
    let record = read(r#""sourceChain":4.5513e4,"balance":1e21"#);
    assert_eq!(
        (record.column("id"), record.column("source_chain")),
        ("100", "45513")
    );
    assert!(record.text.contains(r#""balance":1e21"#), "served as given");
    let (_, project) =
        key(r#"{"key":"k","requestOwner":"me","auth":{},"balanceWei":1.5e18}"#).unwrap();
    assert_eq!(
        (project.balance_wei.as_deref(), project.balance().as_deref()),
        (Some("1500000000000000000"), Some("1.5"))
    );
}

#[test]
fn a_column_has_the_contract_in_lower_case() {
    let contract = "0xC1A625BEE9fc58d2E43438243D9dD64b012Cec47";
    let text = format!(r#"{{"_id":"1","status":"active","sourceContract":"{contract}"}}"#);
    let record = ethereal(&text).unwrap();
    let column = record.column("source_contract");
    assert_eq!(column, contract.to_ascii_lowercase());
    assert!(record.text.contains(contract), "served as given");
}

#[test]
fn rejects_a_field_of_another_type() {
    let read = |fields: &str| {
        error(transfer(&format!(
            r#"{{"_id":"1","status":"done",{fields}}}"#
        )))
    };
    assert_eq!(read(r#""route":{}"#), "Invalid /route. Expected an array.");
    assert_eq!(
        read(r#""route":[{"step":[]}]"#),
        "Invalid /route/0/step. Expected a number or a string."
    );
    assert_eq!(read(r#""status":5"#), "Invalid /status. Expected a string.");
}

#[test]
fn names_the_limit_of_nesting() {
    let nested = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat();
    let record = |depth| format!(r#"{{"_id":"1","status":"done","x":{}}}"#, nested(depth));
    // The limit is 64 levels, and the record is one of the levels.
    assert!(transfer(&record(63)).is_ok());
    assert_eq!(
        error(transfer(&record(64))),
        "Invalid JSON at byte 94. Expected at most 64 levels of nesting."
    );
    let address = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";
    let rest = format!(
        r#""id":"1","standard":"ERC721","document":"{}"}}"#,
        nested(513)
    );
    let text = format!(r#"{{"chainId":1,"address":"{address}",{rest}"#);
    assert_eq!(
        error(token(&text)),
        "Invalid document at byte 512. Expected at most 512 levels of nesting."
    );
}

#[test]
fn an_id_is_a_string_or_a_number() {
    for id in ["[\"a\"]", "{\"a\":1}", "true"] {
        let text = format!(r#"{{"_id":{id},"status":"done"}}"#);
        assert_eq!(
            [error(transfer(&text)), error(ethereal(&text))],
            ["Invalid /_id. Expected a string."; 2]
        );
    }
}

#[test]
fn trims_byte_order_marks_of_every_kind_of_record() {
    let mark = |text: &str| format!("\u{feff} \u{feff}{text}\u{feff}\r\n");
    let ethereal_text = r#"{"_id":"1","status":"active"}"#;
    assert_eq!(ethereal(&mark(ethereal_text)).unwrap().text, ethereal_text);
    let transfer_text = r#"{"_id":"1","status":"done"}"#;
    assert_eq!(transfer(&mark(transfer_text)).unwrap().text, transfer_text);
    let address = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";
    let token_text = format!(
        r#"{{"chainId":1,"address":"{address}","id":"1","standard":"ERC721","document":"[\ufeff]"}}"#
    );
    assert!(error(token(&token_text)).starts_with("Invalid document"));
    assert_eq!(
        token(&mark(&token_text.replace("\\ufeff", "")))
            .unwrap()
            .text,
        "[]"
    );
    assert_eq!(
        key(&mark(r#"{"key":"k","requestOwner":"me","auth":{}}"#))
            .unwrap()
            .0,
        "k"
    );
    let lists = [
        format!("\u{feff}[{ethereal_text},\n{ethereal_text}]"),
        [ethereal_text; 2].join("\n\u{feff}"),
    ];
    for text in lists {
        let texts: Vec<String> = list("ethereals", &text, ethereal)
            .unwrap()
            .into_iter()
            .map(|record| record.text)
            .collect();
        assert_eq!(texts, [ethereal_text; 2]);
    }
    assert_eq!(
        list("ethereals", "\u{feff}\n\u{feff}", ethereal)
            .unwrap()
            .len(),
        0
    );
}

#[test]
fn reads_the_extended_forms_of_mongoexport() {
    let hash = format!("0x{}", "1".repeat(64));
    let record = transfer(&[
        r#"{"_id":{"$oid":"65f0c0ffee65f0c0ffee65f0"},"status":"done","originTxnHash":""#,
        &hash,
        r#"","originTimestamp":{"$date":{"$numberLong":"1740953590000"}},"route":[{"step":{"$numberInt":"10"}}]}"#,
    ].concat())
    .unwrap();
    assert_eq!(
        (record.column("id"), record.hashes[0].timestamp),
        ("65f0c0ffee65f0c0ffee65f0", 1_740_953_590)
    );
    let text = [
        r#"{"_id":"65f0c0ffee65f0c0ffee65f0","status":"done","originTxnHash":""#,
        &hash,
        r#"","originTimestamp":1740953590,"route":[{"step":10}]}"#,
    ];
    assert_eq!(record.text, text.concat());
    let record = ethereal(
        r#"{"_id":"1","status":"active","sourceChain":{"$numberLong":"10"},"balance":{"$numberDecimal":"1E+18"}}"#,
    )
    .unwrap();
    assert_eq!(record.column("source_chain"), "10");
    assert!(
        record.text.ends_with(r#""balance":"1000000000000000000"}"#),
        "{}",
        record.text
    );
}

#[test]
fn a_hash_needs_neither_its_prefix_nor_lower_case() {
    let digits = "aB".repeat(32);
    let hash = format!("0x{}", digits.to_lowercase());
    for form in [
        digits.clone(),
        format!("0X{digits}"),
        format!(" 0x{digits}\\n"),
        digits.to_uppercase(),
    ] {
        let record = transfer(&format!(
            r#"{{"_id":"1","status":"done","route":[{{"txHash":"{form}"}}]}}"#
        ))
        .unwrap();
        let hashes: Vec<&str> = record.hashes.iter().map(|row| row.hash.as_str()).collect();
        assert_eq!(hashes, [&hash], "{form}");
        assert!(record.invalid_hash_texts.is_empty(), "{form}");
        assert!(record.text.contains(&form), "served as given");
    }
    let record =
        transfer(r#"{"_id":"1","status":"done","originTxnHash":"5VERv8NMvzbJ","whTxnHash":"","rbTxnHash":"0xg"}"#)
            .unwrap();
    assert_eq!(
        (record.hashes.len(), record.invalid_hash_texts),
        (0, vec!["5VERv8NMvzbJ".to_owned(), "0xg".to_owned()])
    );
}

#[test]
fn rejects_a_token_and_names_the_member() {
    let replaced = |change: &str, to: &str| {
        let address = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";
        let rest = r#""id":"1","standard":"ERC721","document":"{}"}"#;
        let text = format!(r#"{{"chainId":1,"address":"{address}",{rest}"#);
        assert!(text.contains(change));
        token(&text.replace(change, to)).map(|record| record.text)
    };
    assert_eq!(
        replaced("{}", "\\ufffd\u{fffd}").unwrap_err(),
        "Invalid document at byte 0. Expected a JSON value."
    );
    assert_eq!(
        replaced("{}", "[\\\"\\ufffd\u{fffd}\\\"]").unwrap(),
        "[\"\u{fffd}\u{fffd}\"]"
    );
    let lone = r#"Invalid document: "[\"\ud83d\"]". Expected a string without lone surrogates."#;
    assert_eq!(error(replaced("{}", "[\\\"\\ud83d\\\"]")), lone);
    assert_eq!(
        replaced("{}", "[\\\"\\ud83c\\udf33\\\"]").unwrap(),
        "[\"\u{1f333}\"]"
    );
    assert_eq!(
        error(replaced("\"id\":\"1\",", "")),
        "Missing id. Expected a string."
    );
    assert_eq!(
        error(replaced("\"id\":\"1\"", "\"id\":1")),
        "Invalid id: 1. Expected a string."
    );
    assert!(error(replaced("\"chainId\":1", "\"chainId\":1.5")).contains("a chain id"));
    assert_eq!(
        error(replaced("\"{}\"}", "\"{}\"")),
        "Invalid JSON at byte 112. Expected a comma or a closing bracket."
    );
}

#[test]
fn rejects_a_record_with_more_fields_of_the_other_kind() {
    let read = |fields: &str| {
        let text = [
            r#"{"_id":"1","status":"done","chainType":"mainnet""#,
            fields,
            "}",
        ]
        .concat();
        [transfer(&text).err(), ethereal(&text).err()]
    };
    let not_a_transfer = |names: &str| {
        Some(format!(
            "Invalid record: it has the fields of an ethereal: {names}. Expected a transfer."
        ))
    };
    let not_an_ethereal = |names: &str| {
        Some(format!(
            "Invalid record: it has the fields of a transfer: {names}. Expected an ethereal."
        ))
    };
    assert_eq!(
        read(r#","sourceChain":1"#),
        [not_a_transfer("sourceChain"), None]
    );
    assert_eq!(
        read(r#","the service":"0xab","balance":"1""#),
        [not_a_transfer("ethereal, balance"), None]
    );
    assert_eq!(
        read(r#","lastSyncedAt":1"#),
        [not_a_transfer("lastSyncTimestamp, lastSyncData"), None]
    );
    assert_eq!(
        read(r#","fromChain":1,"route":[]"#),
        [None, not_an_ethereal("fromChain, route")]
    );
    assert_eq!(
        read(r#","toChain":2,"fromChain":1,"balance":"1""#),
        [None, not_an_ethereal("fromChain, toChain")]
    );
    for doubtful in [
        "",
        r#","x":1"#,
        r#","balance":null,"route":null"#,
        r#","type":"x""#,
        r#","route":[],"balance":"1""#,
    ] {
        assert_eq!(read(doubtful), [None, None], "{doubtful}");
    }
}

fn error<T>(read: Result<T, String>) -> String {
    read.err().unwrap()
}
