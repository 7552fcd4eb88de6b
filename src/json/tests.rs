//! The grammar, the limits and the rewrite of a body.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{
    BigIntegers, Checked, DecodeError, DecodeErrorKind, FREE_DEPTH, Located, Scanner, TYPED_DEPTH, check, message,
};
use crate::{BridgeTransfer, Ethereal, Project, client::tests::helpers::json_offset, endpoints::span, model::Kind};
use std::borrow::Cow;

mod fast_path;
mod grammar;
mod properties;
mod suite;

type Read = fn(&mut Scanner<'_>) -> Result<Located, DecodeError>;

const COLLECTION: Read = |scanner| span(scanner, &Kind::Record(&Ethereal::MODEL));
const TRANSFER: Read = |scanner| span(scanner, &Kind::Record(&BridgeTransfer::MODEL));
const PROJECT: Read = |scanner| span(scanner, &Kind::Record(&Project::MODEL));

/// Any JSON.
fn bounded(
    body: impl Into<Vec<u8>>,
    depth: u32,
    big: BigIntegers,
) -> Result<Checked, (DecodeErrorKind, usize, String)> {
    let outcome = check(body.into(), depth, big, |scanner| span(scanner, &Kind::Any));
    outcome.map_err(|(error, _)| (error.kind, error.offset, error.pointer.clone()))
}

fn free(body: impl Into<Vec<u8>>) -> Result<Checked, (DecodeErrorKind, usize, String)> {
    bounded(body, FREE_DEPTH, BigIntegers::Keep)
}

fn rewritten(body: &str, big: BigIntegers) -> String {
    bounded(body, FREE_DEPTH, big).unwrap().json().unwrap().into_owned()
}

/// A record with a model: the text to parse, or what is wrong and where.
fn record(read: Read, body: &str) -> Result<String, (DecodeErrorKind, String)> {
    match check(body.into(), TYPED_DEPTH, BigIntegers::Quote, read) {
        Ok(checked) => Ok(checked.json().unwrap().into_owned()),
        Err((error, _)) => Err((error.kind, error.pointer.clone())),
    }
}

/// A collection whose required fields are there, with more members before and after them.
fn ethereal(body: &str) -> Result<String, (DecodeErrorKind, String)> {
    record(COLLECTION, body)
}

fn wrong(pointer: &str) -> Result<String, (DecodeErrorKind, String)> {
    Err((DecodeErrorKind::Shape, pointer.to_owned()))
}

#[test]
fn a_text_that_needs_no_change_is_borrowed_and_byte_identical() {
    let body = " {\"b\" : [1, 2.50, \"\\u00e9\"],\r\n\t\"a\":{}} \n";
    let checked = bounded(body, TYPED_DEPTH, BigIntegers::Quote).unwrap();
    assert_eq!(checked.text(), body);
    assert!(matches!(checked.json(), Some(Cow::Borrowed(json)) if json == body.trim()));
}

#[test]
fn a_byte_order_mark_is_ignored_once() {
    assert_eq!(free("\u{feff}[1]").unwrap().text(), "[1]");
    assert_eq!(free("\u{feff}\u{feff}[1]").unwrap_err().0, DecodeErrorKind::Syntax);
    assert_eq!(free("\u{feff}").unwrap_err().0, DecodeErrorKind::Syntax);
    assert_eq!(super::message("\u{feff}{\"message\":\"No.\"}".as_bytes(), true).as_deref(), Some("No."));
}

#[test]
fn integers_a_double_cannot_hold_are_quoted_at_any_depth() {
    let body = r#"{"a":9007199254740991,"b":9007199254740992,"c":[-9007199254740991,[-9007199254740992]],
        "d":{"e":115792089237316195423570985008687907853269984665640564039457584007913129639935}}"#;
    let quoted = body
        .replace("9007199254740992,", "\"9007199254740992\",")
        .replace("-9007199254740992]", "\"-9007199254740992\"]")
        .replace("1157920", "\"1157920")
        .replace("9935}", "9935\"}");
    assert_eq!(rewritten(body, BigIntegers::Quote), quoted);
    assert_eq!(rewritten(body, BigIntegers::Keep), body);
}

#[test]
fn numbers_with_a_fraction_or_an_exponent_are_no_integers() {
    for number in ["9007199254740993.0", "9007199254740993e0", "1E400", "-0", "0", "123456789012345678.5"] {
        assert_eq!(rewritten(number, BigIntegers::Quote), number);
    }
}

