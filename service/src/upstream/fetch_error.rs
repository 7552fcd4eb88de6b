//! The reasons that a URL gives no document.

/// The reason that a URL gives no document. Of several URLs, the service reports the greatest error, which says most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FetchError {
    /// No connection, no success, or not allowed. The response must not say which of them.
    Unreachable,
    Timeout,
    NotJson,
    /// JSON that is nested deeper than clients accept.
    TooDeep,
    TooLarge,
    /// Too many requests to the host are in flight.
    Busy,
}

impl From<reqwest::Error> for FetchError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() { Self::Timeout } else { Self::Unreachable }
    }
}
