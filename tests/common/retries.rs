//! Attempts after the first, and what the hooks hear of them.

use super::{
    host::{Ask, Client, ETHEREALS, KEY, Noted, PROJECT, Service, TOKEN, TRANSFER},
    js::{Chance, attempted, fails, function, get, has_fields, holds, json, of, shown, text},
};
use js_sys::Date;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const GOOD: &str = r#"return new Response('{"_id":"1","status":"done","etherealData":[]}');"#;
const BUSY: &str = "return new Response('', { status: 503 });";
const CUT: &str = r#"return new Response(new ReadableStream({
    start(body) { body.enqueue(bytes('{"_id":')); }, pull(body) { body.error('cut'); } }));"#;
const STALLED: &str =
    r#"return new Response(new ReadableStream({ start(body) { body.enqueue(bytes('{"_id":')); } }));"#;

#[wasm_bindgen_test]
async fn what_may_pass_is_tried_again() {
    let _chance = Chance::is(0.0);
    for first in [
        BUSY,
        "return new Response('', { status: 408 });",
        "return new Response('slow down', { status: 429, headers: { 'Retry-After': '0' } });",
        "return new Response('', { status: 503, headers: { 'Retry-After': 'Sun, 06 Nov 1994 08:49:37 GMT' } });",
        "throw 'boom';",
        "return 42;",
        "return new Promise(() => {});",
        CUT,
        STALLED,
    ] {
        for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
            let service = Service::turns(&[first, GOOD]);
            let value = Client::with(&service, KEY, "{ maxRetries: 1, timeoutMs: 100 }").value(&ask).await;
            assert!(shown(&value).contains(if ask.method == "ethereals" { "[]" } else { "done" }), "{first}");
            let calls = service.calls();
            assert_eq!(calls.len(), 2, "{first} {}", ask.method);
            // The second is the same request, and not the first's.
            let same = "it[0][0] !== it[1][0] && it[0][0].url === it[1][0].url && it[0][0].signal.aborted
                && it[0][0].headers.get('x-api-key') === it[1][0].headers.get('x-api-key')";
            holds(&calls.into_iter().collect::<js_sys::Array>(), same);
        }
    }
}

#[wasm_bindgen_test]
async fn two_retries_are_the_default_and_the_error_tells_of_all() {
    let _chance = Chance::is(0.5);
    let service = Service::turns(&[BUSY, "throw 'boom';", BUSY]);
    let error = Client::with(&service, KEY, "{ maxRetries: null }").error(&PROJECT).await;
    fails(&error, "server", "server");
    has_fields(&error, "gaveUp status");
    attempted(&error, r#"[{"status":503,"delayMs":100},{"code":"network","delayMs":200},{"status":503}]"#);
    holds(&error, "it.gaveUp === 'attempts_used' && it.retryable === true && !('cause' in it)");
    let waited = "it.attempts.every((at, i, all) => i === 0
        || at.startedMs >= all[i - 1].startedMs + all[i - 1].elapsedMs + all[i - 1].delayMs - 2)";
    holds(&error, waited);
    assert_eq!(service.calls().len(), 3);
}

#[wasm_bindgen_test]
async fn a_call_may_have_a_number_of_its_own() {
    let _chance = Chance::is(0.0);
    let service = Service::says(500, "");
    let client = Client::with(&service, KEY, "{ maxRetries: 1 }");
    for (options, attempts) in [("{ maxRetries: 0 }", 1), ("{}", 2), ("{ maxRetries: '3' }", 4)] {
        let before = service.calls().len();
        let error = client.error(&Ask { options, ..PROJECT }).await;
        holds(&error, &format!("it.gaveUp === 'attempts_used' && it.attempts.length === {attempts}"));
        assert_eq!(service.calls().len() - before, attempts, "{options}");
    }
}

