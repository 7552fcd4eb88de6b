//! The failures of reading a token, and the response to each.

use ethereal_query::service::record::DOCUMENT_DEPTH;
use std::{fmt, time::Duration};

/// The status of a failure that lasts until someone changes the token, its contract or the content
/// at its URI. HTTP clients do not retry this status.
pub(super) const UNUSABLE: u16 = 422;

/// The reason that a URL gives no document. If several URLs fail, the service reports the greatest
/// error. The variants are in ascending order: a later variant tells the caller more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FetchError {
    /// The host has no document at the URL. It sent this status, 404 or 410. Every other error is
    /// greater, because a gateway that has shut down sends 404 or 410 for every URL.
    Missing(u16),
    /// The connection failed, the status is not a success, or the URL is not allowed. The response
    /// must not say which of these happened.
    Unreachable,
    Timeout,
    /// A response without a document.
    NoDocument(OtherContent),
    /// JSON that is nested deeper than clients accept.
    TooDeep,
    TooLarge,
    /// Too many requests to the host are in flight.
    Busy,
}

/// The content of a response instead of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OtherContent {
    Empty,
    Text,
    /// Text that begins like JSON. The number is the byte offset of the first error.
    InvalidJson(usize),
    Html,
    /// A body with a content coding that the service cannot decode, or damaged compressed data.
    Coding,
}

impl fmt::Display for OtherContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("nothing"),
            Self::Text => f.write_str("text that is not JSON"),
            Self::InvalidJson(offset) => write!(f, "JSON with an error at byte {offset}"),
            Self::Html => f.write_str("an HTML page"),
            Self::Coding => f.write_str("data in an unknown or damaged encoding"),
        }
    }
}

impl From<reqwest::Error> for FetchError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            Self::Timeout
        } else {
            Self::Unreachable
        }
    }
}

/// The failure of a read. The message has no URL and no host, except the names of public gateways.
/// Otherwise the owner of a contract could explore the operator's network with the messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The status of the response.
    pub(crate) status: u16,
    pub(crate) message: String,
    /// The header `Retry-After`, in seconds. `None` for a failure that the cache keeps, because a
    /// retry gets the same failure until the cache entry expires.
    pub(crate) retry_after: Option<u64>,
}

impl Failure {
    pub(super) fn new(status: u16, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            retry_after: None,
        }
    }

    pub(super) fn busy() -> Self {
        let message = "Too many token documents are being read. Try again in a second.";
        Self {
            retry_after: Some(1),
            ..Self::new(429, message)
        }
    }

    /// The failure when no URL gave the document, and `gateways` asked for a pause. `setting` is
    /// the command-line flag with which the operator configures a different gateway.
    pub(super) fn paused(gateways: &[String], pause: Duration, setting: &str) -> Self {
        let names = gateways.join(", ");
        // Rounds up: after fewer seconds, the pause would not have ended.
        let seconds = pause.as_secs() + u64::from(pause.subsec_nanos() > 0);
        let message = format!(
            "Cannot read the document at the URI of the token for {seconds} seconds: a gateway limits requests or \
             closes ({names}). Set your own gateway with {setting}."
        );
        Self {
            retry_after: Some(seconds),
            ..Self::new(503, message)
        }
    }

    /// The failure after a panic.
    pub(super) fn internal() -> Self {
        Self {
            retry_after: Some(1),
            ..Self::new(500, "Internal error.")
        }
    }
}

/// The failure when no URL had the document.
impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        let what = "document at the URI of the token";
        match error {
            FetchError::Missing(status) => {
                Self::new(UNUSABLE, format!("There is no {what} (status {status})."))
            }
            FetchError::Unreachable => Self::new(502, format!("Cannot read the {what}.")),
            FetchError::Timeout => Self::new(
                504,
                "Timeout: no document from the URI of the token in time.",
            ),
            FetchError::NoDocument(content) => Self::new(
                UNUSABLE,
                format!("Invalid {what}: {content}. Expected JSON."),
            ),
            FetchError::TooDeep => {
                let rule =
                    format!("at most {DOCUMENT_DEPTH} levels of nesting, the limit of clients");
                Self::new(UNUSABLE, format!("Invalid {what}. Expected {rule}."))
            }
            FetchError::TooLarge => Self::new(
                UNUSABLE,
                format!("The {what} is too large. Expected at most 1 MiB."),
            ),
            FetchError::Busy => Self::busy(),
        }
    }
}
