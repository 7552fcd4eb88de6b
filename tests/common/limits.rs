//! Time and size.

use super::{
    host::{Ask, Client, ETHEREALS, KEY, Noted, PROJECT, Service, TOKEN, TRANSFER},
    js::{attempted, fails, function, get, has_fields, holds, of, shown, text},
};
use js_sys::Date;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const HANGING_BODY: &str = r#"const first = new TextEncoder().encode('{"a":');
    return new Response(new ReadableStream({ start: (body) => body.enqueue(first) }));"#;

#[track_caller]
fn timed_out(error: &JsValue, code: &str, ask: &Ask<'_>, option: &str) {
    fails(error, "timeout", code);
    assert_eq!(text(error, "endpoint"), ask.endpoint);
    assert!(text(error, "message").contains(option), "{}", shown(error));
    assert_eq!(get(error, "retryable"), JsValue::from(code == "attempt_timeout"));
    has_fields(error, if code == "attempt_timeout" { "gaveUp" } else { "" });
    holds(error, "!('cause' in it)");
}

#[wasm_bindgen_test]
async fn an_attempt_ends_in_time_whether_fetch_or_the_body_hangs() {
    for (service, attempts) in [
        (Service::hanging(), r#"[{"code":"timeout"}]"#),
        (Service::js(HANGING_BODY), r#"[{"status":200,"code":"timeout"}]"#),
    ] {
        let client = Client::with(&service, KEY, r#"{"timeoutMs":60}"#);
        for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
            let start = Date::now();
            let error = client.error(&ask).await;
            timed_out(&error, "attempt_timeout", &ask, "timeoutMs (60 ms)");
            attempted(&error, attempts);
            let took = Date::now() - start;
            assert!((55.0..2000.0).contains(&took), "{took} ms");
        }
        for given in service.calls() {
            holds(&given, "it[0].signal.aborted === true");
        }
    }
}

#[wasm_bindgen_test]
async fn a_call_may_have_limits_of_its_own() {
    let client = Client::new(&Service::hanging());
    let ask = Ask { options: r#"{"chainId":1,"timeoutMs":15}"#, ..TOKEN };
    timed_out(&client.error(&ask).await, "attempt_timeout", &ask, "timeoutMs (15 ms)");
    let ask = Ask { options: r#"{"deadlineMs":25}"#, ..ETHEREALS };
    timed_out(&client.error(&ask).await, "deadline_exceeded", &ask, "deadlineMs (25 ms)");
    let client = Client::with(&Service::says(200, "[1,2]"), KEY, r#"{"maxBodyBytes":4}"#);
    fails(&client.error(&TOKEN).await, "response_too_large", "response_too_large");
    client.value(&Ask { options: r#"{"chainId":1,"maxBodyBytes":5}"#, ..TOKEN }).await;
}

#[wasm_bindgen_test]
async fn a_call_ends_where_abort_lets_what_listeners_throw_through() {
    // The host's own Request would have a controller of its own, and its throws reach nobody.
    let throwing = "kept: Request, Request: class { constructor(url, init) { Object.assign(this, init, { url }); } },
        AbortController: class extends AbortController { abort() { super.abort(); throw 'a listener'; } }";
    of(&JsValue::NULL, &format!("Object.assign(globalThis, {{ {throwing} }})"));
    let client = Client::with(&Service::hanging(), KEY, r#"{"timeoutMs":15,"maxRetries":1}"#);
    let error = client.error(&TOKEN).await;
    let before = "Request: kept, kept: undefined, AbortController: Object.getPrototypeOf(AbortController)";
    of(&JsValue::NULL, &format!("Object.assign(globalThis, {{ {before} }})"));
    timed_out(&error, "attempt_timeout", &TOKEN, "timeoutMs (15 ms)");
    holds(&error, "it.attempts.length === 2");
}

#[wasm_bindgen_test]
async fn the_deadline_covers_the_key_as_well() {
    let (service, source) = (Service::says(200, "{}"), Noted::js("return new Promise(() => {});"));
    let client = Client::with(&service, source.function().clone(), r#"{"deadlineMs":40,"timeoutMs":10}"#);
    let error = client.error(&PROJECT).await;
    timed_out(&error, "deadline_exceeded", &PROJECT, "deadlineMs (40 ms)");
    attempted(&error, "[]");
    holds(&error, "it.elapsedMs > 35 && it.elapsedMs < 2000");
    assert_eq!((service.calls().len(), source.calls().len()), (0, 1));
}

/// A timer left running keeps Node alive for up to half a minute.
#[wasm_bindgen_test]
async fn no_timer_is_left_running() {
    let statements = "const { setTimeout: set, clearTimeout: clear } = globalThis;
        const open = new Set();
        let made = 0;
        globalThis.setTimeout = (f, ms, ...more) => {
            const id = set(() => { open.delete(id); f(...more); }, ms);
            made += 1;
            open.add(id);
            return id;
        };
        globalThis.clearTimeout = (id) => { open.delete(id); clear(id); };
        const restore = () => Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
        return { open, made: () => made, restore };";
    let timers = function("", statements).call0(&JsValue::NULL).expect("timers");
    let good = Client::new(&Service::says(200, "{}")).call(&PROJECT).await;
    let bad = Client::new(&Service::js("throw 'boom';")).call(&PROJECT).await;
    let late = Client::with(&Service::hanging(), KEY, r#"{"timeoutMs":20}"#).call(&PROJECT).await;
    of(&timers, "it.restore()");
    assert!(good.is_ok() && bad.is_err() && late.is_err());
    // At least two for each call: deadline and attempt.
    holds(&timers, "it.made() >= 6 && it.open.size === 0");
}

/// Bodies of six bytes, in one piece, in several, and without a stream.
const SIX: [&str; 3] = [
    "return new Response('[1234]');",
    "const pieces = ['[1', '23', '4]'].map((text) => new TextEncoder().encode(text));
     const pull = (body) => (pieces.length ? body.enqueue(pieces.shift()) : body.close());
     return new Response(new ReadableStream({ pull }));",
    "const { buffer } = new TextEncoder().encode('[1234]');
     return { status: 200, headers: new Headers(), arrayBuffer: async () => buffer };",
];

#[wasm_bindgen_test]
async fn a_body_may_be_as_large_as_the_limit_and_no_larger() {
    for statements in SIX {
        let service = Service::js(statements);
        assert_eq!(shown(&Client::with(&service, KEY, r#"{"maxBodyBytes":6}"#).value(&TOKEN).await), "[1234]");
        for limit in [1, 5] {
            let service = Service::js(statements);
            let error = Client::with(&service, KEY, &format!(r#"{{"maxBodyBytes":{limit}}}"#)).error(&TOKEN).await;
            fails(&error, "response_too_large", "response_too_large");
            has_fields(&error, "");
            attempted(&error, r#"[{"status":200,"code":"large"}]"#);
            assert_eq!(text(&error, "endpoint"), TOKEN.endpoint);
            assert!(text(&error, "message").contains(&format!("maxBodyBytes ({limit})")), "{}", shown(&error));
            holds(&service.request(), "it.signal.aborted === true");
        }
    }
}

/// A body without end is given up, not collected; the stream makes pieces only when asked.
#[wasm_bindgen_test]
async fn an_endless_body_is_given_up_early() {
    let service = Service::js(
        "request.pulled = 0;
         const piece = new Uint8Array(1000).fill(32);
         const pull = (body) => { request.pulled += 1; body.enqueue(piece); };
         return new Response(new ReadableStream({ pull }));",
    );
    let error = Client::with(&service, KEY, r#"{"maxBodyBytes":10000}"#).error(&PROJECT).await;
    fails(&error, "response_too_large", "response_too_large");
    holds(&service.request(), "it.pulled > 10 && it.pulled < 20");
}
