//! What a client reports while it works.

use crate::error::Secret;
use serde::Serialize;

/// Receives the events of a client, as they happen.
pub trait Hooks {
    /// Whether events of this kind are wanted. Others are not made.
    fn wants(&self, kind: EventKind) -> bool;

    /// Receives an event.
    fn receive(&self, event: &Event);
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// An attempt is about to be sent.
    Request,
    /// Status and headers of an attempt have arrived.
    Response,
    /// An attempt failed and is retried after a delay.
    Retry,
    /// The response differs from the specification in a way the client bridges.
    Drift,
}

/// An event. No event holds the API key.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Event {
    /// What happened.
    #[serde(skip)]
    pub kind: EventKind,
    /// The call, for instance `GET /ethereals`.
    pub endpoint: &'static str,
    /// The whole URL.
    pub url: String,
    /// 1 for the first attempt of a call.
    pub attempt: u32,
    /// Of a retry: milliseconds until the next attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u32>,
    /// Of a retry: `status`, `network` or `timeout`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Of a response or a retry: the status; absent where no response came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Of a response: milliseconds since the attempt began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<f64>,
    /// Of a response: header `x-request-id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Of drift: JSON Pointer (RFC 6901) into the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Of drift: what the specification has there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<&'static str>,
    /// Of drift: what the body has there, at most 64 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
}

impl Event {
    pub(super) fn new(kind: EventKind, endpoint: &'static str, url: &str, attempt: u32) -> Self {
        Self {
            kind,
            endpoint,
            url: url.to_owned(),
            attempt,
            status: None,
            elapsed_ms: None,
            request_id: None,
            delay_ms: None,
            reason: None,
            pointer: None,
            expected: None,
            found: None,
        }
    }

    /// Takes the key out of every text. Every event passes here before a hook receives it.
    pub(super) fn redact(&mut self, secret: &Secret) {
        secret.redact_text(&mut self.url);
        for text in [&mut self.request_id, &mut self.pointer, &mut self.found].into_iter().flatten() {
            secret.redact_text(text);
        }
    }
}

/// Watches the body of a successful response while it arrives.
pub trait BodyObserver {
    /// A body begins: the first one, or that of another attempt.
    fn begin(&self);

    /// A chunk has arrived; `body` is the body so far.
    fn receive(&self, body: &[u8]);
}
