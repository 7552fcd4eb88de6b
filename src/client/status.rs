//! The errors of responses with a status of failure (specification §7).

use super::response::RawResponse;
use crate::{
    endpoints::Route,
    error::{Error, ErrorCode, Secret},
    json::message,
    refusal::{Refusal, Refused, mentions_rate_limit},
    retry::RETRYABLE_STATUSES,
    text::decimal_text,
};

/// The maximum number of characters of the service's message in an error.
pub(super) const MAX_MESSAGE_CHARS: usize = 1024;

/// Creates the error of a response. The error never shows the key.
pub(super) fn error_for_response(
    route: &Route,
    has_api_key: bool,
    response: &RawResponse,
    secret: &Secret,
) -> Error {
    let mut error = error_without_snippet(route, has_api_key, response, secret);
    error.body_snippet = Some(secret.snippet(&response.body)).filter(|text| !text.is_empty());
    error
}

fn error_without_snippet(
    route: &Route,
    has_api_key: bool,
    response: &RawResponse,
    secret: &Secret,
) -> Error {
    let server_message = message(&response.body)
        .map(|server_message| secret.shorten(&server_message, MAX_MESSAGE_CHARS));
    let status = response.status;
    let refused = Refused {
        status,
        body: &response.body,
        message: server_message.as_deref(),
        has_retry_after: response.retry_after_ms.is_some(),
    };
    // The order of the arms matters: a reason comes before the status that it explains, and a
    // single status before the range that includes it.
    let (code, summary) = match (status, refused.reason(has_api_key)) {
        (_, Some(Refusal::ApiKey)) if route.requires_api_key => {
            return rejected_key(status, server_message);
        }
        // A service sends this status only if the caller set a condition, such as the header
        // if-none-match.
        (304, _) => (
            ErrorCode::UnexpectedStatus,
            "Not modified: the response has no body, as a header of the call asked",
        ),
        (300..=399, _) => (
            ErrorCode::RedirectBlocked,
            "Redirect blocked: set baseUrl to the final URL",
        ),
        (400, _) => (ErrorCode::BadRequest, "The service rejected the request"),
        (401, _) => (
            ErrorCode::Unauthenticated,
            "The service requires authentication",
        ),
        (429, _) | (_, Some(Refusal::RateLimit)) => (ErrorCode::RateLimited, "Too many requests"),
        (_, Some(Refusal::Firewall)) => (
            ErrorCode::RequestBlocked,
            "A firewall or a bot protection refused the request",
        ),
        (403, _) => (ErrorCode::Forbidden, "The service denied access"),
        // The base URL is wrong, because the endpoints that require a key always exist. A 404
        // for an unknown transfer does not arrive here.
        (404, _) if route.requires_api_key => (
            ErrorCode::NotFound,
            "Not found: no service at this base URL",
        ),
        (404, _) => (
            ErrorCode::NotFound,
            "Not found: no such token, or no service at this base URL",
        ),
        // Only the document of a token comes from an author other than the service.
        (422, _) if !route.requires_api_key => (
            ErrorCode::InvalidDocument,
            "The token has no valid document",
        ),
        (500..=599, _) => (ErrorCode::Server, "The service failed"),
        _ => (
            ErrorCode::UnexpectedStatus,
            "The service sent an unexpected status",
        ),
    };
    let mut error = status_error(code, summary, status, server_message);
    let may_be_temporary = code == ErrorCode::RateLimited || RETRYABLE_STATUSES.contains(&status);
    error.retryable = may_be_temporary && !response.refuses_retry;
    error.retry_after_ms = response.retry_after_ms;
    error
}

/// Creates the error of a response with a status of success whose body has only a message. Some
/// services respond to a bad key in this way, because the specification gives no status for a bad
/// key.
pub(super) fn error_for_message(status: u16, message: String) -> Error {
    if mentions_rate_limit(&message) {
        return status_error(
            ErrorCode::RateLimited,
            "Too many requests",
            status,
            Some(message),
        );
    }
    rejected_key(status, Some(message))
}

/// Creates the error of an API key that the service rejects.
fn rejected_key(status: u16, server_message: Option<String>) -> Error {
    status_error(
        ErrorCode::Unauthenticated,
        "The service rejected the API key",
        status,
        server_message,
    )
}

fn status_error(
    code: ErrorCode,
    summary: &str,
    status: u16,
    server_message: Option<String>,
) -> Error {
    let quote = server_message
        .as_ref()
        .map_or(String::new(), |server_message| {
            [": \"", server_message, "\""].concat()
        });
    let mut error = Error::new(
        code,
        [
            summary,
            " (status ",
            &decimal_text(status.into()),
            ")",
            &quote,
            ".",
        ]
        .concat(),
    );
    error.status = Some(status);
    error.server_message = server_message;
    error
}