#[wasm_bindgen_test]
async fn what_would_fail_again_is_not_tried_again() {
    for answer in [
        "return new Response('', { status: 400 });",
        "return new Response('', { status: 401 });",
        "return new Response('', { status: 501 });",
        "return new Response('<html>');",
        "return new Response(' '.repeat(1001));",
        "return Object.defineProperty(new Response('{}'), 'type', { value: 'opaqueredirect' });",
    ] {
        let service = Service::turns(&[answer, GOOD]);
        let error = Client::with(&service, KEY, "{ maxRetries: 2, maxBodyBytes: 1000 }").error(&PROJECT).await;
        holds(&error, "it.retryable === false && it.attempts.length === 1 && !('gaveUp' in it)");
        assert_eq!(service.calls().len(), 1, "{answer}");
    }
}

#[wasm_bindgen_test]
async fn a_retry_after_is_waited_for() {
    let _chance = Chance::is(0.0);
    let service = Service::turns(&["return new Response('', { status: 503, headers: { 'Retry-After': '1' } });", GOOD]);
    let (hook, start) = (Noted::js(""), Date::now());
    Client::over(&service, &of(hook.function(), "({ maxRetries: 1, onRetry: it })")).value(&PROJECT).await;
    assert!(Date::now() - start > 990.0);
    holds(&hook.calls()[0], "it[0].delayMs === 1000");
}

#[wasm_bindgen_test]
async fn a_retry_after_that_is_too_long_ends_the_call_at_once() {
    for (options, header, ms) in [
        ("{ maxRetries: 2 }", "'61'", "it === 61000"),
        ("{ maxRetries: 2 }", "new Date(Date.now() + 3600000).toUTCString()", "it > 3590000 && it <= 3600000"),
        ("{ maxRetries: 2, maxRetryAfterMs: 999 }", "'1'", "it === 1000"),
        ("{ maxRetries: 2, maxRetryAfterMs: 0 }", "'1'", "it === 1000"),
    ] {
        let service = Service::turns(&[
            &format!("return new Response('', {{ status: 429, headers: {{ 'Retry-After': {header} }} }});"),
            GOOD,
        ]);
        let start = Date::now();
        let error = Client::with(&service, KEY, options).error(&ETHEREALS).await;
        assert!(Date::now() - start < 500.0);
        fails(&error, "rate_limited", "rate_limited");
        has_fields(&error, "gaveUp retryAfterMs status");
        attempted(&error, r#"[{"status":429}]"#);
        holds(&get(&error, "retryAfterMs"), ms);
        assert_eq!(text(&error, "gaveUp"), "retry_after_too_long");
        assert_eq!(service.calls().len(), 1, "{options} {header}");
    }
}

#[wasm_bindgen_test]
async fn a_wait_beyond_the_deadline_is_not_begun() {
    let service = Service::js("return new Response('', { status: 503, headers: { 'Retry-After': '5' } });");
    let start = Date::now();
    let error = Client::with(&service, KEY, "{ maxRetries: 2, deadlineMs: 3000 }").error(&PROJECT).await;
    assert!(Date::now() - start < 1000.0);
    fails(&error, "server", "server");
    has_fields(&error, "gaveUp retryAfterMs status");
    assert_eq!(text(&error, "gaveUp"), "deadline");
    assert_eq!(service.calls().len(), 1);
}

/// Thirty-five retries, however many calls they belong to.
#[wasm_bindgen_test]
async fn calls_of_a_client_share_a_budget_of_retries() {
    let _chance = Chance::is(0.0);
    let service = Service::says(500, "");
    let client = Client::with(&service, KEY, "{ maxRetries: 10 }");
    let mut ends = Vec::new();
    for _ in 0..5 {
        ends.push(text(&client.error(&PROJECT).await, "gaveUp"));
    }
    let (used, exhausted) = ("attempts_used", "budget_exhausted");
    assert_eq!(ends, [used, used, used, exhausted, exhausted]);
    assert_eq!(service.calls().len(), 35 + 5);
    // Another client has its own.
    let error = Client::with(&service, KEY, "{ maxRetries: 1 }").error(&PROJECT).await;
    assert_eq!(text(&error, "gaveUp"), used);
}

/// `{ log, options }`: options with every hook, and what they heard.
fn hooks(statements: &str) -> JsValue {
    let all = format!(
        "const log = [];
         const hook = (name) => (...given) => {{ log.push([name, ...given]); {statements} }};
         const all = ['onRequest', 'onResponse', 'onRetry'].map((name) => [name, hook(name)]);
         return {{ log, options: {{ maxRetries: 2, ...Object.fromEntries(all) }} }};"
    );
    function("", &all).call0(&JsValue::NULL).expect("hooks")
}

#[wasm_bindgen_test]
async fn hooks_hear_of_each_request_answer_and_retry() {
    let _chance = Chance::is(0.25);
    let busy = "return new Response('', { status: 503, headers: { 'x-request-id': 'r/1' } });";
    let (service, hooks) = (Service::turns(&["throw 'boom';", busy, GOOD]), hooks(""));
    Client::over(&service, &get(&hooks, "options")).value(&PROJECT).await;
    let log = get(&hooks, "log");
    holds(&log, "it.every((entry) => entry.length === 2)");
    let timeless = of(&log, "it.map(([name, { elapsedMs, endpoint, url, ...what }]) => [name, what])");
    let expected = r#"[["onRequest",{"attempt":1}],
        ["onRetry",{"attempt":1,"delayMs":50,"reason":"network"}],
        ["onRequest",{"attempt":2}],
        ["onResponse",{"attempt":2,"status":503,"requestId":"r/1"}],
        ["onRetry",{"attempt":2,"delayMs":100,"reason":"status","status":503}],
        ["onRequest",{"attempt":3}],
        ["onResponse",{"attempt":3,"status":200}]]"#;
    assert_eq!(shown(&timeless), shown(&json(expected)));
    let about = "endpoint === 'GET /project' && url === 'https://api.example.com/v1/project'";
    holds(&log, &format!("it.every(([, {{ endpoint, url }}]) => {about})"));
    holds(
        &log,
        "it.every(([name, { elapsedMs }]) => name === 'onResponse' ? elapsedMs >= 0 : elapsedMs === undefined)",
    );
}

