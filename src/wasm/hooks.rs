//! Hooks that are functions of JavaScript.

use super::{headers::read_headers, options::Options, promise::settle, shared_options::take_function};
use crate::{Error, Event, EventKind, HeadersFuture, Hooks};
use js_sys::Function;
use wasm_bindgen::JsValue;

/// The hooks of a client; `None` for an absent one.
#[derive(Debug)]
pub(super) struct JsHooks {
    on_request: Option<Function>,
    on_response: Option<Function>,
    on_retry: Option<Function>,
    on_drift: Option<Function>,
}

impl JsHooks {
    pub(super) fn take(options: &mut Options) -> Result<Self, Error> {
        take_function(options, "onCallStart")?;
        take_function(options, "onCallEnd")?;
        Ok(Self {
            on_request: take_function(options, "onRequest")?,
            on_response: take_function(options, "onResponse")?,
            on_retry: take_function(options, "onRetry")?,
            on_drift: take_function(options, "onDrift")?,
        })
    }

    fn call(&self, event: &Event) -> Result<JsValue, JsValue> {
        let Some(function) = self.function(event.kind) else { return Ok(JsValue::UNDEFINED) };
        function.call1(&JsValue::UNDEFINED, &serde_wasm_bindgen::to_value(event)?)
    }

    fn function(&self, kind: EventKind) -> Option<&Function> {
        match kind {
            EventKind::Request => self.on_request.as_ref(),
            EventKind::Response => self.on_response.as_ref(),
            EventKind::Retry => self.on_retry.as_ref(),
            EventKind::Drift => self.on_drift.as_ref(),
            // The package calls these two itself (`pkg/src/client/rust-client.ts`).
            EventKind::Start | EventKind::End => None,
        }
    }
}

impl Hooks for JsHooks {
    fn wants(&self, kind: EventKind) -> bool {
        self.function(kind).is_some()
    }

    fn receive(&self, event: &Event) {
        // The package catches and logs the errors of hooks.
        let _ = self.call(event);
    }

    /// The function of the package returns an array of pairs, or `undefined`.
    fn before_request(&self, event: &Event) -> HeadersFuture {
        let returned = self.call(event);
        Box::pin(async { read_headers("onRequest", &settle(returned).await.unwrap_or_default()) })
    }
}
