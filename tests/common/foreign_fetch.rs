//! Functions that are no `fetch`: each ends the call with one described failure, and the next call works.

use super::{
    host::{Client, ETHEREALS, PROJECT, Service, TOKEN, TRANSFER},
    js::{Outcome, attempted, fails, function, get, has_fields, holds, of, shown, text},
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// What may be thrown.
const THROWN: [&str; 8] = [
    "'boom'",
    "undefined",
    "null",
    "42",
    "Symbol.iterator",
    "({ message: 'odd' })",
    "new TypeError('Failed to fetch')",
    "() => 1",
];

#[wasm_bindgen_test]
async fn what_it_throws_or_rejects_with_is_the_cause() {
    for statements in
        ["throw value;", "return Promise.reject(value);", "return { then: (_, reject) => reject(value) };"]
    {
        for thrown in THROWN {
            let thrown = of(&JsValue::NULL, thrown);
            let service = Service::over(&thrown, statements);
            let client = Client::new(&service);
            for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
                let error = client.error(&ask).await;
                fails(&error, "network", "network");
                assert_eq!(text(&error, "endpoint"), ask.endpoint);
                holds(&error, "it.retryable === true && it.gaveUp === 'attempts_used'");
                has_fields(&error, "gaveUp");
                attempted(&error, r#"[{"code":"network"}]"#);
                assert!(get(&error, "cause") == thrown, "{statements} {thrown:?}");
            }
            assert_eq!(service.calls().len(), 4);
        }
    }
}

/// Answers that are no usable Response; objects that are none at all are in `stand_ins`.
const ANSWERS: &[&str] = &[
    "return 42;",
    "return Promise.resolve(42);",
    "return null;",
    "return Promise.resolve(null);",
    "return undefined;",
    "return Promise.resolve(undefined);",
    "return 'a text';",
    "return Promise.resolve(true);",
    "return Promise.resolve(Symbol.iterator);",
    "const used = new Response('{}'); return used.text().then(() => used);",
    "const locked = new Response('{}'); locked.body.getReader(); return locked;",
    "return new Response(new ReadableStream({ start: (body) => body.error('cut') }));",
    "return new Response(new ReadableStream({ start: (body) => body.enqueue('text') }));",
];

#[wasm_bindgen_test]
async fn an_answer_that_cannot_be_read_is_a_network_failure() {
    for statements in ANSWERS {
        let service = Service::js(statements);
        for ask in [TOKEN, PROJECT] {
            let outcome: Outcome = Client::new(&service).call(&ask).await;
            let error = outcome.map_or_else(|error| error, |value| panic!("{statements} gave {}", shown(&value)));
            assert_eq!(text(&error, "kind"), "network", "{statements} {}", shown(&error));
            fails(&error, "network", "network");
            assert_eq!(text(&error, "endpoint"), ask.endpoint);
            has_fields(&error, "gaveUp");
            holds(&error, "it.retryable === true && it.cause !== undefined");
        }
        for given in service.calls() {
            holds(&given, "it[0].signal.aborted === true");
        }
    }
}

#[wasm_bindgen_test]
async fn a_broken_body_keeps_its_cause() {
    let service = Service::js("return new Response(new ReadableStream({ start: (body) => body.error('cut') }));");
    assert_eq!(text(&Client::new(&service).error(&PROJECT).await, "cause"), "cut");
}

/// `this` must not be the client: the hosts' own fetch throws "Illegal invocation" on a strange one.
#[wasm_bindgen_test]
async fn it_is_called_without_this() {
    let fetch = function("", "'use strict'; return new Response(JSON.stringify({ balance: String(this) }));");
    let value = Client::new(&Service::bare(fetch)).value(&PROJECT).await;
    assert_eq!(text(&value, "balance"), "undefined");
}
