//! What a call can end with instead of an answer.

use crate::{
    retry::GiveUpReason,
    text::{number_text, quoted},
};
use serde::{Serialize, Serializer};
use std::{
    fmt,
    ops::{Deref, DerefMut},
    sync::Arc,
};

mod kind;
mod secret;
pub use kind::{ErrorCode, ErrorKind};
pub(crate) use secret::Secret;

/// Why a call failed; its fields are those of [`ErrorDetails`].
///
/// One pointer, because every `Result` of every function carries the space: 4 kB of the module.
#[derive(Debug, Clone, PartialEq)]
pub struct Error(Box<ErrorDetails>);

impl Deref for Error {
    type Target = ErrorDetails;

    fn deref(&self) -> &ErrorDetails {
        &self.0
    }
}

impl DerefMut for Error {
    fn deref_mut(&mut self) -> &mut ErrorDetails {
        &mut self.0
    }
}

/// What is known of a failure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ErrorDetails {
    /// The class.
    pub kind: ErrorKind,
    /// What went wrong, finer than the kind.
    pub code: ErrorCode,
    /// What failed, with which value, and what to do; never holds a key.
    pub message: String,
    /// The same call may succeed later.
    pub retryable: bool,
    /// The call, for instance `GET /ethereals`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<&'static str>,
    /// The parameter or option at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<&'static str>,
    /// The status of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How long the service asks to wait, in milliseconds ([`crate::retry::retry_after`]).
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_f64")]
    pub retry_after_ms: Option<u64>,
    /// Why there was no further attempt, for a failure that may be retried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<GiveUpReason>,
    /// The service's own message, untrusted: at most 1,024 characters, without control characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_message: Option<String>,
    /// JSON Pointer (RFC 6901) of the first thing wrong in a body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// At most 256 bytes of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body_snippet: Option<String>,
    /// The URL of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Milliseconds from the call to its failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<f64>,
    /// What happened, attempt by attempt; absent for an error outside of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<Vec<Attempt>>,
    /// Header `x-request-id` of the last response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Of a list: the cursor of the page that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// What is behind the error.
    #[serde(skip)]
    pub cause: Option<Cause>,
}

/// One attempt of a call.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Attempt {
    /// Milliseconds from the call to the attempt.
    pub started_ms: f64,
    /// How long it took, in milliseconds; absent while it is in flight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<f64>,
    /// Status of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// What kept it from a complete response: `network`, `timeout`, `redirect` or `large`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The wait after it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u32>,
}

/// What is behind an error: the error of a transport or of a key function.
#[derive(Debug, Clone)]
pub struct Cause(pub Arc<dyn std::error::Error + Send + Sync>);

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Numbers of JavaScript are doubles.
fn as_f64<S: Serializer>(n: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(n.unwrap_or_default() as f64)
}

impl Error {
    /// What is known, owned.
    #[must_use]
    pub fn into_details(self) -> ErrorDetails {
        *self.0
    }

    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::with_message(code, message.into())
    }

    fn with_message(code: ErrorCode, message: String) -> Self {
        let kind = code.kind();
        Self(Box::new(ErrorDetails {
            kind,
            code,
            message,
            retryable: matches!(kind, ErrorKind::Network | ErrorKind::RateLimited),
            endpoint: None,
            parameter: None,
            status: None,
            retry_after_ms: None,
            gave_up: None,
            server_message: None,
            pointer: None,
            body_snippet: None,
            url: None,
            elapsed_ms: None,
            attempts: None,
            request_id: None,
            cursor: None,
            cause: None,
        }))
    }

    /// The error of a text that breaks the rule of its parameter. The message shows the text, which must not be a key.
    pub(crate) fn invalid(parameter: &'static str, value: &str, expectation: &str) -> Self {
        Self::breaks_rule(parameter, &quoted(value), expectation)
    }

    /// The error of any value that breaks the rule of its parameter. The message shows `shown` in place of the value.
    pub(crate) fn breaks_rule(parameter: &'static str, shown: &str, expectation: &str) -> Self {
        Self::unexpected(parameter, &["Invalid ", parameter, ": ", shown].concat(), expectation)
    }

    /// The error of an API key that breaks a rule. The message does not show the key.
    pub(crate) fn invalid_api_key(expectation: &str) -> Self {
        Self::unexpected("apiKey", "Invalid apiKey (value hidden)", expectation)
    }

    /// The error of an absent parameter.
    pub(crate) fn missing(parameter: &'static str, expectation: &str) -> Self {
        Self::unexpected(parameter, &["Missing ", parameter].concat(), expectation)
    }

    fn unexpected(parameter: &'static str, finding: &str, expectation: &str) -> Self {
        Self::invalid_argument(parameter, [finding, ". Expected ", expectation, "."].concat())
    }

    /// The error of a parameter, in the words of `message`.
    pub(crate) fn invalid_argument(parameter: &'static str, message: impl Into<String>) -> Self {
        let mut error = Self::new(ErrorCode::InvalidArgument, message);
        error.parameter = Some(parameter);
        error
    }

    fn timeout(code: ErrorCode, option: &str, ms: u32) -> Self {
        let message = ["Timeout: no response within ", &number_text(ms.into()), " ms (", option, ")."].concat();
        Self::new(code, message)
    }

    /// No complete response came; for a [`crate::Transport`].
    #[must_use]
    pub fn network(message: &str) -> Self {
        Self::new(ErrorCode::Network, message)
    }

    /// The service redirects a request with a key; for a [`crate::Transport`].
    #[must_use]
    pub fn redirect_blocked() -> Self {
        let message = "Redirect blocked: a request with an API key follows no redirect. Set baseUrl to the final URL.";
        Self::new(ErrorCode::RedirectBlocked, message)
    }

    /// The body exceeds `max_body_bytes`; for a [`crate::HttpResponse`].
    #[must_use]
    pub fn too_large(max_body_bytes: u32) -> Self {
        let limit = number_text(max_body_bytes.into());
        let advice = "Raise maxBodyBytes or request a smaller page.";
        let message = ["The response body is larger than maxBodyBytes (", &limit, "). ", advice].concat();
        Self::new(ErrorCode::ResponseTooLarge, message)
    }

    /// The caller aborted.
    #[must_use]
    pub fn aborted() -> Self {
        Self::new(ErrorCode::Aborted, "The caller aborted the call.")
    }

    pub(crate) fn attempt_timeout(timeout_ms: u32) -> Self {
        let mut error = Self::timeout(ErrorCode::AttemptTimeout, "timeoutMs", timeout_ms);
        error.retryable = true;
        error
    }

    pub(crate) fn deadline_exceeded(deadline_ms: u32) -> Self {
        Self::timeout(ErrorCode::DeadlineExceeded, "deadlineMs", deadline_ms)
    }

    /// The same error with what is behind it.
    #[must_use]
    pub fn with_cause(mut self, cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.cause = Some(Cause(Arc::new(cause)));
        self
    }

    /// The same error, of the call `endpoint`.
    pub(crate) fn of(mut self, endpoint: &'static str) -> Self {
        self.endpoint = Some(endpoint);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|cause| &*cause.0 as _)
    }
}
