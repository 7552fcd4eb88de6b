//! Hooks that are functions of JavaScript.

use super::{shared_options::take_function, values::Options};
use crate::{Error, Event, EventKind, Hooks};
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
        // The package calls it with its error object (`pkg/src/client.ts`).
        take_function(options, "onError")?;
        Ok(Self {
            on_request: take_function(options, "onRequest")?,
            on_response: take_function(options, "onResponse")?,
            on_retry: take_function(options, "onRetry")?,
            on_drift: take_function(options, "onDrift")?,
        })
    }

    fn function(&self, kind: EventKind) -> Option<&Function> {
        match kind {
            EventKind::Request => self.on_request.as_ref(),
            EventKind::Response => self.on_response.as_ref(),
            EventKind::Retry => self.on_retry.as_ref(),
            EventKind::Drift => self.on_drift.as_ref(),
        }
    }
}

impl Hooks for JsHooks {
    fn wants(&self, kind: EventKind) -> bool {
        self.function(kind).is_some()
    }

    fn receive(&self, event: &Event) {
        if let (Some(function), Ok(event)) = (self.function(event.kind), serde_wasm_bindgen::to_value(event)) {
            // The package catches and logs the errors of hooks.
            let _ = function.call1(&JsValue::UNDEFINED, &event);
        }
    }
}
