//! Attempts after the first.

use super::{
    service::{BodyEnd, Reply, Service},
    support::{BODY, CALLS, Call, NONE, client, error_of, object, value_of},
};
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn a_transient_failure_is_retried() {
    let failures: [fn() -> Reply; 8] = [
        || Reply::response(503, ""),
        || Reply::response(408, ""),
        || Reply::response_with(429, &[("Retry-After", "0")], "slow down"),
        || Reply::rejection("boom"),
        || Reply::value(42),
        Reply::never,
        || Reply::stream(&["{"], BodyEnd::Break),
        || Reply::stream(&["{"], BodyEnd::Stall),
    ];
    for (index, failure) in failures.iter().enumerate() {
        for call in CALLS {
            let service = Service::new([failure(), Reply::response(200, BODY)]);
            let client = client(&service, &[("maxRetries", 1.into()), ("timeoutMs", 60.into())]);
            value_of(call.start(&client, NONE)).await;
            let [first, second] = service.requests().try_into().expect("two requests");
            assert_ne!(first, second, "{index} {call:?}");
            assert_eq!(first.url(), second.url());
            assert_eq!(first.headers().get("x-api-key"), second.headers().get("x-api-key"));
            assert!(first.signal().aborted() && !second.signal().aborted(), "{index} {call:?}");
        }
    }
}

#[wasm_bindgen_test]
async fn a_permanent_failure_is_not_retried() {
    for reply in [
        Reply::response(400, ""),
        Reply::response(401, ""),
        Reply::response(501, ""),
        Reply::response(200, "<html>"),
        Reply::response(200, "[                                                                            ]"),
    ] {
        let service = Service::new([reply]);
        let client = client(&service, &[("maxRetries", 2.into()), ("maxBodyBytes", 50.into())]);
        let error = error_of(Call::Project.start(&client, NONE)).await;
        assert_eq!((&error["retryable"], &error["gaveUp"]), (&json!(false), &json!(null)));
        assert_eq!(service.count(), 1, "{error:?}");
    }
}

#[wasm_bindgen_test]
async fn two_retries_are_the_default_and_the_error_has_all_attempts() {
    let service = Service::new([Reply::response(503, ""), Reply::rejection("boom"), Reply::response(500, "")]);
    let client = client(&service, &[("maxRetries", JsValue::NULL)]);
    let error = error_of(Call::Project.start(&client, NONE)).await;
    error.assert("server", "server");
    assert_eq!((&error["gaveUp"], &error["status"]), (&json!("attempts_used"), &json!(500)));
    let attempts = error["attempts"].as_array().unwrap();
    let fields = |name: &str| attempts.iter().map(|attempt| attempt[name].clone()).collect::<Vec<_>>();
    assert_eq!(fields("status"), [json!(503), json!(null), json!(500)]);
    assert_eq!(fields("code"), [json!(null), json!("network"), json!(null)]);
    for (index, most) in [200.0, 400.0].into_iter().enumerate() {
        let number = |index: usize, name: &str| attempts[index][name].as_f64().unwrap();
        let delay_ms = number(index, "delayMs");
        assert!((0.0..=most).contains(&delay_ms), "{attempts:?}");
        // A timer of the host may fire up to a millisecond early.
        let due_ms = number(index, "startedMs") + number(index, "elapsedMs") + delay_ms - 2.0;
        assert!(number(index + 1, "startedMs") >= due_ms, "{attempts:?}");
    }
}

#[wasm_bindgen_test]
async fn a_call_may_have_a_number_of_retries_of_its_own() {
    let service = Service::new([Reply::response(500, "")]);
    let client = client(&service, &[("maxRetries", 1.into())]);
    for (options, requests) in
        [(object(&[("maxRetries", 0.into())]), 1), (NONE.clone(), 3), (object(&[("maxRetries", "2".into())]), 6)]
    {
        assert_eq!(error_of(Call::Project.start(&client, &options)).await["gaveUp"], "attempts_used");
        assert_eq!(service.count(), requests);
    }
}

#[wasm_bindgen_test]
async fn a_retry_after_is_waited_for() {
    let service = Service::new([Reply::response_with(503, &[("Retry-After", "1")], ""), Reply::response(503, "")]);
    let error = error_of(Call::Project.start(&client(&service, &[("maxRetries", 1.into())]), NONE)).await;
    assert_eq!(error.attempts(), json!([{ "status": 503, "delayMs": 1000 }, { "status": 503 }]));
    assert!(error["elapsedMs"].as_f64() > Some(990.0), "{error:?}");
}

#[wasm_bindgen_test]
async fn a_retry_after_that_is_too_long_ends_the_call_at_once() {
    for (seconds, name, value, gave_up) in [
        ("61", "maxRetries", 2, "retry_after_too_long"),
        ("1", "maxRetryAfterMs", 999, "retry_after_too_long"),
        ("5", "deadlineMs", 3000, "deadline"),
    ] {
        let headers: &[(&str, &str); 1] = Box::leak(Box::new([("Retry-After", seconds)]));
        let service = Service::new([Reply::response_with(429, headers, "")]);
        let client = client(&service, &[("maxRetries", 2.into()), (name, value.into())]);
        let error = error_of(Call::Ethereals.start(&client, NONE)).await;
        error.assert("rate_limited", "rate_limited");
        assert_eq!(error["gaveUp"], gave_up);
        assert_eq!(error["retryAfterMs"], seconds.parse::<u32>().unwrap() * 1000);
        assert_eq!(service.count(), 1);
    }
}
