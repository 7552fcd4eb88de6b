//! The same request, asked for by several callers at once.

use super::{
    abort::Controller,
    host::{Ask, Client, ETHEREALS, KEY, Noted, PROJECT, Service, TOKEN, TRANSFER},
    js::{fails, get, has_fields, holds, settled, shown, wait},
    many::Held,
};
use js_sys::{Array, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const ALL: [Ask<'static>; 4] = [TOKEN, TRANSFER, PROJECT, ETHEREALS];

fn twice(client: &Client, ask: &Ask<'_>) -> [Promise; 2] {
    [(); 2].map(|()| client.start(ask, &JsValue::UNDEFINED))
}

async fn values(calls: &[Promise]) -> Array {
    let values = Array::new();
    for call in calls {
        values.push(&settled(call).await.unwrap_or_else(|error| panic!("{}", shown(&error))));
    }
    values
}

#[wasm_bindgen_test]
async fn is_made_once_and_each_has_its_own_answer() {
    for ask in ALL {
        let held = Held::default();
        let client = Client::new(&held.service());
        let mut calls = twice(&client, &ask).to_vec();
        wait(5).await;
        // One that comes later joins as well.
        calls.push(client.start(&ask, &JsValue::UNDEFINED));
        wait(5).await;
        assert_eq!(held.len(), 1, "{}", ask.method);
        held.answer();
        let values = values(&calls).await;
        holds(
            &values,
            "it.length === 3 && new Set(it).size === 3 && new Set(it.map((v) => JSON.stringify(v))).size === 1",
        );
        // The next call is a request of its own.
        let next = client.start(&ask, &JsValue::UNDEFINED);
        wait(5).await;
        assert_eq!(held.len(), 1);
        held.answer();
        assert!(settled(&next).await.is_ok());
    }
    let service = Service::says(200, "{}");
    let ask = Ask { options: "{ chainId: 1, raw: true }", ..TOKEN };
    let values = values(&twice(&Client::new(&service), &ask)).await;
    holds(&values, "it[0].headers !== it[1].headers && it[0].data !== it[1].data && it[0].text === '{}'");
    assert_eq!(service.calls().len(), 1);
}

#[wasm_bindgen_test]
async fn fails_once_and_each_has_its_own_error() {
    let service = Service::says(500, "down");
    let calls = twice(&Client::new(&service), &PROJECT);
    let errors = Array::new();
    for call in &calls {
        let error = settled(call).await.expect_err("a failure");
        fails(&error, "server", "server");
        has_fields(&error, "bodySnippet gaveUp status");
        errors.push(&error);
    }
    holds(&errors, "it[0] !== it[1] && it[0].attempts.length === 1 && it[1].attempts.length === 1");
    assert_eq!(service.calls().len(), 1);
}

#[wasm_bindgen_test]
async fn goes_on_when_one_caller_leaves() {
    for first in [true, false] {
        let (held, controller) = (Held::default(), Controller::new());
        let client = Client::new(&held.service());
        let signals =
            if first { [controller.signal(), JsValue::UNDEFINED] } else { [JsValue::UNDEFINED, controller.signal()] };
        let [a, b] = signals.map(|signal| client.start(&TRANSFER, &signal));
        let (leaving, staying) = if first { (a, b) } else { (b, a) };
        wait(5).await;
        controller.abort(&"left".into());
        let error = settled(&leaving).await.expect_err("aborted");
        fails(&error, "aborted", "aborted");
        assert_eq!(get(&error, "cause"), JsValue::from("left"));
        wait(5).await;
        holds(&held.request(), "it.signal.aborted === false");
        assert_eq!(held.len(), 1);
        held.answer();
        assert!(settled(&staying).await.is_ok());
    }
}

#[wasm_bindgen_test]
async fn ends_when_the_last_caller_leaves() {
    let (held, controllers) = (Held::default(), [Controller::new(), Controller::new()]);
    let client = Client::new(&held.service());
    let calls = controllers.each_ref().map(|controller| client.start(&PROJECT, &controller.signal()));
    wait(5).await;
    let request = held.request();
    for (controller, call) in controllers.iter().zip(&calls) {
        holds(&request, "it.signal.aborted === false");
        controller.abort(&"left".into());
        fails(&settled(call).await.expect_err("aborted"), "aborted", "aborted");
    }
    wait(0).await;
    holds(&request, "it.signal.aborted === true");
    // Who comes after that does not join what has ended.
    let next = client.start(&PROJECT, &JsValue::UNDEFINED);
    wait(5).await;
    assert_eq!(held.len(), 2);
    held.answer();
    assert!(settled(&next).await.is_ok());
}

#[wasm_bindgen_test]
async fn is_another_with_another_key_client_or_option() {
    let service = Service::says(200, "{}");
    let keys = Array::of4(&"a".into(), &"b".into(), &"a".into(), &"b".into());
    let source = Noted::over(&keys, "return value.shift();");
    let client = Client::with(&service, source.function().clone(), "{}");
    values(&[twice(&client, &PROJECT), twice(&client, &PROJECT)].concat()).await;
    let sent: Array = service.calls().into_iter().collect();
    holds(&sent, "it.map(([request]) => request.headers.get('x-api-key')).join() === 'a,b'");
    assert_eq!(source.calls().len(), 4);
    let service = Service::says(200, "{}");
    let (client, other) = (Client::new(&service), Client::new(&service));
    let asks =
        ["{ chainId: 1 }", "{ chainId: 2 }", "{ chainId: 1, integers: 'exact' }", "{ chainId: 1, timeoutMs: 5000 }"];
    let mut calls: Vec<Promise> =
        asks.map(|options| client.start(&Ask { options, ..TOKEN }, &JsValue::UNDEFINED)).to_vec();
    calls.push(other.start(&TOKEN, &JsValue::UNDEFINED));
    // The same in other words.
    calls.push(client.start(&Ask { options: "{ chainId: '1', raw: false }", ..TOKEN }, &JsValue::UNDEFINED));
    values(&calls).await;
    assert_eq!(service.calls().len(), 5);
}

/// A caller has its whole deadline, also when the request it joined began before.
#[wasm_bindgen_test]
async fn ends_for_each_at_its_own_deadline() {
    let service = Service::turns(&["return new Promise(() => {});", "return new Response('{}');"]);
    let client = Client::with(&service, KEY, "{ deadlineMs: 400 }");
    let first = client.start(&PROJECT, &JsValue::UNDEFINED);
    wait(200).await;
    let joined = [twice(&client, &PROJECT), twice(&client, &PROJECT)].concat();
    fails(&settled(&first).await.expect_err("late"), "timeout", "deadline_exceeded");
    values(&joined).await;
    assert_eq!(service.calls().len(), 2);
}

/// An attempt that took too long is over for all: those who joined have waited for it and its retries.
#[wasm_bindgen_test]
async fn times_out_once_for_all() {
    let service = Service::hanging();
    let client = Client::with(&service, KEY, "{ timeoutMs: 40 }");
    for call in [twice(&client, &PROJECT), twice(&client, &PROJECT)].concat() {
        fails(&settled(&call).await.expect_err("late"), "timeout", "attempt_timeout");
    }
    assert_eq!(service.calls().len(), 1);
}
