//! What came of a poll, and what it says of the transfer.

use super::state::fingerprint;
use crate::{BridgeTransfer, Error};

/// Where a watched transfer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WatchPhase {
    /// No transfer has the hash, so far.
    Missing,
    /// Under way: status `wait-wh`, `wait-rb`, `wait-cc`, or one the specification does not name.
    Pending,
    /// Waits for a person: status `manual`.
    Manual,
    /// Complete: status `done`.
    Done,
    /// Failed: status `error`.
    Failed,
}

impl WatchPhase {
    /// The phase with a number, as it is counted in a state.
    pub(super) fn numbered(n: u64) -> Option<Self> {
        match n {
            1 => Some(Self::Missing),
            2 => Some(Self::Pending),
            3 => Some(Self::Manual),
            4 => Some(Self::Done),
            5 => Some(Self::Failed),
            _ => None,
        }
    }

    /// The name in JavaScript.
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

    /// The phase of a status (specification §3.1).
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

/// What came of a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchOutcome {
    /// A record; see [`WatchOutcome::record`].
    Record {
        /// The phase of its status.
        phase: WatchPhase,
        /// Differs between records that differ; below 2^59.
        fingerprint: u64,
    },
    /// No transfer has the hash.
    Absent,
    /// The call failed; see [`WatchOutcome::failure`].
    Failure {
        /// Whether the next poll may succeed.
        transient: bool,
        /// The least wait the service asks for, in milliseconds.
        retry_after_ms: u64,
    },
}

/// Failures of network, time or service, also where the call itself was not to be made again at once.
const PASSING: [&str; 4] = ["network", "timeout", "rate_limited", "server"];

impl WatchOutcome {
    /// A record by its status and its JSON, any difference in which is a change.
    #[must_use]
    pub fn record(status: &str, json: &str) -> Self {
        Self::Record { phase: WatchPhase::of(status), fingerprint: fingerprint(json, 0) }
    }

    /// A failed call by its error: the kind's name ([`crate::ErrorKind::as_str`]), `retryable`, and the wait it asks
    /// for. A watch outlives an outage, but not a key that is refused.
    #[must_use]
    pub fn failure(kind: &str, retryable: bool, retry_after_ms: u64) -> Self {
        Self::Failure { transient: retryable || PASSING.contains(&kind), retry_after_ms }
    }
}

impl From<&Result<Option<BridgeTransfer>, Error>> for WatchOutcome {
    /// The outcome of [`crate::Client::get`].
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
