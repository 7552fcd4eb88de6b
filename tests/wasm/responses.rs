//! Values that `fetch` may resolve to instead of a good response.

use super::{
    service::{BodyEnd, Reply, Service, stream_response},
    support::{CALLS, Call, NONE, client, error_of, get, object, result_of},
};
use js_sys::{ArrayBuffer, Object, Uint8Array};
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{ReadableStreamDefaultReader, Response};

/// A response with another value of a property that the host computes.
fn response_where(name: &str, value: JsValue) -> Reply {
    let response = Response::new_with_opt_str(Some(r#"{"balance":"1"}"#)).unwrap();
    Object::define_property(&response, &name.into(), &object(&[("value", value)]).into());
    Reply::value(response)
}

#[wasm_bindgen_test]
async fn an_unreadable_response_is_a_network_error() {
    for (title, reply) in [
        ("a number", Reply::value(42)),
        ("null", Reply::value(JsValue::NULL)),
        ("nothing", Reply::value(JsValue::UNDEFINED)),
        ("an object", Reply::value(object(&[("status", 200.into())]))),
        (
            "a body that was read",
            Reply::new(|| {
                let response = Response::new_with_opt_str(Some("{}")).unwrap();
                let _ = response.text().unwrap();
                response
            }),
        ),
        (
            "a locked body",
            Reply::new(|| {
                let response = Response::new_with_opt_str(Some("{}")).unwrap();
                ReadableStreamDefaultReader::new(&response.body().unwrap()).unwrap();
                response
            }),
        ),
        ("a body that breaks off", Reply::stream(&["{"], BodyEnd::Break)),
        (
            "a body of texts",
            Reply::new(|| stream_response(|controller| controller.enqueue_with_chunk(&"{}".into()).unwrap())),
        ),
        (
            "a body of objects",
            Reply::new(|| stream_response(|controller| controller.enqueue_with_chunk(&Object::new()).unwrap())),
        ),
        (
            "empty chunks without end",
            Reply::new(|| {
                let empty = Uint8Array::new_with_length(0);
                stream_response(move |controller| controller.enqueue_with_chunk(&empty).unwrap())
            }),
        ),
    ] {
        let service = Service::new([reply]);
        let error = error_of(Call::Project.start(&client(&service, &[]), NONE)).await;
        error.assert("network", "network");
        assert!(!error.cause().is_undefined(), "{title}");
        assert!(service.only_request().signal().aborted(), "{title}");
    }
}

#[wasm_bindgen_test]
async fn the_reason_of_a_broken_body_is_the_cause() {
    let service = Service::new([Reply::stream(&["{"], BodyEnd::Break)]);
    let error = error_of(Call::Project.start(&client(&service, &[]), NONE)).await;
    assert_eq!(error.cause(), "cut");
    assert_eq!(error.attempts(), json!([{ "status": 200, "code": "network" }]));
}

#[wasm_bindgen_test]
async fn chunks_may_be_buffers_and_views_of_them() {
    let service = Service::new([Reply::new(|| {
        let mut sent = 0;
        stream_response(move |controller| {
            sent += 1;
            let bytes = Uint8Array::from(&br#"xx{"balance":"1"}"#[..]);
            match sent {
                1 => controller.enqueue_with_chunk(&bytes.subarray(2, 5)).unwrap(),
                2 => controller.enqueue_with_chunk(&ArrayBuffer::new(0)).unwrap(),
                3 => controller.enqueue_with_chunk(&bytes.slice(5, 17).buffer()).unwrap(),
                _ => controller.close().unwrap(),
            }
        })
    })]);
    let result = result_of(Call::Project.start(&client(&service, &[]), NONE)).await;
    assert_eq!(result["json"], r#"{"balance":"1"}"#);
}

#[wasm_bindgen_test]
async fn a_call_with_an_api_key_refuses_a_redirect_that_fetch_followed() {
    for (name, value) in [("redirected", JsValue::TRUE), ("type", "opaqueredirect".into())] {
        for call in CALLS.into_iter().filter(|call| *call != Call::TokenUri) {
            let service = Service::new([response_where(name, value.clone())]);
            let error = error_of(call.start(&client(&service, &[]), NONE)).await;
            error.assert("redirect_blocked", "redirect_blocked");
            assert_eq!(error.attempts(), json!([{ "code": "redirect" }]));
            assert!(service.only_request().signal().aborted());
        }
    }
    let service = Service::new([response_where("redirected", JsValue::TRUE)]);
    let result = result_of(Call::TokenUri.start(&client(&service, &[]), NONE)).await;
    assert_eq!(result["json"], r#"{"balance":"1"}"#);
}

/// Node.js says why it refused to follow; a browser does not.
#[wasm_bindgen_test]
async fn a_redirect_that_fetch_refused_is_recognised_by_the_cause() {
    let failure: JsValue = js_sys::TypeError::new("fetch failed").into();
    js_sys::Reflect::set(&failure, &"cause".into(), &js_sys::Error::new("unexpected redirect")).unwrap();
    let service = Service::new([Reply::rejection(failure.clone())]);
    let error = error_of(Call::Project.start(&client(&service, &[("maxRetries", 2.into())]), NONE)).await;
    error.assert("redirect_blocked", "redirect_blocked");
    assert_eq!((service.count(), error.cause()), (1, failure));
}

#[wasm_bindgen_test]
async fn a_response_without_a_body_is_an_empty_body() {
    let service = Service::new([Reply::new(|| Response::new_with_opt_str(None).unwrap())]);
    let error = error_of(Call::Project.start(&client(&service, &[]), NONE)).await;
    error.assert("decode", "invalid_json");
    assert_eq!(get(&error.value, "bodySnippet"), "");
}
