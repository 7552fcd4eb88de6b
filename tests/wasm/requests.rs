//! The requests that calls lead to.

use super::{
    service::Service,
    support::{ADDRESS, API_KEY, BODY, CALLS, Call, HASH, NONE, client, object, to_json, value_of},
};
use futures_util::future::join_all;
use js_sys::{Array, BigInt, Promise};
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{ReferrerPolicy, Request, RequestCredentials, RequestRedirect, Url};

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
    let token = object(&[("chainId", "42161".into()), ("standard", "ERC1155".into())]);
    let page = object(&[
        ("sourceChains", Array::of2(&1.into(), &"42161".into()).into()),
        ("statuses", "active, unfunded".into()),
        ("pageSize", 2.into()),
        ("cursor", "a/b+c=".into()),
    ]);
    let service = Service::with_body(BODY);
    let client = client(&service, &[]);
    let calls = [
        client.token_uri(&ADDRESS.into(), &"0xff".into(), &token, NONE, 1),
        client.token_uri(&ADDRESS.into(), &BigInt::from(256_u64).into(), &token, NONE, 1),
        client.bridge_transfer(&HASH.into(), NONE, NONE, 1),
        client.bridge_transfer(&HASH.into(), &chain, &JsValue::NULL, 1),
        client.project(NONE, 1),
        client.ethereals(&page, NONE, 1),
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
async fn a_base_url_keeps_its_path_and_may_be_a_url_object() {
    for (base_url, url) in [
        ("https://api.example.com", "https://api.example.com/project"),
        ("https://api.example.com/a/b%20c//", "https://api.example.com/a/b%20c/project"),
        ("http://127.0.0.1:8787/api", "http://127.0.0.1:8787/api/project"),
        ("http://[::1]:3000", "http://[::1]:3000/project"),
    ] {
        for value in [base_url.into(), Url::new(base_url).unwrap().into()] {
            let service = Service::with_body(BODY);
            let client = client(&service, &[("baseUrl", value)]);
            assert_eq!(request_of(client.project(NONE, 1), &service).await.url(), url);
        }
    }
}
