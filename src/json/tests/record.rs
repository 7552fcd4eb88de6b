//! Tests of records: required fields, aliases, repeated keys, `null` and numbers.

use super::{COLLECTION, DecodeErrorKind, PROJECT, TRANSFER, TYPED_DEPTH, record};

/// Checks a body as a collection. Returns the text to parse, or the kind and pointer of the error.
fn ethereal(body: &str) -> Result<String, (DecodeErrorKind, String)> {
    record(COLLECTION, body)
}

/// The result of [`ethereal`] for a body that does not match the model at `pointer`.
fn shape_error(pointer: &str) -> Result<String, (DecodeErrorKind, String)> {
    Err((DecodeErrorKind::Shape, pointer.to_owned()))
}

#[test]
fn quotes_numbers_whose_integer_part_a_double_may_change() {
    // Integers beyond 2^53-1, and numbers with a fraction or an exponent and at least 16 digits
    // before the point: `1e16` has 17.
    let inexact = [
        ("9007199254740993.0", "9007199254740993"),
        ("1e16", "10000000000000000"),
        // A number of more than 100 digits keeps its exponent.
        ("-1E+400", "-1E+400"),
        ("1e99999999999", "1e99999999999"),
        ("123e13", "1230000000000000"),
        ("9007199254740991e0", "9007199254740991"),
        ("1234567890123456.5", "1234567890123456.5"),
        ("9007199254740992", "9007199254740992"),
    ];
    // A double may change only the fraction of these numbers: `1e-400` becomes 0.
    let exact = [
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
    let quoted = inexact.map(|(number, digits)| (number, format!("\"{digits}\"")));
    let unchanged = exact.map(|number| (number, number.to_owned()));
    for (number, expected) in quoted.into_iter().chain(unchanged) {
        for field in ["lastSyncTimestamp", "sourceChain"] {
            let body = format!(r#"{{"_id":"1","status":"a","{field}":{number}}}"#);
            assert_eq!(
                ethereal(&body),
                Ok(body.replace(number, &expected)),
                "{number}"
            );
        }
    }
}

#[test]
fn removes_fields_that_are_null() {
    for (body, expected) in [
        (
            r#"{"balance":null,"_id":"1","status":"active"}"#,
            r#"{"_id":"1","status":"active"}"#,
        ),
        (
            r#"{"_id":"1","balance":null,"status":"active"}"#,
            r#"{"_id":"1","status":"active"}"#,
        ),
        (
            r#"{"_id":"1","status":"active","balance":null}"#,
            r#"{"_id":"1","status":"active"}"#,
        ),
        (
            r#"{"balance":null,"deposits":null,"_id":"1","status":"active"}"#,
            r#"{"_id":"1","status":"active"}"#,
        ),
        (
            r#"{"_id":"1","balance":null,"deposits":null,"status":"a"}"#,
            r#"{"_id":"1","status":"a"}"#,
        ),
        (
            r#"{"_id":"1","status":"a","balance":null,"deposits":null}"#,
            r#"{"_id":"1","status":"a"}"#,
        ),
        (
            r#"{"balance":null,"_id":"1","deposits":null,"status":"a","tokenName":null}"#,
            r#"{"_id":"1","status":"a"}"#,
        ),
        (
            r#"{ "balance" : null ,  "_id":"1" , "deposits":null, "status":"a" }"#,
            r#"{ "_id":"1" , "status":"a" }"#,
        ),
        // `the service` is an alias of the field `ethereal`.
        (
            r#"{"the service":null,"_id":"1","status":"a"}"#,
            r#"{"_id":"1","status":"a"}"#,
        ),
        // The model does not name `x`.
        (
            r#"{"_id":"1","status":"a","sourceChain":null,"x":null}"#,
            r#"{"_id":"1","status":"a","x":null}"#,
        ),
        (
            r#"{"x":null,"balance":null,"_id":"1","status":"a"}"#,
            r#"{"x":null,"_id":"1","status":"a"}"#,
        ),
        (
            r#"{"_id":"1","status":"a","deposits":[null]}"#,
            r#"{"_id":"1","status":"a","deposits":[null]}"#,
        ),
    ] {
        assert_eq!(ethereal(body).as_deref(), Ok(expected), "{body}");
    }
    let project = |body| record(PROJECT, body);
    assert_eq!(project(r#"{"message":null}"#).as_deref(), Ok("{}"));
    assert_eq!(
        project(r#"{ "message" : null , "auth":null }"#).as_deref(),
        Ok("{ }")
    );
    let step = r#"{"_id":"1","status":"a","route":[{"step":null},{"step":1,"txHash":null}]}"#;
    let expected = r#"{"_id":"1","status":"a","route":[{},{"step":1}]}"#;
    assert_eq!(
        record(TRANSFER, step).as_deref(),
        Ok(expected),
        "in records inside records, too"
    );
}

#[test]
fn rejects_required_fields_that_are_absent_or_null() {
    for (body, pointer) in [
        (r#"{"status":"active"}"#, "/_id"),
        (r#"{"_id":"1"}"#, "/status"),
        (r#"{"_id":null,"status":"active"}"#, "/_id"),
        (r#"{"_id":"1","status":null}"#, "/status"),
        (r#"{"_id":"1","status":"active","_id":null}"#, "/_id"),
        ("{}", "/_id"),
    ] {
        assert_eq!(ethereal(body), shape_error(pointer), "{body}");
    }
}

#[test]
fn leaves_out_an_optional_field_of_another_type() {
    for (members, expected) in [
        (r#""balance":true"#, ""),
        (r#""balance":{},"tokenName":"a""#, r#","tokenName":"a""#),
        (
            r#""sourceChain":[1],"x":[9007199254740993]"#,
            r#","x":["9007199254740993"]"#,
        ),
        (r#""lastSyncTimestamp":"1740953590""#, ""),
        (r#""deposits":{"a":9007199254740993}"#, ""),
        (r#""the service":[]"#, ""),
        (r#""lastCheckedAt":false"#, ""),
        (r#""token\u004eame":[]"#, ""),
        // A field of another type counts as absent, like `null`.
        (
            r#""ethereal":[],"the service":"0x1""#,
            r#","ethereal":"0x1""#,
        ),
        (r#""ethereal":"0x1","ethereal":[]"#, ""),
        (r#""ethereal":[],"ethereal":"0x1""#, r#","ethereal":"0x1""#),
        (r#""the service":"0x1","the service":{}"#, ""),
    ] {
        let body = format!(r#"{{"_id":"1","status":"active",{members}}}"#);
        assert_eq!(
            ethereal(&body),
            Ok(format!(r#"{{"_id":"1","status":"active"{expected}}}"#)),
            "{body}"
        );
    }
    for (route, expected) in [
        ("[{},5]", ""),
        (r#"[{"step":1},{"step":[]}]"#, r#","route":[{"step":1},{}]"#),
        ("7", ""),
        (
            r#"[{"step":[{}],"txHash":{},"x":1}]"#,
            r#","route":[{"x":1}]"#,
        ),
    ] {
        let body = format!(r#"{{"_id":"1","status":"done","route":{route}}}"#);
        assert_eq!(
            record(TRANSFER, &body),
            Ok(format!(r#"{{"_id":"1","status":"done"{expected}}}"#)),
            "{body}"
        );
    }
}

#[test]
fn limits_the_depth_of_a_field_that_it_leaves_out() {
    let route_of_nested_arrays = |depth| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!(r#"{{"_id":"1","status":"done","route":{open}{close}}}"#)
    };
    // The record itself is one level.
    let max_arrays = TYPED_DEPTH as usize - 1;
    assert_eq!(
        record(TRANSFER, &route_of_nested_arrays(max_arrays)).as_deref(),
        Ok(r#"{"_id":"1","status":"done"}"#)
    );
    let (kind, _) = record(TRANSFER, &route_of_nested_arrays(max_arrays + 1)).unwrap_err();
    assert_eq!(kind, DecodeErrorKind::Depth);
}

#[test]
fn points_at_a_required_field_of_another_type() {
    for (body, pointer) in [
        (r#"{"_id":{"$oid":"1"},"status":"active"}"#, "/_id"),
        (r#"{"balance":5,"_id":"1","status":["active"]}"#, "/status"),
        (r#"{"_id":"1","st\u0061tus":7}"#, "/status"),
        ("[]", ""),
    ] {
        assert_eq!(ethereal(body), shape_error(pointer), "{body}");
    }
}

#[test]
fn quotes_numbers_where_the_model_has_text() {
    for (number, digits) in [
        ("12", "12"),
        ("1.50e3", "1500"),
        ("-0", "0"),
        ("1099756711100000000", "1099756711100000000"),
    ] {
        for field in ["_id", "balance", "tokenName", "sourceContract"] {
            let other_fields = if field == "_id" { "" } else { r#","_id":"1""# };
            let body = format!(r#"{{"{field}":{number},"status":"a"{other_fields}}}"#);
            let expected = format!(r#"{{"{field}":"{digits}","status":"a"{other_fields}}}"#);
            assert_eq!(ethereal(&body), Ok(expected), "{body}");
        }
    }
    // `status` is a string with known values, and a number cannot be one of them.
    assert_eq!(
        ethereal(r#"{"_id":"1","status":7}"#),
        shape_error("/status")
    );
}

#[test]
fn takes_the_last_of_a_repeated_key() {
    let body = r#"{"_id":"1","status":"a","balance":"1","balance":"2"}"#;
    assert_eq!(
        ethereal(body).as_deref(),
        Ok(r#"{"_id":"1","status":"a","balance":"2"}"#)
    );
    let body = r#"{"_id":"1","balance":"1","x":2,"balance":null,"status":"a"}"#;
    assert_eq!(
        ethereal(body).as_deref(),
        Ok(r#"{"_id":"1","x":2,"status":"a"}"#),
        "the last is null, so absent"
    );
    let body = r#"{"balance":"1","balance":null,"_id":"1","status":"a","the service":"0x1","tokenName":null}"#;
    assert_eq!(
        ethereal(body).as_deref(),
        Ok(r#"{"_id":"1","status":"a","ethereal":"0x1"}"#)
    );
    // Required fields.
    for (body, expected) in [
        (
            r#"{"_id":null,"_id":"1","status":"a"}"#,
            r#"{"_id":"1","status":"a"}"#,
        ),
        (
            r#"{"_id":"1","_id":null,"_id":"2","status":"a"}"#,
            r#"{"_id":"2","status":"a"}"#,
        ),
        (
            r#"{"_id":"1","_id":2,"status":null,"status":"a"}"#,
            r#"{"_id":"2","status":"a"}"#,
        ),
    ] {
        assert_eq!(ethereal(body).as_deref(), Ok(expected), "{body}");
    }
}

#[test]
fn takes_the_last_of_a_repeated_alias() {
    for (members, expected) in [
        (
            r#""the service":"0x1","the service":"0x2""#,
            r#""ethereal":"0x2""#,
        ),
        (
            r#""the service":"0x1","x":1,"the service":null"#,
            r#""x":1"#,
        ),
        (
            r#""the service":null,"the service":"0x2""#,
            r#""ethereal":"0x2""#,
        ),
        (
            r#""the service":"0x1","ethereal":"0x2","the service":"0x3""#,
            r#""ethereal":"0x2","the service":"0x3""#,
        ),
        // `lastCheckedAt` is an alias of two fields: a number is the timestamp, a string the date.
        (
            r#""lastCheckedAt":1,"lastCheckedAt":"2""#,
            r#""lastCheckedDate":"2""#,
        ),
        (
            r#""lastCheckedAt":"2","lastCheckedAt":1"#,
            r#""lastCheckedTimestamp":1"#,
        ),
        (
            r#""the service":"0x1","the service":null,"the service":"0x3""#,
            r#""ethereal":"0x3""#,
        ),
        (
            r#""the service":"0x1","the service":"0x2","the service":null,"balance":1"#,
            r#""balance":"1""#,
        ),
        // The first `lastCheckTimestamp` is removed, because the key is repeated. Of the aliases
        // that stay, the first is renamed.
        (
            r#""lastCheckTimestamp":1,"lastCheckedAt":2,"lastCheckTimestamp":3"#,
            r#""lastCheckedTimestamp":2,"lastCheckTimestamp":3"#,
        ),
    ] {
        let body = |members| format!(r#"{{"_id":"1","status":"a",{members}}}"#);
        assert_eq!(ethereal(&body(members)), Ok(body(expected)), "{members}");
    }
}

#[test]
fn checks_an_alias_repeated_very_often_in_linear_time() {
    // The check lists the changes of a body as edits. Here, an edit puts each number in quotation
    // marks, and the check drops the edits of all members but the last. Dropping them one by one
    // from the front of the list would take quadratic time.
    let member = r#","lastCheckedAt":9007199254740993"#;
    let body = format!(r#"{{"_id":"1","status":"a"{}}}"#, member.repeat(300_000));
    let expected = r#"{"_id":"1","status":"a","lastCheckedTimestamp":"9007199254740993"}"#;
    assert_eq!(ethereal(&body).as_deref(), Ok(expected));
}

#[test]
fn renames_the_first_alias_of_a_field_whose_own_name_is_absent_or_null() {
    for (members, expected) in [
        (r#""the service":"0x1""#, r#""ethereal":"0x1""#),
        (
            r#""ethereal":"0x1","the service":"0x2""#,
            r#""ethereal":"0x1","the service":"0x2""#,
        ),
        (
            r#""the service":"0x2","ethereal":"0x1""#,
            r#""the service":"0x2","ethereal":"0x1""#,
        ),
        (
            r#""ethereal":"0x1","the service":null"#,
            r#""ethereal":"0x1""#,
        ),
        (
            r#""the service":"0x2","ethereal":null"#,
            r#""ethereal":"0x2""#,
        ),
        (
            r#""lastCheckTimestamp":1,"lastCheckedAt":2"#,
            r#""lastCheckedTimestamp":1,"lastCheckedAt":2"#,
        ),
        (
            r#""lastCheckedTimestamp":1,"lastCheckTimestamp":null,"lastCheckedAt":2"#,
            r#""lastCheckedTimestamp":1,"lastCheckedAt":2"#,
        ),
    ] {
        let body = |members| format!(r#"{{"_id":"1","status":"a",{members}}}"#);
        assert_eq!(ethereal(&body(members)), Ok(body(expected)), "{members}");
    }
}

#[test]
fn decodes_escaped_keys() {
    let body = r#"{"\u005fid":"1","st\u0061tus":"a","the\u0020service":"0x1","b\u0061lance":null}"#;
    assert_eq!(
        ethereal(body).as_deref(),
        Ok(r#"{"\u005fid":"1","st\u0061tus":"a","ethereal":"0x1"}"#)
    );
}

#[test]
fn accepts_fields_in_any_order_and_among_similar_names() {
    // The fields are in the order of the model, in a different order, and among names that begin
    // or end like names of the model.
    for body in [
        r#"{"_id":"1","ethereal":"0x1","status":"a"}"#,
        r#"{"status":"a","_id":"1","ethereal":"0x1"}"#,
        r#"{"_id" :"1", "status"	: "a"}"#,
        r#"{"_idx":true,"_id":"1","_i":2,"id":{"_id":3},"":"","status":"a","statuses":[]}"#,
        r#"{"_id":"1","ethereal":"0x1","status":"a","deposits":[{"amount":"1"},{"txHash":"0x"},{}],"status2":1}"#,
    ] {
        assert_eq!(ethereal(body).as_deref(), Ok(body));
    }
}

#[test]
fn rejects_every_truncated_record() {
    let whole = r#"{"_id":"1","status":"a"}"#;
    for end in 1..whole.len() {
        let truncated = &whole[..end];
        let (kind, _) = ethereal(truncated).unwrap_err();
        assert_eq!(kind, DecodeErrorKind::Syntax, "{truncated}");
    }
}
