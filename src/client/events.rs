//! The events that the hooks of a client receive. No event holds the API key.

use crate::{
    error::Error,
    model::{TypeScript, object::object},
};
use serde::Serialize;

object! {
    /// A call that starts, for the hook `onCallStart` of JavaScript.
    /// See the example of [`crate::Hooks`].
    ///
    /// ```ts
    /// const onCallStart = ({ callId, endpoint }: CallStartEvent) => console.log(callId, endpoint); // 1 GET /project
    /// await new Client({ baseUrl: "https://api.example.com", apiKey, onCallStart }).project();
    /// ```
    CallStartEvent {
        /// Number of the call in its client, from 1. All events of the call have it.
        call_id: "callId" [required u32 as "number"],
        /// The endpoint, such as `"GET /ethereals"`.
        endpoint: "endpoint" [required &'static str as "string"],
    }
}

object! {
    /// A call that has ended, for the hook `onCallEnd` of JavaScript.
    /// See the example of [`crate::Hooks`].
    ///
    /// ```ts
    /// const onCallEnd = ({ endpoint, error }: CallEndEvent) => console.log(endpoint, error?.kind);
    /// // GET /project undefined
    /// await new Client({ baseUrl: "https://api.example.com", apiKey, onCallEnd }).project();
    /// ```
    CallEndEvent extends CallStartEvent {
        /// Milliseconds from the start of the call.
        elapsed_ms: "elapsedMs" [required f64 as "number"],
        /// The error with which the call ends, of kind `aborted` if its caller aborted it; absent for a success.
        error: "error" [optional Error as "EtherealQueryError"],
    }
}

object! {
    /// An attempt that the client is about to send, for [`crate::Hooks::on_request`]. If several
    /// calls share a request, its attempts have the `call_id` of the first call.
    /// See the example of [`crate::Hooks`].
    ///
    /// ```ts
    /// const onRequest = ({ endpoint, attempt }: RequestEvent) => console.log(endpoint, attempt); // GET /project 1
    /// await new Client({ baseUrl: "https://api.example.com", apiKey, onRequest }).project();
    /// ```
    RequestEvent extends CallStartEvent {
        /// URL of the request, in which `[redacted]` replaces the API key and header values.
        url: "url" [required String as "string"],
        /// Number of the attempt in its call; the first is 1.
        attempt: "attempt" [required u32 as "number"],
    }
}

object! {
    /// The response to an attempt, with any status, for [`crate::Hooks::on_response`].
    /// See the example of [`crate::Hooks`].
    ///
    /// ```ts
    /// const onResponse = ({ endpoint, status }: ResponseEvent) => console.log(endpoint, status); // GET /project 200
    /// await new Client({ baseUrl: "https://api.example.com", apiKey, onResponse }).project();
    /// ```
    ResponseEvent extends RequestEvent {
        /// Status of the response.
        status: "status" [required u16 as "number"],
        /// Milliseconds from the start of the attempt.
        elapsed_ms: "elapsedMs" [required f64 as "number"],
        /// The header `x-request-id`; absent when the service does not send it or CORS hides it.
        request_id: "requestId" [optional String as "string"],
    }
}

object! {
    /// A failed attempt that the client retries, for [`crate::Hooks::on_retry`].
    /// See the example of [`crate::Hooks`].
    ///
    /// ```ts
    /// const onRetry = ({ endpoint, reason, status }: RetryEvent) => console.log(endpoint, reason, status);
    /// // GET /project status 503
    /// const fetch = async () => new Response("", { status: 503 });
    /// const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onRetry, maxRetries: 1 });
    /// await client.project().catch((error) => console.log(error.kind)); // server
    /// ```
    RetryEvent extends RequestEvent {
        /// Milliseconds until the next attempt.
        delay_ms: "delayMs" [required u32 as "number"],
        /// What failed: the status of the response, the network, or the time limit of the attempt.
        reason: "reason" [required &'static str as r#""status" | "network" | "timeout""#],
        /// Status of the response; absent without a response.
        status: "status" [optional u16 as "number"],
    }
}

object! {
    /// The members of each [`DriftEvent`].
    /// See the example of [`DriftEvent`].
    DriftPlace extends RequestEvent {
        /// JSON Pointer (RFC 6901) into the body. In a skipped record, the first value that is invalid.
        pointer: "pointer" [required String as "string"],
        /// Name of the field, value or type in the specification.
        expected: "expected" [required &'static str as "string"],
    }
}

object! {
    /// A [`DriftEvent`] about a place that the client read anyway, such as another spelling or an
    /// unknown value. The event is also created for an optional field that the client left out
    /// because its value has another type.
    /// See the example of [`DriftEvent`].
    ///
    /// ```ts
    /// const onDrift = (event: DriftEvent) => event.skipped || console.log(event.pointer, event.found); // /balance 1
    /// const fetch = async () => Response.json({ balance: 1 });
    /// await new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onDrift }).project();
    /// ```
    AcceptedDriftEvent extends DriftPlace with skipped = false "The client did not leave out a record." {
        /// The text in the body, at most 64 characters.
        found: "found" [required String as "string"],
    }
}

object! {
    /// A [`DriftEvent`] about a record that a page leaves out
    /// ([`crate::EtherealsQuery::skip_invalid_records`]). The event shows nothing of the record.
    /// See the example of [`DriftEvent`].
    ///
    /// ```ts
    /// const onDrift = (event: DriftEvent) => event.skipped && console.log(event.index, event.pointer, event.expected);
    /// // 0 /etherealData/0/_id a value
    /// const fetch = async () => Response.json({ etherealData: [{ status: "active" }], nextCursor: null });
    /// const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onDrift });
    /// await client.ethereals({}, { onInvalidRecord: "skip" }).page();
    /// ```
    SkippedRecordEvent extends DriftPlace with skipped = true "The client left out the record." {
        /// Index of the record in its page; the first is 0.
        index: "index" [required u32 as "number"],
        /// Byte offset of the invalid value in the body.
        offset: "offset" [required u32 as "number"],
    }
}

/// A place where a response differs from the specification, for [`crate::Hooks::on_drift`].
/// In JavaScript, `skipped` says whether the client read the place anyway, or left out its record.
///
/// ```
/// use ethereal_query::{BaseUrl, Config, DriftEvent};
/// let mut config = Config::new(BaseUrl::parse("https://api.example.com")?);
/// config.hooks.on_drift = Some(Box::new(|event| match event {
///     DriftEvent::Accepted(place) => eprintln!("{}: {} instead of {}", place.pointer, place.found, place.expected),
///     DriftEvent::Skipped(record) => eprintln!("record {}: no {}", record.index, record.expected),
/// }));
/// # Ok::<(), ethereal_query::Error>(())
/// ```
/// ```ts
/// const onDrift = ({ skipped, pointer }: DriftEvent) => console.log(skipped, pointer); // false /balance
/// const fetch = async () => Response.json({ balance: 1 });
/// await new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onDrift }).project();
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum DriftEvent {
    /// The client read the place anyway.
    Accepted(AcceptedDriftEvent),
    /// The client left out the record.
    Skipped(SkippedRecordEvent),
}

/// The events, in the order of their TypeScript declarations.
///
/// ```
/// assert!(ethereal_query::EVENTS.iter().any(|event| event.name == "RetryEvent"));
/// ```
pub const EVENTS: &[&TypeScript] = &[
    &CallStartEvent::TYPESCRIPT,
    &CallEndEvent::TYPESCRIPT,
    &RequestEvent::TYPESCRIPT,
    &ResponseEvent::TYPESCRIPT,
    &RetryEvent::TYPESCRIPT,
    &DriftPlace::TYPESCRIPT,
    &AcceptedDriftEvent::TYPESCRIPT,
    &SkippedRecordEvent::TYPESCRIPT,
];
