//! Tests of the project of an API key: the request, the record, and rejected keys.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{GetProject, Project};
use crate::{
    client::tests::{
        KEY,
        helpers::{decode, get, json, request, round_trip},
    },
    error::ErrorKind,
};
use serde_json::json;

const PROJECT: &str = include_str!("../../../tests/fixtures/project.json");
const INVALID_KEY: &str = include_str!("../../../tests/fixtures/invalid_key.json");

#[test]
fn sends_the_key_and_no_parameter() {
    let sent = request(&GetProject);
    assert_eq!(
        (sent.url.as_str(), sent.headers.get("x-api-key")),
        ("https://api.example.com/v1/project", Some(KEY))
    );
}

#[test]
fn reads_every_field_of_the_specification() {
    let project = get(&GetProject, 200, PROJECT).unwrap();
    assert_eq!(project.message.as_deref(), Some("Key details."));
    assert_eq!(project.request_owner.as_deref(), Some("demo"));
    let auth = json!({"aa": ["write", "create"], "deliveries": ["read"], "sprinkle": true});
    assert_eq!(project.auth.as_ref(), auth.as_object());
    assert_eq!(
        project.sponsored_account.as_deref(),
        Some("0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb")
    );
    assert_eq!(project.balance_wei.as_deref(), Some("1099756711100000000"));
    assert_eq!(project.balance.as_deref(), Some("1.0997567111"));
    assert!(project.other.is_empty());
    assert_eq!(json(&GetProject, PROJECT), Ok(Some(PROJECT.to_owned())));
    assert_eq!(
        serde_json::to_value(project).unwrap(),
        serde_json::from_str::<serde_json::Value>(PROJECT).unwrap()
    );
}

#[test]
fn accepts_absent_fields_and_keeps_unknown_ones() {
    assert_eq!(
        get(&GetProject, 200, "{}").unwrap(),
        serde_json::from_str::<Project>("{}").unwrap()
    );
    let body = r#"{"plan":{"id":9007199254740993},"balance":null,"auth":null,"since":null}"#;
    let project = get(&GetProject, 200, body).unwrap();
    assert_eq!((project.balance, project.auth), (None, None));
    // The number becomes a string, because a double would round it.
    let other = json!({"plan": {"id": "9007199254740993"}, "since": null});
    assert_eq!(Some(&project.other), other.as_object());
}

