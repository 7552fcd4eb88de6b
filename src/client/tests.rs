//! Tests of a call: its API key, statuses and decode errors.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use crate::{
    base_url::BaseUrl,
    client::{ApiKey, Client, Config, Response},
    endpoints::{GetProject, GetTokenUri, GetTransfer},
    error::{Error, ErrorKind},
    headers::Headers,
    limits::Limits,
    parameters::TokenId,
    retry::GiveUpReason,
};
use helpers::{get, run};
use scripted::ScriptedTransport;

mod api_key;
mod body;
mod clock;
mod drift;
mod error_fields;
mod error_texts;
mod headers;
pub(crate) mod helpers;
mod hooks;
mod in_flight;
mod pages;
mod retry;
mod scripted;
mod timeline;
mod timeouts;

/// A key as operators issue them: base64 with all three special characters.
pub(crate) const KEY: &str = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";

/// The timeout of an attempt in these tests, in milliseconds.
const TIMEOUT_MS: u32 = Limits::OF_TESTS.timeout_ms;

/// The deadline of a call in these tests, in milliseconds.
const DEADLINE_MS: u32 = Limits::OF_TESTS.deadline_ms;

const INVALID_KEY: &[u8] = include_bytes!("../../tests/fixtures/invalid_key.json");

fn token() -> GetTokenUri {
    let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
        .parse()
        .unwrap();
    GetTokenUri::new("1".parse().unwrap(), address, TokenId::from(7))
}

fn transfer() -> GetTransfer {
    GetTransfer::new(format!("0x{}", "1".repeat(64)).parse().unwrap())
}

/// A transport that responds with an empty object after `ms` milliseconds.
fn slow(ms: u32) -> ScriptedTransport {
    ScriptedTransport {
        response_after_ms: ms,
        ..ScriptedTransport::responding(200, "{}")
    }
}

/// Runs a call that fails, and returns its error.
fn run_to_error(client: &Client<ScriptedTransport>) -> Error {
    run(client, &GetProject).unwrap_err()
}

/// Returns the virtual time.
fn now_ms(client: &Client<ScriptedTransport>) -> u64 {
    client.transport().clock.now_ms()
}

#[test]
fn a_config_sets_key_headers_and_limits() {
    let base = BaseUrl::parse("https://api.example.com").unwrap();
    let config = Config::new(base)
        .with_api_key("another-key")
        .with_headers(Headers::new([("x-a", "1")]).unwrap())
        .with_limits(Limits {
            max_retries: 0,
            ..Limits::default()
        });
    let client = Client::new(config, ScriptedTransport::responding(500, ""));
    run_to_error(&client);
    let sent = client.transport().sent.take();
    assert_eq!(sent.len(), 1, "no retry");
    let headers: Vec<_> = sent[0].headers.iter().collect();
    assert_eq!(headers, [("x-a", "1"), ("x-api-key", "another-key")]);
}

#[test]
fn only_calls_that_need_the_key_send_it() {
    let client = ScriptedTransport::responding(200, "{}").client();
    run(&client, &GetProject).unwrap();
    run(&client, &token()).unwrap();
    assert_eq!(client.transport().sent_keys(), [Some(KEY.to_owned()), None]);
}

#[test]
fn a_request_has_the_url_below_the_base_url() {
    let client = ScriptedTransport::responding(200, "{}").client();
    run(&client, &GetProject).unwrap();
    assert_eq!(
        client.transport().sent.borrow()[0].url,
        "https://api.example.com/v1/project"
    );
}

#[test]
fn a_call_without_a_valid_key_sends_nothing() {
    // A key has at most 512 characters.
    let too_long = "k".repeat(513);
    for key in [
        None,
        Some(""),
        Some("with space"),
        Some("line\r\nbreak"),
        Some("ключ"),
        Some(too_long.as_str()),
    ] {
        let api_key = match key {
            Some(key) => ApiKey::Value(key.to_owned()),
            None => ApiKey::None,
        };
        let client =
            ScriptedTransport::responding(200, "{}").client_with(|config| config.api_key = api_key);
        let error = run_to_error(&client);
        assert_eq!(
            (error.kind, error.parameter),
            (ErrorKind::InvalidArgument, Some("apiKey"))
        );
        let start = if key.is_some() {
            "Invalid apiKey (value hidden). Expected "
        } else {
            "Missing apiKey. Expected "
        };
        assert!(error.message.starts_with(start), "{error}");
        if let Some(key) = key
            && !key.is_empty()
        {
            assert!(!error.message.contains(key), "{error}");
        }
        assert_eq!(client.transport().request_count(), 0, "{error}");
    }
}

