//! The errors that statuses and bodies lead to.

use super::{
    service::{Reply, Service},
    support::{API_KEY, CALLS, Call, Failure, NONE, client, error_of, to_json},
};
use js_sys::{Object, Reflect};
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

async fn failure(call: Call, reply: Reply) -> Failure {
    error_of(call.start(&client(&Service::new([reply]), &[]), NONE)).await
}

#[wasm_bindgen_test]
async fn a_status_decides_the_kind_and_whether_a_retry_makes_sense() {
    for (call, status, kind, retryable) in [
        (Call::TokenUri, 302, "redirect_blocked", false),
        (Call::TokenUri, 400, "bad_request", false),
        (Call::TokenUri, 401, "unauthenticated", false),
        (Call::TokenUri, 403, "forbidden", false),
        (Call::TokenUri, 404, "not_found", false),
        (Call::TokenUri, 408, "unexpected_status", true),
        (Call::Project, 403, "unauthenticated", false),
        (Call::Project, 418, "unexpected_status", false),
        (Call::Project, 429, "rate_limited", true),
        (Call::Ethereals, 500, "server", true),
        (Call::Ethereals, 501, "server", false),
        (Call::BridgeTransfer, 503, "server", true),
    ] {
        let error = failure(call, Reply::response(status, "")).await;
        error.assert(kind, kind);
        assert_eq!((&error["status"], &error["retryable"]), (&json!(status), &json!(retryable)));
        assert_eq!(error["endpoint"], call.endpoint());
        assert_eq!(error.attempts(), json!([{ "status": status }]));
        assert_eq!(error["gaveUp"], if retryable { json!("attempts_used") } else { json!(null) });
    }
}

#[wasm_bindgen_test]
async fn an_error_is_a_plain_object_with_named_fields() {
    let body = r#"{"message":"Slow\u0007 down."}"#;
    let headers = &[("Retry-After", "7"), ("X-Request-Id", "r/1")];
    let error = failure(Call::Project, Reply::response_with(429, headers, body)).await;
    assert_eq!(Reflect::get_prototype_of(&error.value), Reflect::get_prototype_of(&Object::new()));
    let names: Vec<_> = Object::keys(&error.value.clone().into()).iter().filter_map(|name| name.as_string()).collect();
    let fields = "kind code message retryable endpoint callId status retryAfterMs gaveUp serverMessage bodySnippet url \
                  elapsedMs attempts requestId headerNames";
    assert_eq!(names.join(" "), fields);
    assert_eq!(error["retryAfterMs"], 7000);
    assert_eq!(error["serverMessage"], "Slow\u{fffd} down.");
    assert_eq!(error["bodySnippet"], body);
    assert_eq!(error["requestId"], "r/1");
    assert_eq!(error["url"], "https://api.example.com/v1/project");
    assert!(error["elapsedMs"].as_f64().unwrap() >= error["attempts"][0]["elapsedMs"].as_f64().unwrap());
}

#[wasm_bindgen_test]
async fn a_body_that_breaks_the_specification_is_a_decode_error_with_its_place() {
    for (call, body, code, pointer) in [
        (Call::TokenUri, "", "invalid_json", ""),
        (Call::TokenUri, "<!doctype html>", "invalid_json", ""),
        (Call::TokenUri, r#"{"a":[1,]}"#, "invalid_json", "/a/1"),
        (Call::BridgeTransfer, r#"{"_id":"1","status":"done","tokenIds":[{}]}"#, "unexpected_shape", "/tokenIds/0"),
        (Call::Project, r#"{"requestOwner":["demo"]}"#, "unexpected_shape", "/requestOwner"),
        (Call::Ethereals, r#"[{"_id":"1","status":5}]"#, "unexpected_shape", "/0/status"),
        (Call::Ethereals, r#"{"etherealData":[],"nextCursor":{}}"#, "unexpected_shape", "/nextCursor"),
    ] {
        let error = failure(call, Reply::response(200, body)).await;
        error.assert("decode", code);
        assert_eq!((&error["pointer"], &error["bodySnippet"]), (&json!(pointer), &json!(body)));
        assert_eq!((&error["retryable"], error.attempts()), (&json!(false), json!([{ "status": 200 }])));
        assert!(error.cause().is_undefined());
    }
}

#[wasm_bindgen_test]
async fn a_body_of_thousands_of_nested_arrays_is_refused() {
    let nested: &str = ["[".repeat(100_000), "]".repeat(100_000)].concat().leak();
    for call in CALLS {
        let error = failure(call, Reply::response(200, nested)).await;
        assert_eq!(error["kind"], "decode", "{call:?}");
    }
}

#[wasm_bindgen_test]
async fn a_refused_api_key_is_recognised_by_its_message() {
    let body = include_str!("../fixtures/invalid_key.json");
    for status in [200, 400, 401, 403] {
        let error = failure(Call::Project, Reply::response(status, body)).await;
        error.assert("unauthenticated", "unauthenticated");
        assert_eq!((&error["status"], &error["serverMessage"]), (&json!(status), &json!("Invalid API key.")));
    }
}

#[wasm_bindgen_test]
async fn an_error_does_not_show_the_api_key_that_the_service_repeats() {
    for (status, body) in [(401, r#"{"message":"q9/Tn+key= is unknown"}"#), (200, r#"{"requestOwner":["q9/Tn+key="]}"#)]
    {
        let error = failure(Call::Project, Reply::response(status, body)).await;
        let shown = to_json(&error.value).to_string();
        assert!(shown.contains("[redacted]") && !shown.contains(API_KEY), "{shown}");
    }
}

#[wasm_bindgen_test]
async fn the_reason_of_a_rejected_fetch_is_the_cause_of_a_network_error() {
    for reason in [JsValue::from("boom"), JsValue::NULL, JsValue::UNDEFINED, js_sys::TypeError::new("offline").into()] {
        for call in CALLS {
            let error = failure(call, Reply::rejection(reason.clone())).await;
            error.assert("network", "network");
            assert_eq!((&error["retryable"], error.attempts()), (&json!(true), json!([{ "code": "network" }])));
            assert!(Object::has_own(&error.value.clone().into(), &"cause".into()));
            assert_eq!(error.cause(), reason);
        }
    }
}
