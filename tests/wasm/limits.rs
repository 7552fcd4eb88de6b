//! The limits of an attempt, of a call and of a body.

use super::{
    service::{BodyEnd, Reply, Service, deferred, stream_response},
    support::{BODY, CALLS, Call, NONE, client, error_of, object, result_of, until, value_of},
};
use js_sys::Uint8Array;
use serde_json::json;
use std::{cell::Cell, rc::Rc};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Response;

#[wasm_bindgen_test]
async fn an_attempt_ends_after_its_timeout() {
    for (reply, attempts) in [
        (Reply::never(), json!([{ "code": "timeout" }])),
        (Reply::stream(&["{"], BodyEnd::Stall), json!([{ "status": 200, "code": "timeout" }])),
    ] {
        let service = Service::new([reply]);
        let client = client(&service, &[("timeoutMs", 20.into())]);
        for call in CALLS {
            let error = error_of(call.start(&client, NONE)).await;
            error.assert("timeout", "attempt_timeout");
            assert_eq!((&error["retryable"], &error["gaveUp"]), (&json!(true), &json!("attempts_used")));
            assert_eq!((error.attempts(), &error["endpoint"]), (attempts.clone(), &json!(call.endpoint())));
            assert!(error["elapsedMs"].as_f64() > Some(18.0), "{error:?}");
        }
        assert!(service.requests().iter().all(|request| request.signal().aborted()));
    }
}

#[wasm_bindgen_test]
async fn a_call_ends_at_its_deadline() {
    let service = Service::silent();
    let client = client(&service, &[("maxRetries", 2.into())]);
    for call in CALLS {
        let error = error_of(call.start(&client, &object(&[("deadlineMs", 20.into())]))).await;
        error.assert("timeout", "deadline_exceeded");
        assert_eq!((&error["retryable"], error.attempts()), (&json!(false), json!([{ "code": "timeout" }])));
        assert!(error["message"].as_str().unwrap().contains("20 ms (deadlineMs)"));
    }
    assert!(service.requests().iter().all(|request| request.signal().aborted()));
}

#[wasm_bindgen_test]
async fn a_body_may_be_as_large_as_the_limit_and_not_larger() {
    let size = BODY.len() as u32;
    for reply in [Reply::response(200, BODY), Reply::stream(&["  ", "  ", BODY], BodyEnd::Stall)] {
        let service = Service::new([reply]);
        let client = client(&service, &[]);
        let error = error_of(Call::Project.start(&client, &object(&[("maxBodyBytes", (size - 1).into())]))).await;
        error.assert("response_too_large", "response_too_large");
        assert_eq!(error.attempts(), json!([{ "status": 200, "code": "large" }]));
        assert!(service.only_request().signal().aborted());
    }
    let service = Service::with_body(BODY);
    value_of(Call::Project.start(&client(&service, &[("maxBodyBytes", size.into())]), NONE)).await;
}

#[wasm_bindgen_test]
async fn a_body_without_end_is_read_only_up_to_the_limit() {
    let count = Rc::new(Cell::new(0));
    let counted = Rc::clone(&count);
    let service = Service::new([Reply::new(move || {
        let counted = Rc::clone(&counted);
        let chunk = Uint8Array::new_with_length(1000);
        stream_response(move |controller| {
            counted.set(counted.get() + 1);
            controller.enqueue_with_chunk(&chunk).unwrap();
        })
    })]);
    let error = error_of(Call::Project.start(&client(&service, &[("maxBodyBytes", 10_000.into())]), NONE)).await;
    error.assert("response_too_large", "response_too_large");
    assert!((11..20).contains(&count.get()), "{} chunks", count.get());
}

#[wasm_bindgen_test]
async fn a_response_that_comes_late_does_not_change_the_next_attempt() {
    let (late, resolve) = deferred();
    let service = Service::new([Reply::value(late), Reply::stream(&["[2", "]"], BodyEnd::Complete)]);
    let client = client(&service, &[("maxRetries", 1.into()), ("timeoutMs", 30.into())]);
    let call = Call::TokenUri.start(&client, &object(&[("raw", true.into())]));
    until(|| service.count() == 2).await;
    resolve.call1(NONE, &Response::new_with_opt_str(Some("[1]")).unwrap()).unwrap();
    assert_eq!(result_of(call).await["raw"]["text"], "[2]");
}
