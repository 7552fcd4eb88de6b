//! The results of the four calls.

use super::{
    service::{Reply, Service},
    support::{ADDRESS, Call, NONE, client, object, result_of, value_of},
};
use js_sys::Object;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const TOKEN: &str = include_str!("../fixtures/token.json");
const TRANSFER: &str = include_str!("../fixtures/transfer_native.json");
const PROJECT: &str = include_str!("../fixtures/project.json");
const ETHEREALS: &str = include_str!("../fixtures/ethereals.json");

/// The result of `call` when the service responds with `status` and `body`.
async fn result(call: Call, status: u16, body: &'static str, options: &JsValue) -> Value {
    let service = Service::new([Reply::response(status, body)]);
    result_of(call.start(&client(&service, &[]), options)).await
}

/// The value of the text `json` of a result.
fn parsed(result: &Value) -> Value {
    serde_json::from_str(result["json"].as_str().unwrap()).unwrap()
}

#[wasm_bindgen_test]
async fn token_uri_resolves_to_the_text_of_the_document() {
    assert_eq!(result(Call::TokenUri, 200, TOKEN, NONE).await, json!({ "json": TOKEN, "hasExactIntegers": false }));
    for body in ["[]", "\"text\"", "null", r#"{"__proto__":{"a":1}}"#] {
        assert_eq!(result(Call::TokenUri, 200, body, NONE).await, json!({ "json": body, "hasExactIntegers": false }));
    }
}

#[wasm_bindgen_test]
async fn token_uri_with_raw_has_the_response_as_well() {
    let headers = &[("X-Trace", "t/1"), ("Content-Type", "application/json")];
    let service = Service::new([Reply::response_with(203, headers, " {\"b\" : 1.50} ")]);
    let client = client(&service, &[]);
    let raw = object(&[("raw", true.into())]);
    let result = result_of(Call::TokenUri.start(&client, &raw)).await;
    let headers = json!([["content-type", "application/json"], ["x-trace", "t/1"]]);
    assert_eq!(result["raw"], json!({ "text": " {\"b\" : 1.50} ", "status": 203, "headers": headers }));
    assert_eq!(parsed(&result), json!({ "b": 1.5 }));
    let plain = result_of(Call::TokenUri.start(&client, &object(&[("raw", false.into())]))).await;
    assert_eq!(plain["raw"], Value::Null);
}

/// A string that begins with U+0001 stands for an integer, or, after a second U+0001, for itself.
#[wasm_bindgen_test]
async fn token_uri_with_exact_integers_marks_those_beyond_2_to_53() {
    let exact = object(&[("integers", "exact".into())]);
    let body = r#"{"big":9007199254740993,"safe":9007199254740991,"text":"9007199254740993"}"#;
    let tagged = result(Call::TokenUri, 200, body, &exact).await;
    assert_eq!(tagged["hasExactIntegers"], true);
    let expected = json!({
        "big": "\u{1}9007199254740993", "safe": 9_007_199_254_740_991_u64, "text": "9007199254740993",
    });
    assert_eq!(parsed(&tagged), expected);
    for (body, options) in [(body, NONE), ("[1]", &exact)] {
        assert_eq!(
            result(Call::TokenUri, 200, body, options).await,
            json!({ "json": body, "hasExactIntegers": false })
        );
    }
}

#[wasm_bindgen_test]
async fn bridge_transfer_resolves_to_the_record_without_its_envelope() {
    let transfer = parsed(&result(Call::BridgeTransfer, 200, TRANSFER, NONE).await);
    let body: Value = serde_json::from_str(TRANSFER).unwrap();
    assert_eq!(transfer, body["bridgeData"]["bridgeData"][0]);
}

#[wasm_bindgen_test]
async fn bridge_transfer_has_no_json_when_no_transfer_has_the_hash() {
    let empty = r#"{"bridgeData":{"bridgeData":[],"nextCursor":null}}"#;
    for (status, body) in [(200, empty), (404, ""), (404, r#"{"message":"No transfer has this hash."}"#)] {
        assert_eq!(
            result(Call::BridgeTransfer, status, body, NONE).await,
            json!({ "hasExactIntegers": false }),
            "{status} {body}"
        );
    }
}

#[wasm_bindgen_test]
async fn large_integers_of_records_become_strings() {
    let body = r#"{"_id":"1","status":"done","later":[1,18446744073709551616]}"#;
    let transfer = parsed(&result(Call::BridgeTransfer, 200, body, NONE).await);
    assert_eq!(transfer["later"], json!([1, "18446744073709551616"]));
}

#[wasm_bindgen_test]
async fn project_resolves_to_every_field() {
    assert_eq!(result(Call::Project, 200, PROJECT, NONE).await, json!({ "json": PROJECT, "hasExactIntegers": false }));
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
        assert_eq!((parsed(&page), &page["nextCursor"]), (json!([]), &cursor), "{body}");
    }
}

#[wasm_bindgen_test]
async fn fields_without_a_value_are_absent() {
    let service = Service::with_body(PROJECT);
    let value = value_of(Call::Project.start(&client(&service, &[]), NONE)).await;
    assert_eq!(Object::keys(&Object::from(value)).length(), 2);
}
