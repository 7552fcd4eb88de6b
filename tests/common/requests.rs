//! The Request that `fetch` gets.

use super::{
    host::{Ask, BASE, Client, ETHEREALS, KEY, Noted, PROJECT, Service, TOKEN, TRANSFER},
    js::{attempted, fails, holds, of, refused, settled, shown, text},
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const HASH: &str = "0x1111111111111111111111111111111111111111111111111111111111111111";

/// The request of one call, noted while `fetch` runs: a signal may be aborted later.
async fn sent(base: &str, ask: &Ask<'_>) -> JsValue {
    let service = Service::js(
        "request.noted = { aborted: request.signal.aborted, headers: [...request.headers] };
         return new Response('{}');",
    );
    // The answer fits some endpoints only; this is about the way there.
    let _ = Client::made(&service, base, KEY.into(), "{}").expect("a client").call(ask).await;
    let request = service.request();
    holds(&request, "it.method === 'GET' && it.body == null && it.signal instanceof AbortSignal");
    holds(&request, "it.noted.aborted === false");
    request
}

#[wasm_bindgen_test]
async fn the_keyless_call_has_no_header_and_follows_redirects() {
    let options = r#"{"chainId":"42161","standard":"ERC1155"}"#;
    let request = sent(BASE, &Ask { values: &[TOKEN.values[0], "0xff"], options, ..TOKEN }).await;
    let url = "https://api.example.com/v1/tokens/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed/255/uri?b=42161&s=1";
    assert_eq!(text(&request, "url"), url);
    holds(&request, "it.noted.headers.length === 0 && it.redirect === 'follow'");
}

#[wasm_bindgen_test]
async fn keyed_calls_carry_the_key_and_nothing_else_and_go_nowhere_else() {
    let list = r#"{"chain":"sepolia","sourceChains":[1,"42161"],"statuses":"active, unfunded",
        "pageSize":2,"cursor":"a/b+c="}"#;
    for (ask, target) in [
        (TRANSFER, format!("/bridge/transfers/transactions/{HASH}")),
        (
            Ask { options: r#"{"chain":"sepolia"}"#, ..TRANSFER },
            format!("/bridge/transfers/transactions/{HASH}?chain=sepolia"),
        ),
        (PROJECT, "/project".into()),
        (Ask { options: r#"{"sourceChains":[],"cursor":""}"#, ..ETHEREALS }, "/ethereals".into()),
        (ETHEREALS, "/ethereals".into()),
        (
            Ask { options: list, ..ETHEREALS },
            "/ethereals?chain=sepolia&sourceChains=1,42161&statuses=active,unfunded&page_size=2&cursor=a%2Fb%2Bc%3D"
                .into(),
        ),
    ] {
        let request = sent(BASE, &ask).await;
        assert_eq!(text(&request, "url"), format!("https://api.example.com/v1{target}"));
        assert_eq!(shown(&of(&request, "it.noted.headers")), format!(r#"[["x-api-key","{KEY}"]]"#));
        holds(&request, "it.redirect === 'error' && it.credentials === 'omit'");
    }
}

#[wasm_bindgen_test]
async fn the_base_url_keeps_its_prefix_and_loses_its_slashes() {
    for (base, url) in [
        ("https://api.example.com", "https://api.example.com/project"),
        ("https://api.example.com/", "https://api.example.com/project"),
        ("https://api.example.com/a/b%20c//", "https://api.example.com/a/b%20c/project"),
        ("http://127.0.0.1:8787/api", "http://127.0.0.1:8787/api/project"),
        ("http://[::1]:3000", "http://[::1]:3000/project"),
    ] {
        assert_eq!(text(&sent(base, &PROJECT).await, "url"), url);
    }
}

#[wasm_bindgen_test]
async fn a_base_url_no_request_can_be_made_of_is_refused() {
    let service = Service::says(200, "{}");
    for base in ["", "/v1", "api.example.com", "ftp://a.b", "https://user:secret@a.b", "https://a.b/?x=1"] {
        let error = Client::made(&service, base, KEY.into(), "{}").expect_err(base);
        refused(&error, "baseUrl");
        assert!(!text(&error, "message").contains("secret"), "{base}");
    }
    for base in ["true", "7", "undefined", "null", "{}", "Symbol('https://a.b')"] {
        let base = of(&JsValue::NULL, &format!("({base})"));
        refused(&Client::of(&service, &base, &KEY.into(), &JsValue::UNDEFINED).expect_err("no URL"), "baseUrl");
    }
    // Only the host finds out that this address has too large a part.
    let client = Client::made(&service, "https://256.256.256.256", KEY.into(), "{}").expect("a client");
    let error = client.error(&PROJECT).await;
    fails(&error, "invalid_argument", "invalid_argument");
    attempted(&error, "[]");
    holds(&error, "it.url === 'https://256.256.256.256/project' && it.retryable === false");
    assert_eq!(text(&error, "message"), "`baseUrl` is refused by the host: no request can be made of it.");
    assert_eq!((text(&error, "parameter"), text(&error, "endpoint")), ("baseUrl".into(), PROJECT.endpoint.into()));
    assert!(service.calls().is_empty());
}

#[wasm_bindgen_test]
async fn what_breaks_a_rule_is_never_sent() {
    let service = Service::says(200, "{}");
    let client = Client::new(&service);
    for (ask, parameter) in [
        (Ask { options: "{}", ..TOKEN }, "chainId"),
        (Ask { values: &["0x12", "7"], ..TOKEN }, "address"),
        (Ask { values: &[TOKEN.values[0], "-1"], ..TOKEN }, "id"),
        (Ask { options: r#"{"chainId":1,"standard":"ERC20"}"#, ..TOKEN }, "standard"),
        (Ask { options: r#"{"chainId":1,"integers":"big"}"#, ..TOKEN }, "integers"),
        (Ask { options: r#"{"chainId":1,"raw":"yes"}"#, ..TOKEN }, "raw"),
        (Ask { values: &["0x11"], ..TRANSFER }, "hash"),
        (Ask { options: r#"{"chain":"goerli"}"#, ..TRANSFER }, "chain"),
        (Ask { options: r#"{"page":1}"#, ..ETHEREALS }, "options"),
        (Ask { options: r#"{"pageSize":0}"#, ..ETHEREALS }, "pageSize"),
        (Ask { options: r#"{"sourceContracts":["0x1"]}"#, ..ETHEREALS }, "sourceContracts"),
        (Ask { options: r#"{"timeoutMs":0}"#, ..PROJECT }, "timeoutMs"),
        (Ask { options: r#"{"deadlineMs":1.5}"#, ..PROJECT }, "deadlineMs"),
        (Ask { options: r#"{"maxBodyBytes":"many"}"#, ..PROJECT }, "maxBodyBytes"),
        (Ask { options: r#"{"maxRetries":11}"#, ..PROJECT }, "maxRetries"),
        (Ask { options: r#"{"maxRetryAfterMs":-1}"#, ..TRANSFER }, "maxRetryAfterMs"),
    ] {
        refused(&client.error(&ask).await, parameter);
    }
    for (options, parameter) in [
        ("{ timeout: 1 }", "options"),
        ("{ signal: new AbortController().signal }", "options"),
        ("{ timeoutMs: -1 }", "timeoutMs"),
        ("{ maxRetries: 11 }", "maxRetries"),
        ("{ maxRetries: 1.5 }", "maxRetries"),
        ("{ maxRetryAfterMs: 'long' }", "maxRetryAfterMs"),
        ("{ allowInsecure: 'yes' }", "allowInsecure"),
        ("{ fetch: 'fetch' }", "fetch"),
        ("{ onRequest: {} }", "onRequest"),
        ("{ onResponse: 7 }", "onResponse"),
        ("{ onRetry: [] }", "onRetry"),
        ("{ cache: { ttlMs: 0 } }", "cache.ttlMs"),
        ("{ cache: { maxEntries: 1.5 } }", "cache.maxEntries"),
        ("{ cache: { ttl: 1 } }", "cache"),
    ] {
        let error = Client::made(&service, BASE, KEY.into(), options).expect_err(options);
        refused(&error, parameter);
    }
    assert!(service.calls().is_empty());
}

#[wasm_bindgen_test]
async fn a_signal_that_is_none_is_refused() {
    let service = Service::says(200, "{}");
    for signal in ["({})", "7", "'stop'", "new AbortController()"] {
        let call = Client::new(&service).start(&PROJECT, &of(&JsValue::NULL, signal));
        refused(&settled(&call).await.expect_err(signal), "signal");
    }
    for signal in [JsValue::NULL, JsValue::UNDEFINED] {
        assert!(settled(&Client::new(&service).start(&PROJECT, &signal)).await.is_ok());
    }
    assert_eq!(service.calls().len(), 2);
}

/// Anyone between the two machines could read the key.
#[wasm_bindgen_test]
async fn a_key_goes_over_http_only_where_that_is_allowed() {
    let service = Service::says(200, "{}");
    let source = || JsValue::from(Noted::js("return 'key';").function().clone());
    for base in ["http://api.example.com", "http://10.0.0.1:8787", "http://localhost.example.com"] {
        for key in [KEY.into(), source()] {
            let error = Client::made(&service, base, key.clone(), "{}").expect_err(base);
            refused(&error, "baseUrl");
            assert!(text(&error, "message").contains("allowInsecure") && !shown(&error).contains(KEY));
            let client = Client::made(&service, base, key, "{ allowInsecure: true }").expect(base);
            client.value(&PROJECT).await;
        }
        Client::made(&service, base, JsValue::UNDEFINED, "{}").expect(base).value(&TOKEN).await;
    }
    for base in ["http://localhost:8787", "http://127.0.0.1", "http://[::1]:3000", "https://api.example.com"] {
        Client::made(&service, base, source(), "{ allowInsecure: false }").expect(base).value(&PROJECT).await;
    }
    assert_eq!(service.calls().len(), 3 * 3 + 4);
}