#[test]
fn numbers_of_a_model_that_no_double_holds_are_quoted_whatever_their_form() {
    let far = [
        "9007199254740993.0",
        "1e16",
        "-1E+400",
        "1e99999999999",
        "123e13",
        "9007199254740991e0",
        "1234567890123456.5",
        "9007199254740992",
    ];
    let near = [
        "9007199254740991",
        "-9007199254740991",
        "1740953590.1234567",
        "-12345678901234.5",
        "1e-400",
        "9E-9",
        "0",
        "9e0",
        "1.740953590e9",
        "9E+14",
    ];
    for (number, quoted) in far.map(|n| (n, true)).into_iter().chain(near.map(|n| (n, false))) {
        for field in ["lastSyncTimestamp", "sourceChain"] {
            let body = format!(r#"{{"_id":"1","status":"a","{field}":{number}}}"#);
            let left = if quoted { body.replace(number, &format!("\"{number}\"")) } else { body.clone() };
            assert_eq!(ethereal(&body), Ok(left), "{number}");
        }
    }
}

#[test]
fn nulls_of_fields_the_model_names_are_taken_out() {
    for (body, left) in [
        (r#"{"balance":null,"_id":"1","status":"active"}"#, r#"{"_id":"1","status":"active"}"#),
        (r#"{"_id":"1","balance":null,"status":"active"}"#, r#"{"_id":"1","status":"active"}"#),
        (r#"{"_id":"1","status":"active","balance":null}"#, r#"{"_id":"1","status":"active"}"#),
        (r#"{"balance":null,"deposits":null,"_id":"1","status":"active"}"#, r#"{"_id":"1","status":"active"}"#),
        (r#"{"_id":"1","balance":null,"deposits":null,"status":"a"}"#, r#"{"_id":"1","status":"a"}"#),
        (r#"{"_id":"1","status":"a","balance":null,"deposits":null}"#, r#"{"_id":"1","status":"a"}"#),
        (r#"{"balance":null,"_id":"1","deposits":null,"status":"a","tokenName":null}"#, r#"{"_id":"1","status":"a"}"#),
        (r#"{ "balance" : null ,  "_id":"1" , "deposits":null, "status":"a" }"#, r#"{ "_id":"1" , "status":"a" }"#),
        (r#"{"the service":null,"_id":"1","status":"a"}"#, r#"{"_id":"1","status":"a"}"#),
        (r#"{"_id":"1","status":"a","sourceChain":null,"x":null}"#, r#"{"_id":"1","status":"a","x":null}"#),
        (r#"{"x":null,"balance":null,"_id":"1","status":"a"}"#, r#"{"x":null,"_id":"1","status":"a"}"#),
        (r#"{"_id":"1","status":"a","deposits":[null]}"#, r#"{"_id":"1","status":"a","deposits":[null]}"#),
    ] {
        assert_eq!(ethereal(body).as_deref(), Ok(left), "{body}");
    }
    let only = |body| record(PROJECT, body);
    assert_eq!(only(r#"{"message":null}"#).as_deref(), Ok("{}"));
    assert_eq!(only(r#"{ "message" : null , "auth":null }"#).as_deref(), Ok("{ }"));
    let step = r#"{"_id":"1","status":"a","route":[{"step":null},{"step":1,"txHash":null}]}"#;
    let left = r#"{"_id":"1","status":"a","route":[{},{"step":1}]}"#;
    assert_eq!(record(TRANSFER, step).as_deref(), Ok(left), "in records inside records, too");
}

#[test]
fn required_fields_are_there_and_not_null() {
    for (body, pointer) in [
        (r#"{"status":"active"}"#, "/_id"),
        (r#"{"_id":"1"}"#, "/status"),
        (r#"{"_id":null,"status":"active"}"#, "/_id"),
        (r#"{"_id":"1","status":null}"#, "/status"),
        (r#"{"_id":"1","status":"active","_id":null}"#, "/_id"),
        ("{}", "/_id"),
    ] {
        assert_eq!(ethereal(body), wrong(pointer), "{body}");
    }
    for body in [r#"{"_id":null,"_id":"1","status":"a"}"#, r#"{"_id":"1","_id":null,"_id":"2","status":"a"}"#] {
        assert!(ethereal(body).is_ok(), "{body}: the last of a repeated key counts");
    }
}

#[test]
fn a_field_of_another_type_is_named_by_a_json_pointer() {
    for (members, pointer) in [
        (r#""balance":true"#, "/balance"),
        (r#""balance":{}"#, "/balance"),
        (r#""sourceChain":[1]"#, "/sourceChain"),
        (r#""lastSyncTimestamp":"1740953590""#, "/lastSyncTimestamp"),
        (r#""deposits":{}"#, "/deposits"),
        (r#""the service":[]"#, "/the service"),
        (r#""lastCheckedAt":false"#, "/lastCheckedAt"),
        (r#""token\u004eame":[]"#, "/tokenName"),
    ] {
        let body = format!(r#"{{"_id":"1","status":"active",{members}}}"#);
        assert_eq!(ethereal(&body), wrong(pointer), "{body}");
    }
    for (route, pointer) in [("[{},5]", "/route/1"), (r#"[{"step":1},{"step":[]}]"#, "/route/1/step"), ("7", "/route")]
    {
        let body = format!(r#"{{"_id":"1","status":"done","route":{route}}}"#);
        assert_eq!(record(TRANSFER, &body), wrong(pointer), "{body}");
    }
    assert_eq!(ethereal("[]"), wrong(""));
}

#[test]
fn a_pointer_escapes_tilde_and_slash() {
    assert_eq!(free(r#"{"a/b~c":{"":[1,{"~1":tru}]}}"#).unwrap_err().2, "/a~1b~0c//1/~01");
    assert_eq!(free(r#"{"\u00e9\/":[+]}"#).unwrap_err().2, "/é~1/0", "a key stands there decoded");
}

#[test]
fn a_pointer_is_cut_between_its_steps() {
    let pointer = |key: &str, depth: usize| {
        let body = format!("{}+", format!("{{\"{key}\":").repeat(depth));
        free(body).unwrap_err().2
    };
    for (key, depth, kept) in [("kk", 341, 341), ("kk", 342, 340), ("k/", 300, 255), (&"k".repeat(1023), 1, 1)] {
        let steps = format!("/{}", key.replace('/', "~1")).repeat(kept);
        let more = if kept < depth { "/…" } else { "" };
        assert_eq!(pointer(key, depth), steps + more, "{depth} times {key}");
    }
    for key in ["k".repeat(1024), "é".repeat(20_000), "//".repeat(600)] {
        assert_eq!((pointer(&key, 1), pointer(&key, 500)), ("/…".to_owned(), "/…".to_owned()));
    }
}

#[test]
fn numbers_where_text_belongs_become_their_characters() {
    let body = r#"{"_id":12,"status":7,"balance":1.50e3,"tokenName":-0,"sourceContract":1099756711100000000}"#;
    let texts =
        r#"{"_id":"12","status":"7","balance":"1.50e3","tokenName":"-0","sourceContract":"1099756711100000000"}"#;
    // An open string is not a number: `status` is a name.
    assert_eq!(ethereal(body), wrong("/status"));
    assert_eq!(ethereal(&body.replace(":7", r#":"7""#)).as_deref(), Ok(texts));
}

#[test]
fn of_a_repeated_key_the_last_counts() {
    let body = r#"{"_id":"1","status":"a","balance":"1","balance":"2"}"#;
    assert_eq!(ethereal(body).as_deref(), Ok(body), "JSON.parse takes the last");
    let body = r#"{"_id":"1","balance":"1","x":2,"balance":null,"status":"a"}"#;
    assert_eq!(ethereal(body).as_deref(), Ok(r#"{"_id":"1","x":2,"status":"a"}"#), "the last is null, so absent");
    let body = r#"{"balance":"1","balance":null,"_id":"1","status":"a","the service":"0x1","tokenName":null}"#;
    assert_eq!(ethereal(body).as_deref(), Ok(r#"{"_id":"1","status":"a","ethereal":"0x1"}"#));
}

#[test]
fn of_a_repeated_spelling_the_last_counts_too() {
    for (members, left) in [
        (r#""the service":"0x1","the service":"0x2""#, r#""ethereal":"0x2""#),
        (r#""the service":"0x1","x":1,"the service":null"#, r#""x":1"#),
        (r#""the service":null,"the service":"0x2""#, r#""ethereal":"0x2""#),
        (r#""the service":"0x1","ethereal":"0x2","the service":"0x3""#, r#""ethereal":"0x2","the service":"0x3""#),
        (r#""lastCheckedAt":1,"lastCheckedAt":"2""#, r#""lastCheckedDate":"2""#),
        (r#""lastCheckedAt":"2","lastCheckedAt":1"#, r#""lastCheckedTimestamp":1"#),
        (r#""the service":"0x1","the service":null,"the service":"0x3""#, r#""ethereal":"0x3""#),
        (r#""the service":"0x1","the service":"0x2","the service":null,"balance":1"#, r#""balance":"1""#),
        (
            r#""lastCheckTimestamp":1,"lastCheckedAt":2,"lastCheckTimestamp":3"#,
            r#""lastCheckedTimestamp":2,"lastCheckTimestamp":3"#,
        ),
    ] {
        let body = |members| format!(r#"{{"_id":"1","status":"a",{members}}}"#);
        assert_eq!(ethereal(&body(members)), Ok(body(left)), "{members}");
    }
}

#[test]
fn a_spelling_repeated_very_often_takes_linear_time() {
    // Every one has a change of its own, its value: renaming each would take quadratic time.
    let member = r#","lastCheckedAt":9007199254740993"#;
    let body = format!(r#"{{"_id":"1","status":"a"{}}}"#, member.repeat(300_000));
    let left = r#"{"_id":"1","status":"a","lastCheckedTimestamp":"9007199254740993"}"#;
    assert_eq!(ethereal(&body).as_deref(), Ok(left));
}

#[test]
fn other_spellings_take_the_name_where_it_is_free() {
    for (members, left) in [
        (r#""the service":"0x1""#, r#""ethereal":"0x1""#),
        (r#""ethereal":"0x1","the service":"0x2""#, r#""ethereal":"0x1","the service":"0x2""#),
        (r#""the service":"0x2","ethereal":"0x1""#, r#""the service":"0x2","ethereal":"0x1""#),
        (r#""ethereal":"0x1","the service":null"#, r#""ethereal":"0x1""#),
        (r#""the service":"0x2","ethereal":null"#, r#""ethereal":"0x2""#),
        (r#""lastCheckTimestamp":1,"lastCheckedAt":2"#, r#""lastCheckedTimestamp":1,"lastCheckedAt":2"#),
        (
            r#""lastCheckedTimestamp":1,"lastCheckTimestamp":null,"lastCheckedAt":2"#,
            r#""lastCheckedTimestamp":1,"lastCheckedAt":2"#,
        ),
    ] {
        let body = |members| format!(r#"{{"_id":"1","status":"a",{members}}}"#);
        assert_eq!(ethereal(&body(members)), Ok(body(left)), "{members}");
    }
}

#[test]
fn escaped_keys_are_the_keys_they_spell() {
    let body = r#"{"\u005fid":"1","st\u0061tus":"a","the\u0020service":"0x1","b\u0061lance":null}"#;
    assert_eq!(ethereal(body).as_deref(), Ok(r#"{"\u005fid":"1","st\u0061tus":"a","ethereal":"0x1"}"#));
}

#[test]
fn a_name_that_is_expected_next_is_taken_only_where_it_stands() {
    // In the model's order, which is what is expected, and out of it; names that begin or end like the expected one.
    for body in [
        r#"{"_id":"1","ethereal":"0x1","status":"a"}"#,
        r#"{"status":"a","_id":"1","ethereal":"0x1"}"#,
        r#"{"_id" :"1", "status"	: "a"}"#,
        r#"{"_idx":true,"_id":"1","_i":2,"id":{"_id":3},"":"","status":"a","statuses":[]}"#,
        r#"{"_id":"1","ethereal":"0x1","status":"a","deposits":[{"amount":"1"},{"txHash":"0x"},{}],"status2":1}"#,
    ] {
        assert_eq!(ethereal(body).as_deref(), Ok(body));
    }
    assert_eq!(
        ethereal(r#"{"_id":"1","_id":2,"status":null,"status":"a"}"#).as_deref(),
        Ok(r#"{"_id":"1","_id":"2","status":"a"}"#)
    );
    let whole = r#"{"_id":"1","status":"a"}"#;
    for end in 1..whole.len() {
        assert_eq!(
            ethereal(&whole[..end]).map_err(|(fault, _)| fault),
            Err(DecodeErrorKind::Syntax),
            "{}",
            &whole[..end]
        );
    }
}

#[test]
fn places_count_a_byte_order_mark() {
    assert_eq!(free("[1,,]").err(), Some((DecodeErrorKind::Syntax, 3, "/1".into())));
    assert_eq!(free("\u{feff}[1,,]").err(), Some((DecodeErrorKind::Syntax, 6, "/1".into())));
    assert_eq!(json_offset(&free("\u{feff}[1]").unwrap()), Some(3));
    assert_eq!(free("\u{feff}[1]").unwrap().text(), "[1]");
}

#[test]
fn messages_of_a_service_that_writes_another_encoding() {
    for (body, only, said) in [
        (&b"{\"message\":\"Invalid API key\",\"detail\":\"ung\xfcltig\"}"[..], false, Some("Invalid API key")),
        (b"{\"message\":\"ung\xfcltig\"}", true, Some("ung\u{fffd}ltig")),
        (b"{\"detail\":\"ung\xfcltig\",\"message\":\"no\"}", true, None),
        (b"{\"message\":\"no\",\"detail\":\"\xfc\"", false, None),
        (b"<p>ung\xfcltig", false, None),
    ] {
        assert_eq!(message(body, only).as_deref(), said, "{}", String::from_utf8_lossy(body));
    }
}
