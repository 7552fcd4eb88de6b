//! The events that a client reports while it works.

use super::timeline::Timeline;
use crate::{
    error::{Error, Secret},
    headers::Headers,
};
use serde::Serialize;
use std::{
    future::{Future, poll_fn},
    mem,
    pin::Pin,
    task::Poll,
};

/// The future of the headers that a hook adds to an attempt.
///
/// ```
/// use ethereal_query::{Headers, HeadersFuture};
/// fn trace_headers(id: String) -> HeadersFuture {
///     Box::pin(async move { Headers::new([("traceparent", id)]) })
/// }
/// ```
pub type HeadersFuture = Pin<Box<dyn Future<Output = Result<Headers, Error>>>>;

/// Receives the events of a client as they happen.
///
/// ```
/// use ethereal_query::{Event, EventKind, Hooks};
/// struct LogRetries;
/// impl Hooks for LogRetries {
///     fn wants(&self, kind: EventKind) -> bool {
///         kind == EventKind::Retry
///     }
///     fn receive(&self, event: &Event) {
///         eprintln!("{}: retry in {} ms", event.url, event.delay_ms.unwrap_or_default());
///     }
/// }
/// ```
pub trait Hooks {
    /// Returns whether to receive events of this kind. The client does not create the others.
    fn wants(&self, kind: EventKind) -> bool;

    /// Receives an event. It must not panic: a panic ends the call, and if it comes while the future of a call is
    /// dropped during another panic, the program.
    fn receive(&self, event: &Event);

    /// Receives the event of an attempt before it is sent, and resolves to headers to add to this attempt. The timeout
    /// of the attempt includes its time, and an error ends the call. By default, [`Hooks::receive`] gets the event, and
    /// no header is added.
    fn before_request(&self, event: &Event) -> HeadersFuture {
        self.receive(event);
        Box::pin(async {
            yield_once().await;
            Ok(Headers::default())
        })
    }
}

/// Lets other tasks run once. A caller that aborts in a hook then cancels the call before the request is sent.
async fn yield_once() {
    let mut has_yielded = false;
    poll_fn(|context| {
        if mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// The kind of an event. See the example of [`Hooks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// A call begins.
    Start,
    /// An attempt is about to be sent.
    Request,
    /// Status and headers of an attempt have arrived.
    Response,
    /// An attempt failed and is retried after a delay.
    Retry,
    /// The response differs from the specification: the client reads the place anyway, or skips its record
    /// ([`crate::EtherealsQuery::skip_invalid_records`]).
    Drift,
    /// A call has ended: with a response, which may come from a shared request, with an error, or because the caller
    /// dropped its future.
    End,
}

/// An event. No event holds the API key. See the example of [`Hooks`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Event {
    /// The kind of the event.
    #[serde(skip)]
    pub kind: EventKind,
    /// The number of the call in its client, from 1. The events of a shared request have that of its first caller.
    pub call_id: u32,
    /// The endpoint, such as `GET /ethereals`.
    pub endpoint: &'static str,
    /// The URL of the request.
    pub url: String,
    /// The number of the attempt in its call, from 1. For kind `End`: the number of attempts, 0 if the call sent
    /// nothing because it shared a request.
    pub attempt: u32,
    /// The milliseconds until the next attempt; events of kind `Retry` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u32>,
    /// The reason that the attempt failed: `status`, `network` or `timeout`; events of kind `Retry` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The status code; events of kind `Response` and `Retry` only. Absent when no response arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The milliseconds since the attempt began, for kind `Response`, or since the call began, for kind `End`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<f64>,
    /// The header `x-request-id`; events of kind `Response` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Whether the client skipped the record with this place; events of kind `Drift` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<bool>,
    /// The place in the body as a JSON Pointer (RFC 6901); events of kind `Drift` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The name, value or kind that the specification describes at that place; events of kind `Drift` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<&'static str>,
    /// The text of the body at that place, at most 64 characters; absent for a skipped record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The index of the skipped record in its page, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The byte offset of the place in the body; for a skipped record only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// The error of the call; its code is `aborted` if the caller dropped the future. Events of kind `End` only; absent
    /// after a success.
    #[serde(skip)]
    pub error: Option<Error>,
}

impl Event {
    /// Creates an event about the current attempt of a call.
    pub(super) fn new(kind: EventKind, timeline: &Timeline) -> Self {
        Self {
            kind,
            call_id: timeline.call_id,
            endpoint: timeline.call.route.name,
            url: timeline.url.clone(),
            attempt: timeline.attempt(),
            status: None,
            elapsed_ms: None,
            request_id: None,
            delay_ms: None,
            reason: None,
            skipped: None,
            pointer: None,
            expected: None,
            found: None,
            index: None,
            offset: None,
            error: None,
        }
    }

    /// Removes secrets from the texts of the event. The client calls this before a hook receives it.
    pub(super) fn redact(&mut self, secret: &Secret) {
        secret.redact_text(&mut self.url);
        for text in [&mut self.request_id, &mut self.pointer, &mut self.found].into_iter().flatten() {
            secret.redact_text(text);
        }
    }
}
