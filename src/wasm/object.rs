//! Objects of JavaScript.

use serde::Serialize;
use wasm_bindgen::JsValue;

/// Converts a struct to a plain object. The derived `Serialize` of a struct never fails, so the
/// function never returns the default, `undefined`.
pub(super) fn to_object(value: &impl Serialize) -> JsValue {
    serde_wasm_bindgen::to_value(value).unwrap_or_default()
}
