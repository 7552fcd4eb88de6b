//! The caller's `AbortSignal` ends a call at any moment.

use super::{
    service::{BodyEnd, Reply, Service, deferred},
    support::{API_KEY, BODY, CALLS, Call, NONE, client, error_of, get, object, until, value_of, wait},
};
use js_sys::{Promise, Reflect};
use serde_json::{Value, json};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wasm_bindgen::{JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{AbortController, Response};

fn with_signal(controller: &AbortController) -> JsValue {
    object(&[("signal", controller.signal().into())])
}

/// Reasons of an abort, of several types.
fn reasons() -> [JsValue; 5] {
    [
        js_sys::Error::new("navigated away").into(),
        "text".into(),
        JsValue::NULL,
        42.into(),
        object(&[("code", 7.into())]),
    ]
}

/// A function, and whether it was called.
fn flag() -> (Rc<Cell<bool>>, JsValue) {
    let flag = Rc::new(Cell::new(false));
    let set = Rc::clone(&flag);
    (flag, Closure::<dyn FnMut()>::new(move || set.set(true)).into_js_value())
}

async fn assert_aborted(call: Result<Promise, JsValue>, reason: &JsValue, attempts: Value) {
    let error = error_of(call).await;
    error.assert("aborted", "aborted");
    assert_eq!(error["retryable"], false);
    assert_eq!(error.attempts(), attempts);
    assert_eq!(error.cause(), *reason);
}

#[wasm_bindgen_test]
async fn a_call_with_an_aborted_signal_sends_nothing() {
    let service = Service::silent();
    for reason in reasons() {
        let controller = AbortController::new().unwrap();
        controller.abort_with_reason(&reason);
        for call in CALLS {
            let promise = call.start(&client(&service, &[]), &with_signal(&controller));
            assert_aborted(promise, &reason, json!([])).await;
        }
    }
    assert_eq!(service.count(), 0);
}

#[wasm_bindgen_test]
async fn an_abort_in_the_same_turn_sends_nothing() {
    let service = Service::silent();
    for call in CALLS {
        let controller = AbortController::new().unwrap();
        let promise = call.start(&client(&service, &[]), &with_signal(&controller));
        controller.abort_with_reason(&"never mind".into());
        assert_aborted(promise, &"never mind".into(), json!([])).await;
    }
    wait(5).await;
    assert_eq!(service.count(), 0);
}

#[wasm_bindgen_test]
async fn an_abort_while_fetch_is_pending_aborts_the_request() {
    for reason in reasons() {
        for call in CALLS {
            let (service, controller) = (Service::silent(), AbortController::new().unwrap());
            let promise = call.start(&client(&service, &[]), &with_signal(&controller));
            until(|| service.count() == 1).await;
            assert!(!service.only_request().signal().aborted());
            controller.abort_with_reason(&reason);
            assert_aborted(promise, &reason, json!([{}])).await;
            assert!(service.only_request().signal().aborted());
        }
    }
}

#[wasm_bindgen_test]
async fn an_abort_while_the_body_arrives_aborts_the_request() {
    for call in CALLS {
        let (service, controller) =
            (Service::new([Reply::stream(&["{"], BodyEnd::Stall)]), AbortController::new().unwrap());
        let (has_head, on_response) = flag();
        let client = client(&service, &[("onResponse", on_response)]);
        let promise = call.start(&client, &with_signal(&controller));
        until(|| has_head.get()).await;
        wait(5).await;
        controller.abort_with_reason(&"left".into());
        assert_aborted(promise, &"left".into(), json!([{ "status": 200 }])).await;
        assert!(service.only_request().signal().aborted());
    }
}

#[wasm_bindgen_test]
async fn an_abort_during_the_delay_before_a_retry_ends_the_call_at_once() {
    let service = Service::new([Reply::response_with(503, &[("Retry-After", "4")], "")]);
    let (is_waiting, on_retry) = flag();
    let client = client(&service, &[("maxRetries", 2.into()), ("onRetry", on_retry)]);
    let controller = AbortController::new().unwrap();
    let promise = Call::Project.start(&client, &with_signal(&controller));
    until(|| is_waiting.get()).await;
    controller.abort_with_reason(&"left".into());
    let error = error_of(promise).await;
    error.assert("aborted", "aborted");
    assert_eq!(error.attempts(), json!([{ "status": 503, "delayMs": 4000 }]));
    assert!(error["elapsedMs"].as_f64() < Some(3000.0));
    assert_eq!(service.count(), 1);
}

#[wasm_bindgen_test]
async fn an_abort_while_the_api_key_is_awaited_sends_nothing() {
    let (key, resolve) = deferred();
    let is_called = Rc::new(Cell::new(false));
    let called = Rc::clone(&is_called);
    let api_key = Closure::<dyn FnMut() -> Promise>::new(move || {
        called.set(true);
        key.clone()
    });
    let (service, controller) = (Service::silent(), AbortController::new().unwrap());
    let promise =
        Call::Project.start(&client(&service, &[("apiKey", api_key.into_js_value())]), &with_signal(&controller));
    until(|| is_called.get()).await;
    controller.abort_with_reason(&"too slow".into());
    assert_aborted(promise, &"too slow".into(), json!([])).await;
    resolve.call1(NONE, &API_KEY.into()).unwrap();
    wait(10).await;
    assert_eq!(service.count(), 0);
}

#[wasm_bindgen_test]
async fn the_cause_of_an_abort_without_a_reason_is_the_hosts_abort_error() {
    let (service, controller) = (Service::silent(), AbortController::new().unwrap());
    let promise = Call::Project.start(&client(&service, &[]), &with_signal(&controller));
    controller.abort();
    let error = error_of(promise).await;
    assert_eq!(error.cause(), controller.signal().reason());
    assert_eq!(get(&error.cause(), "name"), "AbortError");
}

#[wasm_bindgen_test]
async fn a_hook_may_abort_the_call_before_its_request_is_sent() {
    let (service, controller) = (Service::silent(), AbortController::new().unwrap());
    let aborting = controller.clone();
    let hook = Closure::<dyn FnMut()>::new(move || aborting.abort_with_reason(&"hook".into())).into_js_value();
    let promise = Call::Project.start(&client(&service, &[("onRequest", hook)]), &with_signal(&controller));
    assert_aborted(promise, &"hook".into(), json!([{}])).await;
    wait(5).await;
    assert_eq!(service.count(), 0);
}

#[wasm_bindgen_test]
async fn an_abort_after_the_end_of_a_call_changes_nothing() {
    let (service, controller) = (Service::with_body(BODY), AbortController::new().unwrap());
    value_of(Call::Project.start(&client(&service, &[]), &with_signal(&controller))).await;
    controller.abort();
    assert!(!service.only_request().signal().aborted());
}

#[wasm_bindgen_test]
async fn a_call_removes_its_listener_however_it_ends() {
    let controller = AbortController::new().unwrap();
    let signal: JsValue = controller.signal().into();
    let listeners = Rc::new(RefCell::new(Vec::<JsValue>::new()));
    let (adding, removing) = (Rc::clone(&listeners), Rc::clone(&listeners));
    let add = Closure::<dyn FnMut(JsValue, JsValue)>::new(move |_, listener| adding.borrow_mut().push(listener));
    let remove = Closure::<dyn FnMut(JsValue, JsValue)>::new(move |_, listener| {
        removing.borrow_mut().retain(|added| *added != listener);
    });
    for (name, function) in [("addEventListener", add), ("removeEventListener", remove)] {
        Reflect::set(&signal, &name.into(), &function.into_js_value()).unwrap();
    }
    for reply in [Reply::response(200, BODY), Reply::response(500, ""), Reply::rejection("boom"), Reply::never()] {
        let service = Service::new([reply]);
        let listening = Rc::clone(&listeners);
        let count = Rc::new(Cell::new(0));
        let counted = Rc::clone(&count);
        let hook = Closure::<dyn FnMut()>::new(move || counted.set(listening.borrow().len())).into_js_value();
        let client = client(&service, &[("timeoutMs", 30.into()), ("onRequest", hook)]);
        let _ = JsFuture::from(Call::Project.start(&client, &with_signal(&controller)).unwrap()).await;
        assert_eq!((count.get(), listeners.borrow().len()), (1, 0));
    }
}

/// The calls that JavaScript waits for do not depend on the object that started them.
#[wasm_bindgen_test]
async fn a_call_goes_on_when_its_client_is_dropped() {
    let (response, resolve) = deferred();
    let service = Service::new([Reply::value(response)]);
    let client = client(&service, &[]);
    let promise = Call::Project.start(&client, NONE);
    until(|| service.count() == 1).await;
    drop(client);
    resolve.call1(NONE, &Response::new_with_opt_str(Some(BODY)).unwrap()).unwrap();
    value_of(promise).await;
}
