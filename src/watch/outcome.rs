//! The outcome of a poll, and the phase of a transfer.

use super::state::hash_text;
use crate::{BridgeTransfer, Error};

/// The phase of a watched transfer.
///
/// ```
/// use ethereal_query::WatchPhase;
/// assert_eq!(WatchPhase::of("wait-rb"), WatchPhase::Pending);
/// assert_eq!(WatchPhase::Pending.as_str(), "pending");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WatchPhase {
    /// No transfer has the hash yet.
    Missing,
    /// In progress: status `wait-wh`, `wait-rb`, `wait-cc`, or a status that the specification does not name.
    Pending,
    /// Waiting for manual confirmation: status `manual`.
    Manual,
    /// Complete: status `done`.
    Done,
    /// Failed: status `error`.
    Failed,
}

impl WatchPhase {
    /// Returns the phase with a number of [`super::WatchState`].
    pub(super) fn from_number(n: u64) -> Option<Self> {
        match n {
            1 => Some(Self::Missing),
            2 => Some(Self::Pending),
            3 => Some(Self::Manual),
            4 => Some(Self::Done),
            5 => Some(Self::Failed),
            _ => None,
        }
    }

    /// Returns the name in JavaScript.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Pending => "pending",
            Self::Manual => "manual",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    /// Returns the phase of a status (specification §3.1).
    #[must_use]
    pub fn of(status: &str) -> Self {
        match status {
            "done" => Self::Done,
            "manual" => Self::Manual,
            "error" => Self::Failed,
            _ => Self::Pending,
        }
    }
}

/// The outcome of a poll.
///
/// ```
/// use ethereal_query::{WatchOutcome, WatchPhase};
/// let outcome = WatchOutcome::record("done", r#"{"status":"done"}"#);
/// assert!(matches!(outcome, WatchOutcome::Record { phase: WatchPhase::Done, .. }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchOutcome {
    /// A record; see [`WatchOutcome::record`].
    Record {
        /// The phase of its status.
        phase: WatchPhase,
        /// A hash of the record, below 2^59.
        fingerprint: u64,
    },
    /// No transfer has the hash.
    Absent,
    /// The call failed; see [`WatchOutcome::failure`].
    Failure {
        /// Whether the next poll may succeed.
        transient: bool,
        /// The header `Retry-After` in milliseconds; 0 without it.
        retry_after_ms: u64,
        /// Whether the service responded.
        has_response: bool,
    },
}

/// The kinds of errors after which a watch polls again, even if the call was not retryable.
const TRANSIENT_KINDS: [&str; 4] = ["network", "timeout", "rate_limited", "server"];
/// The kinds of errors of a call without a response.
const NO_RESPONSE_KINDS: [&str; 2] = ["network", "timeout"];

impl WatchOutcome {
    /// Creates the outcome of a poll that found a record. Any difference in `json` counts as a change.
    #[must_use]
    pub fn record(status: &str, json: &str) -> Self {
        Self::Record { phase: WatchPhase::of(status), fingerprint: hash_text(json, 0) }
    }

    /// Creates the outcome of a poll that failed, from the fields of its error. `kind` is its name
    /// ([`crate::ErrorKind::as_str`]). A watch continues after an outage, but not after a rejected key.
    #[must_use]
    pub fn failure(kind: &str, retryable: bool, retry_after_ms: u64) -> Self {
        let transient = retryable || TRANSIENT_KINDS.contains(&kind);
        Self::Failure { transient, retry_after_ms, has_response: !NO_RESPONSE_KINDS.contains(&kind) }
    }
}

impl From<&Result<Option<BridgeTransfer>, Error>> for WatchOutcome {
    /// Creates the outcome of [`crate::Client::get`].
    fn from(result: &Result<Option<BridgeTransfer>, Error>) -> Self {
        match result {
            Ok(Some(transfer)) => {
                Self::record(transfer.status.as_str(), &serde_json::to_string(transfer).unwrap_or_default())
            }
            Ok(None) => Self::Absent,
            Err(error) => Self::failure(error.kind.as_str(), error.retryable, error.retry_after_ms.unwrap_or_default()),
        }
    }
}
