//! What a call can end with instead of an answer.

use crate::{
    args::{ArgRef, broken},
    json::{Fault, MARK, Problem},
    retry::Stop,
    text::number_text,
};
use std::{
    fmt,
    ops::{Deref, DerefMut},
};

mod secret;
pub(crate) use secret::{hide, hide_in};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// The class of an error: what a program branches on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl ErrorKind {
            /// Every kind with its name and description.
            pub const ALL: &'static [(Self, &'static str, &'static [&'static str])] =
                &[$((Self::$variant, $name, &[$($doc),+]),)+];

            /// The stable name, `kind` in JavaScript.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

kinds! {
    /// A parameter or option breaks a rule; nothing was sent.
    InvalidArgument = "invalid_argument",
    /// The caller's signal ended the call; `cause` is its reason.
    Aborted = "aborted",
    /// `timeoutMs` or `deadlineMs` ran out.
    Timeout = "timeout",
    /// No complete answer came: no connection, a truncated body, or, in browsers, an answer without CORS headers.
    Network = "network",
    /// The service redirected; a key is never sent on to another place.
    RedirectBlocked = "redirect_blocked",
    /// Status 400: the service refuses the request.
    BadRequest = "bad_request",
    /// The key is missing, unknown or revoked.
    Unauthenticated = "unauthenticated",
    /// Status 403 where no key is used.
    Forbidden = "forbidden",
    /// Status 404: no such token, or no such service at the base URL.
    NotFound = "not_found",
    /// Status 429: too many requests.
    RateLimited = "rate_limited",
    /// Status 5xx: the service failed.
    Server = "server",
    /// Any other status.
    UnexpectedStatus = "unexpected_status",
    /// The body is not JSON or not what the specification describes; `pointer` says where.
    Decode = "decode",
    /// The body is larger than `maxBodyBytes`.
    ResponseTooLarge = "response_too_large",
    /// The service gave the same cursor twice, so the list would never end.
    PaginationStalled = "pagination_stalled",
    /// A watched transfer failed (status `error`), or waits for a person and the watch was to stop there.
    TransferFailed = "transfer_failed",
    /// A defect of this package.
    Internal = "internal",
}

/// Why a call failed; its fields are those of [`ErrorDetails`].
///
/// One pointer, because every `Result` of every function carries the space: 4 kB of the module.
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErrorDetails {
    /// The class.
    pub kind: ErrorKind,
    /// A stable name, finer than the kind: `invalid_json` and `too_deep` are both `decode`.
    pub code: &'static str,
    /// What failed, with which value, and what to do; never holds a key.
    pub message: String,
    /// The same call may succeed later.
    pub retryable: bool,
    /// The call, for instance `GET /ethereals`.
    pub endpoint: Option<&'static str>,
    /// The parameter or option at fault.
    pub parameter: Option<&'static str>,
    /// The status of the answer.
    pub status: Option<u16>,
    /// JSON Pointer (RFC 6901) of the first thing wrong in a body.
    pub pointer: Option<String>,
    /// At most 256 bytes of the body.
    pub body_snippet: Option<String>,
    /// The service's own message, untrusted: at most 1,024 characters, without control characters.
    pub server_message: Option<String>,
    /// How long the service asks to wait, in milliseconds (header `Retry-After`, RFC 9110 §10.2.3).
    pub retry_after_ms: Option<u64>,
    /// Why there was no further attempt, for a failure that may be tried again.
    pub gave_up: Option<Stop>,
}

impl Error {
    /// What is known, owned.
    #[must_use]
    pub fn into_details(self) -> ErrorDetails {
        *self.0
    }

