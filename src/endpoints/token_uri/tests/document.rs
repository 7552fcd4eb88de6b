//! Tests of the document: its text, and exact integers.

use super::{LARGEST, exact, token};
use crate::{
    client::tests::helpers::{checked, get, json},
    error::ErrorKind,
};

const DOCUMENT: &str = include_str!("../../../../tests/fixtures/token.json");
const MISSING: &str = include_str!("../../../../tests/fixtures/missing_parameter.json");

/// Returns the text in which big integers are strings, for a caller of `integers: "exact"`. Asserts
/// that the first text, which JavaScript parses too, is the body.
fn exact_json(body: &str) -> Option<String> {
    let checked = checked(&exact(), body).unwrap();
    assert_eq!(checked.json().unwrap(), body);
    checked.exact_json().map(|json| json.into_owned())
}

#[test]
fn returns_the_text_that_the_service_sent() {
    let document = get(&token(), 200, DOCUMENT).unwrap();
    assert_eq!(document.text(), DOCUMENT);
    let value = document.value().unwrap();
    let keys: Vec<_> = value.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["name", "image", "attributes", "10", "2", "background_color"],
        "in the order of the text"
    );
    assert_eq!(
        value["image"],
        "ipfs://bafkreia32qypg2aldn6wtggm4sdbtg2tckekj57yt5fm55jlpnlsh4taou"
    );
    assert_eq!(
        (
            &value["attributes"][0]["trait_type"],
            &value["attributes"][1]["value"]
        ),
        (&"Species".into(), &"Spring".into())
    );
}

#[test]
fn accepts_any_json() {
    for body in [
        "null",
        "[]",
        "5",
        "\"text\"",
        " {\n  \"a\" : 1e400 } \r\n",
        r#"{"__proto__":{"a":1},"a":"\ud800"}"#,
    ] {
        assert_eq!(get(&token(), 200, body).unwrap().text(), body);
        assert_eq!(json(&token(), body), Ok(Some(body.trim().to_owned())));
    }
    let repeated = get(&token(), 200, r#"{"a":1,"b":2,"a":3}"#).unwrap();
    assert_eq!(
        repeated.value().unwrap().to_string(),
        r#"{"a":3,"b":2}"#,
        "the last value, at the place of the first"
    );
}

#[test]
fn removes_a_byte_order_mark() {
    assert_eq!(
        get(&token(), 200, format!("\u{feff}{DOCUMENT}"))
            .unwrap()
            .text(),
        DOCUMENT
    );
}

#[test]
fn accepts_512_levels() {
    let nested = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat();
    let deepest = nested(512);
    let document = get(&token(), 200, deepest.as_str()).unwrap();
    assert_eq!(document.text(), deepest);
    let error = get(&token(), 200, nested(513)).unwrap_err();
    assert_eq!(
        (error.kind, error.code.as_str()),
        (ErrorKind::Decode, "too_deep")
    );
}

#[test]
fn rejects_text_that_is_not_json() {
    for (body, code) in [
        (b"ipfs://x".as_slice(), "invalid_json"),
        (b"{\"a\":\"\xff\"}", "invalid_utf8"),
        (b"", "invalid_json"),
    ] {
        let error = get(&token(), 200, body).unwrap_err();
        assert_eq!(
            (error.kind, error.code.as_str(), error.status),
            (ErrorKind::Decode, code, Some(200))
        );
        assert_eq!(error.endpoint, Some("GET /tokens/:address/:id/uri"));
    }
    let error = get(&token(), 200, r#"{"a":["\ud800"]}"#)
        .unwrap()
        .value()
        .unwrap_err();
    assert_eq!(
        error.kind,
        ErrorKind::Decode,
        "a Rust string cannot hold a lone surrogate"
    );
}

#[test]
fn keeps_large_integers_unless_the_caller_asks_for_exact_integers() {
    let body = format!("{{\"id\":{LARGEST}}}");
    assert!(checked(&token(), &body).unwrap().exact_json().is_none());
    assert_eq!(json(&token(), &body), Ok(Some(body)));
}

#[test]
fn quotes_integer_literals_beyond_2_53_minus_1() {
    for (literal, quoted) in [
        ("9007199254740992", Some(r#""9007199254740992""#)),
        ("-9007199254740993", Some(r#""-9007199254740993""#)),
        ("9007199254740991", None),
        ("9007199254740993.0", None),
        ("9007199254740993e0", None),
        ("-0", None),
    ] {
        let body = |literal: &str| format!(r#"[{{"a":{literal}}},{literal},"9007199254740993"]"#);
        assert_eq!(exact_json(&body(literal)), quoted.map(body));
    }
    assert_eq!(exact_json(LARGEST), Some(format!("\"{LARGEST}\"")));
}

#[test]
fn returns_the_message_of_the_service_for_a_bad_request() {
    let error = get(&token(), 400, MISSING).unwrap_err();
    assert_eq!(
        (error.kind, error.status),
        (ErrorKind::BadRequest, Some(400))
    );
    assert_eq!(
        error.server_message.as_deref(),
        Some("Missing required query parameter: b")
    );
    assert_eq!(
        get(&token(), 404, "").unwrap_err().kind,
        ErrorKind::NotFound
    );
}

#[test]
fn a_message_never_means_a_rejected_key() {
    // The request has no key that the service could reject.
    assert_eq!(
        get(&token(), 400, r#"{"message":"bad key"}"#)
            .unwrap_err()
            .kind,
        ErrorKind::BadRequest
    );
    assert!(get(&token(), 200, r#"{"message":"a document"}"#).is_ok());
}
