//! What statuses and bodies mean.

use super::{
    host::{Ask, Client, ETHEREALS, PROJECT, Service, TOKEN, TRANSFER},
    js::{attempted, fails, function, get, has_fields, holds, shown, text},
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const INVALID_KEY: &str = include_str!("../fixtures/invalid_key.json");
const MISSING_PARAMETER: &str = include_str!("../fixtures/missing_parameter.json");

async fn failure(ask: &Ask<'_>, status: u16, body: &'static str) -> JsValue {
    Client::new(&Service::says(status, body)).error(ask).await
}

#[wasm_bindgen_test]
async fn each_status_has_its_kind() {
    for (ask, status, kind, retryable) in [
        (TOKEN, 302, "redirect_blocked", false),
        (TOKEN, 400, "bad_request", false),
        (TOKEN, 401, "unauthenticated", false),
        (TOKEN, 403, "forbidden", false),
        (TOKEN, 404, "not_found", false),
        (TOKEN, 408, "unexpected_status", true),
        (TOKEN, 418, "unexpected_status", false),
        (TOKEN, 429, "rate_limited", true),
        (TOKEN, 500, "server", true),
        (TOKEN, 501, "server", false),
        (TOKEN, 503, "server", true),
        (PROJECT, 307, "redirect_blocked", false),
        (PROJECT, 401, "unauthenticated", false),
        (PROJECT, 403, "unauthenticated", false),
        (PROJECT, 404, "not_found", false),
        (ETHEREALS, 404, "not_found", false),
        (TRANSFER, 400, "bad_request", false),
        (TRANSFER, 504, "server", true),
    ] {
        let error = failure(&ask, status, "").await;
        fails(&error, kind, kind);
        assert_eq!(text(&error, "endpoint"), ask.endpoint);
        assert_eq!(
            (get(&error, "status"), get(&error, "retryable")),
            (status.into(), retryable.into()),
            "{}",
            shown(&error)
        );
        has_fields(&error, if retryable { "gaveUp status" } else { "status" });
        attempted(&error, &format!(r#"[{{"status":{status}}}]"#));
        holds(&error, "!('cause' in it) && (!it.retryable || it.gaveUp === 'attempts_used')");
    }
}

#[wasm_bindgen_test]
async fn an_error_has_the_services_words_and_the_wait_it_asks_for() {
    let service = Service::js(
        r#"const body = '{"message":"Slow\\u0007 down.","x":1}';
        return new Response(body, { status: 429, headers: { "Retry-After": "7" } });"#,
    );
    let error = Client::new(&service).error(&ETHEREALS).await;
    fails(&error, "rate_limited", "rate_limited");
    has_fields(&error, "bodySnippet gaveUp retryAfterMs serverMessage status");
    holds(&error, "it.retryAfterMs === 7000 && it.status === 429 && it.retryable === true");
    holds(&error, "it.serverMessage === 'Slow\\ufffd down.' && it.message.includes('Slow\\ufffd down.')");
    holds(&error, r#"it.bodySnippet === '{"message":"Slow\\u0007 down.","x":1}'"#);
    let error = failure(&TOKEN, 400, MISSING_PARAMETER).await;
    fails(&error, "bad_request", "bad_request");
    has_fields(&error, "bodySnippet serverMessage status");
    assert_eq!(text(&error, "serverMessage"), "Missing required query parameter: b");
}

#[wasm_bindgen_test]
async fn a_refused_key_is_known_by_its_message_whatever_the_status() {
    for status in [200, 400, 401, 403] {
        for ask in [TRANSFER, PROJECT, ETHEREALS] {
            let error = failure(&ask, status, INVALID_KEY).await;
            fails(&error, "unauthenticated", "unauthenticated");
            has_fields(&error, if status == 200 { "serverMessage status" } else { "bodySnippet serverMessage status" });
            assert_eq!(
                (get(&error, "status"), text(&error, "serverMessage")),
                (status.into(), "Invalid API key.".into())
            );
        }
    }
}

#[wasm_bindgen_test]
async fn an_empty_answer_and_a_page_of_html_are_no_answer() {
    for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
        let error = failure(&ask, 204, "").await;
        fails(&error, "decode", "invalid_json");
        has_fields(&error, "bodySnippet pointer status");
        holds(&error, "it.status === 204 && it.pointer === '' && it.bodySnippet === ''");
        let error = failure(&ask, 200, "<!doctype html><title>Sign in</title>").await;
        fails(&error, "decode", "invalid_json");
        assert_eq!(text(&error, "endpoint"), ask.endpoint);
        holds(&error, "it.status === 200 && it.bodySnippet === '<!doctype html><title>Sign in</title>'");
        has_fields(&error, "bodySnippet pointer status");
    }
}

#[wasm_bindgen_test]
async fn a_body_that_breaks_the_model_is_pointed_at() {
    for (ask, body, code, pointer) in [
        (
            TRANSFER,
            r#"{"bridgeData":{"bridgeData":[{"_id":"1"}]}}"#,
            "unexpected_shape",
            "/bridgeData/bridgeData/0/status",
        ),
        (TRANSFER, r#"{"_id":"1","status":"done","tokenIds":[{}]}"#, "unexpected_shape", "/tokenIds/0"),
        (PROJECT, r#"{"requestOwner":["demo"]}"#, "unexpected_shape", "/requestOwner"),
        (
            ETHEREALS,
            r#"{"etherealData":[{"_id":"1","status":"active"},{"_id":"2","status":5}]}"#,
            "unexpected_shape",
            "/etherealData/1/status",
        ),
        (ETHEREALS, r#"{"etherealData":[],"nextCursor":{}}"#, "unexpected_shape", "/nextCursor"),
        (TOKEN, r#"{"a":[1,]}"#, "invalid_json", "/a/1"),
        (TOKEN, r#"{"a":1"#, "invalid_json", ""),
    ] {
        let error = failure(&ask, 200, body).await;
        fails(&error, "decode", code);
        has_fields(&error, "bodySnippet pointer status");
        attempted(&error, r#"[{"status":200}]"#);
        assert_eq!((text(&error, "pointer"), text(&error, "bodySnippet")), (pointer.into(), body.into()));
        holds(&error, "it.status === 200 && it.retryable === false && !('cause' in it)");
    }
    let error = Client::new(&Service::js("return new Response(new Uint8Array([34, 255, 34]));")).error(&TOKEN).await;
    fails(&error, "decode", "invalid_utf8");
}

/// Too deep a body must neither overflow the stack of the module nor that of `JSON.parse`.
#[wasm_bindgen_test]
async fn a_very_deep_body_is_refused() {
    let service = Service::js("return new Response('['.repeat(100000) + ']'.repeat(100000));");
    for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
        let error = Client::new(&service).error(&ask).await;
        assert_eq!(text(&error, "kind"), "decode");
        holds(&error, "it.code === 'too_deep' || it.code === 'unexpected_shape'");
    }
    fails(&Client::new(&service).error(&TOKEN).await, "decode", "too_deep");
}

const FOLLOWED: &str = "const answer = new Response('{\"balance\":\"1\"}');
    return Object.defineProperty(answer, 'redirected', { value: true });";

#[wasm_bindgen_test]
async fn a_followed_redirect_is_refused_where_a_key_went_along() {
    let service = Service::js(FOLLOWED);
    for ask in [TRANSFER, PROJECT, ETHEREALS] {
        let error = Client::new(&service).error(&ask).await;
        fails(&error, "redirect_blocked", "redirect_blocked");
        has_fields(&error, "");
        attempted(&error, r#"[{"code":"redirect"}]"#);
        assert_eq!(text(&error, "endpoint"), ask.endpoint);
        holds(&error, "it.retryable === false");
    }
    for given in service.calls() {
        holds(&given, "it[0].signal.aborted === true");
    }
    assert_eq!(shown(&Client::new(&service).value(&TOKEN).await), r#"{"balance":"1"}"#);
}

/// Node names a redirect that was refused; browsers tell it from nothing else.
#[wasm_bindgen_test]
async fn a_refused_redirect_is_told_where_the_host_tells_it() {
    let service = Service::js(
        "return Promise.reject(new TypeError('fetch failed', { cause: new Error('unexpected redirect') }));",
    );
    let error = Client::new(&service).error(&PROJECT).await;
    fails(&error, "redirect_blocked", "redirect_blocked");
    has_fields(&error, "");
    attempted(&error, r#"[{"code":"redirect"}]"#);
    holds(&error, "it.cause instanceof TypeError && it.cause.cause.message === 'unexpected redirect'");
}

#[wasm_bindgen_test]
async fn an_error_names_the_request_for_the_service_and_for_a_shell() {
    let service = Service::js("return new Response('', { status: 500, headers: { 'X-Request-Id': 'r/1' } });");
    let error = Client::new(&service).error(&PROJECT).await;
    has_fields(&error, "gaveUp requestId status");
    holds(&error, "it.requestId === 'r/1' && it.url === 'https://api.example.com/v1/project'");
    holds(&error, r#"it.toCurl() === "curl -H 'x-api-key: <key>' 'https://api.example.com/v1/project'""#);
    assert_eq!(text(&error, "url"), text(&service.request(), "url"));
    let error = Client::new(&service).error(&TOKEN).await;
    holds(&error, "it.toCurl() === `curl '${it.url}'`");
    let json = "const { name, message, ...rest } = JSON.parse(JSON.stringify(it));
        return name === it.name && message === it.message && Object.keys(rest).join() === Object.keys(it).join();";
    assert_eq!(function("it", json).call1(&JsValue::NULL, &error), Ok(JsValue::TRUE), "{}", shown(&error));
}
