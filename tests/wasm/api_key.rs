//! The option `apiKey` as a function.

use super::{
    service::{Service, deferred},
    support::{BODY, Call, NONE, client, error_of, object, to_json, value_of},
};
use js_sys::Promise;
use serde_json::json;
use std::{cell::Cell, rc::Rc};
use wasm_bindgen::{JsValue, closure::Closure};
use wasm_bindgen_test::wasm_bindgen_test;

/// A key function that counts its calls.
fn key_function(give: impl Fn(u32) -> Result<JsValue, JsValue> + 'static) -> (JsValue, Rc<Cell<u32>>) {
    let count = Rc::new(Cell::new(0));
    let counted = Rc::clone(&count);
    let function = Closure::<dyn FnMut() -> Result<JsValue, JsValue>>::new(move || {
        counted.set(counted.get() + 1);
        give(counted.get())
    });
    (function.into_js_value(), count)
}

fn keys_sent_to(service: &Service) -> Vec<Option<String>> {
    service.requests().iter().map(|request| request.headers().get("x-api-key").unwrap()).collect()
}

#[wasm_bindgen_test]
async fn a_function_is_called_once_for_each_call_that_needs_a_key() {
    // It returns a promise, and later the key itself.
    let (function, count) = key_function(|n| {
        let key = JsValue::from(format!("key/{n}"));
        Ok(if n == 1 { Promise::resolve(&key).into() } else { key })
    });
    let service = Service::with_body(BODY);
    let client = client(&service, &[("apiKey", function)]);
    for call in [Call::Ethereals, Call::TokenUri, Call::Project] {
        value_of(call.start(&client, NONE)).await;
    }
    assert_eq!(keys_sent_to(&service), [Some("key/1".to_owned()), None, Some("key/2".to_owned())]);
    assert_eq!(count.get(), 2);
}

#[wasm_bindgen_test]
async fn a_function_that_fails_ends_the_call_with_its_reason_as_the_cause() {
    for reason in [JsValue::from("locked"), JsValue::NULL, JsValue::UNDEFINED, 42.into()] {
        for rejects in [false, true] {
            let thrown = reason.clone();
            let (function, _) = key_function(move |_| match rejects {
                true => Ok(Promise::reject(&thrown).into()),
                false => Err(thrown.clone()),
            });
            let service = Service::with_body(BODY);
            let error = error_of(Call::Project.start(&client(&service, &[("apiKey", function)]), NONE)).await;
            error.assert("invalid_argument", "api_key_unavailable");
            assert_eq!((&error["parameter"], error.attempts()), (&json!("apiKey"), json!([])));
            assert_eq!(error.cause(), reason);
            assert_eq!(service.count(), 0);
        }
    }
}

#[wasm_bindgen_test]
async fn a_key_that_is_missing_or_unusable_ends_the_call_without_being_shown() {
    for (key, word) in [
        (JsValue::NULL, "Missing apiKey."),
        (JsValue::UNDEFINED, "Missing apiKey."),
        ("".into(), "(value hidden)"),
        ("canary one".into(), "(value hidden)"),
        (7_123_456.into(), "(value hidden)"),
    ] {
        let (function, _) = key_function(move |_| Ok(key.clone()));
        let service = Service::with_body(BODY);
        let error = error_of(Call::Project.start(&client(&service, &[("apiKey", function)]), NONE)).await;
        error.assert("invalid_argument", "invalid_argument");
        let shown = to_json(&error.value).to_string();
        assert!(shown.contains(word) && !shown.contains("canary") && !shown.contains("7123"), "{shown}");
        assert_eq!(service.count(), 0);
    }
}

#[wasm_bindgen_test]
async fn a_client_without_a_key_makes_only_the_call_that_needs_none() {
    let service = Service::with_body(BODY);
    let client = client(&service, &[("apiKey", JsValue::UNDEFINED)]);
    let error = error_of(Call::Project.start(&client, NONE)).await;
    assert_eq!((&error["parameter"], &error["endpoint"]), (&json!("apiKey"), &json!("GET /project")));
    value_of(Call::TokenUri.start(&client, NONE)).await;
    assert_eq!(service.count(), 1);
}

#[wasm_bindgen_test]
async fn the_deadline_includes_the_time_of_the_function() {
    let (key, _resolve) = deferred();
    let (function, count) = key_function(move |_| Ok(key.clone().into()));
    let service = Service::with_body(BODY);
    let client = client(&service, &[("apiKey", function)]);
    let error = error_of(Call::Project.start(&client, &object(&[("deadlineMs", 20.into())]))).await;
    error.assert("timeout", "deadline_exceeded");
    assert_eq!((error.attempts(), count.get(), service.count()), (json!([]), 1, 0));
}
