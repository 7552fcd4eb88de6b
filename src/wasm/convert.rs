//! Failures on their way out.

use crate::Error;
use js_sys::Array;
use wasm_bindgen::JsValue;

/// An error as the list of which `error.js` makes an `EtherealQueryError`.
pub(super) fn failure(error: Error, cause: JsValue) -> JsValue {
    let number = |n: Option<u64>| n.map(crate::text::number_text);
    let (status, wait) = (number(error.status.map(u64::from)), number(error.retry_after_ms));
    let list = Array::of1(&cause);
    for text in [
        Some(error.kind.as_str()),
        Some(error.code),
        Some(error.message.as_str()),
        error.retryable.then_some("true"),
        error.endpoint,
        error.parameter,
        status.as_deref(),
        error.pointer.as_deref(),
        error.body_snippet.as_deref(),
        error.server_message.as_deref(),
        wait.as_deref(),
    ] {
        list.push(&text.map_or(JsValue::UNDEFINED, JsValue::from_str));
    }
    list.into()
}
