//! `EmbeddedService`: the service over records in memory.

use super::support::{thrown, to_json};
use ethereal_query::{
    ROUTES,
    wasm::{EmbeddedService, endpoint_names, endpoint_of, error_response},
};
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn a_request_is_answered_with_status_headers_and_body() {
    let service = EmbeddedService::new(Vec::new(), "").unwrap();
    let response = to_json(&service.handle("GET", "/project", None).unwrap());
    assert_eq!(response["status"], 401);
    assert!(response["headers"].as_array().unwrap().iter().all(|pair| pair[0].is_string() && pair[1].is_string()));
    assert!(response["body"].as_str().unwrap().contains("message"));
    let response = to_json(&service.handle("GET", "/nowhere", None).unwrap());
    assert_eq!(response["status"], json!(404));
}

#[wasm_bindgen_test]
fn records_that_cannot_be_used_are_refused() {
    for (list, keys, parameter) in [("[{]", "", "dataset"), ("", "[7]", "keys")] {
        let error = thrown(EmbeddedService::new(vec![list.to_owned()], keys));
        error.assert("invalid_argument", "invalid_argument");
        assert_eq!(error["parameter"], parameter);
    }
}

#[wasm_bindgen_test]
fn an_error_response_has_the_headers_of_the_service() {
    let response = to_json(&error_response("GET", 429, "Later.", Some(7)).unwrap());
    assert_eq!(response["status"], 429);
    assert_eq!(response["body"], r#"{"message":"Later."}"#);
    let headers = response["headers"].as_array().unwrap();
    assert!(headers.contains(&json!(["access-control-allow-origin", "*"])));
    assert!(headers.contains(&json!(["retry-after", "7"])));
    assert_eq!(to_json(&error_response("HEAD", 503, "Later.", None).unwrap())["body"], "");
}

#[wasm_bindgen_test]
fn a_request_has_the_name_of_its_endpoint() {
    assert!(endpoint_names().iter().eq(ROUTES.iter().map(|route| route.name)));
    assert_eq!(endpoint_of("GET", "/ethereals?page_size=0").as_deref(), Some("GET /ethereals"));
    assert_eq!(endpoint_of("OPTIONS", "/ethereals"), None);
    assert_eq!(endpoint_of("GET", "/nowhere"), None);
}
