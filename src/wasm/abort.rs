//! Ends a call when the caller's `AbortSignal` aborts. Aborts the request when no caller waits for
//! its response.

use super::{error::JsCause, promise::settle};
use crate::{
    client::{CheckedResponse, Clock, PendingCall, Transport},
    error::Error,
};
use futures_util::future::{Either, select};
use js_sys::{Function, Promise};
use std::{cell::Cell, pin::pin, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::AbortSignal;

#[wasm_bindgen]
extern "C" {
    type AbortController;
    #[wasm_bindgen(constructor, catch)]
    fn new() -> Result<AbortController, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn signal(this: &AbortController) -> AbortSignal;
    // web-sys declares `abort` without `catch`, but in some hosts `abort` throws the errors of
    // listeners.
    #[wasm_bindgen(method, catch)]
    fn abort(this: &AbortController) -> Result<(), JsValue>;
}

/// Aborts a request when the guard is dropped, unless it was disarmed at the end of the response.
pub(super) struct AbortGuard {
    controller: AbortController,
    pub(super) signal: AbortSignal,
    is_armed: Cell<bool>,
}

impl AbortGuard {
    pub(super) fn new() -> Result<Self, JsValue> {
        let controller = AbortController::new()?;
        Ok(Self {
            signal: controller.signal(),
            controller,
            is_armed: Cell::new(true),
        })
    }

    pub(super) fn disarm(&self) {
        self.is_armed.set(false);
    }
}

impl Drop for AbortGuard {
    fn drop(&mut self) {
        if self.is_armed.get() {
            // The signal is aborted even if a listener throws.
            let _ = self.controller.abort();
        }
    }
}

/// Resolves to the response of `call`, or to an `aborted` error as soon as the signal aborts. The cause of the error is
/// the reason of the signal.
pub(super) async fn unless_aborted<T: Transport + Clock + 'static>(
    signal: &AbortSignal,
    call: &PendingCall<T>,
) -> Result<Rc<CheckedResponse>, Error> {
    let aborted_error = || {
        let error = Error::aborted().with_cause(JsCause(signal.reason()));
        call.describe(error)
    };
    if signal.aborted() {
        return Err(aborted_error());
    }
    // The listener is the function that resolves `abort_promise`, and Rust awaits the promise. The
    // package handles a trap (see the glossary in docs/architecture.md) in the callback of a
    // promise. If the listener itself called Rust, a trap in the listener would be an uncaught
    // error of the host.
    let mut listener = JsValue::UNDEFINED;
    let abort_promise = Promise::new(&mut |resolve, _| listener = resolve.into());
    // The constructor of `Promise` has called the closure, so `listener` is set.
    let listener: Function = listener.unchecked_into();
    // `addEventListener` never throws here.
    let _ = signal.add_event_listener_with_callback("abort", &listener);
    let abort = pin!(settle(Ok(abort_promise.into())));
    let response = pin!(call.response());
    let outcome = match select(abort, response).await {
        Either::Left(_) => Err(aborted_error()),
        Either::Right((outcome, _)) => outcome,
    };
    let _ = signal.remove_event_listener_with_callback("abort", &listener);
    // Resolves the promise, so that the host frees the callbacks of the promise.
    let _ = listener.call0(&JsValue::UNDEFINED);
    outcome
}
