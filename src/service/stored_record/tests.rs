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

/// The error of a record that must be invalid.
fn error<T>(read: Result<T, String>) -> String {
    read.err().unwrap()
}

const TOKEN: &str = concat!(
    r#"{"chainId":1,"address":"0xc1a625bee9fc58d2e43438243d9dd64b012cec47","#,
    r#""id":"1","standard":"ERC721","document":"{}"}"#
);

/// Replaces a part of [`TOKEN`].
fn token_with(part: &str, replacement: &str) -> String {
    assert!(TOKEN.contains(part));
    TOKEN.replace(part, replacement)
}

/// Reads a token with this text between the quotation marks of `document`. Returns the document.
fn read_document(escaped: &str) -> Result<String, String> {
    token(&token_with("{}", escaped)).map(|record| record.text)
}

#[test]
fn reads_numbers_with_exponents() {
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
    let arrays = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat();
    let start = r#"{"_id":"1","status":"done","x":"#;
    let record = |depth| format!("{start}{}}}", arrays(depth));
    // The limit is 64 levels, and the record is one of the levels.
    assert!(transfer(&record(63)).is_ok());
    // The byte offset is the offset of the first bracket beyond the limit.
    let offset = start.len() + 63;
    assert_eq!(
        error(transfer(&record(64))),
        format!("Invalid JSON at byte {offset}. Expected at most 64 levels of nesting.")
    );
    // The limit of a token's document is 512 levels.
    assert_eq!(
        error(read_document(&arrays(513))),
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
fn trims_byte_order_marks_around_every_kind_of_record() {
    let with_marks = |text: &str| format!("\u{feff} \u{feff}{text}\u{feff}\r\n");
    let ethereal_text = r#"{"_id":"1","status":"active"}"#;
    assert_eq!(
        ethereal(&with_marks(ethereal_text)).unwrap().text,
        ethereal_text
    );
    let transfer_text = r#"{"_id":"1","status":"done"}"#;
    assert_eq!(
        transfer(&with_marks(transfer_text)).unwrap().text,
        transfer_text
    );
    assert_eq!(token(&with_marks(TOKEN)).unwrap().text, "{}");
    let key_text = r#"{"key":"k","requestOwner":"me","auth":{}}"#;
    assert_eq!(key(&with_marks(key_text)).unwrap().0, "k");
    // A mark in the document of a token is an error.
    assert!(error(read_document("[\\ufeff]")).starts_with("Invalid document"));
}

#[test]
fn trims_byte_order_marks_between_the_records_of_a_list() {
    let ethereal_text = r#"{"_id":"1","status":"active"}"#;
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
    let only_marks = "\u{feff}\n\u{feff}";
    assert_eq!(list("ethereals", only_marks, ethereal).unwrap().len(), 0);
}

#[test]
fn reads_the_extended_forms_of_mongoexport() {
    let hash = format!("0x{}", "1".repeat(64));
    let extended = [
        r#"{"_id":{"$oid":"65f0c0ffee65f0c0ffee65f0"},"status":"done","originTxnHash":""#,
        &hash,
        r#"","originTimestamp":{"$date":{"$numberLong":"1740953590000"}},"route":[{"step":{"$numberInt":"10"}}]}"#,
    ];
    let record = transfer(&extended.concat()).unwrap();
    assert_eq!(
        (record.column("id"), record.hashes[0].timestamp),
        ("65f0c0ffee65f0c0ffee65f0", 1_740_953_590)
    );
    let plain = [
        r#"{"_id":"65f0c0ffee65f0c0ffee65f0","status":"done","originTxnHash":""#,
        &hash,
        r#"","originTimestamp":1740953590,"route":[{"step":10}]}"#,
    ];
    assert_eq!(record.text, plain.concat());
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
    // An empty text is neither a hash nor an invalid text.
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
    let error_with = |part, replacement| error(token(&token_with(part, replacement)));
    assert_eq!(
        error_with(r#""id":"1","#, ""),
        "Missing id. Expected a string."
    );
    assert_eq!(
        error_with(r#""id":"1""#, r#""id":1"#),
        "Invalid id: 1. Expected a string."
    );
    assert!(error_with(r#""chainId":1"#, r#""chainId":1.5"#).contains("a chain id"));
    let unclosed = TOKEN.strip_suffix('}').unwrap();
    let end = unclosed.len();
    assert_eq!(
        error(token(unclosed)),
        format!("Invalid JSON at byte {end}. Expected a comma or a closing bracket.")
    );
}

#[test]
fn decodes_the_escapes_of_a_document_and_rejects_a_lone_surrogate() {
    // U+FFFD, as an escape sequence and as itself, is valid only within a JSON string.
    assert_eq!(
        error(read_document("\\ufffd\u{fffd}")),
        "Invalid document at byte 0. Expected a JSON value."
    );
    assert_eq!(
        read_document("[\\\"\\ufffd\u{fffd}\\\"]").unwrap(),
        "[\"\u{fffd}\u{fffd}\"]"
    );
    assert_eq!(
        read_document(r#"[\"\ud83c\udf33\"]"#).unwrap(),
        "[\"\u{1f333}\"]"
    );
    assert_eq!(
        error(read_document(r#"[\"\ud83d\"]"#)),
        r#"Invalid document: "[\"\ud83d\"]". Expected a string without lone surrogates."#
    );
}

#[test]
fn rejects_a_record_with_more_fields_of_the_other_kind() {
    // Reads one text as a transfer and as an ethereal. Returns both errors.
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
    // `the service` is the specification's other name of the field `ethereal`.
    assert_eq!(
        read(r#","the service":"0xab","balance":"1""#),
        [not_a_transfer("ethereal, balance"), None]
    );
    // `lastSyncedAt` is an alias of two fields.
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
    // As many fields of one kind as of the other. `type` does not count (`COMMON_FIELDS`).
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
