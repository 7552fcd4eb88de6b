//! Tests of the cache.

use super::{
    KEY,
    helpers::{call, run},
    scripted::ScriptedTransport,
    token, transfer,
};
use crate::{
    ApiKey, CacheLimits, Client, Endpoint, ErrorKind, GetProject, GetTokenUri, Integers, Limits, TokenId,
    client::ApiKeyFuture,
};
use std::{cell::Cell, rc::Rc};

fn cached(transport: ScriptedTransport, limits: CacheLimits) -> Client<ScriptedTransport> {
    transport.client_with(|config| {
        config.cache = Some(limits);
        config.limits.retry.max_retries = 0;
    })
}

/// A client with the default cache and one response for all calls.
fn responding(status: u16, body: impl Into<Vec<u8>>) -> Client<ScriptedTransport> {
    cached(ScriptedTransport::responding(status, body), CacheLimits::default())
}

/// Makes two equal calls and returns the number of requests.
fn requests_of_two_calls<E: Endpoint>(client: &Client<ScriptedTransport>, endpoint: &E) -> usize {
    let before = client.transport().request_count();
    let outcomes = [(); 2].map(|()| run(client, endpoint).is_ok());
    assert_eq!(outcomes[0], outcomes[1]);
    client.transport().request_count() - before
}

fn numbered_token(id: u64) -> GetTokenUri {
    GetTokenUri { id: TokenId::from(id), ..token() }
}

#[test]
fn token_metadata_is_cached() {
    let client = responding(200, r#"{"name":"a"}"#);
    let responses = [(); 2].map(|()| {
        let call = call(&client, &token());
        client.transport().clock.run(call.response()).unwrap()
    });
    assert!(Rc::ptr_eq(&responses[0], &responses[1]));
    assert_eq!(client.transport().request_count(), 1);
}

#[test]
fn a_transfer_is_cached_only_when_it_is_done() {
    assert_eq!(requests_of_two_calls(&responding(200, r#"{"_id":"1","status":"done"}"#), &transfer()), 1);
    let nested = r#"{"bridgeData":{"bridgeData":[{"_id":"1","status":"done"}]}}"#;
    assert_eq!(requests_of_two_calls(&responding(200, nested), &transfer()), 1);
    for body in [r#"{"_id":"1","status":"wait-rb"}"#, r#"{"_id":"1","status":"error"}"#, "null"] {
        assert_eq!(requests_of_two_calls(&responding(200, body), &transfer()), 2, "{body}");
    }
    assert_eq!(requests_of_two_calls(&responding(404, ""), &transfer()), 2, "the transfer may appear later");
}

#[test]
fn projects_and_errors_are_not_cached() {
    assert_eq!(requests_of_two_calls(&responding(200, "{}"), &GetProject), 2);
    assert_eq!(requests_of_two_calls(&responding(500, "{}"), &token()), 2);
    assert_eq!(requests_of_two_calls(&responding(200, "{"), &token()), 2);
}

#[test]
fn a_client_without_a_cache_sends_each_request() {
    assert_eq!(requests_of_two_calls(&ScriptedTransport::responding(200, "{}").client(), &token()), 2);
}

#[test]
fn a_response_is_cached_for_ttl_ms() {
    let client = cached(ScriptedTransport::responding(200, "{}"), CacheLimits { ttl_ms: 1000, max_entries: 10 });
    let clock = &client.transport().clock;
    let counts = [0, 1000, 1001, 2001, 2002].map(|ms| {
        clock.run_until::<()>(ms, &mut []);
        run(&client, &token()).unwrap();
        client.transport().request_count()
    });
    assert_eq!(counts, [1, 1, 2, 2, 3], "a use does not prolong the time");
}

#[test]
fn the_cache_drops_the_least_recently_used_response_first() {
    let client = cached(ScriptedTransport::responding(200, "{}"), CacheLimits { max_entries: 2, ..Default::default() });
    let counts = [1, 2, 1, 3, 1, 3, 2].map(|id| {
        run(&client, &numbered_token(id)).unwrap();
        client.transport().request_count()
    });
    assert_eq!(counts, [1, 2, 2, 3, 3, 3, 4]);
}

#[test]
fn a_body_above_256_kib_is_not_cached() {
    let body = |size: usize| format!(r#"{{"a":"{}"}}"#, "x".repeat(size - 8));
    assert_eq!(requests_of_two_calls(&responding(200, body(256 << 10)), &token()), 1);
    assert_eq!(requests_of_two_calls(&responding(200, body((256 << 10) + 1)), &token()), 2);
}

#[test]
fn max_body_bytes_holds_for_a_cached_response() {
    let client = responding(200, r#"{"name":"a"}"#);
    run(&client, &token()).unwrap();
    let with = |max_body_bytes: u32| {
        let call = client.call(token().call(), Limits { max_body_bytes, ..client.limits() });
        client.transport().clock.run(call.response())
    };
    let error = with(11).unwrap_err();
    assert_eq!((error.kind, error.endpoint), (ErrorKind::ResponseTooLarge, Some("GET /tokens/:address/:id/uri")));
    assert_eq!(
        error.message,
        "The response body is larger than maxBodyBytes (11). Raise maxBodyBytes or request a smaller page."
    );
    assert!(with(12).is_ok());
    assert_eq!(client.transport().request_count(), 1);
}

#[test]
fn clear_cache_removes_all_responses() {
    let client = responding(200, "{}");
    assert_eq!(requests_of_two_calls(&client, &token()), 1);
    client.clear_cache();
    assert_eq!(requests_of_two_calls(&client, &token()), 1);
    ScriptedTransport::responding(200, "{}").client().clear_cache();
}

#[test]
fn a_cached_response_belongs_to_its_integers_option_and_its_key() {
    let client = responding(200, r#"{"n":123456789012345678901234567890}"#);
    run(&client, &token()).unwrap();
    assert_eq!(requests_of_two_calls(&client, &GetTokenUri { integers: Integers::Exact, ..token() }), 1);
    let calls = Cell::new(0);
    let provider = move || -> ApiKeyFuture {
        calls.set(calls.get() + 1);
        Box::pin(std::future::ready(Ok(Some(format!("key-{}", calls.get())))))
    };
    let client = ScriptedTransport::responding(200, r#"{"_id":"1","status":"done"}"#).client_with(|config| {
        config.cache = Some(CacheLimits::default());
        config.api_key = ApiKey::Provider(Rc::new(provider));
    });
    assert_eq!(requests_of_two_calls(&client, &transfer()), 2);
}

#[test]
fn the_debug_text_of_a_client_shows_no_key() {
    let client = responding(200, r#"{"_id":"1","status":"done"}"#);
    run(&client, &transfer()).unwrap();
    let text = format!("{:?}", client.0.cache);
    assert!(!text.contains(KEY), "{text}");
    assert!(!format!("{:?} {:?}", client.0.config, client.0.in_flight).contains(KEY));
}
