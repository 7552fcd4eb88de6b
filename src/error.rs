//! The error type of the crate.

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

/// The error of a call, or of a value that breaks a rule. It derefs to [`ErrorDetails`], which has its fields.
///
/// The details are boxed, because they would enlarge the `Result` of every function: by 4 kB of the WebAssembly module.
///
/// ```
/// use ethereal_query::{Address, ErrorKind};
/// let error = "0x12".parse::<Address>().unwrap_err();
/// assert_eq!((error.kind, error.parameter), (ErrorKind::InvalidArgument, Some("address")));
/// assert_eq!(error.to_string(), "Invalid address: \"0x12\". Expected 0x followed by 40 hexadecimal digits.");
/// ```
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

/// The fields of an [`Error`], which has an example.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ErrorDetails {
    /// The class of the error, on which a program branches.
    pub kind: ErrorKind,
    /// The exact reason, finer than the kind.
    pub code: ErrorCode,
    /// What failed, with which value, and what to do. It never shows an API key or the value of a header.
    pub message: String,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// The endpoint, such as `GET /ethereals`; absent for an error outside of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<&'static str>,
    /// The number of the call in its client, from 1, which its events have too; absent for an error outside of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call_id: Option<u32>,
    /// The parameter or option that breaks its rule; only for `invalid_argument`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<&'static str>,
    /// The status of the response; absent when no complete response arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The header `Retry-After` in milliseconds ([`crate::retry::retry_after`]); absent without that header.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_f64")]
    pub retry_after_ms: Option<u64>,
    /// Why the client made no further attempt; absent when a retry was pointless.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<GiveUpReason>,
    /// The field `message` of the response, which is untrusted: at most 1,024 characters, without control characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_message: Option<String>,
    /// The first invalid place in the body, as a JSON Pointer (RFC 6901); only for `decode`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The beginning of the body, at most 256 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body_snippet: Option<String>,
    /// The URL of the request; absent for an error outside of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The milliseconds from the start of the call to the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<f64>,
    /// The attempts of the call, in order; absent for an error outside of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<Vec<Attempt>>,
    /// The header `x-request-id` of the last response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The names of the headers of the client and of the call; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header_names: Option<Vec<String>>,
    /// The cursor of the page that failed; only for a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// The error that caused this one.
    #[serde(skip)]
    pub cause: Option<Cause>,
}

/// One attempt of a call, in [`ErrorDetails::attempts`].
///
/// ```
/// fn log(error: &ethereal_query::Error) {
///     for attempt in error.attempts.iter().flatten() {
///         eprintln!("after {} ms: status {:?}, code {:?}", attempt.started_ms, attempt.status, attempt.code);
///     }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Attempt {
    /// The milliseconds from the start of the call to the start of the attempt.
    pub started_ms: f64,
    /// The duration of the attempt in milliseconds; absent while it is in flight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<f64>,
    /// The status of the response; absent when no response arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Why the response is incomplete: `network`, `timeout`, `redirect` or `large`. Absent for a complete response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The delay after the attempt in milliseconds; absent for the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u32>,
}

/// The cause of an error: the error of a transport or of a key function. See the example of [`Error::with_cause`].
#[derive(Debug, Clone)]
pub struct Cause(pub Arc<dyn std::error::Error + Send + Sync>);

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Serialises an integer as a double, because JavaScript would read a `u64` as a `BigInt`.
fn as_f64<S: Serializer>(n: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(n.unwrap_or_default() as f64)
}

