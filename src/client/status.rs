//! The errors that statuses other than 200 lead to (specification §7). Deployments differ in how they refuse a key.

use super::answer::Received;
use crate::{Error, ErrorCode, error::Secret, json::message, text::number_text};

/// Characters of the service's message that an error has.
pub(super) const MAX_MESSAGE_CHARS: usize = 1024;

/// The error an answer stands for, without the key.
pub(super) fn failure(keyed: bool, answer: &Received, secret: &Secret) -> Error {
    let mut error = by_status(keyed, answer, secret);
    error.body_snippet = Some(secret.snippet(&answer.body)).filter(|text| !text.is_empty());
    error
}

fn by_status(keyed: bool, answer: &Received, secret: &Secret) -> Error {
    let said = message(&answer.body, false).map(|said| secret.shorten(&said, MAX_MESSAGE_CHARS));
    let status = answer.status;
    if keyed && (status == 401 || status == 403 || (status == 400 && said.as_deref().is_some_and(names_key))) {
        return key_refused(status, said);
    }
    let (code, what) = match status {
        300..=399 => (ErrorCode::RedirectBlocked, "Redirect blocked: set baseUrl to the final URL"),
        400 => (ErrorCode::BadRequest, "The service rejected the request"),
        401 => (ErrorCode::Unauthenticated, "The service requires authentication"),
        403 => (ErrorCode::Forbidden, "The service denied access"),
        404 => (ErrorCode::NotFound, "Not found: no such record, or no service at this base URL"),
        429 => (ErrorCode::RateLimited, "Too many requests"),
        500..=599 => (ErrorCode::Server, "The service failed"),
        _ => (ErrorCode::UnexpectedStatus, "The service sent an unexpected status"),
    };
    let mut error = describe(code, what, status, said);
    error.retryable = matches!(status, 408 | 429 | 500 | 502 | 503 | 504);
    error.retry_after_ms = answer.retry_after_ms;
    error
}

/// The error of a key the service does not accept.
pub(super) fn key_refused(status: u16, said: Option<String>) -> Error {
    describe(ErrorCode::Unauthenticated, "The service rejected the API key", status, said)
}

fn describe(code: ErrorCode, what: &str, status: u16, said: Option<String>) -> Error {
    let quote = said.as_ref().map_or(String::new(), |said| [": \"", said, "\""].concat());
    let mut error = Error::new(code, [what, " (status ", &number_text(status.into()), ")", &quote, "."].concat());
    error.status = Some(status);
    error.server_message = said;
    error
}

/// Whether a message is about a key: the word stands in it.
fn names_key(message: &str) -> bool {
    let words = message.as_bytes().split(|b| !b.is_ascii_alphanumeric());
    words.into_iter().any(|word| word.eq_ignore_ascii_case(b"key") || word.eq_ignore_ascii_case(b"apikey"))
}