    pub(crate) fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(ErrorDetails {
            kind,
            code,
            message: message.into(),
            retryable: matches!(kind, ErrorKind::Network | ErrorKind::RateLimited),
            endpoint: None,
            parameter: None,
            status: None,
            pointer: None,
            body_snippet: None,
            server_message: None,
            retry_after_ms: None,
            gave_up: None,
        }))
    }

    /// A parameter that breaks its rule. `value` is shown; it must not be a key.
    pub(crate) fn invalid(parameter: &'static str, value: &str, rule: &str) -> Self {
        broken(parameter, ArgRef::Text(value), rule)
    }

    /// A parameter refused for the reason `message` gives.
    pub(crate) fn refused(parameter: &'static str, message: impl Into<String>) -> Self {
        let mut error = Self::new(ErrorKind::InvalidArgument, "invalid_argument", message);
        error.parameter = Some(parameter);
        error
    }

    pub(crate) fn timeout(code: &'static str, option: &str, ms: u32) -> Self {
        let message = ["No answer within ", option, " (", &number_text(ms.into()), " ms)."].concat();
        let mut error = Self::new(ErrorKind::Timeout, code, message);
        error.retryable = code == "attempt_timeout";
        error
    }

    /// No complete answer came; for a [`crate::Transport`].
    #[must_use]
    pub fn network(message: &str) -> Self {
        Self::new(ErrorKind::Network, "network", message)
    }

    /// No answer within `ms`, which is [`crate::Request::timeout_ms`]; for a [`crate::Transport`].
    #[must_use]
    pub fn attempt_timeout(ms: u32) -> Self {
        Self::timeout("attempt_timeout", "timeoutMs", ms)
    }

    /// A body beyond [`crate::Request::max_body_bytes`]; for a [`crate::Transport`].
    #[must_use]
    pub fn too_large(limit: u32) -> Self {
        let message = ["The body is larger than maxBodyBytes (", &number_text(limit.into()), ")."].concat();
        Self::new(ErrorKind::ResponseTooLarge, "response_too_large", message)
    }

    /// The same error, of the call `endpoint`.
    pub(crate) fn of(mut self, endpoint: &'static str) -> Self {
        self.endpoint = Some(endpoint);
        self
    }

    /// The same error without the key in its message, which may be a transport's.
    pub(crate) fn without(mut self, key: &str) -> Self {
        self.message = hide_in(&self.message, key);
        self
    }

    /// A body that is not what the specification describes.
    pub(crate) fn decode(problem: &Problem, body: &[u8], status: u16) -> Self {
        let (code, what) = match problem.fault {
            Fault::Utf8 => ("invalid_utf8", "The body is not UTF-8"),
            Fault::Syntax => ("invalid_json", "The body is not JSON"),
            Fault::Depth => ("too_deep", "The body is nested too deep"),
            Fault::Shape => ("unexpected_shape", "The body is not what the specification describes"),
        };
        let pointer = problem.pointer.clone();
        let at = number_text(problem.at as u64);
        let place = clean(&pointer, 256);
        let message = [what, ": expected ", problem.expected, " at \"", &place, "\" (byte ", &at, ")."].concat();
        let mut error = Self::new(ErrorKind::Decode, code, message);
        error.pointer = Some(pointer);
        error.status = Some(status);
        error.body_snippet = Some(snippet(body));
        error
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// A value as messages show it: in quotation marks, shortened, without control characters.
pub(crate) fn quoted(value: &str) -> String {
    let mut shown = clean(value, 64);
    if value.chars().nth(64).is_some() {
        shown.push('…');
    }
    ["\"", &shown, "\""].concat()
}

/// At most `limit` characters, control characters replaced: text from outside cannot forge lines in a log.
pub(crate) fn clean(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for c in text.chars().take(limit) {
        out.push(if c.is_control() { '\u{fffd}' } else { c });
    }
    out
}

/// The first 256 bytes of a body, after a byte order mark.
pub(crate) fn snippet(body: &[u8]) -> String {
    readable(body.strip_prefix(MARK).unwrap_or(body), 256)
}

/// The first bytes of a body, cut between characters; a byte that belongs to none becomes U+FFFD.
pub(crate) fn readable(body: &[u8], most: usize) -> String {
    let mut out = String::new();
    let mut rest = body;
    while !rest.is_empty() {
        let length = (1..=4).find(|n| rest.get(..*n).is_some_and(|head| std::str::from_utf8(head).is_ok()));
        let c = length.and_then(|n| std::str::from_utf8(rest.get(..n)?).ok()).unwrap_or("\u{fffd}");
        if out.len() + c.len() > most {
            break;
        }
        out.push_str(c);
        rest = rest.get(length.unwrap_or(1)..).unwrap_or_default();
    }
    out
}
