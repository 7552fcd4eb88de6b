//! Objects of JavaScript.

use serde::Serialize;
use wasm_bindgen::JsValue;

/// Converts a struct to a plain object. A derived `Serialize` never fails, so the default, `undefined`, is never returned.
pub(super) fn to_object(value: &impl Serialize) -> JsValue {
    serde_wasm_bindgen::to_value(value).unwrap_or_default()
}
