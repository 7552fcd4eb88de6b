//! The fields of an error.

use super::{ErrorCode, ErrorKind, GiveUpReason};
use crate::model::object::object;
use std::sync::Arc;

// `plus` is an optional field that only JavaScript has. `double` is an optional 64-bit integer,
// which JavaScript receives as a double. `native` is an optional field that `Serialize` leaves out.
object! {
    /// The fields of an error. Every error has the fields that are not optional.
    /// See the example of [`crate::Error`].
    ///
    /// ```ts
    /// const call = client.tokenUri("0x12", 2, { chainId: 1 });
    /// const { kind, retryable }: ErrorFields = await call.catch((error) => error);
    /// console.log(kind, retryable); // invalid_argument false
    /// ```
    ErrorDetails
        plus "transfer" as "BridgeTransfer" "The last record of a watch that failed; absent when the watch received none."
    {
        /// The class of the error, for a program to branch on.
        kind: "kind" [required ErrorKind as "ErrorKind"],
        /// The exact reason: `invalid_json` and `too_deep` are both of kind `decode`.
        code: "code" [required ErrorCode as "ErrorCode"],
        /// What failed, the value, the rule, and what to do. It never shows an API key or the value
        /// of a header.
        message: "message" [required String as "string"],
        /// Whether the same call may succeed later. `false` also if the service refuses retries
        /// (`x-should-retry: false`).
        retryable: "retryable" [required bool as "boolean"],
        /// The endpoint, such as `GET /ethereals`; absent for an error outside of a call.
        endpoint: "endpoint" [optional &'static str as "string"],
        /// The number of the call in its client, from 1; absent for an error outside of a call. The
        /// events of the call have the same number. Callers that share a request get the number of
        /// the first caller.
        call_id: "callId" [optional u32 as "number"],
        /// The parameter or option that breaks its rule; only for `invalid_argument`.
        parameter: "parameter" [optional &'static str as "string"],
        /// The status of the response; absent when no complete response arrived.
        status: "status" [optional u16 as "number"],
        /// The header `Retry-After` in milliseconds; absent without that header. More than 2^31
        /// seconds count as 2^31 seconds.
        retry_after_ms: "retryAfterMs" [double u64 as "number"],
        /// The reason that the client made no further attempt; absent for a failure that the client
        /// never retries.
        gave_up: "gaveUp" [optional GiveUpReason as "GaveUp"],
        /// The field `message` of the response, which is untrusted: at most 1,024 characters,
        /// without control characters.
        server_message: "serverMessage" [optional String as "string"],
        /// The first mistake in the body, as a JSON Pointer (RFC 6901); only for `decode`. `""` is
        /// the whole body. At most 1,024 bytes: a longer pointer is cut and ends with a step `…`.
        pointer: "pointer" [optional String as "string"],
        /// The beginning of the body, at most 256 bytes.
        body_snippet: "bodySnippet" [optional String as "string"],
        /// The URL of the request; absent for an error outside of a call.
        url: "url" [optional String as "string"],
        /// The milliseconds from the start of the call to the error.
        elapsed_ms: "elapsedMs" [optional f64 as "number"],
        /// The attempts of the call, in order; absent for an error outside of a call.
        attempts: "attempts" [optional Vec<Attempt> as "Attempt[]"],
        /// The header `x-request-id` of the response to the last attempt; absent when no response
        /// arrived, the service does not send the header, or CORS hides it.
        request_id: "requestId" [optional String as "string"],
        /// The names of the headers that the client added to the last attempt, in lower case, with
        /// `x-api-key` if the attempt had a key; absent when the client added no headers.
        header_names: "headerNames" [optional Vec<String> as "string[]"],
        /// The cursor of the page that failed, where a list can continue; only for a list.
        cursor: "cursor" [optional String as "string"],
        /// The error that caused this error: from the transport or from the key function, or the reason
        /// of an abort.
        cause: "cause" [native Cause as "unknown"],
    }
}

object! {
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
    #[derive(Default)]
    Attempt {
        /// The milliseconds from the start of the call to the start of the attempt.
        started_ms: "startedMs" [required f64 as "number"],
        /// The duration of the attempt in milliseconds. If the attempt was in flight when the call
        /// failed, the duration until the failure.
        elapsed_ms: "elapsedMs" [optional f64 as "number"],
        /// The status of the response; absent when no response arrived.
        status: "status" [optional u16 as "number"],
        /// The reason that the response is missing or incomplete; absent for a complete response.
        code: "code" [optional &'static str as r#""network" | "timeout" | "redirect" | "large""#],
        /// The delay after the attempt in milliseconds; absent for the last attempt.
        delay_ms: "delayMs" [optional u32 as "number"],
    }
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
