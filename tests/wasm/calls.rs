//! The results and the errors of the exported calls, as the package's TypeScript receives them.
//! `tests/client` tests what the users of the package see.

use super::{
    service::{Reply, Service, deferred},
    support::{ADDRESS, Call, NONE, client, error_of, result_of, until, value_of},
};
use js_sys::{Object, Reflect};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Response;

const TOKEN: &str = include_str!("../fixtures/token.json");
const PROJECT: &str = include_str!("../fixtures/project.json");
const ETHEREALS: &str = include_str!("../fixtures/ethereals.json");

/// The result of `call` when the service responds with `status` and `body`.
async fn result(call: Call, status: u16, body: &'static str, options: &JsValue) -> Value {
    let service = Service::new([Reply::response(status, body)]);
    result_of(call.start(&client(&service), options)).await
}

/// Parses the field `json` of a result.
fn parsed(result: &Value) -> Value {
    serde_json::from_str(result["json"].as_str().unwrap()).unwrap()
}

#[wasm_bindgen_test]
async fn token_uri_resolves_to_the_text_of_the_document() {
    assert_eq!(
        result(Call::TokenUri, 200, TOKEN, NONE).await,
        json!({ "json": TOKEN })
    );
    for body in ["[]", "\"text\"", "null", r#"{"__proto__":{"a":1}}"#] {
        assert_eq!(
            result(Call::TokenUri, 200, body, NONE).await,
            json!({ "json": body })
        );
    }
}

#[wasm_bindgen_test]
async fn bridge_transfer_has_no_json_when_no_transfer_has_the_hash() {
    let empty = r#"{"bridgeData":{"bridgeData":[],"nextCursor":null}}"#;
    for (status, body) in [
        (200, empty),
        (404, ""),
        (404, r#"{"message":"No transfer has this hash."}"#),
    ] {
        assert_eq!(
            result(Call::BridgeTransfer, status, body, NONE).await,
            json!({}),
            "{status} {body}"
        );
    }
}

#[wasm_bindgen_test]
async fn ethereals_resolves_to_a_page_and_the_cursor_of_the_next() {
    let page = result(Call::Ethereals, 200, ETHEREALS, NONE).await;
    assert_eq!(page["nextCursor"], "eyJ2IjoxfQ==");
    assert_eq!(parsed(&page)[0]["ethereal"], ADDRESS);
    for (body, cursor) in [
        (r#"{"etherealData":[],"nextCursor":"x"}"#, json!("x")),
        (r#"{"etherealData":[],"nextCursor":null}"#, Value::Null),
        (r#"{"etherealData":[],"nextCursor":""}"#, Value::Null),
        ("[]", Value::Null),
    ] {
        let page = result(Call::Ethereals, 200, body, NONE).await;
        assert_eq!(
            (parsed(&page), &page["nextCursor"]),
            (json!([]), &cursor),
            "{body}"
        );
    }
}

#[wasm_bindgen_test]
async fn fields_without_a_value_are_absent() {
    let service = Service::with_body(PROJECT);
    let value = value_of(Call::Project.start(&client(&service), NONE)).await;
    let names: Vec<_> = Object::keys(&Object::from(value))
        .iter()
        .filter_map(|name| name.as_string())
        .collect();
    assert_eq!(names, ["json"]);
}

#[wasm_bindgen_test]
async fn an_error_is_a_plain_object_with_named_fields() {
    let body = r#"{"message":"Slow\u0007 down."}"#;
    let headers = &[("Retry-After", "7"), ("X-Request-Id", "r/1")];
    let error = error_of(Call::Project.start(
        &client(&Service::new([Reply::response_with(429, headers, body)])),
        NONE,
    ))
    .await;
    assert_eq!(
        Reflect::get_prototype_of(&error.value),
        Reflect::get_prototype_of(&Object::new())
    );
    let names: Vec<_> = Object::keys(&error.value.clone().into())
        .iter()
        .filter_map(|name| name.as_string())
        .collect();
    let fields = "kind code message retryable endpoint callId status retryAfterMs gaveUp \
                  serverMessage bodySnippet url elapsedMs attempts requestId headerNames";
    assert_eq!(names.join(" "), fields);
    assert_eq!(error["retryAfterMs"], 7000);
    // The message shows a control character as U+FFFD. The snippet has the body as sent.
    assert_eq!(error["serverMessage"], "Slow\u{fffd} down.");
    assert_eq!(error["bodySnippet"], body);
    assert_eq!(error["requestId"], "r/1");
    assert_eq!(error["url"], "https://api.example.com/v1/project");
    assert!(
        error["elapsedMs"].as_f64().unwrap() >= error["attempts"][0]["elapsedMs"].as_f64().unwrap()
    );
}

/// A call that JavaScript waits for does not depend on the client that started the call.
#[wasm_bindgen_test]
async fn a_call_goes_on_when_its_client_is_dropped() {
    let (promise_of_response, resolve) = deferred();
    let service = Service::new([Reply::value(promise_of_response)]);
    let client = client(&service);
    let call = Call::Project.start(&client, NONE);
    until(|| service.count() == 1).await;
    drop(client);
    let response = Response::new_with_opt_str(Some(PROJECT)).unwrap();
    resolve.call1(&JsValue::UNDEFINED, &response).unwrap();
    value_of(call).await;
}
