//! The fields of an error.

use super::{ErrorCode, ErrorKind};
use crate::retry::GiveUpReason;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// The fields of an [`crate::Error`], which has an example.
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
    /// The reason that the client made no further attempt; absent when a retry was pointless.
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
    /// The names of the headers of the last attempt, with `x-api-key` if it had a key; absent without any.
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
    /// The reason that the response is incomplete: `network`, `timeout`, `redirect` or `large`. Absent for a complete
    /// response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The delay after the attempt in milliseconds; absent for the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u32>,
}

/// The cause of an error: the error of a transport or of a key function. See the example of
/// [`crate::Error::with_cause`].
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