#[test]
fn the_error_of_a_transport_is_the_error_of_the_call() {
    let client = ScriptedTransport::new(vec![Err(Error::too_large(1234))]).retrying_client();
    let error = run_to_error(&client);
    assert_eq!(
        (error.kind, error.endpoint),
        (ErrorKind::ResponseTooLarge, Some("GET /project"))
    );
    assert_eq!(
        error.message,
        "The response body is larger than maxBodyBytes (1234). Raise maxBodyBytes or request a smaller page."
    );
    assert_eq!(
        (client.transport().request_count(), error.gave_up),
        (1, None)
    );
}

#[test]
fn status_404_of_a_token_may_be_about_the_token() {
    let error = get(&token(), 404, "{}").unwrap_err();
    let start = "Not found: no such token, or no service at this base URL";
    assert!(error.message.starts_with(start), "{error}");
    let error = get(&GetProject, 404, "{}").unwrap_err();
    let start = "Not found: no service at this base URL";
    assert!(error.message.starts_with(start), "{error}");
}

#[test]
fn each_status_has_its_kind() {
    use ErrorKind::*;
    for (status, token_kind, project_kind, retryable) in [
        (101, UnexpectedStatus, UnexpectedStatus, false),
        (301, RedirectBlocked, RedirectBlocked, false),
        (304, UnexpectedStatus, UnexpectedStatus, false),
        (400, BadRequest, BadRequest, false),
        (401, Unauthenticated, Unauthenticated, false),
        (402, UnexpectedStatus, UnexpectedStatus, false),
        // Only the call for the project sends a key, so its status 403 is about the key.
        (403, Forbidden, Unauthenticated, false),
        (404, NotFound, NotFound, false),
        (405, UnexpectedStatus, UnexpectedStatus, false),
        (408, UnexpectedStatus, UnexpectedStatus, true),
        (418, UnexpectedStatus, UnexpectedStatus, false),
        (422, InvalidDocument, UnexpectedStatus, false),
        (429, RateLimited, RateLimited, true),
        // `RETRYABLE_STATUSES` explains which of these statuses are retryable.
        (500, Server, Server, true),
        (501, Server, Server, false),
        (502, Server, Server, true),
        (503, Server, Server, true),
        (504, Server, Server, true),
        (505, Server, Server, false),
        (511, Server, Server, false),
        (520, Server, Server, true),
        (524, Server, Server, true),
        (525, Server, Server, false),
        (526, Server, Server, false),
        (527, Server, Server, true),
        (528, Server, Server, false),
        (529, Server, Server, true),
        (530, Server, Server, true),
        (597, Server, Server, false),
        (598, Server, Server, true),
        (599, Server, Server, true),
        (600, UnexpectedStatus, UnexpectedStatus, false),
    ] {
        let body = r#"{"message":"Something."}"#;
        for (error, kind) in [
            (get(&token(), status, body).unwrap_err(), token_kind),
            (get(&GetProject, status, body).unwrap_err(), project_kind),
        ] {
            assert_eq!(
                (error.kind, error.retryable, error.status),
                (kind, retryable, Some(status)),
                "{status}"
            );
            assert_eq!(error.server_message.as_deref(), Some("Something."));
            assert_eq!(error.body_snippet.as_deref(), Some(body));
            assert!(
                error
                    .message
                    .ends_with(&format!(" (status {status}): \"Something.\".")),
                "{error}"
            );
        }
    }
}

