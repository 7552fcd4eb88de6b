//! The options `onRequest`, `onResponse`, `onRetry` and `onDrift`.

use super::{
    service::{Reply, Service},
    support::{BODY, Call, NONE, client, error_of, to_json, value_of},
};
use serde_json::{Value, json};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::{JsValue, closure::Closure};
use wasm_bindgen_test::wasm_bindgen_test;

const NAMES: [&str; 4] = ["onRequest", "onResponse", "onRetry", "onDrift"];

/// The names of the hooks that were called, and their events.
type Log = Rc<RefCell<Vec<(&'static str, Value)>>>;

/// All hooks as options of a client, and a log of their events. Each returns or throws `outcome`.
fn hooks(outcome: Result<JsValue, JsValue>) -> (Vec<(&'static str, JsValue)>, Log) {
    let log = Log::default();
    let hook = |name| {
        let (log, outcome) = (Rc::clone(&log), outcome.clone());
        let function = Closure::<dyn FnMut(JsValue) -> Result<JsValue, JsValue>>::new(move |event| {
            log.borrow_mut().push((name, to_json(&event)));
            outcome.clone()
        });
        (name, function.into_js_value())
    };
    (NAMES.map(hook).to_vec(), log)
}

#[wasm_bindgen_test]
async fn hooks_receive_an_event_for_each_request_response_and_retry() {
    let busy = Reply::response_with(503, &[("X-Request-Id", "r/1")], "");
    let service = Service::new([Reply::rejection("boom"), busy, Reply::response(200, BODY)]);
    let (mut options, log) = hooks(Ok(JsValue::UNDEFINED));
    options.push(("maxRetries", 2.into()));
    value_of(Call::Project.start(&client(&service, &options), NONE)).await;
    let mut events = log.take();
    for (name, event) in &mut events {
        let fields = event.as_object_mut().unwrap();
        assert_eq!(fields.remove("callId"), Some(json!(1)));
        assert_eq!(fields.remove("endpoint"), Some(json!("GET /project")));
        assert_eq!(fields.remove("url"), Some(json!("https://api.example.com/v1/project")));
        assert_eq!(fields.remove("elapsedMs").is_some_and(|ms| ms.is_number()), *name == "onResponse");
        assert_eq!(fields.remove("delayMs").is_some_and(|ms| ms.is_u64()), *name == "onRetry");
    }
    let expected = [
        ("onRequest", json!({ "attempt": 1 })),
        ("onRetry", json!({ "attempt": 1, "reason": "network" })),
        ("onRequest", json!({ "attempt": 2 })),
        ("onResponse", json!({ "attempt": 2, "status": 503, "requestId": "r/1" })),
        ("onRetry", json!({ "attempt": 2, "reason": "status", "status": 503 })),
        ("onRequest", json!({ "attempt": 3 })),
        ("onResponse", json!({ "attempt": 3, "status": 200 })),
    ];
    assert_eq!(events, expected);
}

#[wasm_bindgen_test]
async fn a_hook_that_throws_does_not_change_the_call() {
    let service = Service::new([Reply::response(503, ""), Reply::response(200, BODY)]);
    let (mut options, log) = hooks(Err("hook".into()));
    // The package rejects only for headers of the wrong form.
    options.retain(|(name, _)| *name != "onRequest");
    options.push(("maxRetries", 1.into()));
    value_of(Call::BridgeTransfer.start(&client(&service, &options), NONE)).await;
    let names: Vec<_> = log.borrow().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["onResponse", "onRetry", "onResponse"]);
}

#[wasm_bindgen_test]
async fn headers_of_a_wrong_form_end_the_call_before_it_sends_anything() {
    let service = Service::with_body(BODY);
    let (options, _) = hooks(Err(js_sys::Error::new("Invalid onRequest: 5. Expected headers.").into()));
    let error = error_of(Call::Project.start(&client(&service, &options[..1]), NONE)).await;
    error.assert("invalid_argument", "invalid_argument");
    assert_eq!((&error["parameter"], error.attempts()), (&json!("onRequest"), json!([])));
    assert_eq!(error["message"], "Invalid onRequest: 5. Expected headers.");
    assert_eq!(service.count(), 0);
}

#[wasm_bindgen_test]
async fn on_drift_receives_each_difference_that_the_client_bridges() {
    let service = Service::with_body(r#"{"_id":"1","status":"sleeping"}"#);
    let (options, log) = hooks(Ok(JsValue::UNDEFINED));
    value_of(Call::BridgeTransfer.start(&client(&service, &options), NONE)).await;
    let drift: Vec<_> = log.take().into_iter().filter(|(name, _)| *name == "onDrift").map(|(_, event)| event).collect();
    assert!(!drift.is_empty());
    for event in &drift {
        assert_eq!((&event["endpoint"], &event["attempt"]), (&json!(Call::BridgeTransfer.endpoint()), &json!(1)));
        assert!(["pointer", "expected", "found"].iter().all(|name| event[name].is_string()), "{event}");
    }
    assert!(drift.iter().any(|event| event["pointer"] == "/status" && event["found"] == "\"sleeping\""), "{drift:?}");
}
