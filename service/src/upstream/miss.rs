//! Why there is no document at a place.

/// Why a candidate gave nothing; the later, the more it tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Miss {
    /// No connection, no success, or not allowed: the answer must not say which.
    Unreachable,
    Late,
    NotJson,
    /// JSON, but nested deeper than a client reads.
    TooDeep,
    TooLarge,
    /// Its host is being asked by too many already.
    Busy,
}

impl From<reqwest::Error> for Miss {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() { Self::Late } else { Self::Unreachable }
    }
}