#[test]
fn status_403_is_retryable_for_a_rate_limit_but_not_for_a_firewall() {
    let limited = Response {
        status: 403,
        headers: vec![("retry-after".to_owned(), "1".to_owned())],
        body: br#"{"message":"You have exceeded a secondary rate limit."}"#.to_vec(),
    };
    let client = ScriptedTransport::new(vec![Ok(limited)]).client();
    let error = run_to_error(&client);
    assert_eq!(
        (error.kind, error.retryable, error.retry_after_ms),
        (ErrorKind::RateLimited, true, Some(1000))
    );
    let page = "<!DOCTYPE html><title>Just a moment...</title>";
    for error in [
        get(&GetProject, 403, page).unwrap_err(),
        get(&token(), 403, page).unwrap_err(),
    ] {
        assert_eq!(
            (error.kind, error.code.as_str(), error.retryable),
            (ErrorKind::Forbidden, "request_blocked", false)
        );
        assert_eq!(
            error.message,
            "A firewall or a bot protection refused the request (status 403)."
        );
    }
}

#[test]
fn a_success_with_only_a_message_about_a_rate_limit_is_retryable() {
    let error = get(&GetProject, 200, r#"{"message":"Too many requests"}"#).unwrap_err();
    assert_eq!(
        (error.kind, error.retryable),
        (ErrorKind::RateLimited, true)
    );
}

#[test]
fn a_date_in_retry_after_counts_from_the_date_of_the_response() {
    // The virtual clock starts at the Unix time 0, far from the time of the service. Without a
    // valid date of the response, `Retry-After` counts from this clock.
    let sent_at = "Sat, 22 Aug 2026 12:00:00 GMT";
    let retry_at = "Sat, 22 Aug 2026 12:00:30 GMT";
    let retry_at_unix_ms = 1_787_400_030_000;
    for (date, expected_ms) in [
        (Some(sent_at), 30_000),
        (Some("now"), retry_at_unix_ms),
        (None, retry_at_unix_ms),
    ] {
        let mut headers = vec![("retry-after".to_owned(), retry_at.to_owned())];
        if let Some(date) = date {
            headers.push(("date".to_owned(), date.to_owned()));
        }
        let client = ScriptedTransport::new(vec![Ok(Response {
            status: 400,
            headers,
            body: Vec::new(),
        })])
        .client();
        assert_eq!(run_to_error(&client).retry_after_ms, Some(expected_ms));
    }
}

#[test]
fn retry_after_is_seconds_or_a_date() {
    // The date below is 90 s after this time.
    let unix_ms = 10_000;
    for (header, expected_ms) in [
        (Some("120"), Some(120_000)),
        (Some(" 0 "), Some(0)),
        (Some("Thu, 01 Jan 1970 00:01:40 GMT"), Some(90_000)),
        (Some("-1"), None),
        (None, None),
    ] {
        let headers = header
            .map(|text| ("retry-after".to_owned(), text.to_owned()))
            .into_iter()
            .collect();
        let response = Response {
            status: 503,
            headers,
            body: Vec::new(),
        };
        let transport = ScriptedTransport {
            unix_ms,
            ..ScriptedTransport::new(vec![Ok(response)])
        };
        let error = run(&transport.client(), &token()).unwrap_err();
        assert_eq!(error.retry_after_ms, expected_ms, "{header:?}");
        assert_eq!(error.body_snippet, None, "the body is empty");
    }
}

#[test]
fn a_success_without_json_is_a_decode_error() {
    for (status, body) in [
        (204, ""),
        (200, ""),
        (200, "<!doctype html><title>Welcome</title>"),
        (200, "  "),
    ] {
        for error in [
            get(&token(), status, body).unwrap_err(),
            get(&GetProject, status, body).unwrap_err(),
        ] {
            assert_eq!(
                (error.kind, error.code.as_str()),
                (ErrorKind::Decode, "invalid_json"),
                "{body}"
            );
            assert_eq!(
                (error.status, error.pointer.as_deref()),
                (Some(status), Some(""))
            );
            assert_eq!(
                (error.body_snippet.as_deref(), error.retryable),
                (Some(body), false)
            );
        }
    }
    assert!(
        get(&token(), 299, "{}").is_ok(),
        "every status from 200 to 299 is a success"
    );
}