#[test]
fn renames_the_alias_of_the_account() {
    let body = r#"{"blessedAccount":"0x1"}"#;
    assert_eq!(
        json(&GetProject, body),
        Ok(Some(r#"{"sponsoredAccount":"0x1"}"#.to_owned()))
    );
    let both = get(
        &GetProject,
        200,
        r#"{"blessedAccount":"0x2","sponsoredAccount":"0x1"}"#,
    )
    .unwrap();
    assert_eq!(both.sponsored_account.as_deref(), Some("0x1"));
    assert_eq!(both.other["blessedAccount"], "0x2");
}

#[test]
fn keeps_every_digit_of_a_balance() {
    let body = r#"{"balanceWei":123456789012345678901234567890,"balance":123456789012.345678901234567890}"#;
    let project = get(&GetProject, 200, body).unwrap();
    assert_eq!(
        project.balance_wei.as_deref(),
        Some("123456789012345678901234567890")
    );
    assert_eq!(
        project.balance.as_deref(),
        Some("123456789012.345678901234567890")
    );
}

#[test]
fn leaves_out_fields_of_another_type() {
    let project = get(
        &GetProject,
        200,
        r#"{"auth":["deliveries"],"requestOwner":"me","balanceWei":{}}"#,
    )
    .unwrap();
    assert_eq!(
        (
            project.auth,
            project.balance_wei,
            project.request_owner.as_deref()
        ),
        (None, None, Some("me"))
    );
}

#[test]
fn takes_the_last_of_a_repeated_key() {
    let project = get(
        &GetProject,
        200,
        r#"{"balance":"1","message":"a","balance":"2","x":1,"x":2}"#,
    )
    .unwrap();
    assert_eq!(
        (project.balance.as_deref(), &project.other["x"]),
        (Some("2"), &json!(2))
    );
}

#[test]
fn rejects_bodies_that_are_not_a_project() {
    for (body, code, pointer) in [
        ("[]", "unexpected_shape", ""),
        ("null", "unexpected_shape", ""),
        ("\"demo\"", "unexpected_shape", ""),
        ("<html>", "invalid_json", ""),
        ("{\"auth\":{\"aa\":[tru]}}", "invalid_json", "/auth/aa/0"),
    ] {
        let error = get(&GetProject, 200, body).unwrap_err();
        assert_eq!(
            (error.kind, error.code.as_str(), error.pointer.as_deref()),
            (ErrorKind::Decode, code, Some(pointer)),
            "{body}"
        );
    }
    let error = get(&GetProject, 200, r#"{"message":"\udc00","balance":"1"}"#).unwrap_err();
    assert_eq!(
        (error.kind, error.endpoint),
        (ErrorKind::Decode, Some("GET /project")),
        "a Rust string cannot hold a lone surrogate"
    );
}

#[test]
fn a_success_with_only_a_message_is_a_rejected_key() {
    for (status, body) in [
        (200, INVALID_KEY),
        (200, " {\n\"message\" : \"Invalid API key.\" } "),
        (201, INVALID_KEY),
    ] {
        let error = get(&GetProject, status, body).unwrap_err();
        assert_eq!(
            (error.kind, error.status),
            (ErrorKind::Unauthenticated, Some(status)),
            "{body}"
        );
        assert_eq!(error.server_message.as_deref(), Some("Invalid API key."));
        assert!(!error.retryable);
    }
    for body in [
        r#"{"message":"Key details.","auth":{}}"#,
        r#"{"auth":{},"message":"x"}"#,
        r#"{"message":5}"#,
        "{}",
    ] {
        assert!(get(&GetProject, 200, body).is_ok(), "{body}");
    }
}

#[test]
fn an_error_has_the_kind_of_its_status_and_message() {
    for (status, body, kind) in [
        (401, "", ErrorKind::Unauthenticated),
        (
            401,
            r#"{"message":"Who are you?"}"#,
            ErrorKind::Unauthenticated,
        ),
        (
            403,
            r#"{"message":"Forbidden"}"#,
            ErrorKind::Unauthenticated,
        ),
        // A web page does not come from the service.
        (403, "<h1>Forbidden</h1>", ErrorKind::Forbidden),
        // Status 400 is about the key if the message has the word "key" or "apikey".
        (400, INVALID_KEY, ErrorKind::Unauthenticated),
        (
            400,
            r#"{"message":"Missing x-api-key header"}"#,
            ErrorKind::Unauthenticated,
        ),
        (
            400,
            r#"{"message":"ApiKey unknown"}"#,
            ErrorKind::Unauthenticated,
        ),
        (
            400,
            r#"{"message":"The KEY is revoked"}"#,
            ErrorKind::Unauthenticated,
        ),
        (
            400,
            r#"{"message":"No monkeys, please."}"#,
            ErrorKind::BadRequest,
        ),
        (
            400,
            r#"{"message":"Invalid chain."}"#,
            ErrorKind::BadRequest,
        ),
        // Only the field `message` counts.
        (
            400,
            r#"{"error":"Invalid API key."}"#,
            ErrorKind::BadRequest,
        ),
        (400, "", ErrorKind::BadRequest),
        (404, INVALID_KEY, ErrorKind::NotFound),
        (500, INVALID_KEY, ErrorKind::Server),
    ] {
        assert_eq!(
            get(&GetProject, status, body).unwrap_err().kind,
            kind,
            "{status} {body}"
        );
    }
}

#[test]
fn decodes_the_requests_that_the_client_sends() {
    assert_eq!(round_trip(&GetProject), Ok(GetProject));
    assert_eq!(decode(&[], &[("x", "ignored")]), Ok(GetProject));
}
