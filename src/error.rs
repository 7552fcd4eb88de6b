//! The error type of the crate.

use crate::text::decimal_text;
use serde::Serialize;
use std::{
    fmt,
    ops::{Deref, DerefMut},
    sync::Arc,
};

mod details;
mod give_up_reason;
mod kind;
mod secret;
mod shown;
pub use details::{Attempt, Cause, ErrorDetails};
pub use give_up_reason::GiveUpReason;
pub use kind::{ErrorCode, ErrorKind};
pub(crate) use secret::Secret;
pub(crate) use shown::shown;

/// The error of a call, or of a value that breaks a rule. It dereferences to [`ErrorDetails`], which has its fields.
///
/// Details without a box would enlarge the `Result` of every function, and the WebAssembly module
/// by 4 kB.
///
/// ```
/// use ethereal_query::{Address, ErrorKind};
/// let error = "0x12".parse::<Address>().unwrap_err();
/// assert_eq!((error.kind, error.parameter), (ErrorKind::InvalidArgument, Some("address")));
/// assert_eq!(error.to_string(), "Invalid address: \"0x12\". Expected 0x followed by 40 hexadecimal digits.");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
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

impl Error {
    /// Converts the error to its fields.
    #[must_use]
    pub fn into_details(self) -> ErrorDetails {
        *self.0
    }

    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::with_message(code, message.into())
    }

    /// Creates an error. This function is not generic, so the compiler makes only one copy.
    fn with_message(code: ErrorCode, message: String) -> Self {
        let kind = code.kind();
        Self(Box::new(ErrorDetails {
            kind,
            code,
            message,
            // The caller of this function may change the value, for example for a status.
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

    /// Creates the error of a text that breaks a rule. The message shows the text unless it could be an API key.
    pub(crate) fn invalid(parameter: &'static str, value: &str, expectation: &str) -> Self {
        Self::breaks_rule(parameter, &shown(value), expectation)
    }

    /// Creates the error of a value that breaks a rule. The message shows `shown` instead of the value.
    pub(crate) fn breaks_rule(parameter: &'static str, shown: &str, expectation: &str) -> Self {
        Self::unexpected(
            parameter,
            &["Invalid ", parameter, ": ", shown].concat(),
            expectation,
        )
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
        Self::invalid_argument(
            parameter,
            [finding, ". Expected ", expectation, "."].concat(),
        )
    }

    /// Creates an error of kind `invalid_argument` with any message.
    pub(crate) fn invalid_argument(parameter: &'static str, message: impl Into<String>) -> Self {
        let mut error = Self::new(ErrorCode::InvalidArgument, message);
        error.parameter = Some(parameter);
        error
    }

    fn timeout(code: ErrorCode, option: &str, ms: u32) -> Self {
        let message = [
            "Timeout: no response within ",
            &decimal_text(ms.into()),
            " ms (",
            option,
            ").",
        ]
        .concat();
        Self::new(code, message)
    }

    /// Creates the error of a request without a complete response; for a [`crate::Transport`]. The
    /// client extends the message with the origin and the path of the request, and with the causes.
    ///
    /// ```
    /// use ethereal_query::{Error, ErrorKind};
    /// let error = Error::network("Network error: no complete response.");
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
        let limit = decimal_text(max_body_bytes.into());
        let advice = "Raise maxBodyBytes or request a smaller page.";
        let message = [
            "The response body is larger than maxBodyBytes (",
            &limit,
            "). ",
            advice,
        ]
        .concat();
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
        let cause = self.cause.as_ref()?;
        Some(&*cause.0)
    }
}
