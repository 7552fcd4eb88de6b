//! Request deduplication: equal calls share one request.

use super::{
    service::{Reply, Service, deferred},
    support::{BODY, CALLS, Call, NONE, client, error_of, object, until, value_of, wait},
};
use futures_util::future::join_all;
use std::cell::Cell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{AbortController, Response};

#[wasm_bindgen_test]
async fn equal_calls_share_a_request_and_have_results_of_their_own() {
    for call in CALLS {
        let service = Service::with_body(BODY);
        let client = client(&service, &[]);
        let results = join_all([NONE, NONE, NONE].map(|options| value_of(call.start(&client, options)))).await;
        assert_eq!(service.count(), 1, "{call:?}");
        assert_ne!(results[0], results[1]);
        // A later call makes a request of its own.
        value_of(call.start(&client, NONE)).await;
        assert_eq!(service.count(), 2, "{call:?}");
    }
}

#[wasm_bindgen_test]
async fn callers_that_share_a_request_have_errors_of_their_own() {
    let service = Service::new([Reply::response(500, "down")]);
    let client = client(&service, &[]);
    let errors = join_all([NONE, NONE].map(|options| error_of(Call::Project.start(&client, options)))).await;
    assert_eq!(service.count(), 1);
    assert_ne!(errors[0].value, errors[1].value);
    errors.iter().for_each(|error| error.assert("server", "server"));
}

#[wasm_bindgen_test]
async fn calls_of_other_limits_arguments_or_clients_share_nothing() {
    let service = Service::with_body(BODY);
    let [one, other] = [client(&service, &[]), client(&service, &[])];
    let chain = object(&[("chain", "sepolia".into())]);
    let calls = [
        Call::Ethereals.start(&one, NONE),
        Call::Ethereals.start(&one, &chain),
        Call::Ethereals.start(&one, &object(&[("timeoutMs", 5000.into())])),
        Call::Ethereals.start(&other, NONE),
    ];
    join_all(calls.map(value_of)).await;
    assert_eq!(service.count(), 4);
}

#[wasm_bindgen_test]
async fn calls_share_a_request_only_with_the_same_api_key() {
    let count = Cell::new(0);
    let api_key = Closure::<dyn FnMut() -> String>::new(move || {
        count.set(count.get() + 1);
        ["a", "b"][count.get() % 2].to_owned()
    });
    let service = Service::with_body(BODY);
    let client = client(&service, &[("apiKey", api_key.into_js_value())]);
    join_all([NONE; 4].map(|options| value_of(Call::Project.start(&client, options)))).await;
    let mut keys: Vec<_> = service.requests().iter().map(|request| request.headers().get("x-api-key")).collect();
    keys.sort_by_key(|key| format!("{key:?}"));
    assert_eq!(keys, [Ok(Some("a".to_owned())), Ok(Some("b".to_owned()))]);
}

#[wasm_bindgen_test]
async fn a_shared_request_goes_on_when_one_of_its_callers_aborts() {
    for aborting in [0, 1] {
        let (response, resolve) = deferred();
        let service = Service::new([Reply::value(response)]);
        let (client, controller) = (client(&service, &[]), AbortController::new().unwrap());
        let signal = object(&[("signal", controller.signal().into())]);
        let mut promises: Vec<_> =
            [0, 1].map(|index| Call::Project.start(&client, if index == aborting { &signal } else { NONE })).into();
        until(|| service.count() == 1).await;
        controller.abort_with_reason(&"left".into());
        let error = error_of(promises.remove(aborting)).await;
        error.assert("aborted", "aborted");
        assert_eq!(error.cause(), "left");
        wait(5).await;
        assert!(!service.only_request().signal().aborted());
        resolve.call1(NONE, &Response::new_with_opt_str(Some(BODY)).unwrap()).unwrap();
        value_of(promises.remove(0)).await;
    }
}

#[wasm_bindgen_test]
async fn a_shared_request_is_aborted_when_its_last_caller_aborts() {
    let service = Service::new([Reply::never(), Reply::response(200, BODY)]);
    let client = client(&service, &[]);
    let controllers = [(); 2].map(|()| AbortController::new().unwrap());
    let promises = controllers
        .each_ref()
        .map(|controller| Call::Project.start(&client, &object(&[("signal", controller.signal().into())])));
    until(|| service.count() == 1).await;
    let request = service.only_request();
    for (controller, promise) in controllers.iter().zip(promises) {
        assert!(!request.signal().aborted());
        controller.abort();
        error_of(promise).await.assert("aborted", "aborted");
    }
    assert!(request.signal().aborted());
    // A later caller does not join the aborted request.
    value_of(Call::Project.start(&client, NONE)).await;
    assert_eq!(service.count(), 2);
}

#[wasm_bindgen_test]
async fn a_caller_that_joins_a_request_keeps_its_own_deadline() {
    let service = Service::new([Reply::never(), Reply::response(200, BODY)]);
    let client = client(&service, &[("deadlineMs", 400.into())]);
    let first = Call::Project.start(&client, NONE);
    wait(250).await;
    let joined = Call::Project.start(&client, NONE);
    error_of(first).await.assert("timeout", "deadline_exceeded");
    value_of(joined).await;
    assert_eq!(service.count(), 2);
}