impl Error {
    /// Converts the error to its fields.
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
            call_id: None,
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
            header_names: None,
            cursor: None,
            cause: None,
        }))
    }

    /// Creates the error of a text that breaks a rule. The message shows the text, which must not be an API key.
    pub(crate) fn invalid(parameter: &'static str, value: &str, expectation: &str) -> Self {
        Self::breaks_rule(parameter, &quoted(value), expectation)
    }

    /// Creates the error of a value that breaks a rule. The message shows `shown` in place of the value.
    pub(crate) fn breaks_rule(parameter: &'static str, shown: &str, expectation: &str) -> Self {
        Self::unexpected(parameter, &["Invalid ", parameter, ": ", shown].concat(), expectation)
    }

    /// Creates the error of an API key that breaks a rule. The message does not show the key.
    pub(crate) fn invalid_api_key(expectation: &str) -> Self {
        Self::unexpected("apiKey", "Invalid apiKey (value hidden)", expectation)
    }

    /// Creates the error of an absent parameter.
    pub(crate) fn missing(parameter: &'static str, expectation: &str) -> Self {
        Self::unexpected(parameter, &["Missing ", parameter].concat(), expectation)
    }

    fn unexpected(parameter: &'static str, finding: &str, expectation: &str) -> Self {
        Self::invalid_argument(parameter, [finding, ". Expected ", expectation, "."].concat())
    }

    /// Creates an error of kind `invalid_argument` with any message.
    pub(crate) fn invalid_argument(parameter: &'static str, message: impl Into<String>) -> Self {
        let mut error = Self::new(ErrorCode::InvalidArgument, message);
        error.parameter = Some(parameter);
        error
    }

    fn timeout(code: ErrorCode, option: &str, ms: u32) -> Self {
        let message = ["Timeout: no response within ", &number_text(ms.into()), " ms (", option, ")."].concat();
        Self::new(code, message)
    }

    /// Creates the error of a request without a complete response; for a [`crate::Transport`].
    ///
    /// ```
    /// use ethereal_query::{Error, ErrorKind};
    /// let error = Error::network("Network error: no complete response. See cause.");
    /// assert_eq!((error.kind, error.retryable), (ErrorKind::Network, true));
    /// ```
    #[must_use]
    pub fn network(message: &str) -> Self {
        Self::new(ErrorCode::Network, message)
    }

    /// Creates the error of a redirected request that must not follow a redirect ([`crate::Request::may_redirect`]);
    /// for a [`crate::Transport`].
    ///
    /// ```
    /// use ethereal_query::{Error, ErrorKind};
    /// assert_eq!(Error::redirect_blocked().kind, ErrorKind::RedirectBlocked);
    /// ```
    #[must_use]
    pub fn redirect_blocked() -> Self {
        let message = "Redirect blocked: a request with an API key or with headers of its caller follows no redirect. \
                       Set baseUrl to the final URL.";
        Self::new(ErrorCode::RedirectBlocked, message)
    }

    /// Creates the error of a body above `max_body_bytes`; for a [`crate::HttpResponse`].
    ///
    /// ```
    /// use ethereal_query::{Error, ErrorKind};
    /// let error = Error::too_large(1024);
    /// assert_eq!(error.kind, ErrorKind::ResponseTooLarge);
    /// assert!(error.message.contains("maxBodyBytes (1024)"));
    /// ```
    #[must_use]
    pub fn too_large(max_body_bytes: u32) -> Self {
        let limit = number_text(max_body_bytes.into());
        let advice = "Raise maxBodyBytes or request a smaller page.";
        let message = ["The response body is larger than maxBodyBytes (", &limit, "). ", advice].concat();
        Self::new(ErrorCode::ResponseTooLarge, message)
    }

    /// Creates the error of a call that the caller aborted.
    ///
    /// ```
    /// use ethereal_query::{Error, ErrorKind};
    /// assert_eq!(Error::aborted().kind, ErrorKind::Aborted);
    /// ```
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

    /// Adds the cause of the error.
    ///
    /// ```
    /// use ethereal_query::Error;
    /// let error = Error::network("Network error: see cause.").with_cause(std::io::Error::other("reset"));
    /// assert_eq!(error.cause.as_ref().map(|cause| cause.0.to_string()).as_deref(), Some("reset"));
    /// ```
    #[must_use]
    pub fn with_cause(mut self, cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.cause = Some(Cause(Arc::new(cause)));
        self
    }

    /// Adds the endpoint of the call.
    pub(crate) fn for_endpoint(mut self, endpoint: &'static str) -> Self {
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
