//! The fields of an error.

use super::{ErrorCode, ErrorKind, GiveUpReason};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// The fields of an error. Every error has those that are not optional.
/// See the example of [`crate::Error`].
///
/// ```ts
/// const { kind, retryable }: ErrorFields = await client.tokenUri("0x12", 2, { chainId: 1 }).catch((error) => error);
/// console.log(kind, retryable); // invalid_argument false
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ErrorDetails {
    /// The class of the error, for a program to branch on.
    pub kind: ErrorKind,
    /// The exact reason: `invalid_json` and `too_deep` are both of kind `decode`.
    pub code: ErrorCode,
    /// What failed, the value, the rule, and what to do. It never shows an API key or the value of a header.
    pub message: String,
    /// Whether the same call may succeed later. `false` also if the service refuses retries (`x-should-retry: false`).
    pub retryable: bool,
    /// The endpoint, such as `GET /ethereals`; absent for an error outside of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<&'static str>,
    /// The number of the call in its client, from 1, which its events have too; absent for an error outside of a call.
    /// Callers that share a request get the number of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call_id: Option<u32>,
    /// The parameter or option that breaks its rule; only for `invalid_argument`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<&'static str>,
    /// The status of the response; absent when no complete response arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The header `Retry-After` in milliseconds; absent without that header. More than 2^31 seconds count as 2^31
    /// seconds.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_f64")]
    pub retry_after_ms: Option<u64>,
    /// The reason that the client made no further attempt; absent for a failure that it never retries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<GiveUpReason>,
    /// The field `message` of the response, which is untrusted: at most 1,024 characters, without control characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_message: Option<String>,
    /// The first mistake in the body, as a JSON Pointer (RFC 6901); only for `decode`. `""` is the whole body. At most
    /// 1,024 bytes: a longer pointer is cut and ends with a step `…`.
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
    /// The header `x-request-id` of the last response; absent when the service does not send it or CORS hides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The names of the headers that the client added to the last attempt, in lower case, with `x-api-key` if it had a
    /// key; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header_names: Option<Vec<String>>,
    /// The cursor of the page that failed, where a list can continue; only for a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// The error behind this one: that of the transport or of the key function, or the reason of an abort.
    #[serde(skip)]
    pub cause: Option<Cause>,
}

/// One attempt of a call, in the field `attempts` of its error.
///
/// ```
/// fn log(error: &ethereal_query::Error) {
///     for attempt in error.attempts.iter().flatten() {
///         eprintln!("after {} ms: status {:?}, code {:?}", attempt.started_ms, attempt.status, attempt.code);
///     }
/// }
/// ```
/// ```ts
/// const fetch = async () => new Response("", { status: 503 });
/// const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch, maxRetries: 1 });
/// const attempts: Attempt[] = await client.project().catch((error) => error.attempts);
/// console.log(attempts.map(({ status }) => status)); // [ 503, 503 ]
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
    /// The reason that the response is missing or incomplete; absent for a complete response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The delay after the attempt in milliseconds; absent for the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u32>,
}

impl Attempt {
    /// The values of [`Attempt::code`].
    pub const CODES: &'static [&'static str] = &["network", "timeout", "redirect", "large"];
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
