//! The errors that end a watch.

use super::WatchSettings;
use crate::{
    Endpoint, Error, ErrorCode, GetTransfer, TransferStatus, rules,
    text::{number_text, quoted},
};

/// Why a watch ends before its transfer is done.
///
/// ```
/// use ethereal_query::{ErrorKind, WatchEnd, WatchSettings};
/// let hash = format!("0x{}", "1".repeat(64));
/// let error = WatchEnd::Failed.error(&WatchSettings::default(), &hash, "error");
/// assert_eq!(error.kind, ErrorKind::TransferFailed);
/// assert_eq!(error.to_string(), format!("Transfer {hash} failed. Last status: \"error\"."));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WatchEnd {
    /// The transfer failed (status `error`): kind and code `transfer_failed`.
    Failed,
    /// The transfer waits for manual confirmation (status `manual`), and `onManual` is `stop`: kind `transfer_failed`,
    /// code `manual_action_required`. Only `waitForTransfer` fails with it.
    Manual,
    /// The hash was not found for longer than `notFoundGraceMs`: kind `not_found`, code `transfer_not_found`.
    NotFound,
    /// `timeoutMs` has passed: kind `timeout`, code `wait_timeout`, retryable.
    Expired,
    /// The caller's signal aborted the watch: kind and code `aborted`.
    Aborted,
}

impl WatchEnd {
    /// Creates the error. `status` is the status of the last record; empty before the first.
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
        // A status that is not in the specification could be any text, even the API key.
        let status = match TransferStatus::KNOWN_VALUES.iter().find(|(name, _)| *name == status) {
            Some((name, _)) => quoted(name),
            None if status.is_empty() => "unknown".to_owned(),
            None => "not in the specification".to_owned(),
        };
        let hash = if (rules::HASH.normalize)(hash).is_some() { hash } else { "with an invalid hash" };
        let message = ["Transfer ", hash, &finding, ". Last status: ", &status, "."].concat();
        let mut error = Error::new(code, message).for_endpoint(GetTransfer::ROUTE.name);
        error.retryable = self == Self::Expired;
        error
    }
}
