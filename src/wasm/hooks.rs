//! Hooks that are functions of JavaScript.

use super::{
    arguments::read_headers,
    error::{JsCause, property},
    promise::settle,
};
use crate::{
    client::{Event, EventKind, HeadersFuture, Hooks},
    error::Error,
};
use js_sys::Function;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const HOOKS: &str = r#"
/** The hooks of a client. None throws. */
export interface Hooks {
  /** Resolves to headers for the request, in the form of `Arguments`; rejects if they have another form. */
  onRequest?: ((event: unknown) => Promise<Arguments["headers"]>) | undefined;
  onResponse?: ((event: unknown) => unknown) | undefined;
  onRetry?: ((event: unknown) => unknown) | undefined;
  onDrift?: ((event: unknown) => unknown) | undefined;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// The hooks of a client.
    #[wasm_bindgen(typescript_type = "Hooks")]
    #[derive(Debug)]
    pub type JsHooks;
}

/// The hooks of a client, read once: each call asks for them several times.
#[derive(Debug)]
pub(super) struct HookFunctions {
    request: Option<Function>,
    response: Option<Function>,
    retry: Option<Function>,
    drift: Option<Function>,
}

impl From<&JsHooks> for HookFunctions {
    fn from(hooks: &JsHooks) -> Self {
        let hook = |name| property(hooks, name).dyn_into().ok();
        Self {
            request: hook("onRequest"),
            response: hook("onResponse"),
            retry: hook("onRetry"),
            drift: hook("onDrift"),
        }
    }
}

impl HookFunctions {
    fn call(&self, event: &Event) -> Result<JsValue, JsValue> {
        let Some(function) = self.function(event.kind) else { return Ok(JsValue::UNDEFINED) };
        function.call1(&JsValue::UNDEFINED, &serde_wasm_bindgen::to_value(event)?)
    }

    fn function(&self, kind: EventKind) -> Option<&Function> {
        match kind {
            EventKind::Request => self.request.as_ref(),
            EventKind::Response => self.response.as_ref(),
            EventKind::Retry => self.retry.as_ref(),
            EventKind::Drift => self.drift.as_ref(),
            // The package calls these two itself (`pkg/src/client/rust-client.ts`).
            EventKind::Start | EventKind::End => None,
        }
    }
}

impl Hooks for HookFunctions {
    fn wants(&self, kind: EventKind) -> bool {
        self.function(kind).is_some()
    }

    fn receive(&self, event: &Event) {
        // The package catches and logs the errors of hooks.
        let _ = self.call(event);
    }

    fn before_request(&self, event: &Event) -> HeadersFuture {
        let returned = self.call(event);
        Box::pin(async {
            let headers = settle(returned).await;
            let headers =
                headers.map_err(|thrown| Error::invalid_argument("onRequest", JsCause(thrown).to_string()))?;
            read_headers("onRequest", headers.dyn_ref())
        })
    }
}
