//! Awaiting JavaScript.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Awaits what a function of JavaScript returned: a promise or a value. Rust awaits nothing in another way: the package
/// handles a trap in the callbacks of `Promise.resolve` (`pkg/src/glue-globals.ts`).
pub(super) async fn settle(returned: Result<JsValue, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&returned?)).await
}
