//! Where the key comes from.

use super::host::{Client, ETHEREALS, KEY, PROJECT, Service, TOKEN, TRANSFER, fails, function, get, holds, of, shown, text};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// A function that notes how often it is called.
fn counted(statements: &str) -> JsValue {
    of(&function("", statements), "Object.assign(() => { counter.count += 1; return it(); }, {})")
}

#[wasm_bindgen_test]
async fn a_function_is_asked_for_each_keyed_call_and_may_take_its_time() {
    let rotating = of(&JsValue::NULL, "(() => { let n = 0; return () => new Promise((resolve) => setTimeout(resolve, 5, `key${n++}`)); })()");
    let service = Service::says(200, r#"{"etherealData":[]}"#);
    let client = Client::with(&service, rotating, "{}");
    client.value(&ETHEREALS).await;
    client.value(&TOKEN).await;
    client.value(&PROJECT).await;
    let keys: Vec<_> = service.calls().iter().map(|given| shown(&of(given, "it[0].headers.get('x-api-key')"))).collect();
    assert_eq!(keys, [r#""key0""#, "null", r#""key1""#]);
    let client = Client::with(&service, function("", "return 'at/once+=';"), "{}");
    client.value(&ETHEREALS).await;
    holds(&service.calls()[3], "it[0].headers.get('x-api-key') === 'at/once+='");
}

#[wasm_bindgen_test]
async fn a_function_that_fails_ends_the_call_with_its_reason() {
    for statements in ["throw reason;", "return Promise.reject(reason);", "return { then() { throw reason; } };"] {
        for reason in ["new Error('no vault')", "'locked'", "null", "undefined", "42"] {
            let reason = of(&JsValue::NULL, reason);
            let key = of(&reason, &format!("(() => {{ const reason = it; return () => {{ {statements} }}; }})()"));
            let service = Service::says(200, "{}");
            let client = Client::with(&service, key, "{}");
            for ask in [TRANSFER, PROJECT, ETHEREALS] {
                let error = client.error(&ask).await;
                fails(&error, "invalid_argument", "api_key_unavailable");
                assert_eq!((text(&error, "parameter"), text(&error, "endpoint")), ("apiKey".into(), ask.endpoint.into()));
                holds(&error, "'cause' in it");
                assert!(get(&error, "cause") == reason, "{statements} {}", shown(&reason));
            }
            assert!(service.calls().is_empty());
            // The keyless call does not ask.
            client.value(&TOKEN).await;
        }
    }
}

#[wasm_bindgen_test]
async fn an_unusable_key_is_refused_without_being_shown() {
    let service = Service::says(200, "{}");
    for key in ["hidden one", "hidden\r\nx-evil: 1", "", "hidden-ключ", "hidden\u{0}"] {
        let error = Client::made(&service, super::host::BASE, key.into(), "{}").err().expect(key);
        refused(&error, key);
        let later = of(&key.into(), "(() => { const key = it; return async () => key; })()");
        refused(&Client::with(&service, later, "{}").error(&PROJECT).await, key);
    }
    let long = format!("hidden{}", "k".repeat(507));
    refused(&Client::made(&service, super::host::BASE, long.clone().into(), "{}").err().expect("too long"), &long);
    for (key, what) in [("({ secret: 'hidden' })", "an object"), ("7e9", "a number"), ("true", "true"), ("['hidden']", "a list")] {
        let key = of(&JsValue::NULL, key);
        refused(&Client::made(&service, super::host::BASE, key.clone(), "{}").err().expect(what), "hidden");
        let later = of(&key, "(() => { const key = it; return () => key; })()");
        refused(&Client::with(&service, later, "{}").error(&TRANSFER).await, "hidden");
    }
    assert!(service.calls().is_empty());
}

#[track_caller]
fn refused(error: &JsValue, key: &str) {
    fails(error, "invalid_argument", "invalid_argument");
    assert_eq!(text(error, "parameter"), "apiKey");
    let all = shown(error);
    assert!(!all.contains("hidden") && !all.contains("7000000000") && (key.is_empty() || !all.contains(key)), "{all}");
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
            assert!(text(&error, "message").contains("missing"), "{key}");
        }
        assert!(service.calls().is_empty());
        client.value(&TOKEN).await;
    }
}

#[wasm_bindgen_test]
async fn a_service_that_repeats_the_key_does_not_get_it_into_the_error() {
    let service = Service::js("const key = request.headers.get('x-api-key'); return Response.json({ message: `${key} is unknown` }, { status: 401 });");
    let error = Client::new(&service).error(&PROJECT).await;
    fails(&error, "unauthenticated", "unauthenticated");
    assert!(!shown(&error).contains(KEY), "{}", shown(&error));
    assert_eq!(text(&error, "serverMessage"), "[api key] is unknown");
    assert!(counted("").is_function());
}
