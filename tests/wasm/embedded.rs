//! `EmbeddedService`: the service over records in memory.

use super::support::to_json;
use ethereal_query::{
    ROUTES,
    wasm::{EmbeddedService, endpoint_names, endpoint_of},
};
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn a_request_is_answered_with_status_headers_and_body() {
    // A service without records and keys gets a request without a key.
    let service = EmbeddedService::new(Vec::new(), "").unwrap();
    let response = to_json(&service.handle("GET", "/project", None, None));
    assert_eq!(response["status"], 401);
    assert!(
        response["headers"]
            .as_array()
            .unwrap()
            .iter()
            .all(|pair| pair[0].is_string() && pair[1].is_string())
    );
    assert!(response["body"].as_str().unwrap().contains("message"));
    let response = to_json(&service.handle("GET", "/nowhere", None, None));
    assert_eq!(response["status"], json!(404));
}

#[wasm_bindgen_test]
fn a_request_has_the_name_of_its_endpoint() {
    assert!(
        endpoint_names()
            .iter()
            .eq(ROUTES.iter().map(|route| route.name))
    );
    // The page size 0 is invalid, but the request still has its endpoint.
    assert_eq!(
        endpoint_of("GET", "/ethereals?page_size=0").as_deref(),
        Some("GET /ethereals")
    );
    assert_eq!(endpoint_of("OPTIONS", "/ethereals"), None);
    assert_eq!(endpoint_of("GET", "/nowhere"), None);
}
