//! The errors a watch ends with.

use super::WatchSettings;
use crate::{
    Endpoint, Error, ErrorCode, GetTransfer, TransferStatus,
    text::{number_text, quoted},
};

/// Why a watch ended without a transfer that is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WatchEnd {
    /// The transfer failed (status `error`): kind and code `transfer_failed`.
    Failed,
    /// The transfer waits for a person (status `manual`) and `onManual` is `stop`: kind `transfer_failed`, code
    /// `manual_action_required`. A failure for who waits for `done` only.
    Manual,
    /// The hash was not found for longer than `notFoundGraceMs`: kind `not_found`, code `transfer_not_found`.
    NotFound,
    /// `timeoutMs` ran out: kind `timeout`, code `wait_timeout`, retryable.
    Expired,
    /// The caller's signal ended the watch: kind and code `aborted`.
    Aborted,
}

impl WatchEnd {
    /// The error, with the last status if one is known (not empty).
    #[must_use]
    pub fn error(self, settings: &WatchSettings, hash: &str, status: &str) -> Error {
        let (code, finding) = match self {
            Self::Failed => (ErrorCode::TransferFailed, " failed".to_owned()),
            Self::Manual => (ErrorCode::ManualActionRequired, " waits for manual confirmation".to_owned()),
            Self::NotFound => {
                let limit = number_text(settings.not_found_grace_ms);
                (ErrorCode::TransferNotFound, [" was not found within ", &limit, " ms (notFoundGraceMs)"].concat())
            }
            Self::Expired => {
                let limit = number_text(settings.timeout_ms);
                (ErrorCode::WaitTimeout, [" did not finish within ", &limit, " ms (timeoutMs)"].concat())
            }
            Self::Aborted => (ErrorCode::Aborted, " is no longer watched: the caller aborted".to_owned()),
        };
        // Another status is the service's own text, which could hold anything, even the API key.
        let status = match TransferStatus::RENAMED.iter().find(|(name, _)| *name == status) {
            Some((name, _)) => quoted(name),
            None if status.is_empty() => "unknown".to_owned(),
            None => "not in the specification".to_owned(),
        };
        let message = ["Transfer ", hash, &finding, ". Last status: ", &status, "."].concat();
        let mut error = Error::new(code, message).of(GetTransfer::ROUTE.name);
        error.retryable = self == Self::Expired;
        error
    }
}