/// Neither what hooks throw nor what they do to their argument reaches the call; the console hears of failures.
#[wasm_bindgen_test]
async fn a_hook_that_fails_fails_alone() {
    let _chance = Chance::is(0.0);
    let console = function(
        "",
        "const { error } = console, heard = []; console.error = (...given) => { heard.push(given); };
        return { heard, restore: () => { console.error = error; } };",
    );
    let console = console.call0(&JsValue::NULL).expect("a console");
    let mut heard = 0.0;
    for (statements, failures) in [
        ("throw 'hook';", 5.0),
        ("return Promise.reject('hook');", 5.0),
        ("return { then() { throw 'hook'; } };", 5.0),
        ("return new Promise(() => {});", 0.0),
        ("const [what] = given; for (const name in what) delete what[name]; what.status = 200;", 0.0),
        ("return false;", 0.0),
    ] {
        let (service, hooks) = (Service::turns(&[BUSY, GOOD]), hooks(statements));
        let client = Client::over(&service, &get(&hooks, "options"));
        assert_eq!(text(&client.value(&TRANSFER).await, "_id"), "1", "{statements}");
        assert_eq!(service.calls().len(), 2);
        holds(&hooks, "it.log.map(([name]) => name).join() === 'onRequest,onResponse,onRetry,onRequest,onResponse'");
        heard += failures;
        assert_eq!(get(&get(&console, "heard"), "length").as_f64(), Some(heard), "{statements}");
    }
    of(&console, "it.restore()");
    holds(&console, "it.heard.every((given) => given.at(-1) === 'hook')");
}
