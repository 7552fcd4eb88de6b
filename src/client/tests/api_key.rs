//! Tests of key functions, and of the key in debug texts.

use super::{
    DEADLINE_MS, KEY, helpers::run, now_ms, run_to_error, scripted::ScriptedTransport, token,
};
use crate::{
    client::{ApiKey, ApiKeyFuture, Client, Config},
    endpoints::GetProject,
    error::{Error, ErrorKind},
};
use std::{cell::Cell, io, rc::Rc};

/// Returns a client with a key function that resolves to `outcome` after `delay_ms`, and a counter
/// of the calls of the key function.
fn client_with_provider(
    outcome: Result<Option<&str>, Error>,
    delay_ms: u32,
) -> (Client<ScriptedTransport>, Rc<Cell<u32>>) {
    let transport = ScriptedTransport::responding(200, "{}");
    let clock = Rc::clone(&transport.clock);
    let outcome = outcome.map(|key| key.map(str::to_owned));
    let calls = Rc::new(Cell::new(0));
    let counter = Rc::clone(&calls);
    let provider = move || -> ApiKeyFuture {
        counter.set(counter.get() + 1);
        let (delay, outcome) = (clock.sleep_unless_zero(delay_ms), outcome.clone());
        Box::pin(async move {
            delay.await;
            outcome
        })
    };
    let client =
        transport.client_with(|config| config.api_key = ApiKey::Provider(Rc::new(provider)));
    (client, calls)
}

#[test]
fn a_provider_is_called_once_for_each_call_that_needs_a_key() {
    let (client, calls) = client_with_provider(Ok(Some("a-key")), 0);
    run(&client, &GetProject).unwrap();
    run(&client, &token()).unwrap();
    run(&client, &GetProject).unwrap();
    let sent = client.transport().sent_keys();
    assert_eq!(
        (sent, calls.get()),
        (
            vec![Some("a-key".to_owned()), None, Some("a-key".to_owned())],
            2
        )
    );
}

#[test]
fn retries_send_the_key_of_the_first_attempt() {
    let calls = Rc::new(Cell::new(0));
    let counter = Rc::clone(&calls);
    let provider = move || -> ApiKeyFuture {
        counter.set(counter.get() + 1);
        let key = format!("key-{}", counter.get());
        Box::pin(std::future::ready(Ok(Some(key))))
    };
    let transport = ScriptedTransport::responding(503, "");
    let client =
        transport.client_with(|config| config.api_key = ApiKey::Provider(Rc::new(provider)));
    // The first attempt and two retries.
    assert_eq!(
        run_to_error(&client).attempts.as_ref().map(Vec::len),
        Some(3)
    );
    assert_eq!(
        client.transport().sent_keys(),
        vec![Some("key-1".to_owned()); 3]
    );
    assert_eq!(calls.get(), 1);
}

#[test]
fn the_deadline_includes_the_time_of_the_provider() {
    let (client, _) = client_with_provider(Ok(Some("a-key")), DEADLINE_MS + 1);
    let error = run_to_error(&client);
    assert_eq!(
        (error.kind, error.code.as_str()),
        (ErrorKind::Timeout, "deadline_exceeded")
    );
    assert_eq!(
        (error.elapsed_ms, now_ms(&client)),
        (Some(f64::from(DEADLINE_MS)), u64::from(DEADLINE_MS))
    );
    assert_eq!(error.attempts, Some(Vec::new()));
    assert_eq!(client.transport().request_count(), 0);
    let (client, _) = client_with_provider(Ok(Some("a-key")), DEADLINE_MS - 1);
    assert!(run(&client, &GetProject).is_ok());
    assert_eq!(now_ms(&client), u64::from(DEADLINE_MS - 1));
}

#[test]
fn a_call_fails_with_the_error_of_its_provider() {
    let broken = Error::network("The key store does not respond.")
        .with_cause(io::Error::other("broken pipe"));
    let (client, _) = client_with_provider(Err(broken.clone()), 5);
    let error = run_to_error(&client);
    assert_eq!(
        (&error.message, &error.cause),
        (&broken.message, &broken.cause)
    );
    let cause = std::error::Error::source(&error).map(ToString::to_string);
    assert_eq!(cause.as_deref(), Some("broken pipe"));
    assert_eq!(
        (error.endpoint, error.url.as_deref()),
        (
            Some("GET /project"),
            Some("https://api.example.com/v1/project")
        )
    );
    assert_eq!(error.elapsed_ms, Some(5.0));
    assert_eq!(error.attempts, Some(Vec::new()));
    assert_eq!(client.transport().request_count(), 0);
}

#[test]
fn a_call_fails_when_its_provider_returns_no_valid_key() {
    for (key, start) in [
        (None, "Missing apiKey."),
        (Some("with space"), "Invalid apiKey (value hidden)."),
    ] {
        let (client, _) = client_with_provider(Ok(key), 0);
        let error = run_to_error(&client);
        assert_eq!(
            (error.kind, error.parameter),
            (ErrorKind::InvalidArgument, Some("apiKey"))
        );
        assert!(
            error.message.starts_with(start) && !error.message.contains("with space"),
            "{error}"
        );
        assert_eq!(client.transport().request_count(), 0);
    }
}

#[test]
fn a_client_behind_a_proxy_sends_no_key() {
    let transport = ScriptedTransport::responding(200, "{}");
    let client = transport.client_with(|config| config.api_key = ApiKey::AddedByProxy);
    run(&client, &GetProject).unwrap();
    assert_eq!(client.transport().sent_keys(), [None]);
}

#[test]
fn debug_texts_never_show_the_key() {
    let config = Config::new(crate::base_url::BaseUrl::parse("https://api.example.com").unwrap())
        .with_api_key(KEY);
    let client = Client::new(config, ScriptedTransport::responding(200, "{}"));
    let (provided, _) = client_with_provider(Ok(Some(KEY)), 0);
    run(&client, &GetProject).unwrap();
    for text in [
        format!("{:?}", client.0.config),
        format!("{client:?}"),
        format!("{:#?}", ApiKey::Value(KEY.to_owned())),
        format!("{:?}", provided.0.config),
        format!("{:?}", super::helpers::call(&client, &GetProject)),
        format!("{:?}", client.transport().sent.borrow()[0]),
    ] {
        let start_of_key = &KEY[..3];
        assert!(!text.contains(start_of_key), "{text}");
    }
    assert_eq!(format!("{:?}", ApiKey::Value(KEY.to_owned())), "Value(…)");
}
