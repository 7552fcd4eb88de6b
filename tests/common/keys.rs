//! Where the key comes from.

use super::{
    host::{BASE, Client, ETHEREALS, KEY, Noted, PROJECT, Service, TOKEN, TRANSFER},
    js::{attempted, fails, get, has_fields, keys, of, shown, text},
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn a_function_is_asked_for_each_keyed_call_and_may_take_its_time() {
    let keys = js_sys::Array::of2(&"key/0".into(), &"key/1".into());
    let source = Noted::over(&keys, "return new Promise((resolve) => setTimeout(resolve, 5, value.shift()));");
    let service = Service::says(200, r#"{"etherealData":[]}"#);
    let client = Client::with(&service, source.function().clone(), "{}");
    client.value(&ETHEREALS).await;
    client.value(&TOKEN).await;
    client.value(&PROJECT).await;
    let sent = |given: &JsValue| shown(&of(given, "it[0].headers.get('x-api-key')"));
    assert_eq!(service.calls().iter().map(sent).collect::<Vec<_>>(), [r#""key/0""#, "null", r#""key/1""#]);
    assert_eq!(source.calls().iter().map(shown).collect::<Vec<_>>(), ["[]", "[]"]);
    let client = Client::with(&service, Noted::js("return 'at/once+=';").function().clone(), "{}");
    client.value(&ETHEREALS).await;
    assert_eq!(sent(&service.calls()[3]), r#""at/once+=""#);
}

#[wasm_bindgen_test]
async fn a_function_that_fails_ends_the_call_with_its_reason() {
    for statements in ["throw value;", "return Promise.reject(value);", "return { then() { throw value; } };"] {
        for reason in ["new Error('no vault')", "'locked'", "null", "undefined", "42"] {
            let reason = of(&JsValue::NULL, reason);
            let source = Noted::over(&reason, statements);
            let service = Service::says(200, "{}");
            let client = Client::with(&service, source.function().clone(), "{}");
            for ask in [TRANSFER, PROJECT, ETHEREALS] {
                let error = client.error(&ask).await;
                fails(&error, "invalid_argument", "api_key_unavailable");
                assert_eq!(
                    (text(&error, "parameter"), text(&error, "endpoint")),
                    ("apiKey".into(), ask.endpoint.into())
                );
                has_fields(&error, "parameter");
                attempted(&error, "[]");
                assert!(get(&error, "cause") == reason, "{statements} {reason:?}");
            }
            assert_eq!((service.calls().len(), source.calls().len()), (0, 3));
            // The keyless call does not ask.
            client.value(&TOKEN).await;
            assert_eq!((service.calls().len(), source.calls().len()), (1, 3));
        }
    }
}

#[track_caller]
fn refused(error: &JsValue, key: &str) {
    fails(error, "invalid_argument", "invalid_argument");
    assert_eq!(text(error, "parameter"), "apiKey");
    let all = shown(error);
    assert!(!all.contains("hidden") && !all.contains("7123") && (key.is_empty() || !all.contains(key)), "{all}");
    assert!(text(error, "message").contains("not shown"), "{all}");
}

#[track_caller]
fn at_once(error: &JsValue, key: &str) {
    assert_eq!(keys(error), "code kind parameter retryable");
    refused(error, key);
}

#[track_caller]
fn later(error: &JsValue, key: &str) {
    has_fields(error, "parameter");
    attempted(error, "[]");
    refused(error, key);
}

#[wasm_bindgen_test]
async fn an_unusable_key_is_refused_without_being_shown() {
    let service = Service::says(200, "{}");
    let long = format!("hidden{}", "k".repeat(507));
    for key in ["hidden one", "hidden\r\nx-evil: 1", "", "hidden-ключ", "hidden\u{0}", "k\u{0}hidden\u{0}7123", &long]
    {
        at_once(&Client::made(&service, BASE, key.into(), "{}").expect_err(key), key);
        let source = Noted::over(&key.into(), "return Promise.resolve(value);");
        later(&Client::with(&service, source.function().clone(), "{}").error(&PROJECT).await, key);
    }
    for key in ["({ secret: 'hidden' })", "71234567", "true", "['hidden']", "new String('hidden')", "Symbol('hidden')"]
    {
        let value = of(&JsValue::NULL, key);
        at_once(&Client::made(&service, BASE, value.clone(), "{}").expect_err(key), "hidden");
        let source = Noted::over(&value, "return value;");
        later(&Client::with(&service, source.function().clone(), "{}").error(&TRANSFER).await, "hidden");
    }
    assert!(service.calls().is_empty());
}

#[wasm_bindgen_test]
async fn a_missing_key_is_named_and_stops_only_keyed_calls() {
    for key in ["undefined", "null", "() => undefined", "async () => null"] {
        let service = Service::says(200, "{}");
        let client = Client::with(&service, of(&JsValue::NULL, key), "{}");
        for ask in [TRANSFER, PROJECT, ETHEREALS] {
            let error = client.error(&ask).await;
            fails(&error, "invalid_argument", "invalid_argument");
            assert_eq!((text(&error, "parameter"), text(&error, "endpoint")), ("apiKey".into(), ask.endpoint.into()));
            has_fields(&error, "parameter");
            attempted(&error, "[]");
            assert!(text(&error, "message").contains("missing"), "{key}");
        }
        assert!(service.calls().is_empty());
        client.value(&TOKEN).await;
    }
}

#[wasm_bindgen_test]
async fn a_service_that_repeats_the_key_does_not_get_it_into_the_error() {
    let service = Service::js(
        "const message = `${request.headers.get('x-api-key')} is unknown`;
         return new Response(JSON.stringify({ message }), { status: 401 });",
    );
    let error = Client::new(&service).error(&PROJECT).await;
    fails(&error, "unauthenticated", "unauthenticated");
    has_fields(&error, "bodySnippet serverMessage status");
    assert_eq!(text(&error, "serverMessage"), "[api key] is unknown");
    assert!(!shown(&error).contains(KEY), "{}", shown(&error));
}

/// The shortest keys, and those that look like something else.
#[wasm_bindgen_test]
async fn any_visible_text_is_a_key() {
    for key in ["?", "k", "undefined", "late", "\u{7e}"] {
        let service = Service::says(200, "{}");
        Client::with(&service, key, "{}").value(&PROJECT).await;
        assert_eq!(shown(&of(&service.request(), "it.headers.get('x-api-key')")), format!("\"{key}\""));
        let source = Noted::over(&key.into(), "return value;");
        Client::with(&service, source.function().clone(), "{}").value(&PROJECT).await;
        assert_eq!(shown(&of(&service.calls()[1], "it[0].headers.get('x-api-key')")), format!("\"{key}\""));
    }
}
