//! Answers that are kept.

use super::{
    host::{Ask, Client, ETHEREALS, KEY, Noted, PROJECT, Service, TOKEN, TRANSFER},
    js::{holds, json, of, refused, shown, wait},
};
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const DONE: &str = r#"{"_id":"1","status":"done"}"#;
const WAITING: &str = r#"{"_id":"1","status":"wait-rb"}"#;

/// How many requests two calls, one after the other, make.
async fn requests(client: &Client, service: &Service, ask: &Ask<'_>) -> usize {
    let before = service.calls().len();
    let values = Array::of2(&client.value(ask).await, &client.value(ask).await);
    holds(&values, "JSON.stringify(it[0]) === JSON.stringify(it[1])");
    holds(&values, "it[0] !== it[1] || it[0] === null || typeof it[0] === 'string'");
    service.calls().len() - before
}

#[wasm_bindgen_test]
async fn metadata_is_kept_until_its_time_is_over_or_it_is_cleared() {
    let service = Service::says(200, r#"{"name":"one"}"#);
    let client = Client::with(&service, KEY, "{ cache: { ttlMs: 400 } }");
    let first = client.value(&TOKEN).await;
    of(&first, "it.name = 'changed'");
    assert_eq!(shown(&client.value(&TOKEN).await), r#"{"name":"one"}"#);
    assert_eq!(service.calls().len(), 1);
    of(client.js(), "it.clearCache()");
    assert_eq!(requests(&client, &service, &TOKEN).await, 1);
    wait(420).await;
    assert_eq!(requests(&client, &service, &TOKEN).await, 1);
    assert_eq!(service.calls().len(), 3);
    of(client.js(), "it.dispose()");
    refused(&client.error(&TOKEN).await, "client");
}

#[wasm_bindgen_test]
async fn nothing_is_kept_unless_asked_for() {
    for options in ["{}", "{ cache: false }", "{ cache: undefined }"] {
        let service = Service::says(200, DONE);
        let client = Client::with(&service, KEY, options);
        assert_eq!(requests(&client, &service, &TOKEN).await + requests(&client, &service, &TRANSFER).await, 4);
        of(client.js(), "it.clearCache()");
    }
}

#[wasm_bindgen_test]
async fn a_transfer_is_kept_when_it_has_arrived_and_nothing_else_of_a_key() {
    for (status, body, ask, times) in [
        (200, DONE, TRANSFER, 1),
        (200, WAITING, TRANSFER, 2),
        (200, r#"{"bridgeData":{"bridgeData":[],"nextCursor":null}}"#, TRANSFER, 2),
        (404, "", TRANSFER, 2),
        (200, DONE, PROJECT, 2),
        (200, r#"{"etherealData":[]}"#, ETHEREALS, 2),
    ] {
        let service = Service::says(status, body);
        let client = Client::with(&service, KEY, "{ cache: true }");
        assert_eq!(requests(&client, &service, &ask).await, times, "{} {body}", ask.method);
    }
}

#[wasm_bindgen_test]
async fn what_failed_is_not_kept() {
    let service = Service::turns(&["return new Response('', { status: 404 });", "return new Response('[1]');"]);
    let client = Client::with(&service, KEY, "{ cache: true }");
    client.error(&TOKEN).await;
    assert_eq!(requests(&client, &service, &TOKEN).await, 1);
}

/// An answer belongs to the key it was given to, and to the way its integers were asked for.
#[wasm_bindgen_test]
async fn each_key_and_each_way_of_reading_has_its_own() {
    let keys = json(r#"["a","b","a","b"]"#);
    let source = Noted::over(&keys, "return value.shift();");
    let service = Service::says(200, DONE);
    let client = Client::with(&service, source.function().clone(), "{ cache: true }");
    for _ in 0..4 {
        client.value(&TRANSFER).await;
    }
    let sent: Array = service.calls().into_iter().collect();
    holds(&sent, "it.map(([request]) => request.headers.get('x-api-key')).join() === 'a,b'");
    let service = Service::says(200, "[9007199254740993]");
    let client = Client::with(&service, KEY, "{ cache: true }");
    let exact = Ask { options: "{ chainId: 1, integers: 'exact' }", ..TOKEN };
    for _ in 0..2 {
        holds(&client.value(&TOKEN).await, "it[0] === 9007199254740992");
        holds(&client.value(&exact).await, "it[0] === 9007199254740993n");
    }
    assert_eq!(service.calls().len(), 2);
}

#[wasm_bindgen_test]
async fn a_kept_answer_has_its_text_and_headers() {
    let service = Service::js("return new Response(' [1.50] ', { status: 203, headers: { 'x-trace': 't' } });");
    let client = Client::with(&service, KEY, "{ cache: true }");
    let ask = Ask { options: "{ chainId: 1, raw: true }", ..TOKEN };
    client.value(&TOKEN).await;
    for _ in 0..2 {
        let value = client.value(&ask).await;
        holds(
            &value,
            "it.text === ' [1.50] ' && it.status === 203 && it.headers['x-trace'] === 't' && it.data[0] === 1.5",
        );
        of(&value, "it.headers['x-trace'] = it.data[0] = 'changed'");
    }
    assert_eq!(service.calls().len(), 1);
}

#[wasm_bindgen_test]
async fn the_least_recently_used_goes_first_and_the_largest_at_once() {
    let service = Service::js("return new Response(JSON.stringify(request.url));");
    let client = Client::with(&service, KEY, "{ cache: { maxEntries: 2 } }");
    for (id, requests) in [("1", 1), ("2", 2), ("1", 2), ("3", 3), ("1", 3), ("2", 4), ("3", 5)] {
        client.value(&Ask { values: &[TOKEN.values[0], id], ..TOKEN }).await;
        assert_eq!(service.calls().len(), requests, "{id}");
    }
    let service = Service::js("return new Response(`\"${'x'.repeat(2 ** 18)}\"`);");
    let client = Client::with(&service, KEY, "{ cache: true }");
    assert_eq!(requests(&client, &service, &TOKEN).await, 2);
}

/// A caller that has given up is told so, whatever is kept.
#[wasm_bindgen_test]
async fn an_aborted_signal_counts_before_a_kept_answer() {
    let service = Service::says(200, "{}");
    let client = Client::with(&service, KEY, "{ cache: true }");
    client.value(&TOKEN).await;
    let outcome = super::js::settled(&client.start(&TOKEN, &of(&JsValue::NULL, "AbortSignal.abort('no')"))).await;
    holds(&outcome.expect_err("aborted"), "it.kind === 'aborted' && it.cause === 'no' && it.attempts.length === 0");
}
