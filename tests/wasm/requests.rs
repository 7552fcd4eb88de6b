//! The requests that calls lead to.

use super::{
    service::Service,
    support::{ADDRESS, API_KEY, BODY, CALLS, Call, HASH, NONE, client, object, to_json, value_of},
};
use futures_util::future::join_all;
use js_sys::{Array, Promise};
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{ReferrerPolicy, Request, RequestCredentials, RequestRedirect};

/// The header names and values of a request, as JSON.
fn headers_of(request: &Request) -> serde_json::Value {
    to_json(&Array::from(&request.headers()))
}

async fn request_of(call: Result<Promise, JsValue>, service: &Service) -> Request {
    value_of(call).await;
    service.only_request()
}

#[wasm_bindgen_test]
async fn a_call_with_an_api_key_sends_only_that_header_and_refuses_redirects() {
    for call in CALLS.into_iter().filter(|call| *call != Call::TokenUri) {
        let service = Service::with_body(BODY);
        let request = request_of(call.start(&client(&service, &[]), NONE), &service).await;
        assert_eq!(headers_of(&request), json!([["x-api-key", API_KEY]]));
        assert_eq!(request.redirect(), RequestRedirect::Error);
    }
}

#[wasm_bindgen_test]
async fn the_call_without_an_api_key_sends_no_header_and_follows_redirects() {
    let service = Service::with_body(BODY);
    let request = request_of(Call::TokenUri.start(&client(&service, &[]), NONE), &service).await;
    assert_eq!(headers_of(&request), json!([]));
    assert_eq!(request.redirect(), RequestRedirect::Follow);
}

#[wasm_bindgen_test]
async fn every_request_is_a_get_without_cookies_and_referrer() {
    for call in CALLS {
        let service = Service::with_body(BODY);
        let request = request_of(call.start(&client(&service, &[]), NONE), &service).await;
        assert_eq!(request.method(), "GET");
        assert_eq!(request.credentials(), RequestCredentials::Omit);
        assert_eq!(request.referrer_policy(), ReferrerPolicy::NoReferrer);
        assert!(!request.signal().aborted(), "{call:?}");
    }
}

#[wasm_bindgen_test]
async fn arguments_become_path_and_query() {
    let chain = object(&[("chain", "sepolia".into())]);
    let token = |id: &str| object(&[("id", id.into()), ("chainId", "42161".into()), ("standard", "ERC1155".into())]);
    let page = object(&[
        ("sourceChains", "1,42161".into()),
        ("statuses", "active, unfunded".into()),
        ("pageSize", 2.into()),
        ("cursor", "a/b+c=".into()),
    ]);
    let service = Service::with_body(BODY);
    let client = client(&service, &[]);
    let calls = [
        Call::TokenUri.start(&client, &token("0xff")),
        Call::TokenUri.start(&client, &token("256")),
        Call::BridgeTransfer.start(&client, NONE),
        Call::BridgeTransfer.start(&client, &chain),
        Call::Project.start(&client, NONE),
        Call::Ethereals.start(&client, &page),
    ];
    join_all(calls.map(value_of)).await;
    let targets = [
        &format!("/tokens/{ADDRESS}/255/uri?b=42161&s=1"),
        &format!("/tokens/{ADDRESS}/256/uri?b=42161&s=1"),
        &format!("/bridge/transfers/transactions/{HASH}"),
        &format!("/bridge/transfers/transactions/{HASH}?chain=sepolia"),
        "/project",
        "/ethereals?sourceChains=1,42161&statuses=active,unfunded&page_size=2&cursor=a%2Fb%2Bc%3D",
    ];
    let urls: Vec<_> = service.requests().iter().map(Request::url).collect();
    assert_eq!(urls, targets.map(|target| format!("https://api.example.com/v1{target}")));
}

#[wasm_bindgen_test]
async fn a_base_url_keeps_its_path() {
    for (base_url, url) in [
        ("https://api.example.com", "https://api.example.com/project"),
        ("https://api.example.com/a/b%20c//", "https://api.example.com/a/b%20c/project"),
        ("http://127.0.0.1:8787/api", "http://127.0.0.1:8787/api/project"),
        ("http://[::1]:3000", "http://[::1]:3000/project"),
    ] {
        let service = Service::with_body(BODY);
        let client = client(&service, &[("baseUrl", base_url.into())]);
        assert_eq!(request_of(Call::Project.start(&client, NONE), &service).await.url(), url);
    }
}
