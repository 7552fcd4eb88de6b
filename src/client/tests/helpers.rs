//! Helpers for tests that make calls over a [`ScriptedTransport`], and for the tests of the endpoints.

use super::scripted::ScriptedTransport;
use crate::{
    client::{Client, PendingCall, Request, decode::check_body},
    endpoints::{Endpoint, Received, TypedRequest},
    error::Error,
    json::Checked,
};
use std::borrow::Cow;

pub(crate) use crate::client::decode::decode_error;

/// Makes a call in virtual time and returns its result.
pub(crate) fn run<E: Endpoint>(
    client: &Client<ScriptedTransport>,
    endpoint: &E,
) -> Result<E::Output, Error> {
    client.transport().clock.run(client.get(endpoint))
}

/// Prepares a call with the limits of the client.
pub(crate) fn call<E: Endpoint>(
    client: &Client<ScriptedTransport>,
    endpoint: &E,
) -> PendingCall<ScriptedTransport> {
    client.call(endpoint.call(), client.limits())
}

/// Makes a call whose response arrives at once, and returns its result.
pub(crate) fn get<E: Endpoint>(
    endpoint: &E,
    status: u16,
    body: impl Into<Vec<u8>>,
) -> Result<E::Output, Error> {
    run(
        &ScriptedTransport::responding(status, body).client(),
        endpoint,
    )
}

/// Returns the request that a call sends. Status 500 ends the call without a check of the body, and
/// [`ScriptedTransport::client`] does not retry.
pub(crate) fn request<E: Endpoint>(endpoint: &E) -> Request {
    let client = ScriptedTransport::responding(500, "").client();
    let _ = run(&client, endpoint);
    assert_eq!(client.transport().request_count(), 1);
    client.transport().sent.take().remove(0)
}

/// Checks a body and returns the text for `JSON.parse`; `None` when the body has no record. Fails
/// with the code and the pointer of the error.
pub(crate) fn json<E: Endpoint>(
    endpoint: &E,
    body: &str,
) -> Result<Option<String>, (&'static str, String)> {
    let checked = checked(endpoint, body)?;
    Ok(checked.json().map(|json| json.into_owned()))
}

/// Checks a body. Fails with the code and the pointer of the error.
pub(crate) fn checked<E: Endpoint>(
    endpoint: &E,
    body: &str,
) -> Result<Checked, (&'static str, String)> {
    check_body(&endpoint.call(), body.into()).map_err(|(cause, _)| {
        let error = decode_error(&cause, String::new(), 200);
        (
            error.code.as_str(),
            error.into_details().pointer.unwrap_or_default(),
        )
    })
}

/// Returns the byte offset of the JSON text in the body; `None` when the text is a copy.
pub(crate) fn json_offset(checked: &Checked) -> Option<usize> {
    match checked.json()? {
        Cow::Borrowed(json) => Some(json.as_ptr() as usize - checked.body().as_ptr() as usize),
        Cow::Owned(_) => None,
    }
}

/// Writes the target of a request as the client does, and decodes the target as a service does.
pub(crate) fn round_trip<E: TypedRequest>(endpoint: &E) -> Result<E, Error> {
    let target = endpoint.call().target;
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    assert_eq!(segments.len(), E::ROUTE.path.len(), "{target}");
    let mut variables = Vec::new();
    for (expected, segment) in E::ROUTE.path.iter().zip(segments) {
        if expected.starts_with(':') {
            variables.push(unescape(segment));
        } else {
            assert_eq!(*expected, segment);
        }
    }
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let pairs: Vec<_> = pairs
        .map(|(name, value)| (name.to_owned(), unescape(value)))
        .collect();
    E::read(&Received::read(E::ROUTE, &variables, &pairs)?)
}

/// Decodes percent-encoding. Asserts that the text has only characters of a URL.
fn unescape(text: &str) -> String {
    assert!(
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~,%".contains(&byte)),
        "{text}"
    );
    percent_encoding::percent_decode_str(text)
        .decode_utf8()
        .unwrap()
        .into_owned()
}

/// Reads a request as a service receives it: the variables of its path, and its query.
pub(crate) fn decode<E: TypedRequest>(
    variables: &[&str],
    pairs: &[(&str, &str)],
) -> Result<E, Error> {
    let variables: Vec<_> = variables.iter().map(|text| (*text).to_owned()).collect();
    let pairs: Vec<_> = pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    E::read(&Received::read(E::ROUTE, &variables, &pairs)?)
}

/// Asserts that a parameter is invalid, and that the message has its name, value and rule.
pub(crate) fn assert_invalid<T: std::fmt::Debug>(
    outcome: Result<T, Error>,
    parameter: &str,
    value: &str,
    rule: &str,
) {
    let error = outcome.expect_err(&format!("{parameter} {value}"));
    assert_eq!(
        (error.kind.as_str(), error.parameter),
        ("invalid_argument", Some(parameter)),
        "{error}"
    );
    assert!(!error.retryable && error.status.is_none(), "{error:?}");
    let message = format!("Invalid {parameter}: {value}. Expected {rule}.");
    assert_eq!(error.message, message);
}
