//! What is told of a response that differs from the specification.

use super::{helpers::checked, token, transfer};
use crate::{Checked, Endpoint, EtherealsQuery, GetProject, MAX_DRIFT};

fn drift(checked: &Checked) -> Vec<(String, &'static str, String)> {
    checked.drift().map(|drift| (drift.pointer, drift.expected, drift.found.to_owned())).collect()
}

fn one<E: Endpoint>(endpoint: &E, body: &str, pointer: &str, expected: &'static str, found: &str) {
    let told = drift(&checked(endpoint, body).unwrap());
    assert_eq!(told, [(pointer.to_owned(), expected, found.to_owned())], "{body}");
}

#[test]
fn an_answer_of_the_specification_has_none() {
    for body in [
        r#"{"etherealData":[{"_id":"1","status":"active","the service":"0x1","more":12345678901}],"nextCursor":null}"#,
        r#"{"etherealData":[],"nextCursor":"a"}"#,
    ] {
        assert_eq!(drift(&checked(&EtherealsQuery::default(), body).unwrap()), []);
    }
    let body = r#"{"bridgeData":{"bridgeData":[{"_id":"1","status":"wait-rb","type":"NATIVE","tokenType":null}]}}"#;
    assert_eq!(drift(&checked(&transfer(), body).unwrap()), []);
    assert_eq!(drift(&checked(&token(), r#"{"n":123456789012345678901234567890}"#).unwrap()), [], "metadata is free");
}

#[test]
fn another_spelling_is_named_where_it_stands() {
    let list = EtherealsQuery::default();
    one(
        &list,
        r#"{"etherealData":[{"_id":"1","status":"active"},{"_id":"2","status":"active","lastSyncDate":"x"}]}"#,
        "/etherealData/1/lastSyncDate",
        "lastSyncData",
        "\"lastSyncDate\"",
    );
    one(&GetProject, r#"{ "blessedAccount" : "0x1" }"#, "/blessedAccount", "sponsoredAccount", "\"blessedAccount\"");
    one(&transfer(), r#"{"_id":"1","status":"done","type":"BLESS"}"#, "/type", "NATIVE", "\"BLESS\"");
}

#[test]
fn a_value_to_come_and_a_number_for_text_are_told() {
    one(&transfer(), r#"{"_id":"1","status":"paused"}"#, "/status", "a value of the specification", "\"paused\"");
    let text = "a string, or a number up to 2^53-1";
    one(&transfer(), r#"{"_id":"1","status":"done","tokenIds":["1", 2]}"#, "/tokenIds/1", text, "2");
    one(&transfer(), r#"{"_id":"1","status":"done","x":[90071992547409920]}"#, "/x/0", text, "90071992547409920");
    one(&GetProject, r#"{"a/b~":90071992547409920}"#, "/a~1b~0", text, "90071992547409920");
}

#[test]
fn another_envelope_is_told() {
    let list = EtherealsQuery::default();
    one(&list, r#"{"nextCursor":null,"data":[]}"#, "/data", "etherealData", "\"data\"");
    one(&list, r#" []"#, "", "an object with etherealData", "[");
    let nested = checked(&list, r#"{"data":{"rows":[]}}"#).unwrap();
    assert_eq!(
        drift(&nested).iter().map(|(pointer, ..)| pointer.as_str()).collect::<Vec<_>>(),
        ["/data", "/data/rows"]
    );
}

#[test]
fn there_is_an_end_to_it() {
    let many = format!(r#"{{"_id":"1","status":"done","tokenIds":[{}7]}}"#, "1,".repeat(1000));
    let told = drift(&checked(&transfer(), &many).unwrap());
    assert_eq!((told.len(), told[49].0.as_str()), (MAX_DRIFT, "/tokenIds/49"));
}
