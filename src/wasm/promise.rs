//! Awaits promises of JavaScript.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Awaits the promise or value that a function of JavaScript returned.
///
/// All code in `src/wasm` awaits promises with this function. The function calls `Promise.resolve`,
/// because the package handles traps in the callbacks of promises from `Promise.resolve`
/// (`pkg/src/runtime/glue-globals.ts`).
pub(super) async fn settle(returned: Result<JsValue, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&returned?)).await
}
