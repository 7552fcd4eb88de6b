//! Tests of the record of a transfer: envelopes, spellings and unknown values.

use super::{get_transfer, transfer};
use crate::{
    client::tests::helpers::{get, json},
    endpoints::{BridgeTransfer, TransferStatus, TransferType},
    error::ErrorKind,
    model::Scalar,
};
use serde_json::Value;

const NATIVE: &str = include_str!("../../../../tests/fixtures/transfer_native.json");
const TOKEN: &str = include_str!("../../../../tests/fixtures/transfer_token.json");
/// The largest token id, 2^256-1.
const LARGEST: &str =
    "115792089237316195423570985008687907853269984665640564039457584007913129639935";
const RECORD: &str = r#"{"_id":"1","status":"done"}"#;

fn number(n: u64) -> Option<Scalar> {
    Some(Scalar::Number(n.into()))
}

/// The record of a fixture.
fn record_of(fixture: &str) -> Value {
    serde_json::from_str::<Value>(fixture).unwrap()["bridgeData"]["bridgeData"][0].clone()
}

/// Reads a record with `members` after the required fields.
fn record_with(members: &str) -> BridgeTransfer {
    get_transfer(&format!(r#"{{"_id":"1","status":"done",{members}}}"#)).unwrap()
}

#[test]
fn reads_every_field_of_a_native_transfer() {
    let record = get_transfer(NATIVE).unwrap();
    assert_eq!(record.id, "65cc8b1f0c3d2e4a5b6c7d8e");
    assert_eq!(
        (&record.status, &record.transfer_type),
        (&TransferStatus::Done, &Some(TransferType::Native))
    );
    assert_eq!(record.chain_type.as_deref(), Some("mainnet"));
    assert_eq!(
        (&record.from_chain, &record.to_chain),
        (&number(1), &number(45513))
    );
    assert_eq!(
        record.from_address.as_deref(),
        Some("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
    );
    assert_eq!(
        record.to_address.as_deref(),
        Some("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
    );
    assert_eq!(record.origin_timestamp, number(1_740_953_590));
    assert_eq!(record.native_amount.as_deref(), Some("1099756711100000000"));
    assert_eq!(
        (
            &record.token_contract,
            &record.token_amount,
            &record.token_ids
        ),
        (&None, &None, &None)
    );
    let hash = |digit: &str| Some(format!("0x{}", digit.repeat(64)));
    let hashes = [
        record.origin_txn_hash,
        record.wh_txn_hash,
        record.rb_txn_hash,
        record.delivery_txn_hash,
    ];
    assert_eq!(hashes, ["1", "2", "3", "4"].map(hash));
    let route = record.route.unwrap();
    let steps: Vec<_> = route
        .iter()
        .map(|step| step.step.clone().unwrap().to_string())
        .collect();
    assert_eq!(steps, ["1", "wormhole", "42161", "45513"]);
    assert_eq!(
        (&route[0].step, &route[1].step),
        (&number(1), &Some(Scalar::Text("wormhole".into()))),
        "kept as sent"
    );
    assert_eq!(
        route
            .iter()
            .map(|step| step.tx_hash.clone())
            .collect::<Vec<_>>(),
        hashes
    );
    assert!(record.other.is_empty());
}

#[test]
fn reads_every_field_of_a_token_transfer() {
    let record = get_transfer(TOKEN).unwrap();
    assert_eq!(
        (&record.status, &record.transfer_type),
        (&TransferStatus::WaitRb, &Some(TransferType::Erc1155))
    );
    assert_eq!(
        record.from_chain,
        Some(Scalar::Text("11145513".into())),
        "a string stays a string"
    );
    assert_eq!(
        record.token_contract.as_deref(),
        Some("0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB")
    );
    assert_eq!(record.token_amount.as_deref(), Some("21"));
    assert_eq!(record.token_ids.unwrap(), ["5801", LARGEST]);
    assert_eq!(
        (
            record.native_amount,
            record.wh_txn_hash,
            record.delivery_txn_hash
        ),
        (None, None, None)
    );
}

#[test]
fn returns_a_record_as_the_service_sent_it() {
    for fixture in [NATIVE, TOKEN] {
        assert_eq!(
            json(&transfer(), fixture),
            Ok(Some(record_of(fixture).to_string())),
            "byte for byte, for JavaScript"
        );
        assert_eq!(
            serde_json::to_value(get_transfer(fixture).unwrap()).unwrap(),
            record_of(fixture)
        );
    }
}

#[test]
fn finds_the_record_in_every_envelope() {
    // `R` stands for the record. `\u0044` is the escape sequence of `D`.
    for envelope in [
        r#"{"bridgeData":{"bridgeData":[R],"nextCursor":null}}"#,
        r#"{"nextCursor":null,"bridgeData":{"nextCursor":null,"bridgeData":[R]},"x":{"bridgeData":5}}"#,
        r#"{"bridgeData":{"bridgeData":R}}"#,
        r#"{"bridgeData":[R],"nextCursor":null}"#,
        r#"{"bridgeData":R}"#,
        r#"{"bridge\u0044ata":[R]}"#,
        "[R]",
        "R",
        " \n{ \"bridgeData\" : { \"bridgeData\" : [ R ] } }\r\n",
        r#"{"bridgeData":[],"bridgeData":[R]}"#,
    ] {
        let body = envelope.replace('R', RECORD);
        assert_eq!(
            json(&transfer(), &body),
            Ok(Some(RECORD.to_owned())),
            "{body}"
        );
    }
}

#[test]
fn takes_the_first_of_several_transfers() {
    let body = format!(
        r#"{{"bridgeData":[{RECORD},{}]}}"#,
        RECORD.replace('1', "2")
    );
    assert_eq!(get_transfer(&body).unwrap().id, "1");
    // The edit that removes `toChain` does not change the first record.
    assert_eq!(
        get_transfer(&format!(
            r#"[{RECORD},{{"_id":"2","status":"manual","toChain":null}}]"#
        ))
        .unwrap()
        .id,
        "1"
    );
}

#[test]
fn returns_none_for_an_unknown_hash() {
    for body in [
        "null",
        "[]",
        r#"{"bridgeData":null}"#,
        r#"{"bridgeData":[]}"#,
        r#"{"bridgeData":{"bridgeData":[],"nextCursor":null}}"#,
    ] {
        assert_eq!(get(&transfer(), 200, body), Ok(None), "{body}");
        assert_eq!(json(&transfer(), body), Ok(None), "{body}");
    }
    for body in [
        r#"{"message":"No such transfer."}"#,
        "",
        "<h1>Not Found</h1>",
    ] {
        assert_eq!(get(&transfer(), 404, body), Ok(None), "{body}");
    }
}

#[test]
fn rejects_invalid_json_and_other_shapes() {
    for (body, code, pointer) in [
        ("{}", "unexpected_shape", "/_id"),
        (
            r#"{"bridgeData":{}}"#,
            "unexpected_shape",
            "/bridgeData/_id",
        ),
        (r#"{"bridgeData":"x"}"#, "unexpected_shape", "/bridgeData"),
        (
            r#"{"bridgeData":{"bridgeData":[5]}}"#,
            "unexpected_shape",
            "/bridgeData/bridgeData/0",
        ),
        (
            r#"{"bridgeData":[{"_id":"1","status":"done"},{"_id":"2"}]}"#,
            "unexpected_shape",
            "/bridgeData/1/status",
        ),
        (r#"{"status":"error"}"#, "unexpected_shape", "/_id"),
        (r#"{"_id":"1","status":{}}"#, "unexpected_shape", "/status"),
        ("5", "unexpected_shape", ""),
        ("<html>", "invalid_json", ""),
        (r#"{"bridgeData":[}"#, "invalid_json", "/bridgeData/0"),
    ] {
        let error = get(&transfer(), 200, body).unwrap_err();
        assert_eq!(
            (error.kind, error.code.as_str(), error.pointer.as_deref()),
            (ErrorKind::Decode, code, Some(pointer)),
            "{body}"
        );
    }
}

#[test]
fn rejects_a_body_with_more_than_64_levels() {
    let nested = |depth: usize| {
        [
            r#"{"bridgeData":"#.repeat(depth),
            "null".into(),
            "}".repeat(depth),
        ]
        .concat()
    };
    assert_eq!(get_transfer(&nested(64)), None);
    assert_eq!(
        get(&transfer(), 200, nested(65)).unwrap_err().code.as_str(),
        "too_deep"
    );
}

#[test]
fn reads_other_spellings() {
    let record = record_with(r#""type":"BLESS","blessAmount":"5""#);
    assert_eq!(
        (&record.transfer_type, record.native_amount.as_deref()),
        (&Some(TransferType::Native), Some("5"))
    );
    // `\u0045` is the escape sequence of `E`.
    let body =
        r#"{"_id":"1","type":"BL\u0045SS","status":"done","blessAmount":10997567111000000000}"#;
    let expected =
        r#"{"_id":"1","type":"NATIVE","status":"done","nativeAmount":"10997567111000000000"}"#;
    assert_eq!(json(&transfer(), body), Ok(Some(expected.to_owned())));
    let both = record_with(r#""blessAmount":"6","nativeAmount":"5""#);
    assert_eq!(
        (both.native_amount.as_deref(), &both.other["blessAmount"]),
        (Some("5"), &"6".into())
    );
}

#[test]
fn returns_the_status_of_a_transfer_with_fields_of_another_type() {
    for fields in [
        r#""route":{}"#,
        r#""route":[{"step":1},5]"#,
        r#""tokenIds":[[1]],"tokenAmount":{},"type":5"#,
        r#""chainType":["mainnet"],"fromChain":{"id":1},"originTimestamp":"2025-03-02""#,
    ] {
        let body = format!(
            r#"{{"bridgeData":{{"bridgeData":[{{{fields},"_id":"t1","status":"error"}}]}}}}"#
        );
        let expected = r#"{"_id":"t1","status":"error"}"#;
        assert_eq!(
            json(&transfer(), &body),
            Ok(Some(expected.to_owned())),
            "{fields}"
        );
        assert_eq!(get_transfer(&body), serde_json::from_str(expected).unwrap());
    }
    // In a record of a list, only the field of another type is left out.
    assert_eq!(
        record_with(r#""route":[{"step":{},"txHash":"0x1"}]"#)
            .route
            .unwrap()[0]
            .tx_hash
            .as_deref(),
        Some("0x1")
    );
}

#[test]
fn reads_the_digits_of_an_amount_with_an_exponent_or_a_fraction() {
    // 34 digits before the zeros, so 78 digits, as a number of about 2^256 has.
    let large = format!("1157920892373161954235709850086879{}", "0".repeat(44));
    for (number, digits) in [
        ("1e21", "1000000000000000000000"),
        ("1E+21", "1000000000000000000000"),
        // Only a fraction of zeros is left out: `0.50` keeps its last zero.
        ("5.0", "5"),
        ("1.5e18", "1500000000000000000"),
        ("1.157920892373161954235709850086879e77", large.as_str()),
        ("15e-1", "1.5"),
        ("150e-1", "15"),
        ("1e-7", "0.0000001"),
        ("0.50", "0.50"),
        ("0e5", "0"),
        ("-2.50e1", "-25"),
        // A number of more than 100 digits stays as it is.
        ("1e400", "1e400"),
    ] {
        let record = record_with(&format!(
            r#""tokenAmount":{number},"blessAmount":{number},"tokenIds":[{number}]"#
        ));
        let amounts = [
            record.token_amount,
            record.native_amount,
            record.token_ids.and_then(|ids| ids.into_iter().next()),
        ];
        assert_eq!(amounts.map(Option::unwrap), [digits; 3], "{number}");
    }
}

#[test]
fn quotes_amounts_and_ids_that_are_numbers() {
    let record = record_with(&format!(r#""tokenAmount":1,"tokenIds":[7,{LARGEST}]"#));
    assert_eq!(record.token_amount.as_deref(), Some("1"));
    assert_eq!(record.token_ids.unwrap(), ["7", LARGEST]);
}

#[test]
fn quotes_timestamps_and_chain_ids_only_beyond_2_53_minus_1() {
    let record = record_with(
        r#""originTimestamp":9007199254740993,"fromChain":9007199254740993,"toChain":9007199254740991"#,
    );
    assert_eq!(
        record.origin_timestamp,
        Some(Scalar::Text("9007199254740993".into()))
    );
    assert_eq!(
        (record.from_chain, record.to_chain),
        (
            Some(Scalar::Text("9007199254740993".into())),
            number((1 << 53) - 1)
        )
    );
}

#[test]
fn keeps_unknown_statuses_types_and_fields() {
    let body = r#"{"_id":"1","status":"wait-moon","type":"ERC6909","memo":{"a":[null]},"route":[{"step":1,"gas":5}]}"#;
    let record = get_transfer(body).unwrap();
    assert_eq!(
        (&record.status, record.status.as_str()),
        (&TransferStatus::Other("wait-moon".into()), "wait-moon")
    );
    assert_eq!(
        record.transfer_type,
        Some(TransferType::Other("ERC6909".into()))
    );
    assert_eq!(
        (
            &record.other["memo"]["a"][0],
            &record.route.as_ref().unwrap()[0].other["gas"]
        ),
        (&Value::Null, &5.into())
    );
    assert_eq!(
        serde_json::to_value(record).unwrap(),
        serde_json::from_str::<Value>(body).unwrap()
    );
}

#[test]
fn knows_every_status_and_type_of_the_specification() {
    for status in ["done", "wait-wh", "wait-rb", "wait-cc", "manual", "error"] {
        let read = TransferStatus::from(status.to_owned());
        assert!(read.as_str() == status && !matches!(read, TransferStatus::Other(_)));
    }
    for name in ["NATIVE", "ERC20", "ERC721", "ERC1155", "TXN"] {
        let read = TransferType::from(name.to_owned());
        assert!(read.as_str() == name && !matches!(read, TransferType::Other(_)));
    }
}
