//! The hooks of a client.

use super::events::{CallEndEvent, CallStartEvent, DriftEvent, RequestEvent, ResponseEvent, RetryEvent};
use crate::{error::Error, headers::Headers};
use std::{fmt, future::Future, pin::Pin};

/// The future of the headers that a hook adds to an attempt.
///
/// ```
/// use ethereal_query::{Headers, HeadersFuture};
/// fn trace_headers(id: String) -> HeadersFuture {
///     Box::pin(async move { Headers::new([("traceparent", id)]) })
/// }
/// ```
pub type HeadersFuture = Pin<Box<dyn Future<Output = Result<Headers, Error>>>>;

/// A function that receives events of the type `E`; `None` without a receiver.
///
/// ```
/// use ethereal_query::{Hook, RetryEvent};
/// let on_retry: Hook<RetryEvent> = Some(Box::new(|event| eprintln!("{} again in {} ms", event.url, event.delay_ms)));
/// ```
pub type Hook<E, R = ()> = Option<Box<dyn Fn(&E) -> R>>;

/// The hooks of a client: functions that receive its events as they happen. The client creates no event that has no
/// hook.
///
/// A hook must not panic: a panic ends the call, and if it comes while the future of a call is dropped during another
/// panic, the program.
///
/// ```
/// use ethereal_query::{BaseUrl, Config};
/// let mut config = Config::new(BaseUrl::parse("https://api.example.com")?);
/// config.hooks.on_retry = Some(Box::new(|event| eprintln!("{}: retry in {} ms", event.url, event.delay_ms)));
/// # Ok::<(), ethereal_query::Error>(())
/// ```
// `generate/src/events.rs` reads the names of the hooks and the types of their events here.
#[derive(Default)]
pub struct Hooks {
    /// Called once for each call, when its future is first polled.
    pub on_call_start: Hook<CallStartEvent>,
    /// Called before each attempt. The client adds the headers to this attempt, which waits for them within its
    /// timeout. An error ends the call. A call that is dropped here sends nothing only if the future waits.
    pub on_request: Hook<RequestEvent, HeadersFuture>,
    /// Called when the status and headers of an attempt have arrived.
    pub on_response: Hook<ResponseEvent>,
    /// Called before the wait for a retry.
    pub on_retry: Hook<RetryEvent>,
    /// Called for each place where a response differs from the specification and the client can read it anyway, and for
    /// each record that a page leaves out: at most [`crate::MAX_DRIFT`] and [`crate::MAX_SKIPPED`] times for a
    /// response.
    pub on_drift: Hook<DriftEvent>,
    /// Called once for each call, when it has ended: with a response, which may come from a shared request, with an
    /// error, or because the caller dropped its future.
    pub on_call_end: Hook<CallEndEvent>,
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hooks")
    }
}
