//! Tests of drift: responses that differ from the specification.

use super::{helpers::checked, token, transfer};
use crate::{
    endpoints::{Endpoint, EtherealsQuery, GetProject},
    json::{Checked, MAX_DRIFT},
};

/// Returns the places of drift in a body, each with its pointer, the expected text, and the text in
/// the body.
fn drift(checked: &Checked) -> Vec<(String, &'static str, String)> {
    checked
        .drift()
        .map(|drift| (drift.pointer, drift.expected, drift.found.to_owned()))
        .collect()
}

/// Asserts that a body has exactly one place of drift.
fn assert_one_drift<E: Endpoint>(
    endpoint: &E,
    body: &str,
    pointer: &str,
    expected: &'static str,
    found: &str,
) {
    let reported = drift(&checked(endpoint, body).unwrap());
    assert_eq!(
        reported,
        [(pointer.to_owned(), expected, found.to_owned())],
        "{body}"
    );
}

#[test]
fn a_response_that_matches_the_specification_has_no_drift() {
    for body in [
        // The specification prints the name `ethereal` as `the service`.
        r#"{"etherealData":[{"_id":"1","status":"active","the service":"0x1","more":12345678901}],"nextCursor":null}"#,
        r#"{"etherealData":[],"nextCursor":"a"}"#,
    ] {
        assert_eq!(
            drift(&checked(&EtherealsQuery::default(), body).unwrap()),
            []
        );
    }
    let body = r#"{"bridgeData":{"bridgeData":[{"_id":"1","status":"wait-rb","type":"NATIVE","tokenType":null}]}}"#;
    assert_eq!(drift(&checked(&transfer(), body).unwrap()), []);
    assert_eq!(
        drift(&checked(&token(), r#"{"n":123456789012345678901234567890}"#).unwrap()),
        [],
        "metadata may be any JSON"
    );
}

#[test]
fn another_spelling_of_a_name_or_a_value_is_drift() {
    let list = EtherealsQuery::default();
    assert_one_drift(
        &list,
        r#"{"etherealData":[{"_id":"1","status":"active"},{"_id":"2","status":"active","lastSyncDate":"x"}]}"#,
        "/etherealData/1/lastSyncDate",
        "lastSyncData",
        "\"lastSyncDate\"",
    );
    assert_one_drift(
        &GetProject,
        r#"{ "blessedAccount" : "0x1" }"#,
        "/blessedAccount",
        "sponsoredAccount",
        "\"blessedAccount\"",
    );
    assert_one_drift(
        &transfer(),
        r#"{"_id":"1","status":"done","type":"BLESS"}"#,
        "/type",
        "NATIVE",
        "\"BLESS\"",
    );
}

#[test]
fn an_unknown_value_and_a_number_for_text_are_drift() {
    assert_one_drift(
        &transfer(),
        r#"{"_id":"1","status":"paused"}"#,
        "/status",
        "a value of the specification",
        "\"paused\"",
    );
    // The client reads a number as a string in two cases: the field is a string, or the number is
    // above 2^53-1.
    let exact_number = "a number up to 2^53-1, or a string";
    assert_one_drift(
        &transfer(),
        r#"{"_id":"1","status":"done","tokenIds":["1", 2]}"#,
        "/tokenIds/1",
        "a string",
        "2",
    );
    assert_one_drift(
        &transfer(),
        r#"{"_id":"1","status":"done","x":[90071992547409920]}"#,
        "/x/0",
        exact_number,
        "90071992547409920",
    );
    // A JSON Pointer writes `/` as `~1` and `~` as `~0`.
    assert_one_drift(
        &GetProject,
        r#"{"a/b~":90071992547409920}"#,
        "/a~1b~0",
        exact_number,
        "90071992547409920",
    );
}

#[test]
fn an_optional_field_of_another_type_is_drift() {
    let required_fields = r#""_id":"1","status":"done""#;
    for (field, pointer, expected, found) in [
        (
            r#""route":{"step":[1]}"#,
            "/route",
            "an array",
            r#"{"step":[1]}"#,
        ),
        (r#""route":[{"step":1}, 5 ]"#, "/route/1", "an object", "5"),
        (
            r#""route":[{},{"step":true}]"#,
            "/route/1/step",
            "a number or a string",
            "true",
        ),
        // An alias of `nativeAmount`. The field does not take this value, so the name is not drift.
        (
            r#""blessAmount":{"wei":1e21}"#,
            "/blessAmount",
            "a string",
            r#"{"wei":1e21}"#,
        ),
    ] {
        for body in [
            format!("{{{required_fields},{field}}}"),
            format!("{{{field},{required_fields}}}"),
        ] {
            assert_one_drift(&transfer(), &body, pointer, expected, found);
        }
    }
    let list = r#"{"etherealData":[{"_id":"1","status":"active","balance":[5]}]}"#;
    assert_one_drift(
        &EtherealsQuery::default(),
        list,
        "/etherealData/0/balance",
        "a string",
        "[5]",
    );
}

#[test]
fn another_envelope_is_drift() {
    let list = EtherealsQuery::default();
    assert_one_drift(
        &list,
        r#"{"nextCursor":null,"data":[]}"#,
        "/data",
        "etherealData",
        "\"data\"",
    );
    assert_one_drift(&list, r#" []"#, "", "an object with etherealData", "[");
    let nested = checked(&list, r#"{"data":{"rows":[]}}"#).unwrap();
    assert_eq!(
        drift(&nested)
            .iter()
            .map(|(pointer, ..)| pointer.as_str())
            .collect::<Vec<_>>(),
        ["/data", "/data/rows"]
    );
}

#[test]
fn drift_is_reported_for_at_most_50_places() {
    let body = format!(
        r#"{{"_id":"1","status":"done","tokenIds":[{}7]}}"#,
        "1,".repeat(1000)
    );
    let reported = drift(&checked(&transfer(), &body).unwrap());
    assert_eq!(reported.len(), MAX_DRIFT);
    let (last_pointer, ..) = &reported[MAX_DRIFT - 1];
    assert_eq!(*last_pointer, format!("/tokenIds/{}", MAX_DRIFT - 1));
}
