//! The hooks of a client.

use super::events::{
    AcceptedDriftEvent, CallEndEvent, CallStartEvent, DriftEvent, RequestEvent, ResponseEvent,
    RetryEvent, SkippedRecordEvent,
};
use crate::{error::Error, headers::Headers, model::TypeScript};
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

/// A function that receives events of the type `E` and returns an `R`; `None` if the hook is not
/// set.
///
/// ```
/// use ethereal_query::{Hook, RetryEvent};
/// let on_retry: Hook<RetryEvent> = Some(Box::new(|event| eprintln!("{} again in {} ms", event.url, event.delay_ms)));
/// ```
pub type Hook<E, R = ()> = Option<Box<dyn Fn(&E) -> R>>;

/// Declares each hook: its field, its name in JavaScript, its type, and the events that it
/// receives.
macro_rules! hooks {
    ($(#[doc = $docs:literal])+ $hooks:ident { $(
        $(#[doc = $doc:literal])+
        $hook:ident: $name:literal [$type:ty] receives $($event:ident)+,
    )+ }) => {
        $(#[doc = $docs])+
        #[derive(Default)]
        pub struct $hooks {
            $($(#[doc = $doc])+ pub $hook: $type,)+
        }

        /// The hooks by their names in JavaScript, each with the events that it receives.
        ///
        /// The JavaScript package itself calls `onCallStart` and `onCallEnd`, before and after a
        /// call. [`Hooks`] has no such fields: a Rust program can run code before and after it
        /// awaits [`crate::Client::get`].
        ///
        /// ```
        /// assert!(ethereal_query::HOOKS.iter().any(|(name, _)| *name == "onRetry"));
        /// ```
        pub const HOOKS: &[(&str, &[&TypeScript])] = &[
            ("onCallStart", &[&CallStartEvent::TYPESCRIPT]),
            $(($name, &[$(&$event::TYPESCRIPT),+]),)+
            ("onCallEnd", &[&CallEndEvent::TYPESCRIPT]),
        ];
    };
}

hooks! {
    /// The hooks of a client: functions that receive its events as they happen. The client creates
    /// an event only if the hook for it is set.
    ///
    /// A hook must not panic: a panic ends the call.
    ///
    /// ```
    /// use ethereal_query::{BaseUrl, Config};
    /// let mut config = Config::new(BaseUrl::parse("https://api.example.com")?);
    /// config.hooks.on_retry = Some(Box::new(|event| eprintln!("{}: retry in {} ms", event.url, event.delay_ms)));
    /// # Ok::<(), ethereal_query::Error>(())
    /// ```
    Hooks {
        /// Called before each attempt. The client awaits the future that the hook returns, and adds
        /// the resulting headers to the request. The timeout of the attempt includes this wait. An
        /// error ends the call. If the call is dropped while the future is pending, the client does
        /// not send the request.
        on_request: "onRequest" [Hook<RequestEvent, HeadersFuture>] receives RequestEvent,
        /// Called when the status and headers of an attempt have arrived.
        on_response: "onResponse" [Hook<ResponseEvent>] receives ResponseEvent,
        /// Called before the wait for a retry.
        on_retry: "onRetry" [Hook<RetryEvent>] receives RetryEvent,
        /// Called for each place where a response differs from the specification and the client can
        /// read it anyway, and for each record that a page leaves out: at most [`crate::MAX_DRIFT`]
        /// and [`crate::MAX_SKIPPED`] times for a response.
        on_drift: "onDrift" [Hook<DriftEvent>] receives AcceptedDriftEvent SkippedRecordEvent,
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hooks")
    }
}
