//! `EmbeddedService`: the service over records in memory.

use super::support::{thrown, to_json};
use ethereal_query::wasm::EmbeddedService;
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn a_request_is_answered_with_status_headers_and_body() {
    let service = EmbeddedService::new("", "", "", "").unwrap();
    let response = to_json(&service.handle("GET", "/project", None).unwrap());
    assert_eq!(response["status"], 401);
    assert!(response["headers"].as_array().unwrap().iter().all(|pair| pair[0].is_string() && pair[1].is_string()));
    assert!(response["body"].as_str().unwrap().contains("message"));
    let response = to_json(&service.handle("GET", "/nowhere", None).unwrap());
    assert_eq!(response["status"], json!(404));
}

#[wasm_bindgen_test]
fn records_that_cannot_be_used_are_refused() {
    for (transfers, keys, parameter) in [("[{]", "", "dataset"), ("", "[7]", "keys")] {
        let error = thrown(EmbeddedService::new("", transfers, "", keys));
        error.assert("invalid_argument", "invalid_argument");
        assert_eq!(error["parameter"], parameter);
    }
}
