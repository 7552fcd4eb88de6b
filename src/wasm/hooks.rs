//! Hooks that are functions of JavaScript.

use super::{
    arguments::read_headers,
    error::{JsCause, property},
    object::to_object,
    promise::settle,
};
use crate::{
    client::{HeadersFuture, Hook, Hooks},
    error::Error,
};
use js_sys::{Function, Object};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

/// Returns the hooks of a client from an object with functions.
pub(super) fn hooks_from(object: &Object) -> Hooks {
    Hooks {
        on_request: hook(object, "onRequest", read_added_headers),
        // The results are dropped: the package catches and logs the errors of these hooks.
        on_response: hook(object, "onResponse", drop),
        on_retry: hook(object, "onRetry", drop),
        on_drift: hook(object, "onDrift", drop),
    }
}

/// What a function of JavaScript returned or threw.
type Returned = Result<JsValue, JsValue>;

/// Returns a function that calls the hook `name`, and passes the result to `read`; `None` without
/// such a hook.
fn hook<E: Serialize, R: 'static>(
    object: &Object,
    name: &str,
    read: fn(Returned) -> R,
) -> Hook<E, R> {
    let function: Function = property(object, name).dyn_into().ok()?;
    Some(Box::new(move |event| {
        let returned = function.call1(&JsValue::UNDEFINED, &to_object(event));
        read(returned)
    }))
}

/// Reads the headers that `onRequest` resolves to.
///
/// The package wraps the program's `onRequest` (`pkg/src/client/client-options.ts`). The wrapper
/// resolves to the program's headers in the form of `HeaderPairs`, and rejects if the headers have
/// another form.
fn read_added_headers(returned: Returned) -> HeadersFuture {
    Box::pin(async {
        let headers = settle(returned)
            .await
            .map_err(|thrown| Error::invalid_argument("onRequest", JsCause(thrown).to_string()))?;
        // If the hook adds no headers, `headers` is `undefined`, and `dyn_ref` returns `None`.
        read_headers("onRequest", headers.dyn_ref())
    })
}
